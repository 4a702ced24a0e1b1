//! Bitboards: the set operations and iteration that both kinds of square sets share.

/// Implements `&`, `|`, `^`, `!` and iteration from the lowest bit for a set type that wraps a
/// word. `Square` must wrap the number of its bit.
macro_rules! square_set {
    ($Set:ident, $Square:ident) => {
        square_set!($Set, BitAnd bitand BitAndAssign bitand_assign &);
        square_set!($Set, BitOr bitor BitOrAssign bitor_assign |);
        square_set!($Set, BitXor bitxor BitXorAssign bitxor_assign ^);

        impl core::ops::Not for $Set {
            type Output = $Set;

            #[inline]
            fn not(self) -> $Set {
                $Set(!self.0)
            }
        }

        impl $Set {
            /// The empty set.
            pub const EMPTY: $Set = $Set(0);

            /// The bits, one per square.
            #[inline]
            pub const fn bits(self) -> u64 {
                self.0
            }

            /// The set with one square.
            #[inline]
            pub const fn of(square: $Square) -> $Set {
                $Set(1 << square.0)
            }

            /// Whether the set has no squares.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of squares.
            #[inline]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Whether the set has this square.
            #[inline]
            pub const fn contains(self, square: $Square) -> bool {
                self.0 >> square.0 & 1 == 1
            }

            /// Adds a square.
            pub fn insert(&mut self, square: $Square) {
                self.0 |= 1 << square.0;
            }

            /// Removes a square.
            pub fn remove(&mut self, square: $Square) {
                self.0 &= !(1 << square.0);
            }

            /// The square with the lowest bit.
            #[inline]
            pub const fn first(self) -> Option<$Square> {
                if self.0 == 0 { None } else { Some($Square(self.0.trailing_zeros() as u8)) }
            }
        }

        impl IntoIterator for $Set {
            type Item = $Square;
            type IntoIter = Squares;

            #[inline]
            fn into_iter(self) -> Squares {
                Squares(self.0)
            }
        }

        impl FromIterator<$Square> for $Set {
            fn from_iter<I: IntoIterator<Item = $Square>>(squares: I) -> $Set {
                squares.into_iter().fold($Set::EMPTY, |set, square| set | $Set::of(square))
            }
        }

        impl core::fmt::Debug for $Set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        /// Iterates over the squares of a set, lowest bit first.
        #[derive(Clone, Debug)]
        pub struct Squares(u64);

        impl Iterator for Squares {
            type Item = $Square;

            #[inline]
            fn next(&mut self) -> Option<$Square> {
                let first = $Set(self.0).first()?;
                self.0 &= self.0 - 1;
                Some(first)
            }
        }
    };
    ($Set:ident, $Op:ident $op:ident $OpAssign:ident $op_assign:ident $symbol:tt) => {
        impl core::ops::$Op for $Set {
            type Output = $Set;

            #[inline]
            fn $op(self, other: $Set) -> $Set {
                $Set(self.0 $symbol other.0)
            }
        }

        impl core::ops::$OpAssign for $Set {
            #[inline]
            fn $op_assign(&mut self, other: $Set) {
                self.0 = self.0 $symbol other.0;
            }
        }
    };
}

pub(crate) use square_set;
