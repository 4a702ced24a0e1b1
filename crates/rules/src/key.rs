//! Zobrist hash keys of positions, and a position that keeps its key up to date.

use core::ops::{BitXor, BitXorAssign, Deref};

use crate::Position;

/// A 64-bit hash of a position. Equal positions of one game have equal keys; keys of different
/// games are not comparable.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

impl Key {
    /// The key of an empty board: the neutral element.
    pub const ZERO: Key = Key(0);

    /// The `index`-th of a fixed series of random keys (splitmix64), the same in every build. It
    /// costs two multiplications, so no game keeps a table of keys: tables of random numbers do not
    /// compress, and the page would have to load them.
    #[inline]
    pub const fn random(index: u64) -> Key {
        Key(split_mix(index.wrapping_add(1).wrapping_mul(SPLIT_MIX_STEP)))
    }
}

/// The step between the states of a splitmix64 generator.
pub const SPLIT_MIX_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output of a splitmix64 generator in a state.
#[inline]
pub const fn split_mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl BitXor for Key {
    type Output = Key;

    #[inline]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// A position together with its key, which is updated incrementally.
///
/// The key is outside the position so that counting and playing do not pay for it.
///
/// ```
/// use crownhead_rules::{Keyed, Notation, Position, stack_em::StackEm};
///
/// let mut game = Keyed::new(StackEm::start());
/// game.play_unchecked(game.parse_move("11-15")?);
/// assert_eq!(game.key(), game.position().key());
/// # Ok::<(), crownhead_rules::MoveRefusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyed<P> {
    position: P,
    key: Key,
}

impl<P: Position> Keyed<P> {
    /// Computes the key of the position from scratch.
    pub fn new(position: P) -> Self {
        let key = position.key();
        Keyed { position, key }
    }

    /// The position, which is also what this dereferences to.
    #[inline]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The key, at no cost.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Plays a legal move and updates the key.
    #[inline]
    pub fn play_unchecked(&mut self, mv: P::Move) {
        self.key ^= self.position.key_change(mv);
        self.position.play_unchecked(mv);
    }
}

impl<P> Deref for Keyed<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.position
    }
}
