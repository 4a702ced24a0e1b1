//! The three variations of Tic-Tac-Toe On A Checkerboard, in any combination.

/// The variations that a game is played with. The default is the game without any.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variations {
    /// Variation 1: once all checkers are placed, each player may exchange two of them.
    pub exchange: bool,
    /// Variation 2: the layout forms anywhere on the board, around its centre.
    pub floating: bool,
    /// Variation 3: how large the area is.
    pub size: Size,
}

impl Variations {
    /// The number of the combination, 0 (none) to 7.
    pub(super) const fn number(self) -> u64 {
        self.exchange as u64 | (self.floating as u64) << 1 | (self.size as u64) << 2
    }

    /// Whether an option of the rule book has this value.
    pub(super) fn has(self, option: &str, value: &str) -> bool {
        let on = |on: bool| value == if on { "on" } else { "off" };
        match option {
            "exchange" => on(self.exchange),
            "floating" => on(self.floating),
            "size" => value == if self.size == Size::Five { "5" } else { "6" },
            _ => false,
        }
    }
}

/// How large the area, or the floating layout, is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Size {
    /// 5 by 5, with twelve checkers a side: one square stays empty.
    #[default]
    Five,
    /// 6 by 6, with eighteen checkers for one player and eighteen markers for the other.
    Six,
}

impl Size {
    /// The number of rows, and of columns.
    #[inline]
    pub const fn rows(self) -> u8 {
        match self {
            Size::Five => 5,
            Size::Six => 6,
        }
    }

    /// The number of checkers of each player.
    #[inline]
    pub const fn checkers(self) -> u32 {
        match self {
            Size::Five => 12,
            Size::Six => 18,
        }
    }
}
