//! The message templates of Stack'Em.
//!
//! "Your checker" on a square is the one on top, which stands for its stack.

use crate::messages;

messages! { "stack-em":
    // How the game ended.
    OVER_GONE = "over-gone":
        "The game is over: {loser} has no checker left on the board, so {winner} has won.";
    OVER_BURIED = "over-buried":
        "The game is over: every {loser} checker on the board lies under a {winner} one, so {winner} has won.";
    OVER_BLOCKED = "over-blocked":
        "The game is over: no stack that {loser} controls can move, so {winner} has won.";
    OVER_REPETITION = "over-repetition":
        "The game is over: this position has come up for the third time, so it is a draw.";
    OVER_NO_PROGRESS = "over-no-progress":
        "The game is over: for {turns} turns in a row nobody jumped or moved a stack with a man on top, so it is a draw.";
    OVER_OTHERWISE = "over-otherwise":
        "The game is over.";

    // Malformed texts.
    NOT_A_MOVE = "not-a-move":
        "{typed} is not how a move is written here: a step looks like 11-15, a jump like 22x15.";
    DID_YOU_MEAN = "did-you-mean":
        "{typed} is not how a move is written here. Did you mean {moves}?";
    NO_SUCH_SQUARE = "no-such-square":
        "There is no square {typed}: the dark squares have the numbers 1 to 32.";
    ONLY_A_SQUARE = "only-a-square":
        "{typed} is only a square: a move names where it begins and where it goes.";
    TOO_LONG = "too-long":
        "That is more than twelve jumps, and no enemy has more than twelve checkers to take.";
    NO_PASSING = "no-passing":
        "There is no passing in this game: a player who cannot move has lost.";
    AMBIGUOUS = "ambiguous":
        "More than one jump fits that. Name every square that it lands on: {moves}.";

    // The checker itself.
    EMPTY_SQUARE = "empty-square":
        "There is no checker on {from}.";
    WRONG_SIDE = "wrong-side":
        "The checker on {from} is not yours to move: it is {mover}'s turn.";
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
        "That leaves the checker on {from} where it is, and a step goes to another square.";
    NOT_DIAGONAL = "not-diagonal":
        "Checkers only go diagonally, and {to} is not on a diagonal from {from}.";
    STEP_TOO_FAR = "step-too-far":
        "From {from} to {to} is too far: a step goes to a neighbouring square.";
    IS_A_JUMP = "is-a-jump":
        "From {from} to {to} is a jump, so it is written {moves}.";
    BACKWARDS = "backwards":
        "Your man on {from} only goes forward, and {to} is behind it. Only a king goes back.";
    OWN_IN_THE_WAY = "own-in-the-way":
        "Your own checker is on {to}, and a step goes to an empty square.";
    ENEMY_IN_THE_WAY = "enemy-in-the-way":
        "An enemy checker is on {to}, and there is no stepping onto it.";
    BLOCKED = "blocked":
        "Your checker on {from} is blocked: {to} is taken, and it can go nowhere else.";
    JUMP_IT = "jump-it":
        "An enemy checker is on {to}, and there is no stepping onto it, but you can jump it: {moves}.";
    MUST_JUMP = "must-jump":
        "Your checker on {jumpers} can jump, so it must: {moves}.";
    ONE_MUST_JUMP = "one-must-jump":
        "Your checkers on {jumpers} can jump, so one of them must: {moves}.";

    // Jumps.
    NO_JUMP_BETWEEN = "no-jump-between":
        "From {from} to {to} is not a jump: a jump goes two squares along a diagonal, over an enemy checker.";
    IS_A_STEP = "is-a-step":
        "From {from} to {to} is a step, so it is written {moves}.";
    NO_WAY = "no-way":
        "No jump of your checker on {from} ends on {to}; it can play {moves}.";
    ANOTHER_WAY = "another-way":
        "No jump of your checker on {from} goes to {to} that way; it can play {moves}.";
    CANNOT_JUMP = "cannot-jump":
        "Your checker on {from} has nothing to jump.";
    JUMPS_BACKWARDS = "jumps-backwards":
        "From {from} your man only jumps forward, and {to} is behind it. Only a king jumps back.";
    NOTHING_THERE = "nothing-there":
        "There is nothing on {over} to jump.";
    TAKEN_ALREADY = "taken-already":
        "There is no checker on {over} any more: your stack has taken it.";
    OWN_TO_JUMP = "own-to-jump":
        "The checker on {over} is your own, and only enemy checkers are jumped.";
    FREED_TO_JUMP = "freed-to-jump":
        "Your own checker is on top on {over} by now, freed by this jump, and only enemy checkers are jumped.";
    LANDING_TAKEN = "landing-taken":
        "The checker on {over} cannot be jumped, because {to} behind it is taken.";
    MUST_GO_ON = "must-go-on":
        "From {to} your checker can jump on, so it must: {moves}.";

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
    TEXT_STACK = "text-stack": "{typed} is no stack: one is written like 14rbB";
    TEXT_SQUARE = "text-square": "there is no square {typed}: they are numbered 1 to 32";
    TEXT_LETTERS = "text-letters": "{typed} is no stack: its checkers are r, b, R and B";
}
