//! The set operations of both kinds of square sets.

/// Gives a set type that is a word of bits its `&`, `|`, `^` and `!`.
macro_rules! bitwise {
    ($Set:ident) => {
        bitwise!($Set, BitAnd bitand BitAndAssign bitand_assign &);
        bitwise!($Set, BitOr bitor BitOrAssign bitor_assign |);
        bitwise!($Set, BitXor bitxor BitXorAssign bitxor_assign ^);

        impl core::ops::Not for $Set {
            type Output = $Set;

            #[inline]
            fn not(self) -> $Set {
                $Set(!self.0)
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

pub(crate) use bitwise;
