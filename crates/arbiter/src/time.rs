//! Timestamps and durations in milliseconds. Nothing here reads a clock.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since an epoch that the host chooses.
///
/// Arithmetic saturates instead of overflowing.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Timestamp(u64);

/// A length of time in milliseconds.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Span(u64);

impl Timestamp {
    /// A timestamp from milliseconds since the epoch.
    pub const fn from_millis(millis: u64) -> Timestamp {
        Timestamp(millis)
    }

    /// The milliseconds since the epoch.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The time since `earlier`; zero if that is later.
    pub const fn since(self, earlier: Timestamp) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);

    /// A duration from milliseconds.
    pub const fn from_millis(millis: u64) -> Span {
        Span(millis)
    }

    /// A duration from seconds.
    pub const fn from_secs(secs: u64) -> Span {
        Span(secs.saturating_mul(1000))
    }

    /// The length in milliseconds.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Whether the duration is zero, for serde.
    pub fn is_zero(&self) -> bool {
        *self == Span::ZERO
    }
}

impl Add<Span> for Timestamp {
    type Output = Timestamp;

    fn add(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}

/// Saturates at the epoch.
impl Sub<Span> for Timestamp {
    type Output = Timestamp;

    fn sub(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_sub(span.0))
    }
}

impl Add for Span {
    type Output = Span;

    fn add(self, more: Span) -> Span {
        Span(self.0.saturating_add(more.0))
    }
}

/// Saturates at zero.
impl Sub for Span {
    type Output = Span;

    fn sub(self, less: Span) -> Span {
        Span(self.0.saturating_sub(less.0))
    }
}
