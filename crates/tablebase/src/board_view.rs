//! The board from the point of view of the side to move. Half of all positions are the other half
//! flipped, so tables hold one of the two.

use crownhead_rules::checkers::{Board, Checkers, RuleSet};
use crownhead_rules::dark::SquareSet;
use crownhead_rules::{BySide, Position, Side};

/// The number of slots of the dark squares: see `crownhead_rules::dark`.
const SLOTS: u32 = 35;
/// The slots that are squares.
pub(crate) const SQUARES: u64 = SquareSet::ALL.bits();
/// The row where our men are crowned.
pub(crate) const FAR_ROW: u64 = SquareSet::BOTTOM_ROW.bits();

/// Sets of slots, flipped so that our men move to higher slots.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardView {
    pub(crate) our_men: u64,
    pub(crate) our_kings: u64,
    pub(crate) their_men: u64,
    pub(crate) their_kings: u64,
}

impl BoardView {
    /// The view of the side to move.
    #[inline]
    pub fn of<R: RuleSet>(position: &Checkers<R>) -> BoardView {
        let board = position.board();
        let side = position.side();
        let (us, them) = (board.pieces(side).bits(), board.pieces(!side).bits());
        let kings = board.kings().bits();
        let view = BoardView {
            our_men: us & !kings,
            our_kings: us & kings,
            their_men: them & !kings,
            their_kings: them & kings,
        };
        match side {
            Side::First => view,
            Side::Second => BoardView {
                our_men: flipped(view.our_men),
                our_kings: flipped(view.our_kings),
                their_men: flipped(view.their_men),
                their_kings: flipped(view.their_kings),
            },
        }
    }

    /// The position with this view, with the first side to move.
    #[inline]
    pub fn position<R: RuleSet>(self) -> Checkers<R> {
        let BoardView { our_men, our_kings, their_men, their_kings } = self;
        let pieces = BySide::new(our_men | our_kings, their_men | their_kings);
        let kings = SquareSet::from_bits(our_kings | their_kings);
        Checkers::regular(Board::new(pieces.map(SquareSet::from_bits), kings), Side::First)
    }

    /// The view of the other side.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> BoardView {
        BoardView {
            our_men: flipped(self.their_men),
            our_kings: flipped(self.their_kings),
            their_men: flipped(self.our_men),
            their_kings: flipped(self.our_kings),
        }
    }

    /// The men of both sides.
    #[inline]
    pub(crate) fn men(&self) -> u64 {
        self.our_men | self.their_men
    }

    /// The squares with no checker.
    #[inline]
    pub(crate) fn empty(&self) -> u64 {
        SQUARES & !(self.men() | self.our_kings | self.their_kings)
    }
}

/// A set on the flipped board (rotated by 180 degrees).
#[inline]
pub(crate) const fn flipped(set: u64) -> u64 {
    set.reverse_bits() >> (64 - SLOTS)
}
