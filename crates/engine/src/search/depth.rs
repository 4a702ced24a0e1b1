//! Depth (plies left to search) and ply (distance from the root).

use core::ops::{Add, Sub};

use super::MAX_PLY;

/// Remaining depth in plies. Zero or less means quiescence search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(i32);

impl Depth {
    pub(crate) const ZERO: Depth = Depth(0);
    pub(crate) const ONE: Depth = Depth(1);
    /// The deepest iteration. Extensions and quiescence search have as many plies again.
    pub(crate) const MAX: Depth = Depth(MAX_PLY as i32 / 2);

    /// A depth of a number of plies.
    #[inline]
    pub const fn new(plies: i32) -> Depth {
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

    /// The eight bits of a transposition-table entry. No depth of a search is clamped by this.
    #[inline]
    pub(crate) fn to_entry(self) -> i8 {
        self.0.min(i32::from(i8::MAX)) as i8
    }

    #[inline]
    pub(crate) const fn from_entry(depth: i8) -> Depth {
        Depth(depth as i32)
    }

    /// The depth of an iteration in a report.
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

impl Sub for Depth {
    type Output = Depth;

    #[inline]
    fn sub(self, reduction: Depth) -> Depth {
        Depth(self.0 - reduction.0)
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
pub struct Ply(u32);

impl Ply {
    /// The root of a search.
    pub const ROOT: Ply = Ply(0);
    /// No node is searched beyond this ply.
    pub(crate) const MAX: Ply = Ply(MAX_PLY);

    /// A distance from the root in plies.
    #[inline]
    pub const fn new(plies: u32) -> Ply {
        Ply(plies)
    }

    #[inline]
    pub(crate) const fn get(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }

    /// The index of this ply in a list with one entry per ply.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}
