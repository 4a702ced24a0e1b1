//! What a search does to be deep and not only wide. Each liberty can be switched off, to see what
//! it brings, and to compare a search with plain minimax.

/// Which liberties a search takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// What was found in a position before is not searched again.
    pub remembers: bool,
    /// Positions near the leaves that are far better or far worse than asked for are taken at
    /// their looks, and moves there that promise less than nothing are left out.
    pub prunes: bool,
    /// Moves late on the list are looked at less deeply.
    pub reduces: bool,
    /// A position with one move costs no depth.
    pub extends: bool,
}

impl Style {
    /// All liberties: full strength.
    pub const FULL: Style = Style { remembers: true, prunes: true, reduces: true, extends: true };

    /// None: the score of a depth is that of minimax, with captures played out at the leaves.
    pub const PLAIN: Style =
        Style { remembers: false, prunes: false, reduces: false, extends: false };
}

impl Default for Style {
    fn default() -> Style {
        Style::FULL
    }
}
