//! The rule book of tic-tac-toe.

use crate::book::{Leaflet, Rule, Source, common, rule};

const LEAFLET: Source = Source::Leaflet(Leaflet::Regal, "RULES FOR TIC-TAC-TOE");

pub(super) const BOOK: &[Rule] = &[
    rule!(
        "tic-tac-toe",
        "board",
        "The game has a grid of its own on the other side of the board: three by three squares, \
         empty at the start.",
        LEAFLET
    ),
    rule!(
        "tic-tac-toe",
        "board",
        "The squares are named a1 to c3, by file and rank.",
        Source::Ruling,
        "board.names"
    ),
    rule!("tic-tac-toe", "sides", common::OWN_COLOUR, LEAFLET),
    rule!(
        "tic-tac-toe",
        "first-move",
        "The players choose who starts the first game.",
        Source::Ruling
    ),
    rule!("tic-tac-toe", "later-games", common::START_IN_TURN, Source::Ruling),
    rule!("tic-tac-toe", "turns", common::PLACE_ONE, LEAFLET),
    rule!(
        "tic-tac-toe",
        "end.three-in-a-row",
        "A player who has three of their own in one row, column or diagonal wins at once.",
        LEAFLET
    ),
    rule!(
        "tic-tac-toe",
        "end.full",
        "The game is a tie when the nine squares are full and nobody has three in a row.",
        LEAFLET
    ),
    rule!("tic-tac-toe", "writing", common::PLACE_WRITING, Source::Ruling),
];
