//! The phases of a turn: regular play, and what follows an overlooked or refused jump in Parker's
//! game.

use core::fmt::Debug;
use core::hash::Hash;

use super::board::Board;
use super::moves::Move;
use crate::Side;
use crate::dark::SquareSet;

/// Where in a turn the game is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CheckersPhase {
    /// A regular move is due.
    Regular,
    /// The opponent made this offence: compel, huff or stand.
    Remedy(Offence),
    /// The move was taken back; a complete jump is due.
    Compelled,
}

/// A jump that was overlooked, refused or stopped.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Offence {
    /// The board before the offending move.
    pub before: Board,
    /// Where the checkers that should have jumped stand now.
    pub culprits: SquareSet,
}

impl Offence {
    /// The offence that a move was, if it was one. `before` is the board that it was made on,
    /// `after` the one that it led to.
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

    /// Whether the offending move was a jump that stopped early; otherwise it was a step. `now`
    /// is the board that it led to: a step takes nothing off.
    pub fn was_a_jump(&self, now: &Board) -> bool {
        now.empty().len() > self.before.empty().len()
    }
}

/// How a game's positions hold their [`CheckersPhase`]; those of most games need not.
pub trait PhaseStorage: Copy + Eq + Hash + Debug + Send + Sync {
    /// The phase that is this stage.
    fn of(stage: CheckersPhase) -> Self;

    /// The stage.
    fn stage(&self) -> CheckersPhase;
}

/// The phase of games that have only one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct NoPhases;

impl PhaseStorage for NoPhases {
    #[inline]
    fn of(_: CheckersPhase) -> Self {
        NoPhases
    }

    #[inline]
    fn stage(&self) -> CheckersPhase {
        CheckersPhase::Regular
    }
}

impl PhaseStorage for CheckersPhase {
    #[inline]
    fn of(stage: CheckersPhase) -> Self {
        stage
    }

    #[inline]
    fn stage(&self) -> CheckersPhase {
        *self
    }
}
