//! Regal Checkers: jumping is a choice, and only capturing everything wins.

use crate::book::{Leaflet, Rule, Source, rule};
use crate::checkers::book as common;
use crate::checkers::{AlwaysRegular, Checkers, Jumping, RuleSet, Stuck};
use crate::{BySide, SideName};

/// Regal Checkers: jumping is a choice.
pub type RegalCheckers = Checkers<Regal>;

/// The rules of Regal Checkers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Regal;

impl RuleSet for Regal {
    const ID: &'static str = "regal-checkers";
    const JUMPING: Jumping = Jumping::Choice;
    const CROWNED_GOES_ON: bool = false;
    const STUCK: Stuck = Stuck::Passes;
    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::FirstPlayer, SideName::SecondPlayer);
    const BOOK: &'static [Rule] = BOOK;
    type Phase = AlwaysRegular;
}

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::Regal, heading)
}

const BOOK: &[Rule] = &[
    rule!("regal-checkers", "board", common::BOARD, Source::Ruling),
    rule!("regal-checkers", "setup", common::SETUP, under("Getting Ready to Play")),
    rule!(
        "regal-checkers",
        "sides",
        "Each player takes the twelve checkers of the colour they choose.",
        under("Getting Ready to Play")
    ),
    rule!(
        "regal-checkers",
        "first-move",
        "The youngest player goes first, with either colour.",
        under("Getting Ready to Play")
    ),
    rule!(
        "regal-checkers",
        "later-games",
        "The youngest player goes first in every game.",
        under("Getting Ready to Play")
    ),
    rule!("regal-checkers", "turns", common::TURNS, under("Game Play")),
    rule!("regal-checkers", "move.step", common::STEP, under("Rules of Movement")),
    rule!("regal-checkers", "move.king", common::KING, under("Kings")),
    rule!("regal-checkers", "move.king.diagonal", common::DIAGONAL_KING, Source::Ruling),
    rule!("regal-checkers", "jump.how", common::JUMP, under("Rules of Movement")),
    rule!(
        "regal-checkers",
        "jump.removed",
        common::REMOVED,
        under("Capturing an Opponent’s Checker")
    ),
    rule!(
        "regal-checkers",
        "jump.duty",
        "Jumping is a choice: a player who can jump may also step.",
        under("Rules of Movement")
    ),
    rule!("regal-checkers", "jump.choice", common::CHOICE, under("Game Play")),
    rule!(
        "regal-checkers",
        "jump.go-on",
        "Going on is a choice: after each jump the player may stop.",
        under("Rules of Movement")
    ),
    rule!("regal-checkers", "move.blocked", common::BLOCKED, under("Rules of Movement")),
    rule!("regal-checkers", "crown.how", common::CROWN, under("Kings")),
    rule!("regal-checkers", "crown.mid-jump", common::CROWNED_STOPS, Source::Ruling),
    rule!(
        "regal-checkers",
        "end.captured-all",
        "The player who has captured every enemy checker wins, and only so is the game won.",
        under("WINNING")
    ),
    rule!("regal-checkers", "pass", common::PASS, Source::Ruling),
    rule!("regal-checkers", "end.neither-can-move", common::NEITHER_CAN_MOVE, Source::Ruling),
    rule!("regal-checkers", "draw.repetition", common::REPETITION, Source::Ruling),
    rule!("regal-checkers", "draw.no-progress", common::NO_PROGRESS, Source::Ruling),
    rule!("regal-checkers", "draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    rule!("regal-checkers", "draw.agreement", common::AGREEMENT, Source::Ruling),
    rule!(
        "regal-checkers",
        "writing",
        "A step is written with its two squares, 11-15, a jump with every square it lands on, \
         22x15x8. A jump may be shortened to some of its squares, the first and the last among \
         them, when only one jump fits. A pass is written pass.",
        Source::Ruling
    ),
];
