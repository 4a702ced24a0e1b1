//! Newtypes of numbers that count different things and must not be mixed.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! numbers {
    ($($(#[$doc:meta])* $Name:ident($Int:ident);)*) => {
        $(
            $(#[$doc])*
            #[derive(
                Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize,
                Deserialize,
            )]
            #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
            #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
            #[serde(transparent)]
            pub struct $Name($Int);

            impl $Name {
                /// Wraps a value.
                pub const fn new(value: $Int) -> Self {
                    $Name(value)
                }

                /// Unwraps the value.
                pub const fn get(self) -> $Int {
                    self.0
                }

                /// The next number.
                #[must_use]
                pub const fn next(self) -> Self {
                    $Name(self.0.saturating_add(1))
                }
            }

            impl fmt::Display for $Name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
        )*
    };
}

numbers! {
    /// The number of an event in its log; the first is 1. A match is at the version of its last
    /// event.
    Version(u64);
    /// The number of a game in its series; the first is 1.
    GameNumber(u32);
    /// The number of a toss within a game's ritual; the first is 1.
    TossRound(u32);
    /// The number of plies played in a game.
    PlyCount(u32);
    /// The version of the rules of the games and of the match under which a log was written.
    RulesVersion(u32);
    /// A number of days.
    Days(u16);
    /// A number of checkers.
    CheckerCount(u8);
}

impl RulesVersion {
    /// The version that this code implements, and the only one that it accepts.
    pub const CURRENT: RulesVersion = RulesVersion(1);
}

impl PlyCount {
    pub(crate) fn of<T>(plies: &[T]) -> PlyCount {
        PlyCount(u32::try_from(plies.len()).unwrap_or(u32::MAX))
    }
}
