//! The message templates of Stack'Em.
//!
//! "Your checker" on a square is the one on top, which stands for its stack.

use crate::messages;

messages! { "stack-em":
    // How the game ended.
    OVER_GONE = "over-gone":
        "The game is over: {loser} has no checkers left on the board, so {winner} wins.";
    OVER_BURIED = "over-buried":
        "The game is over: every {loser} checker on the board is under a {winner} one, so {winner} wins.";
    OVER_BLOCKED = "over-blocked":
        "The game is over: none of {loser}'s stacks can move, so {winner} wins.";
    OVER_REPETITION = "over-repetition":
        "The game is over: this position has come up for the third time, so it's a draw.";
    OVER_NO_PROGRESS = "over-no-progress":
        "The game is over: for {turns} turns in a row nobody jumped or moved a stack with a man on top, so it's a draw.";
    OVER_OTHERWISE = "over-otherwise":
        "The game is over.";

    // Malformed texts.
    NOT_A_MOVE = "not-a-move":
        "{typed} isn't a move. A step looks like 11-15, a jump like 22x15.";
    DID_YOU_MEAN = "did-you-mean":
        "{typed} isn't a move. Did you mean {moves}?";
    NO_SUCH_SQUARE = "no-such-square":
        "There's no square {typed}: the dark squares are numbered 1 to 32.";
    ONLY_A_SQUARE = "only-a-square":
        "{typed} is only a square. A move names where it starts and where it goes.";
    TOO_LONG = "too-long":
        "That's more than twelve jumps, and your opponent never has more than twelve checkers.";
    NO_PASSING = "no-passing":
        "You can't pass in this game: a player who can't move has lost.";
    AMBIGUOUS = "ambiguous":
        "More than one jump fits that. Name every square it lands on: {moves}.";

    // The checker itself.
    EMPTY_SQUARE = "empty-square":
        "There's no checker on {from}.";
    WRONG_SIDE = "wrong-side":
        "The checker on {from} isn't yours: you're {mover}.";
    ENEMY_MAN_ON_TOP = "enemy-man-on-top":
        "A {side} man is on top of the stack on {from}, so only {side} may move it.";
    ENEMY_KING_ON_TOP = "enemy-king-on-top":
        "A {side} king is on top of the stack on {from}, so only {side} may move it.";
    BURIED_UNDER_MAN = "buried-under-man":
        "You have a checker in the stack on {from}, but a {side} man is on top, so only {side} may move it.";
    BURIED_UNDER_KING = "buried-under-king":
        "You have a checker in the stack on {from}, but a {side} king is on top, so only {side} may move it.";

    // Steps.
    STAYS = "stays":
        "That leaves the checker on {from} where it is. A step goes to another square.";
    NOT_DIAGONAL = "not-diagonal":
        "Checkers only go diagonally, and {to} isn't on a diagonal from {from}.";
    STEP_TOO_FAR = "step-too-far":
        "From {from} to {to} is too far: a step goes to a neighbouring square.";
    IS_A_JUMP = "is-a-jump":
        "From {from} to {to} is a jump, so it's written {moves}.";
    BACKWARDS = "backwards":
        "Your man on {from} only goes forward, and {to} is behind it. Only a king goes back.";
    OWN_IN_THE_WAY = "own-in-the-way":
        "Your own checker is on {to}. A step goes to an empty square.";
    ENEMY_IN_THE_WAY = "enemy-in-the-way":
        "Your opponent's checker is on {to}, so you can't step there.";
    BLOCKED = "blocked":
        "Your checker on {from} is blocked: {to} is taken, and it can't go anywhere else.";
    JUMP_IT = "jump-it":
        "Your opponent's checker is on {to}. You can't step there, but you can jump it: {moves}.";
    MUST_JUMP = "must-jump":
        "You have to jump with {jumpers}: {moves}.";
    ONE_MUST_JUMP = "one-must-jump":
        "You have to jump with one of your checkers on {jumpers}: {moves}.";

    // Jumps.
    NO_JUMP_BETWEEN = "no-jump-between":
        "From {from} to {to} isn't a jump: a jump goes two squares along a diagonal, over one of your opponent's checkers.";
    IS_A_STEP = "is-a-step":
        "From {from} to {to} is a step, so it's written {moves}.";
    NO_WAY = "no-way":
        "Your checker on {from} can't jump to {to}; it can play {moves}.";
    ANOTHER_WAY = "another-way":
        "Your checker on {from} can't get to {to} that way; it can play {moves}.";
    CANNOT_JUMP = "cannot-jump":
        "Your checker on {from} has nothing to jump.";
    JUMPS_BACKWARDS = "jumps-backwards":
        "From {from} your man only jumps forward, and {to} is behind it. Only a king jumps back.";
    NOTHING_THERE = "nothing-there":
        "There's nothing on {over} to jump.";
    TAKEN_ALREADY = "taken-already":
        "There's no checker on {over} any more: your stack has taken it.";
    OWN_TO_JUMP = "own-to-jump":
        "The checker on {over} is your own. You can only jump your opponent's.";
    FREED_TO_JUMP = "freed-to-jump":
        "Your own checker is on top on {over} now, freed by this jump. You can only jump your opponent's.";
    LANDING_TAKEN = "landing-taken":
        "You can't jump the checker on {over}, because {to} behind it is taken.";
    MUST_GO_ON = "must-go-on":
        "From {to} your checker can keep jumping, so it has to: {moves}.";

    // What a legal move does.
    MAN_STEPS = "man-steps":
        "Your man on {from} steps forward to {to}.";
    KING_STEPS = "king-steps":
        "Your king on {from} steps to {to}.";
    MAN_IS_CROWNED = "man-is-crowned":
        "Your man on {from} steps to {to}, on its King Me row, and becomes a king.";
    MAN_IS_CROWNED_AND_CLEARS = "man-is-crowned-and-clears":
        "Your man on {from} steps to {to}, on its King Me row, and becomes a king; every {side} checker in its stack leaves the game.";
    KING_CLEARS = "king-clears":
        "Your king on {from} steps to {to}, on its King Me row; every {side} checker in its stack leaves the game.";
    MAN_JUMPS = "man-jumps":
        "Your man on {from} jumps over {over} to {to} and becomes a king; what it captures goes under it.";
    KING_JUMPS = "king-jumps":
        "Your king on {from} jumps over {over} to {to}; what it captures goes under it.";
    MAN_JUMPS_AGAIN = "man-jumps-again":
        "Your man on {from} jumps over {over} to {to}, over {again} more than once, and becomes a king; what it captures goes under it.";
    KING_JUMPS_AGAIN = "king-jumps-again":
        "Your king on {from} jumps over {over} to {to}, over {again} more than once; what it captures goes under it.";
    MAN_JUMPS_AGAIN_AND_CLEARS = "man-jumps-again-and-clears":
        "Your man on {from} jumps over {over} to {to}, over {again} more than once, and becomes a king; when it lands on its King Me row, every {side} checker in its stack leaves the game.";
    KING_JUMPS_AGAIN_AND_CLEARS = "king-jumps-again-and-clears":
        "Your king on {from} jumps over {over} to {to}, over {again} more than once; when it lands on its King Me row, every {side} checker in its stack leaves the game.";
    MAN_JUMPS_AND_CLEARS = "man-jumps-and-clears":
        "Your man on {from} jumps over {over} to {to} and becomes a king; when it lands on its King Me row, every {side} checker in its stack leaves the game.";
    KING_JUMPS_AND_CLEARS = "king-jumps-and-clears":
        "Your king on {from} jumps over {over} to {to}; when it lands on its King Me row, every {side} checker in its stack leaves the game.";

    // What is wrong with the text of a position.
    TEXT_TOO_LONG = "text-too-long": "the text is longer than {most} bytes";
    TEXT_FORM = "text-form": "a position is written like R:1r,2r,14rbB,21b, with a colon";
    TEXT_SIDE = "text-side": "the side to move is R or B, not {typed}";
    TEXT_STACK = "text-stack": "{typed} isn't a stack: write one like 14rbB";
    TEXT_SQUARE = "text-square": "there is no square {typed}: they are numbered 1 to 32";
    TEXT_LETTERS = "text-letters": "{typed} isn't a stack: its checkers are r, b, R and B";
}
