//! The message templates of Coast to Coast.

use crate::messages;

messages! { "coast-to-coast":
    // Malformed texts.
    NOT_A_MOVE = "not-a-move":
        "{typed} isn't a move. Name the square that a checker leaves and the square it goes to, as in c3-d4.";
    DID_YOU_MEAN = "did-you-mean":
        "{typed} isn't a move. Did you mean {moves}?";
    NO_SUCH_SQUARE = "no-such-square":
        "There's no square {typed}: the files are a to h and the ranks 1 to 8.";
    ONLY_A_SQUARE = "only-a-square":
        "{typed} is only a square. A move names where it starts and where it goes.";
    NAMED_TWICE = "named-twice": "The square {square} is named twice in a row, and a checker has to go somewhere else.";

    // The checker.
    EMPTY_SQUARE = "empty-square": "There's no checker on {from}.";
    WRONG_SIDE = "wrong-side": "The checker on {from} isn't yours: you're {mover}.";
    BLOCKED = "blocked":
        "Your checker on {from} is blocked: it can't step or jump anywhere.";

    // Where it may go.
    SAME_SQUARE = "same-square":
        "A turn can't end on {from}, the square where it started.";
    BACKWARDS = "backwards":
        "A man never goes back towards its own home: from {from} yours can go towards {ways}.";
    MAN_TO_HOME = "man-to-home":
        "Only a king goes home to {home}: your checker on {from} is still a man, and has to be crowned on {enemy} first.";
    TOO_FAR = "too-far":
        "From {from} to {to} is too far: a step goes to a neighbouring square, and no jumps lead \
         there.";
    STEP_AND_JUMP = "step-and-jump":
        "Getting from {from} to {to} takes a step and a jump, and a move is one or the other.";
    STEP_NOT_ALONE = "step-not-alone":
        "A move is one step, or only jumps: the step from {from} to {to} can't be part of a longer one.";
    OCCUPIED = "occupied":
        "The square {to} is taken, and a checker only goes to an empty square.";
    NOTHING_TO_JUMP = "nothing-to-jump":
        "There's no checker on {over} to jump over from {from} to {to}.";
    LEFT_BEHIND = "left-behind":
        "There's no checker on {over} to jump over from {from} to {to}: yours has just left it.";

    // Homes.
    HOME_BARRED = "home-barred":
        "A king can't step onto {home}, your opponent's home, or stop there: it can only touch it in the middle of a jump.";
    NO_FREE_MOVE = "no-free-move":
        "Your man on {from} can't go to {home} now: it would have to leave again at once, and it has no free move from there.";
    MUST_LEAVE_HOME = "must-leave-home":
        "Your man on {from} is crowned on {home} and leaves it at once with a free move: {moves}.";
    HOME_IS_THE_END = "home-is-the-end":
        "A king that arrives at its home on {home} is taken off at once, and its turn ends there.";

    // Passing.
    CANNOT_PASS = "cannot-pass": "You can move, so you can't pass.";
    MUST_PASS = "must-pass": "None of your checkers can move, so you have to pass.";

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
        "The game is over: {side} has brought all twelve checkers home, so {side} wins.";
    NEITHER_CAN_MOVE = "neither-can-move":
        "The game is over: neither side can move, so it's a draw.";
    REPETITION = "repetition":
        "The game is over: this position has come up for the third time, so it's a draw.";
    NO_PROGRESS = "no-progress":
        "The game is over: for {turns} turns in a row no man was crowned and no checker came home, so it's a draw.";
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
