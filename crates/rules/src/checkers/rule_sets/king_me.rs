//! KING ME's Standard Checkers, in both readings of the rule on a man that is crowned by a jump.

use crate::book::{Leaflet, Rule, Source, rule};
use crate::checkers::book as common;
use crate::checkers::{Checkers, JumpRule, NoPhases, RuleSet, StuckRule};
use crate::{BySide, SideName};

/// KING ME's Standard Checkers: a crowned man's turn ends.
pub type KingMeStandard = Checkers<KingMe>;

/// The rules of Standard Checkers with `crowning=stops`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct KingMe;

impl RuleSet for KingMe {
    const ID: &'static str = "king-me-standard";
    const JUMPING: JumpRule = JumpRule::Must;
    const CROWNED_GOES_ON: bool = false;
    const STUCK: StuckRule = StuckRule::Loses;
    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Black, SideName::Red);
    const BOOK: &'static [Rule] = BOOK;
    type Phase = NoPhases;
}

/// KING ME's Standard Checkers, read the other way: a crowned man jumps on.
pub type KingMeStandardContinues = Checkers<KingMeContinues>;

/// The rules of Standard Checkers with `crowning=continues`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct KingMeContinues;

impl RuleSet for KingMeContinues {
    const ID: &'static str = KingMe::ID;
    const JUMPING: JumpRule = KingMe::JUMPING;
    const CROWNED_GOES_ON: bool = true;
    const STUCK: StuckRule = KingMe::STUCK;
    const SIDE_NAMES: BySide<SideName> = KingMe::SIDE_NAMES;
    const BOOK: &'static [Rule] = BOOK;
    type Phase = NoPhases;
}

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::KingMe, heading)
}

/// Builds an entry of this book.
macro_rules! entry {
    ($($rest:tt)*) => { rule!("king-me-standard", $($rest)*) };
}

const SETUP: Source = under("Standard Checkers: SETUP");
const HOW_TO_PLAY: Source = under("Standard Checkers: HOW TO PLAY");
const JUMPING: Source = under("Standard Checkers: JUMPING");
const KINGS: Source = under("Standard Checkers: KINGS");
const WINNING: Source = under("Standard Checkers: WINNING");

const BOOK: &[Rule] = &[
    entry!("board", common::BOARD, HOW_TO_PLAY),
    entry!("board.squares", common::SQUARES, SETUP),
    entry!("board.corner", common::CORNER, SETUP),
    entry!("board.numbers", common::NUMBERS, Source::Ruling),
    entry!("setup", common::TWELVE_MEN, SETUP),
    entry!("setup", common::ROWS, Source::Ruling, "setup.rows"),
    entry!("sides", common::BLACK_AND_RED, under("CONTENTS")),
    entry!("first-move", common::BLACK_FIRST, HOW_TO_PLAY),
    entry!("later-games", common::LATER_GAMES, Source::Ruling),
    entry!("turns", common::TURNS, HOW_TO_PLAY),
    entry!("move.step", common::STEP, HOW_TO_PLAY),
    entry!("move.king", common::KING, KINGS),
    entry!("move.king.reach", common::KING_REACH, Source::Ruling),
    entry!("move.king.diagonal", common::DIAGONAL_KING, KINGS),
    entry!("move.blocked", common::BLOCKED, WINNING),
    entry!("jump.how", common::JUMP, JUMPING),
    entry!("jump.several", common::SEVERAL, JUMPING),
    entry!("jump.turning", common::MAN_TURNS, Source::Ruling),
    entry!("jump.turning", common::KING_TURNS, KINGS, "jump.turning.king"),
    entry!("jump.removed", common::REMOVED, JUMPING),
    entry!("jump.open", common::OPEN, Source::Ruling),
    entry!("jump.duty", common::MUST_JUMP, JUMPING),
    entry!("jump.choice", common::CHOICE, JUMPING),
    entry!("jump.go-on", common::MUST_GO_ON, JUMPING),
    entry!("crown.how", common::CROWN, KINGS),
    entry!("crown.mark", common::CROWN_TWISTED, KINGS),
    entry!("crown.mid-jump", common::CROWNED_STOPS, Source::Ruling, "crown.mid-jump.stops")
        .when("crowning", "stops"),
    entry!("crown.mid-jump", common::CROWNED_GOES_ON, Source::Ruling, "crown.mid-jump.continues")
        .when("crowning", "continues"),
    entry!("end.no-move", common::NO_MOVE_LOSES, WINNING),
    entry!("end.captured-all", common::CAPTURED_ALL, Source::Ruling),
    entry!("draw.repetition", common::REPETITION, Source::Ruling),
    entry!("draw.no-progress", common::NO_PROGRESS, Source::Ruling),
    entry!("draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    entry!("draw.agreement", common::AGREEMENT, Source::Ruling),
    entry!("writing", common::WRITING, Source::Ruling),
];
