//! The sentences that Stack'Em answers with. When each is said is not here.
//!
//! "Your checker" on a square is the one on top, which stands for its stack.

use crate::Message;

macro_rules! words {
    ($($NAME:ident = $id:literal, $english:literal;)*) => {
        $(pub(super) const $NAME: Message = Message::new(concat!("stack-em.", $id), $english);)*
    };
}

// How the game ended.
words! {
    OVER_GONE = "over-gone",
        "The game is over: {loser} has no checker left on the board, so {winner} has won.";
    OVER_BURIED = "over-buried",
        "The game is over: every {loser} checker on the board lies under a {winner} one, so {winner} has won.";
    OVER_BLOCKED = "over-blocked",
        "The game is over: no stack that {loser} controls can move, so {winner} has won.";
    OVER_REPETITION = "over-repetition",
        "The game is a draw: the same position with the same side to move has come up for the third time.";
    OVER_NO_PROGRESS = "over-no-progress",
        "The game is a draw: in the last {turns} turns nobody jumped or moved a stack with a man on top.";
    OVER_OTHERWISE = "over-otherwise",
        "The game is over.";
}

// Texts that are no move.
words! {
    NOT_A_MOVE = "not-a-move",
        "{typed} is not how a move is written: a step looks like 11-15, a jump like 22x15.";
    NO_SUCH_SQUARE = "no-such-square",
        "There is no square {typed}: the dark squares are numbered 1 to 32.";
    ONLY_A_SQUARE = "only-a-square",
        "{typed} is only a square: a move names where it begins and where it goes.";
    TOO_LONG = "too-long",
        "That is more than twelve jumps, and an enemy has only twelve checkers to take.";
    CANNOT_PASS = "cannot-pass",
        "You can move, so you may not pass.";
    AMBIGUOUS = "ambiguous",
        "{typed} fits more than one jump: {moves}.";
    AMBIGUOUS_MANY = "ambiguous-many",
        "{typed} fits {number} jumps: name every square that you land on.";
}

// The checker itself.
words! {
    EMPTY_SQUARE = "empty-square",
        "There is no checker on {from}.";
    ENEMY_MAN = "enemy-man",
        "The man on {from} is {side}'s.";
    ENEMY_KING = "enemy-king",
        "The king on {from} is {side}'s.";
    ENEMY_MAN_ON_TOP = "enemy-man-on-top",
        "A {side} man is on top of the stack on {from}, so only {side} may move it.";
    ENEMY_KING_ON_TOP = "enemy-king-on-top",
        "A {side} king is on top of the stack on {from}, so only {side} may move it.";
    BURIED_UNDER_MAN = "buried-under-man",
        "You have a checker in the stack on {from}, but a {side} man is on top, so only {side} may move it.";
    BURIED_UNDER_KING = "buried-under-king",
        "You have a checker in the stack on {from}, but a {side} king is on top, so only {side} may move it.";
}

// Steps.
words! {
    STAYS = "stays",
        "That leaves your checker on {from} where it is.";
    SIDEWAYS = "sideways",
        "{to} is in the same row as {from}, and checkers go diagonally.";
    NOT_DIAGONAL = "not-diagonal",
        "{to} is not on a diagonal from {from}, and checkers go diagonally.";
    STEP_TOO_FAR = "step-too-far",
        "{to} is {number} squares away from {from}, and a step goes one.";
    WRITTEN_WITH_X = "written-with-x",
        "From {from} to {to} is a jump, which is written with an x.";
    BACKWARDS = "backwards",
        "The man on {from} goes forward only, and {to} is behind it.";
    OWN_IN_THE_WAY = "own-in-the-way",
        "Your own checker is on {to}, and a step goes to an empty square.";
    ENEMY_IN_THE_WAY = "enemy-in-the-way",
        "A {side} checker is on {to}, and a step goes to an empty square.";
    ENEMY_TO_JUMP = "enemy-to-jump",
        "A {side} checker is on {to}: your checker on {from} goes to {landing}, over it.";
    MUST_JUMP = "must-jump",
        "Your checker on {squares} can jump, so it must.";
    ONE_MUST_JUMP = "one-must-jump",
        "Your checkers on {squares} can jump, so one of them must.";
}

// Jumps.
words! {
    NO_WAY_BACK = "no-way-back",
        "No jump leads from {from} back to {from}.";
    NEIGHBOURS = "neighbours",
        "{to} is next to {from}, with nothing between them to jump.";
    WRITTEN_WITH_DASH = "written-with-dash",
        "{to} is next to {from}, with nothing between them to jump: that step is written {moves}.";
    NO_JUMP_LEADS_THERE = "no-jump-leads-there",
        "A jump lands two squares away on a diagonal, and no row of jumps leads from {from} to {to}.";
    JUMPS_BACKWARDS = "jumps-backwards",
        "The man on {from} jumps forward only, and {to} is behind it.";
    NOTHING_THERE = "nothing-there",
        "There is no checker on {over} to jump.";
    TAKEN_ALREADY = "taken-already",
        "There is no checker on {over} any more: your stack has taken it.";
    OWN_TO_JUMP = "own-to-jump",
        "The checker on {over} is your own, and only enemies are jumped.";
    FREED_TO_JUMP = "freed-to-jump",
        "Your own checker is on top on {over} by now, freed by this jump, and only enemies are jumped.";
    LANDING_TAKEN = "landing-taken",
        "There is a checker on {to}, and a jump lands on an empty square.";
    MUST_GO_ON = "must-go-on",
        "From {from} your checker can jump on, over {over}, so it must.";
}

// What a legal move does.
words! {
    MAN_STEPS = "man-steps",
        "The man on {from} steps forward to {to}.";
    KING_STEPS = "king-steps",
        "The king on {from} steps to {to}.";
    MAN_IS_CROWNED = "man-is-crowned",
        "The man on {from} steps to {to}, on its King Me row, and becomes a king.";
    MAN_IS_CROWNED_AND_CLEARS = "man-is-crowned-and-clears",
        "The man on {from} steps to {to}, on its King Me row, and becomes a king; every {side} checker in its stack leaves the game.";
    KING_CLEARS = "king-clears",
        "The king on {from} steps to {to}, on its King Me row; every {side} checker in its stack leaves the game.";
    MAN_JUMPS = "man-jumps",
        "The man on {from} jumps over {over} to {to} and becomes a king; what it captures goes under it.";
    KING_JUMPS = "king-jumps",
        "The king on {from} jumps over {over} to {to}; what it captures goes under it.";
    MAN_JUMPS_AND_CLEARS = "man-jumps-and-clears",
        "The man on {from} jumps over {over} to {to} and becomes a king; when it lands on its King Me row, every {side} checker in its stack leaves the game.";
    KING_JUMPS_AND_CLEARS = "king-jumps-and-clears",
        "The king on {from} jumps over {over} to {to}; when it lands on its King Me row, every {side} checker in its stack leaves the game.";
}
