//! Depth and ply: how many plies a search has left, and how many it has come from the root.

use core::ops::{Add, Sub};

use super::MAX_PLY;

/// Remaining depth in plies. Zero or less means quiescence search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Depth(i32);

impl Depth {
    pub(crate) const ZERO: Depth = Depth(0);
    pub(crate) const ONE: Depth = Depth(1);
    /// The deepest iteration. Extensions and quiescence search have as many plies again.
    pub(crate) const MAX: Depth = Depth(MAX_PLY as i32 / 2);

    #[inline]
    pub(crate) const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    #[inline]
    pub(crate) const fn get(self) -> i32 {
        self.0
    }

    /// Whether only quiescence search is left.
    #[inline]
    pub(crate) const fn is_quiescence(self) -> bool {
        self.0 <= 0
    }

    /// As a transposition-table entry holds it, in eight bits.
    #[inline]
    pub(crate) fn to_entry(self) -> i8 {
        self.0.min(i32::from(i8::MAX)) as i8
    }

    #[inline]
    pub(crate) const fn from_entry(depth: i8) -> Depth {
        Depth(depth as i32)
    }

    /// As a report holds it.
    pub(crate) const fn plies(self) -> u32 {
        if self.0 > 0 { self.0 as u32 } else { 0 }
    }
}

impl Add<i32> for Depth {
    type Output = Depth;

    #[inline]
    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;

    #[inline]
    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}

/// Distance from the root in plies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ply(u32);

impl Ply {
    pub(crate) const ROOT: Ply = Ply(0);
    /// No node is searched beyond this ply.
    pub(crate) const MAX: Ply = Ply(MAX_PLY);

    #[inline]
    pub(crate) const fn get(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }

    /// The place of this ply in a list with one entry per ply.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}
