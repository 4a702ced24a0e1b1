//! The contract: what a game must tell so that it can be played, searched and counted.

use core::fmt::{self, Debug};
use core::hash::Hash;

use crate::{Key, Outcome, Side};

/// A position in which one side is to make one decision, or in which the game has ended.
///
/// A move is one whole decision: a jump over five checkers is one move, and so is a pass or a
/// huff. The side to move need not alternate. What came before (repetition, progress) is not in
/// a position; see [`History`](crate::History).
///
/// Positions are small values that are copied without allocation, and no method here allocates.
/// Their texts and their words for people are in [`Notation`](crate::Notation).
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
    /// A decision. It means something only in the position that it was generated in.
    type Move: Copy + Eq + Hash + Debug;

    /// After how many plies in a row without [progress](Self::makes_progress) the game is a
    /// draw; none for games that cannot go on for ever.
    const IDLE_PLIES: Option<u32>;

    /// The side that is to decide, or that would be if the game were not over.
    fn side(&self) -> Side;

    /// How the position itself has ended the game. The draw rulings that need the game's past
    /// are asked of [`History`](crate::History).
    fn outcome(&self) -> Option<Outcome>;

    /// Hands every legal move to `visit`, each once, in no promised order; none when the
    /// position has ended the game.
    ///
    /// A visitor and not a list, because some games have no small bound on the number of moves.
    fn each_move(&self, visit: impl FnMut(Self::Move));

    /// How many moves [`each_move`](Self::each_move) visits. Games count faster than they visit.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.each_move(|_| count += 1);
        count
    }

    /// Plays a move that is known to be legal here. With any other the position that results is
    /// some position, not a meaningful one; it may also panic.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Hands the position after every legal move to `visit`, in the order of
    /// [`each_move`](Self::each_move). A game that gains from knowing the side to move while it
    /// plays has its own.
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

    /// Plays a move if it is legal, and otherwise changes nothing.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The hash key of the position, computed from nothing: side to move and phase included.
    fn key(&self) -> Key;

    /// The exclusive or of the keys before and after a legal move, at the cost of what the move
    /// changes. [`Keyed`](crate::Keyed) keeps a key up to date with it.
    fn key_change(&self, mv: Self::Move) -> Key;

    /// Whether a legal move starts the count of idle plies anew.
    fn makes_progress(&self, mv: Self::Move) -> bool;

    /// Whether the draw rulings are asked in this position.
    fn asks_for_draws(&self) -> bool {
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
