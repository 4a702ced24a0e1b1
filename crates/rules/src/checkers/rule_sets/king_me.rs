//! KING ME's Standard Checkers, in both readings of what a man does that is crowned by a jump.

use crate::book::{Leaflet, Rule, Source, rule};
use crate::checkers::book as common;
use crate::checkers::{AlwaysRegular, Checkers, Jumping, RuleSet, Stuck};
use crate::{BySide, SideName};

/// KING ME's Standard Checkers: a crowned man's turn ends.
pub type KingMeStandard = Checkers<KingMe>;

/// The rules of Standard Checkers with `crowning=stops`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KingMe;

impl RuleSet for KingMe {
    const ID: &'static str = "king-me-standard";
    const JUMPING: Jumping = Jumping::Must;
    const CROWNED_GOES_ON: bool = false;
    const STUCK: Stuck = Stuck::Loses;
    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Black, SideName::Red);
    const BOOK: &'static [Rule] = BOOK;
    type Phase = AlwaysRegular;
}

/// KING ME's Standard Checkers, read the other way: a crowned man jumps on.
pub type KingMeStandardContinues = Checkers<KingMeContinues>;

/// The rules of Standard Checkers with `crowning=continues`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KingMeContinues;

impl RuleSet for KingMeContinues {
    const ID: &'static str = KingMe::ID;
    const JUMPING: Jumping = KingMe::JUMPING;
    const CROWNED_GOES_ON: bool = true;
    const STUCK: Stuck = KingMe::STUCK;
    const SIDE_NAMES: BySide<SideName> = KingMe::SIDE_NAMES;
    const BOOK: &'static [Rule] = BOOK;
    type Phase = AlwaysRegular;
}

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::KingMe, heading)
}

const BOOK: &[Rule] = &[
    rule!("king-me-standard", "board", common::BOARD, under("Standard Checkers: SETUP")),
    rule!("king-me-standard", "setup", common::SETUP, Source::Ruling),
    rule!("king-me-standard", "sides", common::BLACK_AND_RED, under("CONTENTS")),
    rule!(
        "king-me-standard",
        "first-move",
        common::BLACK_FIRST,
        under("Standard Checkers: HOW TO PLAY")
    ),
    rule!("king-me-standard", "later-games", common::LATER_GAMES, Source::Ruling),
    rule!("king-me-standard", "turns", common::TURNS, under("Standard Checkers: HOW TO PLAY")),
    rule!("king-me-standard", "move.step", common::STEP, under("Standard Checkers: HOW TO PLAY")),
    rule!("king-me-standard", "move.king", common::KING, under("Standard Checkers: KINGS")),
    rule!(
        "king-me-standard",
        "move.king.diagonal",
        common::DIAGONAL_KING,
        under("Standard Checkers: KINGS")
    ),
    rule!("king-me-standard", "move.blocked", common::BLOCKED, under("Standard Checkers: WINNING")),
    rule!("king-me-standard", "jump.how", common::JUMP, under("Standard Checkers: JUMPING")),
    rule!("king-me-standard", "jump.removed", common::REMOVED, under("Standard Checkers: JUMPING")),
    rule!("king-me-standard", "jump.duty", common::MUST_JUMP, under("Standard Checkers: JUMPING")),
    rule!("king-me-standard", "jump.choice", common::CHOICE, under("Standard Checkers: JUMPING")),
    rule!(
        "king-me-standard",
        "jump.go-on",
        common::MUST_GO_ON,
        under("Standard Checkers: JUMPING")
    ),
    rule!("king-me-standard", "crown.how", common::CROWN, under("Standard Checkers: KINGS")),
    rule!(
        "king-me-standard",
        "crown.mid-jump",
        common::CROWNED_STOPS,
        Source::Ruling,
        "crown.mid-jump.stops"
    )
    .when("crowning", "stops"),
    rule!(
        "king-me-standard",
        "crown.mid-jump",
        common::CROWNED_GOES_ON,
        Source::Ruling,
        "crown.mid-jump.continues"
    )
    .when("crowning", "continues"),
    rule!(
        "king-me-standard",
        "end.no-move",
        common::NO_MOVE_LOSES,
        under("Standard Checkers: WINNING")
    ),
    rule!("king-me-standard", "end.captured-all", common::CAPTURED_ALL, Source::Ruling),
    rule!("king-me-standard", "draw.repetition", common::REPETITION, Source::Ruling),
    rule!("king-me-standard", "draw.no-progress", common::NO_PROGRESS, Source::Ruling),
    rule!("king-me-standard", "draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    rule!("king-me-standard", "draw.agreement", common::AGREEMENT, Source::Ruling),
    rule!("king-me-standard", "writing", common::WRITING, Source::Ruling),
];
