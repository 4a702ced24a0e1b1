//! The board from the point of view of the side to move.

use crownhead_rules::checkers::{Checkers, RuleSet};
use crownhead_rules::{Position, Side};

/// The number of slots of the dark squares: see `crownhead_rules::dark`.
const SLOTS: u32 = 35;
/// The slots that are squares.
pub(super) const SQUARES: u64 = crownhead_rules::dark::SquareSet::ALL.bits();

/// Checkers by slot, rotated so that our men move to higher slots.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) us: u64,
    pub(super) them: u64,
    pub(super) kings: u64,
}

impl View {
    #[inline]
    pub(super) fn of<R: RuleSet>(position: &Checkers<R>) -> View {
        let board = position.board();
        let side = position.side();
        let (us, them, kings) =
            (board.pieces(side).bits(), board.pieces(!side).bits(), board.kings().bits());
        match side {
            Side::First => View { us, them, kings },
            Side::Second => View { us: turned(us), them: turned(them), kings: turned(kings) },
        }
    }

    /// The same board from the other side's point of view.
    #[inline]
    pub(super) fn theirs(self) -> View {
        View { us: turned(self.them), them: turned(self.us), kings: turned(self.kings) }
    }

    /// Our men, our kings, their men and their kings.
    #[inline]
    pub(super) fn kinds(&self) -> [u64; 4] {
        let View { us, them, kings } = *self;
        [us & !kings, us & kings, them & !kings, them & kings]
    }

    #[inline]
    pub(super) fn empty(&self) -> u64 {
        SQUARES & !(self.us | self.them)
    }
}

/// The board rotated by 180 degrees.
#[inline]
pub(super) const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> (64 - SLOTS)
}
