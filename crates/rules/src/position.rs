//! The trait `Position`: everything that a search needs of a game. Texts are in `Notation`.

use core::fmt::{self, Debug};
use core::hash::Hash;

use crate::{Key, Outcome, Side};

/// A position in which one side must make a decision, or in which the game has ended.
///
/// A move is one whole decision: a jump over five checkers is one move, and so is a pass or a
/// huff. The side to move need not alternate. What came before (repetition, progress) is not in
/// a position; see [`History`](crate::History).
///
/// Positions are small values that are copied without allocation, and no method here allocates.
/// Texts and explanations are in [`Notation`](crate::Notation).
///
/// ```
/// use crownhead_rules::{Position, Side, checkers::RegalCheckers, stack_em::StackEm};
///
/// /// Plays the first move that is visited, as long as there is one.
/// fn play_out<P: Position>(mut position: P, most: u32) -> P {
///     for _ in 0..most {
///         let mut first = None;
///         position.each_move(|mv| first = first.or(Some(mv)));
///         let Some(mv) = first else { break };
///         position.play(mv).expect("a move that was visited is legal");
///     }
///     position
/// }
///
/// let position = play_out(RegalCheckers::start(), 3);
/// assert_eq!(position.side(), Side::Second);
/// assert_eq!(position.outcome(), None);
/// assert_eq!(play_out(StackEm::start(), 4).side(), Side::First);
/// ```
pub trait Position: Clone + Eq + Hash + Debug {
    /// A decision. It is meaningful only in the position that it was generated in.
    type Move: Copy + Eq + Hash + Debug;

    /// The game is a draw after this many plies in a row without [progress](Self::makes_progress);
    /// none for games that always end.
    const NO_PROGRESS_LIMIT: Option<u32>;

    /// The side to move, also after the end of the game.
    fn side(&self) -> Side;

    /// The outcome by the position itself. Draws that depend on the past are in
    /// [`History`](crate::History).
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with every legal move, each once, in no guaranteed order; with none if the
    /// position has ended the game.
    ///
    /// This is a visitor, not a list, because some games have no small bound on the number of
    /// moves.
    fn each_move(&self, visit: impl FnMut(Self::Move));

    /// The number of moves that [`each_move`](Self::each_move) visits. Most games count faster than
    /// they visit.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.each_move(|_| count += 1);
        count
    }

    /// Plays a move that must be legal in this position. An illegal move leads to a meaningless
    /// position or a panic.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Calls `visit` with the position after every legal move, in the order of
    /// [`each_move`](Self::each_move). Games override it where that is faster.
    #[inline]
    fn each_child(&self, mut visit: impl FnMut(Self)) {
        self.each_move(|mv| {
            let mut child = self.clone();
            child.play_unchecked(mv);
            visit(child);
        });
    }

    /// Whether `mv` is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut found = false;
        self.each_move(|legal| found |= legal == mv);
        found
    }

    /// Plays a move if it is legal; otherwise changes nothing.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The hash key of the position, computed from scratch; the side to move and the phase are
    /// included.
    fn key(&self) -> Key;

    /// The exclusive or of the keys before and after a legal move, computed from what the move
    /// changes. [`Keyed`](crate::Keyed) updates its key with it.
    fn key_change(&self, mv: Self::Move) -> Key;

    /// Whether a legal move resets the count of plies without progress.
    fn makes_progress(&self, mv: Self::Move) -> bool;

    /// Whether draws by history are possible in this position. They are not while a remedy is due.
    fn draw_rules_apply(&self) -> bool {
        true
    }
}

/// A move was tried in a position where it is not legal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that move is not legal in this position")
    }
}

impl core::error::Error for IllegalMove {}
