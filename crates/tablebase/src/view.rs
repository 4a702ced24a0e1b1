//! A board as the side to move sees it, whichever side that is: half of all positions are the
//! other half turned.

use crownhead_rules::checkers::{Board, Checkers, RuleSet};
use crownhead_rules::dark::SquareSet;
use crownhead_rules::{BySide, Position, Side};

/// How many slots the dark squares take: see `crownhead_rules::dark`.
const SLOTS: u32 = 35;
/// The slots that are squares.
pub(crate) const SQUARES: u64 = SquareSet::ALL.bits();
/// Where our men are crowned.
pub(crate) const FAR_ROW: u64 = SquareSet::BOTTOM_ROW.bits();

/// Sets of slots, turned so that our men go to higher ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(crate) our_men: u64,
    pub(crate) our_kings: u64,
    pub(crate) their_men: u64,
    pub(crate) their_kings: u64,
}

impl View {
    /// What the side to move sees.
    #[inline]
    pub fn of<R: RuleSet>(position: &Checkers<R>) -> View {
        let board = position.board();
        let side = position.side();
        let (us, them) = (board.of(side).bits(), board.of(!side).bits());
        let kings = board.kings().bits();
        let view = View {
            our_men: us & !kings,
            our_kings: us & kings,
            their_men: them & !kings,
            their_kings: them & kings,
        };
        match side {
            Side::First => view,
            Side::Second => View {
                our_men: turned(view.our_men),
                our_kings: turned(view.our_kings),
                their_men: turned(view.their_men),
                their_kings: turned(view.their_kings),
            },
        }
    }

    /// The position that is seen so by the side that moves first.
    #[inline]
    pub fn position<R: RuleSet>(self) -> Checkers<R> {
        let View { our_men, our_kings, their_men, their_kings } = self;
        let pieces = BySide::new(our_men | our_kings, their_men | their_kings);
        let kings = SquareSet::from_bits(our_kings | their_kings);
        Checkers::regular(Board::new(pieces.map(SquareSet::from_bits), kings), Side::First)
    }

    /// The same board as the other side sees it.
    #[inline]
    #[must_use]
    pub fn turned(self) -> View {
        View {
            our_men: turned(self.their_men),
            our_kings: turned(self.their_kings),
            their_men: turned(self.our_men),
            their_kings: turned(self.our_kings),
        }
    }

    /// All men.
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

/// A set turned by half.
#[inline]
pub(crate) const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> (64 - SLOTS)
}
