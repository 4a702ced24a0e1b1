//! Numbers that count different things and cannot be mixed.

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
                /// By its value.
                pub const fn new(value: $Int) -> Self {
                    $Name(value)
                }

                /// The value.
                pub const fn get(self) -> $Int {
                    self.0
                }

                /// The one after it.
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
    /// How many plies have been played in a game.
    PlyCount(u32);
    /// Which edition of the rules of the games and of the match a log was written under.
    RulesVersion(u32);
    /// A number of days.
    Days(u16);
    /// A number of checkers.
    CheckerCount(u8);
}

impl RulesVersion {
    /// The edition that this code plays by, and the only one that it can read.
    pub const CURRENT: RulesVersion = RulesVersion(1);
}

impl PlyCount {
    pub(crate) fn of<T>(plies: &[T]) -> PlyCount {
        PlyCount(u32::try_from(plies.len()).unwrap_or(u32::MAX))
    }
}
