//! Regal Checkers: jumping is a choice, and only capturing everything wins.

use crate::book::{Leaflet, Rule, Source, rule};
use crate::checkers::book as common;
use crate::checkers::{Checkers, JumpRule, NoPhases, RuleSet, StuckRule};
use crate::{BySide, SideName};

/// Regal Checkers: jumping is a choice.
pub type RegalCheckers = Checkers<Regal>;

/// The rules of Regal Checkers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regal;

impl RuleSet for Regal {
    const ID: &'static str = "regal-checkers";
    const JUMPING: JumpRule = JumpRule::Choice;
    const CROWNED_GOES_ON: bool = false;
    const STUCK: StuckRule = StuckRule::Passes;
    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Red, SideName::Black);
    const BOOK: &'static [Rule] = BOOK;
    type Phase = NoPhases;
}

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::Regal, heading)
}

/// Builds an entry of this book.
macro_rules! entry {
    ($($rest:tt)*) => { rule!("regal-checkers", $($rest)*) };
}

const BOOK: &[Rule] = &[
    entry!("board", common::BOARD, under("Getting Ready to Play")),
    entry!("board.squares", common::SQUARES, Source::Ruling),
    entry!("board.corner", common::CORNER, Source::Ruling),
    entry!("board.numbers", common::NUMBERS, Source::Ruling),
    entry!("setup", common::TWELVE_MEN, under("Getting Ready to Play")),
    entry!("setup", common::ROWS, under("Getting Ready to Play"), "setup.rows"),
    entry!(
        "sides",
        "Each player takes the twelve checkers of the colour they choose.",
        under("Getting Ready to Play")
    ),
    entry!(
        "first-move",
        "The younger of the two begins, with either colour.",
        under("Getting Ready to Play")
    ),
    entry!("later-games", "The younger player begins every game.", Source::Ruling),
    entry!("turns", common::TURNS, under("Game Play")),
    entry!("move.step", common::STEP, under("Rules of Movement")),
    entry!("move.king", common::KING, under("Kings")),
    entry!("move.king.reach", common::KING_REACH, Source::Ruling),
    entry!(
        "move.king.diagonal",
        "The leaflet lets a king move in any direction. Here that means any diagonal, on the dark \
         squares.",
        Source::Ruling
    ),
    entry!("move.blocked", common::BLOCKED, under("Rules of Movement")),
    entry!("jump.how", common::JUMP, under("Rules of Movement")),
    entry!("jump.several", common::SEVERAL, under("Rules of Movement")),
    entry!("jump.turning", common::MAN_TURNS, Source::Ruling),
    entry!("jump.turning", common::KING_TURNS, Source::Ruling, "jump.turning.king"),
    entry!("jump.removed", common::REMOVED, under("Capturing an Opponent’s Checker")),
    entry!("jump.open", common::OPEN, Source::Ruling),
    entry!(
        "jump.captured",
        "Captured checkers lie in front of the player who captured them.",
        under("Capturing an Opponent’s Checker")
    ),
    entry!(
        "jump.duty",
        "Jumping is a choice: a player who can jump may step instead.",
        under("Rules of Movement")
    ),
    entry!("jump.choice", common::CHOICE, Source::Ruling),
    entry!(
        "jump.go-on",
        "Going on is a choice: after each jump the player may stop.",
        under("Rules of Movement")
    ),
    entry!("crown.how", common::CROWN, under("Kings")),
    entry!(
        "crown.mark",
        "A king is marked by a second checker of its colour on top of it.",
        under("Kings")
    ),
    entry!("crown.mark", common::NO_SPARE, Source::Ruling, "crown.mark.none"),
    entry!("crown.mid-jump", common::CROWNED_STOPS, Source::Ruling),
    entry!(
        "end.captured-all",
        "The player who has captured every enemy checker wins.",
        under("WINNING")
    ),
    entry!(
        "end.captured-all",
        "There is no other way to win on the board: a player who cannot move has not lost.",
        Source::Ruling,
        "end.captured-all.only"
    ),
    entry!("pass", common::PASS, Source::Ruling),
    entry!("end.neither-can-move", common::NEITHER_CAN_MOVE, Source::Ruling),
    entry!("draw.repetition", common::REPETITION, Source::Ruling),
    entry!("draw.no-progress", common::NO_PROGRESS, Source::Ruling),
    entry!("draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    entry!("draw.agreement", common::AGREEMENT, Source::Ruling),
    entry!(
        "writing",
        "A step is written with its two squares, 11-15, a jump with every square it lands on, \
         22x15x8. Squares between the first and the last may be left out if only one jump fits. \
         A pass is written pass.",
        Source::Ruling
    ),
];
