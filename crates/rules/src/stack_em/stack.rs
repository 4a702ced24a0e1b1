//! A stack: the owners of the checkers on one square. Crowns are stored in the position, because
//! only the top checker can have one.

use core::fmt;

use crate::Side;

/// The checkers on a square, none to twenty-four.
///
/// The owner of the top checker is the lowest bit (0 first, 1 second), the others follow
/// downwards, and a one above the bottom checker marks the end: 24 checkers take 25 bits.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Stack(u32);

impl Stack {
    /// The stack without checkers.
    pub const EMPTY: Stack = Stack(1);

    /// A single checker.
    #[inline]
    pub const fn single(owner: Side) -> Stack {
        Stack(2 | owner as u32)
    }

    /// The number of checkers.
    #[inline]
    pub const fn height(self) -> u32 {
        self.0.ilog2()
    }

    /// Whether the stack has no checkers.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The side that controls the stack: the owner of its top checker.
    #[inline]
    pub const fn top(self) -> Option<Side> {
        match (self.is_empty(), self.0 & 1) {
            (true, _) => None,
            (false, 0) => Some(Side::First),
            (false, _) => Some(Side::Second),
        }
    }

    /// The number of checkers of a side.
    #[inline]
    pub const fn count(self, side: Side) -> u32 {
        let seconds = self.0.count_ones() - 1;
        match side {
            Side::First => self.height() - seconds,
            Side::Second => seconds,
        }
    }

    /// The owners, from bottom to top.
    pub fn owners(self) -> impl Iterator<Item = Side> {
        let owner = move |layer: u32| {
            if self.0 >> layer & 1 == 0 { Side::First } else { Side::Second }
        };
        (0..self.height()).rev().map(owner)
    }

    /// The stack without its top checker. The stack must not be empty: otherwise the result is
    /// invalid, and using it may panic.
    #[inline]
    #[must_use]
    pub const fn without_top(self) -> Stack {
        Stack(self.0 >> 1)
    }

    /// The stack with a checker of `owner` added at the very bottom.
    #[inline]
    #[must_use]
    pub const fn on_top_of(self, owner: Side) -> Stack {
        // The end mark moves up by one, and leaves a one behind for a checker of the second side.
        Stack(self.0 + (1 << self.height() << owner as u32))
    }

    /// The stack without the checkers of the other side.
    #[inline]
    #[must_use]
    pub const fn keeping(self, side: Side) -> Stack {
        let count = self.count(side);
        match side {
            Side::First => Stack(1 << count),
            Side::Second => Stack((2 << count) - 1),
        }
    }

    /// The bits, unique for each stack, below 2²⁵ for up to 24 checkers.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }
}

/// The owners from bottom to top, `r` for the first side and `b` for the second.
impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.owners()
            .try_for_each(|owner| f.write_str(if owner == Side::First { "r" } else { "b" }))
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    fn stack(owners: &str) -> Stack {
        owners.chars().rev().fold(Stack::EMPTY, |stack, owner| {
            stack.on_top_of(if owner == 'r' { Side::First } else { Side::Second })
        })
    }

    #[test]
    fn checkers_go_under_and_come_off_the_top() {
        for owners in ["", "r", "b", "rb", "br", "rrbbrb", "bbbbbbbbbbbbrrrrrrrrrrrr"] {
            let stack = stack(owners);
            assert_eq!(format!("{stack:?}"), owners);
            assert_eq!(stack.height() as usize, owners.len());
            assert_eq!(stack.is_empty(), owners.is_empty());
            assert_eq!(stack.count(Side::First) as usize, owners.matches('r').count());
            assert_eq!(stack.count(Side::Second) as usize, owners.matches('b').count());
            assert_eq!(format!("{:?}", stack.keeping(Side::First)), owners.replace('b', ""));
            assert_eq!(format!("{:?}", stack.keeping(Side::Second)), owners.replace('r', ""));
            assert_eq!(format!("{:?}", stack.on_top_of(Side::First)), format!("r{owners}"));
            if let Some(top) = owners.chars().last() {
                assert_eq!(stack.top() == Some(Side::First), top == 'r');
                assert_eq!(format!("{:?}", stack.without_top()), owners[..owners.len() - 1]);
            }
        }
        assert_eq!(Stack::single(Side::Second), stack("b"));
        assert_eq!(Stack::EMPTY.top(), None);
    }
}
