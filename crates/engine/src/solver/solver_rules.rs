//! The rules of the solver: the size of the window, exchanges, floating.

use crownhead_rules::placing::Variations;

/// A game of placing checkers and counting threes. The games of the leaflet have windows of 5 or 6
/// on a board of 8; smaller ones exist so that plain minimax can check the solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct SolverRules {
    /// Rows, and columns, of the finished layout.
    pub(super) size: u8,
    /// Rows, and columns, of the board that a floating layout floats on.
    pub(super) board: u8,
    /// Whether each side may exchange two checkers at the end.
    pub(super) exchange: bool,
    /// Whether the layout floats.
    pub(super) floating: bool,
}

impl SolverRules {
    pub(super) fn of(variation: Variations) -> SolverRules {
        SolverRules {
            size: variation.size.rows(),
            board: 8,
            exchange: variation.exchange,
            floating: variation.floating,
        }
    }

    /// The number of checkers that both sides place: an odd window keeps one square empty.
    pub(super) const fn checkers(self) -> u32 {
        let squares = (self.size as u32) * (self.size as u32);
        squares & !1
    }

    /// Whether a square stays empty and counts for both.
    pub(super) const fn shares(self) -> bool {
        self.size % 2 == 1
    }

    /// The rules of a settled window as a number of at most four bits, never zero.
    pub(super) const fn number(self) -> u8 {
        self.exchange as u8 | self.size << 1
    }
}
