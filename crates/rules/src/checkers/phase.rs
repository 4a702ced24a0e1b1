//! The phases of a turn: regular play, and the remedy after an overlooked or refused jump in
//! Parker's game. `Checkers::play_unchecked` applies the remedies: a huff removes the checker
//! there.

use core::fmt::Debug;
use core::hash::Hash;

use super::board::Board;
use super::moves::Move;
use crate::Side;
use crate::dark::SquareSet;

/// The phase of a checkers game, with the data that a remedy needs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CheckersPhase {
    /// A regular move is due.
    Regular,
    /// The opponent committed this offence: compel, huff or stand is due.
    Remedy(Offence),
    /// The offending move was taken back, and a complete jump is due.
    Compelled,
}

/// A jump that was overlooked, refused or stopped.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Offence {
    /// The board before the offending move.
    pub before: Board,
    /// The current squares of the checkers that should have jumped: those that may be huffed.
    pub culprits: SquareSet,
}

impl Offence {
    /// The offence that a move commits, if any. `before` and `after` are the boards around it.
    #[inline]
    pub fn of(side: Side, before: &Board, mv: Move, after: &Board) -> Option<Offence> {
        let Move::Go { path, crowned, .. } = mv else { return None };
        let culprits = if path.is_jump() {
            if crowned || !after.all_jumpers(side).contains(path.to()) {
                return None;
            }
            SquareSet::of(path.to())
        } else {
            let mut could_jump = before.all_jumpers(side);
            if could_jump.is_empty() {
                return None;
            }
            if could_jump.contains(path.from()) {
                could_jump.remove(path.from());
                could_jump.insert(path.to());
            }
            could_jump
        };
        Some(Offence { before: *before, culprits })
    }

    /// Whether the offending move was a jump that stopped early, not a step. `now` is the board
    /// after it: a step captures nothing.
    pub fn was_a_jump(&self, now: &Board) -> bool {
        now.empty().len() > self.before.empty().len()
    }
}

/// How positions store their [`CheckersPhase`]. Most games have no phases and store nothing.
pub trait PhaseStorage: Copy + Eq + Hash + Debug + Send + Sync {
    /// Stores a phase.
    fn from_phase(phase: CheckersPhase) -> Self;

    /// The stored phase.
    fn to_phase(&self) -> CheckersPhase;
}

/// The storage of games without phases: no data.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct NoPhases;

impl PhaseStorage for NoPhases {
    #[inline]
    fn from_phase(_: CheckersPhase) -> Self {
        NoPhases
    }

    #[inline]
    fn to_phase(&self) -> CheckersPhase {
        CheckersPhase::Regular
    }
}

impl PhaseStorage for CheckersPhase {
    #[inline]
    fn from_phase(phase: CheckersPhase) -> Self {
        phase
    }

    #[inline]
    fn to_phase(&self) -> CheckersPhase {
        *self
    }
}
