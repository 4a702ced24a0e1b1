//! Message templates of hints. `hint` decides which one applies.

use crownhead_rules::{MessageTemplate, messages};

messages! { "hint":
    WINS = "wins": "It wins the game.";
    WINS_IN = "wins-in": "It wins in {plies}, whatever your opponent does.";
    HOLDS_OUT = "holds-out": "It holds out longest: your opponent can win in {plies}.";
    ONLY = "only": "It's your only move.";

    ONLY_TAKES_ONE = "only-takes-one": "It's your only move, and it captures a checker.";
    ONLY_TAKES_ONE_AND_CROWNED = "only-takes-one-and-crowned": "It's your only move: it captures a checker and makes a king.";
    ONLY_TAKES_MANY = "only-takes-many": "It's your only move, and it captures {takes} checkers.";
    ONLY_TAKES_MANY_AND_CROWNED = "only-takes-many-and-crowned": "It's your only move: it captures {takes} checkers and makes a king.";
    MUST_TAKE_ONE = "must-take-one": "You have to jump, and this captures a checker.";
    MUST_TAKE_ONE_AND_CROWNED = "must-take-one-and-crowned": "You have to jump, and this captures a checker and makes a king.";
    MUST_TAKE_MANY = "must-take-many": "You have to jump, and this captures {takes} checkers.";
    MUST_TAKE_MANY_AND_CROWNED = "must-take-many-and-crowned": "You have to jump, and this captures {takes} checkers and makes a king.";
    TAKES_ONE = "takes-one": "It captures a checker.";
    TAKES_ONE_AND_CROWNED = "takes-one-and-crowned": "It captures a checker and makes a king.";
    TAKES_MANY = "takes-many": "It captures {takes} checkers.";
    TAKES_MANY_AND_CROWNED = "takes-many-and-crowned": "It captures {takes} checkers and makes a king.";

    COMPELS = "compels": "Their jump is good for you, so make them take it.";
    STANDS = "stands": "Their slip is good for you as it is, so let it stand.";
    HUFFS = "huffs": "It costs them a checker for the jump they missed.";
    PASSES = "passes": "No swap makes it better.";

    CROWNS = "crowns": "It makes a king.";
    COMES_HOME = "comes-home": "It brings a king home.";
    MAKES_ONE = "makes-one": "It makes a tic-tac-toe.";
    MAKES = "makes": "It makes {makes} tic-tac-toes.";
    MAKES_ONE_AND_BLOCKS = "makes-one-and-blocks": "It makes a tic-tac-toe where your opponent would make {blocks}.";
    MAKES_AND_BLOCKS = "makes-and-blocks": "It makes {makes} tic-tac-toes where your opponent would make {blocks}.";
    STOPS_THREE = "stops-three": "It stops three in a row.";
    BLOCKS_ONE = "blocks-one": "It takes the square where your opponent would make a tic-tac-toe.";
    BLOCKS = "blocks": "It takes the square where your opponent would make {blocks} tic-tac-toes.";

    ELSE_LOSES = "else-loses": "Everything else loses.";
    ELSE_WORSE = "else-worse": "Everything else is worse, whatever your opponent does.";
    STEPS_BETTER = "steps-better": "It's a few steps better than everything else.";
    LINE_BETTER = "line-better": "It's about a tic-tac-toe better than everything else.";
    CHECKER_BETTER = "checker-better": "Anything else costs you about a checker more.";
    KEEPS_BACK_ROW = "keeps-back-row": "It guards your back row, where your opponent would get a king.";
    BEST_FOR_CERTAIN = "best-for-certain": "Nothing is better, whatever your opponent does.";
    BEST_AHEAD = "best-ahead": "Nothing is better, looking {depth} moves ahead.";
    LOOKS_BEST = "looks-best": "Nothing looks better.";
}

/// The messages of a jump: with one capture and with several, without and with a crowning.
pub(crate) type JumpMessages = [[&'static MessageTemplate; 2]; 2];

pub(crate) const ONLY_TAKES: JumpMessages = [
    [&ONLY_TAKES_ONE, &ONLY_TAKES_ONE_AND_CROWNED],
    [&ONLY_TAKES_MANY, &ONLY_TAKES_MANY_AND_CROWNED],
];
pub(crate) const MUST_TAKE: JumpMessages =
    [[&MUST_TAKE_ONE, &MUST_TAKE_ONE_AND_CROWNED], [&MUST_TAKE_MANY, &MUST_TAKE_MANY_AND_CROWNED]];
pub(crate) const TAKES: JumpMessages =
    [[&TAKES_ONE, &TAKES_ONE_AND_CROWNED], [&TAKES_MANY, &TAKES_MANY_AND_CROWNED]];

/// Every message of a hint, for translations.
pub fn hint_messages() -> impl Iterator<Item = &'static MessageTemplate> {
    ALL.iter()
}
