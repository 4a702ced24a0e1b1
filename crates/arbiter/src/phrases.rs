//! The fixed phrases that players can say to each other, and how often. There is no free text.

use serde::{Deserialize, Serialize};

use crate::pending::PendingEvents;
use crate::{CommandRefusal, CommandRefusalKind, EventKind, Match, Seat, Span, Timestamp};

/// How long a player waits before saying something again.
pub const PHRASE_PAUSE: Span = Span::from_secs(3);

/// The maximum number of phrases of a player in one game.
pub const MAX_PHRASES: u32 = 20;

macro_rules! phrases {
    ($($Phrase:ident $says:literal,)*) => {
        /// A phrase that a player can say to the other.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(rename_all = "kebab-case")]
        pub enum Phrase {
            $(#[doc = $says] $Phrase,)*
        }

        impl Phrase {
            /// Every phrase, in the order of declaration.
            pub const ALL: &[Phrase] = &[$(Phrase::$Phrase),*];

            /// The name of the phrase in commands and events.
            pub fn name(self) -> String {
                // A variant without fields is a text.
                serde_json::to_value(self).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
            }

            /// The phrase in English.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Phrase::$Phrase => $says,)*
                }
            }
        }
    };
}

phrases! {
    Hello "Hello!",
    GoodLuck "Good luck!",
    NiceJump "Nice jump!",
    WellPlayed "Well played!",
    Oops "Oops!",
    OneMoment "One moment, please.",
    ThankYou "Thank you!",
    Again "Again?",
    Goodbye "Goodbye!",
}

/// How much a player has said during a game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PhraseUse {
    /// The number of phrases.
    pub count: u32,
    /// The time of the last one.
    pub last: Timestamp,
}

pub(crate) fn say(
    pending: &mut PendingEvents,
    seat: Seat,
    phrase: Phrase,
) -> Result<(), CommandRefusal> {
    let said = pending.next().state.play.phrases[seat];
    let refusal = CommandRefusal::new(CommandRefusalKind::TooManyPhrases);
    if said.count >= MAX_PHRASES {
        return Err(refusal);
    }
    let from = said.last + PHRASE_PAUSE;
    if said.count > 0 && pending.at() < from {
        return Err(refusal.until(from));
    }
    pending.push(EventKind::Said { seat, phrase })
}

impl Match {
    pub(crate) fn apply_said(&mut self, at: Timestamp, seat: Seat) {
        let said = &mut self.state.play.phrases[seat];
        *said = PhraseUse { count: said.count.saturating_add(1), last: at };
    }
}
