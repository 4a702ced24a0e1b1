//! Rule sets: the differences between the checkers games, as constants of a zero-sized type.

use core::fmt::Debug;
use core::hash::Hash;

use super::phase::PhaseStorage;
use crate::book::{self, Rule};
use crate::{BySide, SideName};

/// Whether a player who can jump must.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum JumpRule {
    /// Jumping is a choice, and so is going on.
    Choice,
    /// Jumping is a must, and so is going on.
    Must,
    /// Jumping is a must, but other moves are legal: the opponent then has a remedy.
    Remedy,
}

/// What happens to a player who has checkers but cannot move any.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StuckRule {
    /// The player has lost.
    Loses,
    /// The player passes; when neither can move, the game is a draw.
    Passes,
}

/// A checkers game. A new one is a file in `rule_sets/`.
pub trait RuleSet: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's id.
    const ID: &'static str;
    /// Whether a player who can jump must.
    const JUMPING: JumpRule;
    /// Whether a man that is crowned in the middle of a jump goes on in the same turn, as a king.
    const CROWNED_GOES_ON: bool;
    /// What happens to a player who cannot move.
    const STUCK: StuckRule;
    /// What the sides are called.
    const SIDE_NAMES: BySide<SideName>;
    /// Every rule and ruling.
    const BOOK: &'static [Rule];
    /// The phases of a turn.
    type Phase: PhaseStorage;
}

/// The id of the rule on a topic. If both readings of one game share a book, the rule of the
/// reading that is played.
pub(super) fn rule_id<R: RuleSet>(topic: &str) -> &'static str {
    let held = |rule: &&Rule| {
        let crowning = |(_, value)| (value == "continues") == R::CROWNED_GOES_ON;
        rule.topic == topic && rule.when.is_none_or(crowning)
    };
    R::BOOK.iter().find(held).map_or_else(|| book::rule_id(R::BOOK, topic), |rule| rule.id)
}
