//! Winning Moves Checkers: jumping is a must, and a crowned man waits for its next turn.

use crate::book::{Leaflet, Rule, Source, rule};
use crate::checkers::book as common;
use crate::checkers::{Checkers, JumpRule, NoPhases, RuleSet, StuckRule};
use crate::{BySide, SideName};

/// Winning Moves Checkers.
pub type WinningMovesCheckers = Checkers<WinningMoves>;

/// The rules of Winning Moves Checkers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct WinningMoves;

impl RuleSet for WinningMoves {
    const ID: &'static str = "winning-moves-checkers";
    const JUMPING: JumpRule = JumpRule::Must;
    const CROWNED_GOES_ON: bool = false;
    const STUCK: StuckRule = StuckRule::Loses;
    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Black, SideName::Red);
    const BOOK: &'static [Rule] = BOOK;
    type Phase = NoPhases;
}

const fn under(heading: &'static str) -> Source {
    Source::Leaflet(Leaflet::WinningMoves, heading)
}

/// Builds an entry of this book.
macro_rules! entry {
    ($($rest:tt)*) => { rule!("winning-moves-checkers", $($rest)*) };
}

const SET_UP: Source = under("SET UP");
const HOW_TO_PLAY: Source = under("HOW TO PLAY");
const JUMPING: Source = under("JUMPING & CAPTURING");
const KINGS: Source = under("A CROWN FIT FOR A KING");
const WINNING: Source = under("ENDING/WINNING THE GAME");

const BOOK: &[Rule] = &[
    entry!("board", common::BOARD, HOW_TO_PLAY),
    entry!("board.squares", common::SQUARES, SET_UP),
    entry!("board.corner", common::CORNER, SET_UP),
    entry!("board.numbers", common::NUMBERS, Source::Ruling),
    entry!("setup", common::TWELVE_MEN, SET_UP),
    entry!("setup", common::ROWS, Source::Ruling, "setup.rows"),
    entry!("sides", common::BLACK_AND_RED, SET_UP),
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
    entry!("jump.turning", common::MAN_TURNS, KINGS),
    entry!("jump.turning", common::KING_TURNS, KINGS, "jump.turning.king"),
    entry!("jump.removed", common::REMOVED, JUMPING),
    entry!("jump.open", common::OPEN, Source::Ruling),
    entry!("jump.captured", "Captured checkers lie close to their captor.", JUMPING),
    entry!("jump.duty", common::MUST_JUMP, JUMPING),
    entry!("jump.choice", common::CHOICE, JUMPING),
    entry!("jump.go-on", common::MUST_GO_ON, JUMPING),
    entry!("crown.how", common::CROWN, KINGS),
    entry!("crown.mark", common::CAPTURED_MAN_ON_TOP, KINGS),
    entry!("crown.mark", common::NO_SPARE, Source::Ruling, "crown.mark.none"),
    entry!("crown.mid-jump", common::CROWNED_STOPS, KINGS),
    entry!("end.no-move", common::NO_MOVE_LOSES, WINNING),
    entry!("end.captured-all", common::CAPTURED_ALL, Source::Ruling),
    entry!("draw.repetition", common::REPETITION, Source::Ruling),
    entry!("draw.no-progress", common::NO_PROGRESS, Source::Ruling),
    entry!("draw.by-itself", common::DRAWS_BY_THEMSELVES, Source::Ruling),
    entry!("draw.agreement", common::AGREEMENT, Source::Ruling),
    entry!("writing", common::WRITING, Source::Ruling),
];
