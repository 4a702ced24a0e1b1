//! The two seats of a match, independent of players and sides.

use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// A seat. Players keep their seats while sides alternate from game to game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// The first seat, which says nothing about who begins.
    One,
    /// The second seat.
    Two,
}

impl Seat {
    /// Both seats in order.
    pub const ALL: [Seat; 2] = [Seat::One, Seat::Two];
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }
}

/// A pair of values, one for each seat.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BySeat<T> {
    /// What belongs to seat one.
    pub one: T,
    /// What belongs to seat two.
    pub two: T,
}

impl<T> BySeat<T> {
    /// A pair from its two values.
    pub const fn new(one: T, two: T) -> Self {
        BySeat { one, two }
    }

    /// A pair with two copies of a value.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        BySeat { one: value.clone(), two: value }
    }
}

impl<T> BySeat<Option<T>> {
    /// Both values, if both exist.
    pub(crate) fn complete(self) -> Option<BySeat<T>> {
        Some(BySeat { one: self.one?, two: self.two? })
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::One => &self.one,
            Seat::Two => &self.two,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::One => &mut self.one,
            Seat::Two => &mut self.two,
        }
    }
}

/// The sender of a command, as authenticated by the host.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The player in this seat.
    Seat(Seat),
    /// Anyone else.
    Spectator,
    /// The host itself, for timeouts and presence.
    System,
}

/// The recipient of a view or an event.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// The player in this seat.
    Seat(Seat),
    /// Anyone else.
    Spectator,
}

impl Viewer {
    /// Whether this is the player in `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}
