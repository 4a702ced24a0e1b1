//! The rule book of tic-tac-toe.

use crate::book::{Leaflet, Rule, Source, common, rule};

const LEAFLET: Source = Source::Leaflet(Leaflet::Regal, "RULES FOR TIC-TAC-TOE");

pub(super) const BOOK: &[Rule] = &[
    rule!(
        "tic-tac-toe",
        "board",
        "The board is a grid of three by three squares, a1 to c3, empty at the start.",
        LEAFLET
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
        "Who first has three checkers in a row, a column or a diagonal wins at once.",
        LEAFLET
    ),
    rule!(
        "tic-tac-toe",
        "end.full",
        "When all nine squares are filled and nobody has three in a row, it is a tie.",
        LEAFLET
    ),
    rule!("tic-tac-toe", "writing", common::PLACE_WRITING, Source::Ruling),
];
