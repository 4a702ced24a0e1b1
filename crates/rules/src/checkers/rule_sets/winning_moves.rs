//! Winning Moves Checkers: jumping is a must, and a crowned man waits for its next turn.

use crate::book::{Leaflet, Rule, Source, rule};
use crate::checkers::book as common;
use crate::checkers::{AlwaysRegular, Checkers, Jumping, RuleSet, Stuck};
use crate::{BySide, SideName};

/// Winning Moves Checkers.
pub type WinningMovesCheckers = Checkers<WinningMoves>;

/// The rules of Winning Moves Checkers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves;

impl RuleSet for WinningMoves {
    const ID: &'static str = "winning-moves-checkers";
    const JUMPING: Jumping = Jumping::Must;
    const CROWNED_GOES_ON: bool = false;
    const STUCK: Stuck = Stuck::Loses;
    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Black, SideName::Red);
    const BOOK: &'static [Rule] = BOOK;
    type Phase = AlwaysRegular;
}

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::WinningMoves, heading)
}

const BOOK: &[Rule] = &[
    rule!("winning-moves-checkers", "board", common::BOARD, under("SET UP")),
    rule!("winning-moves-checkers", "setup", common::SETUP, Source::Ruling),
    rule!("winning-moves-checkers", "sides", common::BLACK_AND_RED, under("SET UP")),
    rule!("winning-moves-checkers", "first-move", common::BLACK_FIRST, under("HOW TO PLAY")),
    rule!("winning-moves-checkers", "later-games", common::LATER_GAMES, Source::Ruling),
    rule!("winning-moves-checkers", "turns", common::TURNS, under("HOW TO PLAY")),
    rule!("winning-moves-checkers", "move.step", common::STEP, under("HOW TO PLAY")),
    rule!("winning-moves-checkers", "move.king", common::KING, under("A CROWN FIT FOR A KING")),
    rule!(
        "winning-moves-checkers",
        "move.king.diagonal",
        common::DIAGONAL_KING,
        under("A CROWN FIT FOR A KING")
    ),
    rule!(
        "winning-moves-checkers",
        "move.blocked",
        common::BLOCKED,
        under("ENDING/WINNING THE GAME")
    ),
    rule!("winning-moves-checkers", "jump.how", common::JUMP, under("JUMPING & CAPTURING")),
    rule!("winning-moves-checkers", "jump.removed", common::REMOVED, under("JUMPING & CAPTURING")),
    rule!("winning-moves-checkers", "jump.duty", common::MUST_JUMP, under("JUMPING & CAPTURING")),
    rule!("winning-moves-checkers", "jump.choice", common::CHOICE, under("JUMPING & CAPTURING")),
    rule!("winning-moves-checkers", "jump.go-on", common::MUST_GO_ON, under("JUMPING & CAPTURING")),
    rule!("winning-moves-checkers", "crown.how", common::CROWN, under("A CROWN FIT FOR A KING")),
    rule!(
        "winning-moves-checkers",
        "crown.mid-jump",
        common::CROWNED_STOPS,
        under("A CROWN FIT FOR A KING")
    ),
    rule!(
        "winning-moves-checkers",
        "end.no-move",
        common::NO_MOVE_LOSES,
        under("ENDING/WINNING THE GAME")
    ),
    rule!("winning-moves-checkers", "end.captured-all", common::CAPTURED_ALL, Source::Ruling),
    rule!("winning-moves-checkers", "draw.repetition", common::REPETITION, Source::Ruling),
    rule!("winning-moves-checkers", "draw.no-progress", common::NO_PROGRESS, Source::Ruling),
    rule!("winning-moves-checkers", "draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    rule!("winning-moves-checkers", "draw.agreement", common::AGREEMENT, Source::Ruling),
    rule!("winning-moves-checkers", "writing", common::WRITING, Source::Ruling),
];
