//! The message templates of Coast to Coast.

use crate::messages;

messages! { "coast-to-coast":
    // Malformed texts.
    NOT_A_MOVE = "not-a-move":
        "{typed} is not how a move is written here: it names the square that a checker leaves and \
         the square it goes to, as in c3-d4.";
    DID_YOU_MEAN = "did-you-mean":
        "{typed} is not how a move is written here. Did you mean {moves}?";
    NO_SUCH_SQUARE = "no-such-square":
        "There is no square {typed}: the files are a to h and the ranks 1 to 8.";
    ONLY_A_SQUARE = "only-a-square":
        "{typed} is only a square: a move names where it begins and where it goes.";
    NAMED_TWICE = "named-twice": "The square {square} is named twice running: a checker cannot go nowhere.";

    // The checker.
    EMPTY_SQUARE = "empty-square": "There is no checker on {from}.";
    WRONG_SIDE = "wrong-side": "The checker on {from} is not yours to move: it is {mover}'s turn.";
    BLOCKED = "blocked":
        "Your checker on {from} is blocked: no step and no jump is open to it.";

    // Where it may go.
    SAME_SQUARE = "same-square":
        "A turn may not end on the square that it began on, which is {from}.";
    BACKWARDS = "backwards":
        "A man never goes back towards its own home: from {from} yours may go towards {ways}.";
    MAN_TO_HOME = "man-to-home":
        "Only a king goes home to {home}: your checker on {from} is a man, to be crowned on \
         {enemy} first.";
    TOO_FAR = "too-far":
        "From {from} to {to} is too far: a step goes to a neighbouring square, and no jumps lead \
         there.";
    STEP_AND_JUMP = "step-and-jump":
        "To get from {from} to {to} takes a step and a jump, and a move is one or the other.";
    STEP_NOT_ALONE = "step-not-alone":
        "A move is one step, or jumps alone: the step from {from} to {to} cannot be part of a \
         longer one.";
    OCCUPIED = "occupied":
        "The square {to} is taken, and a checker only goes to an empty square.";
    NOTHING_TO_JUMP = "nothing-to-jump":
        "There is no checker on {over} to jump over from {from} to {to}.";
    LEFT_BEHIND = "left-behind":
        "There is no checker on {over} to jump over from {from} to {to}: yours has just left it.";

    // Homes.
    HOME_BARRED = "home-barred":
        "A king may not step onto {home}, the enemy home, or stop there: it may only pass it in \
         the middle of a jump.";
    NO_FREE_MOVE = "no-free-move":
        "Your man on {from} may not go to {home} now: it would have to leave that home at once, \
         and no free move from there is open to it.";
    MUST_LEAVE_HOME = "must-leave-home":
        "Your man on {from} is crowned on {home} and leaves it at once with a free move: {moves}.";
    HOME_IS_THE_END = "home-is-the-end":
        "A king that arrives at its home on {home} is taken off at once, and its turn ends there.";

    // Passing.
    CANNOT_PASS = "cannot-pass": "You can move, so you may not pass.";
    MUST_PASS = "must-pass": "None of your checkers can move, so all you can do is pass.";

    // What a legal move does.
    FORWARD = "forward": "Your man on {from} steps forward to {to}.";
    SIDEWAYS = "sideways": "Your man on {from} steps sideways to {to}.";
    KING_STEP = "king-step": "Your king on {from} steps to {to}; a king may go in all directions.";
    JUMPS = "jumps": "Your checker on {from} jumps over {over} and ends on {to}.";
    CROWNED = "crowned":
        "Your man on {from} reaches {home}, is crowned there, and goes on to {to} as a king with \
         its free move.";
    COMES_HOME = "comes-home":
        "Your king on {from} comes home to {home} and is taken off the board.";
    PASSES = "passes": "None of your checkers can move, so you pass.";

    // Ends.
    ALL_HOME = "all-home":
        "The game is over: {side} has all twelve checkers home and off the board, so {side} has won.";
    NEITHER_CAN_MOVE = "neither-can-move":
        "The game is over: neither side can move, so it is a draw.";
    REPETITION = "repetition":
        "The game is over: this position has come up for the third time, so it is a draw.";
    NO_PROGRESS = "no-progress":
        "The game is over: for {turns} turns in a row no man was crowned and no checker was taken \
         home, so it is a draw.";
    AGREEMENT = "agreement": "The game is over: both players agreed to a draw.";

    // What is wrong with the text of a position.
    TEXT_PARTS = "text-parts":
        "a position has four parts with blanks between them: the board, b or r for the side to \
         move, and how many of black's and of red's checkers are home";
    TEXT_NONE = "text-none": "this is not a position";
    TEXT_RANKS = "text-ranks": "the board has {count} ranks, not 8 with / between them";
    TEXT_MANY_RANKS = "text-many-ranks":
        "the board has more than eight ranks, not 8 with / between them";
    TEXT_LETTER = "text-letter":
        "rank {rank}: {typed} is not b, B, r, R or a digit from 1 to 8";
    TEXT_LONG_RANK = "text-long-rank": "rank {rank}: more than 8 squares";
    TEXT_SHORT_RANK = "text-short-rank": "rank {rank}: {count} squares, not 8";
    TEXT_SIDE = "text-side-b-r": "the side to move is not b or r";
    TEXT_HOME = "text-home":
        "how many of {side}'s checkers are home is not a number from 0 to 12";
}
