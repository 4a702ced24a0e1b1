//! The sentences that tic-tac-toe answers with.

use crate::Message;

pub(super) const NOT_A_MOVE: Message = Message::new(
    "tic-tac-toe.not-a-move",
    "{typed} is not how a move is written here: it is the name of an empty square, such as {example}.",
);
pub(super) const DID_YOU_MEAN: Message = Message::new(
    "tic-tac-toe.did-you-mean",
    "{typed} is not how a move is written here. Did you mean {moves}?",
);
pub(super) const NO_PASSING: Message = Message::new(
    "tic-tac-toe.no-passing",
    "There is no passing in this game: place a checker on an empty square.",
);
pub(super) const OUTSIDE: Message = Message::new(
    "tic-tac-toe.outside",
    "The square {square} is outside the grid, which goes from a1 to c3.",
);
pub(super) const TAKEN_BY_YOU: Message =
    Message::new("tic-tac-toe.taken-by-you", "Your own checker is already on {square}.");
pub(super) const TAKEN_BY_OPPONENT: Message = Message::new(
    "tic-tac-toe.taken-by-opponent",
    "Your opponent's checker is already on {square}.",
);
pub(super) const PLACE: Message =
    Message::new("tic-tac-toe.place", "You place a checker on {square}, which is empty.");
pub(super) const PLACE_AND_WIN: Message = Message::new(
    "tic-tac-toe.place-and-win",
    "You place a checker on {square} and have three in a row on {squares}.",
);
pub(super) const PLACE_AND_FILL: Message = Message::new(
    "tic-tac-toe.place-and-fill",
    "You place the last checker, on {square}. Nobody has three in a row.",
);
pub(super) const WON: Message = Message::new(
    "tic-tac-toe.won",
    "The game is over: {side} has three in a row on {squares}, and has won.",
);
pub(super) const FULL: Message = Message::new(
    "tic-tac-toe.full",
    "The game is over: all nine squares are filled and nobody has three in a row, so it is a tie.",
);
