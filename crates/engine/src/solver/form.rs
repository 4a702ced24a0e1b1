//! The rules as the solver sees them: the size of the window, exchanges, floating.

use crownhead_rules::placing::Variations;

/// A game of placing checkers and counting threes. The games of the leaflet have windows of 5 or 6
/// on a board of 8; smaller ones exist so that plain minimax can check the solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// Rows, and columns, of the finished layout.
    pub(super) size: u8,
    /// Rows, and columns, of the board that a floating layout floats on.
    pub(super) board: u8,
    /// Whether each side may exchange two checkers at the end.
    pub(super) exchange: bool,
    /// Whether the layout floats.
    pub(super) floating: bool,
}

impl Form {
    pub(super) fn of(variation: Variations) -> Form {
        Form {
            size: variation.size.rows(),
            board: 8,
            exchange: variation.exchange,
            floating: variation.floating,
        }
    }

    /// How many checkers are placed by both together: an odd window keeps one square empty.
    pub(super) const fn checkers(self) -> u32 {
        let squares = (self.size as u32) * (self.size as u32);
        squares & !1
    }

    /// Whether a square stays empty and counts for both.
    pub(super) const fn shares(self) -> bool {
        self.size % 2 == 1
    }

    /// A number for what a settled window is played by: at most four bits, and never zero.
    pub(super) const fn number(self) -> u8 {
        self.exchange as u8 | self.size << 1
    }
}
