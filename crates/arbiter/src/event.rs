//! Events of a match. A log is a list of events, numbered from 1 without gaps.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::command::is_false;
use crate::json_forms::ChosenSide;
use crate::{
    BySeat, Coin, Commitment, GameNumber, MatchSettings, Phrase, PlyCount, RulesVersion, Salt,
    Seat, Secret, Span, Timestamp, Version, Viewer,
};

/// An event of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MatchEvent"))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Event {
    /// The number of the event; the first is 1.
    pub version: Version,
    /// The time of the event, never before that of the previous one.
    pub at: Timestamp,
    /// The player's command that caused it, if that had an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<EventCause>,
    /// The change that it records.
    #[serde(rename = "what")]
    pub kind: EventKind,
}

/// The command that an event came from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EventCause {
    /// The player who sent it.
    pub seat: Seat,
    /// The id that the client chose.
    pub id: CommandId,
}

/// The id of a command, picked by the client that gives it: 1 to 24 letters, digits, `-` or `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[0-9A-Za-z_-]{1,24}$"))]
#[serde(try_from = "SmolStr", into = "SmolStr")]
pub struct CommandId(SmolStr);

/// The change that an event records. `apply.rs` applies it to the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventKind {
    /// The match was opened. Always the first event, and never another.
    Opened {
        /// The version of the rules that the whole log follows.
        rules: RulesVersion,
        /// Makes the tosses of this match unique.
        salt: Salt,
        /// The settings of the whole series.
        settings: Box<MatchSettings>,
    },
    /// A player named the youngest.
    YoungestNamed {
        /// The player who named.
        seat: Seat,
        /// The named player.
        youngest: Seat,
    },
    /// A player chose a side: a preference, or the choice of the winner of lots.
    SideChosen {
        /// The player who chose.
        seat: Seat,
        /// The chosen side.
        side: ChosenSide,
    },
    /// A player committed to a secret.
    Committed {
        /// The player who committed.
        seat: Seat,
        /// The hash that the secret must match.
        commitment: Commitment,
    },
    /// A player revealed a secret.
    Revealed {
        /// The player who revealed.
        seat: Seat,
        /// The revealed secret.
        secret: Secret,
    },
    /// The coins were tossed.
    CoinsTossed {
        /// The coin of each player.
        coins: BySeat<Coin>,
    },
    /// Lots were drawn.
    LotsDrawn {
        /// The player who won and may choose.
        winner: Seat,
    },
    /// A player did not reveal in time, and lost the toss.
    TossForfeited {
        /// The player who lost the toss.
        seat: Seat,
    },
    /// Neither player revealed in time; both commit again.
    TossVoid,
    /// A game of the series began.
    Began {
        /// The number of the game in the series.
        game: GameNumber,
        /// The player with the side that moves first.
        first: Seat,
    },
    /// The ritual starts over, because the last game was aborted before it was decided who begins.
    RitualBegan {
        /// The number of the game in the series.
        game: GameNumber,
    },
    /// A ply was played.
    Moved {
        /// The player who moved.
        seat: Seat,
        /// The canonical text of the move.
        text: String,
        /// The origin of the ply.
        #[serde(rename = "how", default, skip_serializing_if = "MoveSource::is_by_hand")]
        source: MoveSource,
        /// The compensated lag.
        #[serde(default, skip_serializing_if = "Span::is_zero")]
        lag: Span,
    },
    /// Plies were taken back.
    TakenBack {
        /// The player whose move was taken back.
        seat: Seat,
        /// The number of plies.
        plies: PlyCount,
    },
    /// A player made an offer.
    Offered {
        /// The player who offered.
        seat: Seat,
        /// The kind of offer.
        offer: Offer,
    },
    /// A player declined an offer.
    Declined {
        /// The player who declined.
        seat: Seat,
        /// The kind of offer.
        offer: Offer,
    },
    /// A player set a premove. Only that player may see it.
    PremoveSet {
        /// The player who set it.
        seat: Seat,
        /// The move as typed.
        text: String,
        /// Whether it comes after the premoves that were set before, and does not replace them.
        #[serde(default, skip_serializing_if = "is_false")]
        queue: bool,
    },
    /// A player cancelled all premoves. Only that player may see it.
    PremoveCancelled {
        /// The player who cancelled them.
        seat: Seat,
    },
    /// A premove was illegal when its turn came, and was dropped with all that were queued after it.
    /// Only its player may see it.
    PremoveDropped {
        /// The player who had set it.
        seat: Seat,
        /// The dropped move.
        text: String,
        /// The reason, in a sentence.
        why: String,
    },
    /// A player said a phrase.
    Said {
        /// The player who said it.
        seat: Seat,
        /// The phrase.
        phrase: Phrase,
    },
    /// A player came or left, as reported by the host. A player who leaves loses the premoves.
    Presence {
        /// The player who came or left.
        seat: Seat,
        /// Whether the player is connected now.
        here: bool,
    },
    /// Nobody could play for a while, and nobody is charged for it: the running clock is charged for
    /// the time up to `until` except `span` and runs on from there. A toss or a choice has its full
    /// time again from there, and so has an absent player.
    OutageCredited {
        /// The end of the outage, which may be a little later than the event.
        until: Timestamp,
        /// The time that the running clock is not charged.
        #[serde(default, skip_serializing_if = "Span::is_zero")]
        span: Span,
    },
    /// The game ended. Every game has exactly one such event.
    Ended {
        /// The winner; none in a draw or an aborted game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
        /// The cause of the end.
        reason: EndReason,
    },
    /// A placeholder for an event that the viewer may not see. It only raises the version.
    Veiled,
}

/// The origin of a ply.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum MoveSource {
    /// Played by the player.
    #[default]
    ByHand,
    /// Played from a premove.
    Premove,
    /// Played automatically: a pass that is the only legal move.
    Forced,
}

impl MoveSource {
    pub(crate) fn is_by_hand(&self) -> bool {
        *self == MoveSource::ByHand
    }

    /// Whether the player chose the ply.
    pub fn is_decided(self) -> bool {
        self != MoveSource::Forced
    }
}

/// An offer to the opponent. `offers.rs` handles offers and replies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To agree on a draw.
    Draw,
    /// To take back the last move of the player who offers.
    Takeback,
    /// To play another game.
    Rematch,
}

macro_rules! end_reasons {
    ($($ruled:ident)*; $($(#[$doc:meta])* $Other:ident,)*) => {
        /// What ended a game.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(rename_all = "kebab-case")]
        pub enum EndReason {
            $(#[doc = "By the rules: see [`crownhead_rules::Reason`]."] $ruled,)*
            $($(#[$doc])* $Other,)*
        }

        impl From<crownhead_rules::Reason> for EndReason {
            fn from(reason: crownhead_rules::Reason) -> EndReason {
                match reason {
                    $(crownhead_rules::Reason::$ruled => EndReason::$ruled,)*
                }
            }
        }
    };
}

end_reasons! {
    CapturedAll NoMove NeitherCanMove ThreeInARow Full Count AllHome Repetition NoProgress;
    /// A player gave up.
    Resignation,
    /// Both agreed on a draw.
    Agreement,
    /// A player's time ran out.
    Time,
    /// A player was absent for too long, and the other claimed the game.
    Absence,
    /// It was aborted before both had moved and does not count.
    Aborted,
}

impl CommandId {
    /// Checks the length and the characters of an id.
    pub fn new(text: impl Into<SmolStr>) -> Result<CommandId, InvalidCommandId> {
        let text = text.into();
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if (1..=24).contains(&text.len()) && text.chars().all(fits) {
            Ok(CommandId(text))
        } else {
            Err(InvalidCommandId)
        }
    }

    /// The id as it was sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<SmolStr> for CommandId {
    type Error = InvalidCommandId;

    fn try_from(text: SmolStr) -> Result<CommandId, InvalidCommandId> {
        CommandId::new(text)
    }
}

impl From<CommandId> for SmolStr {
    fn from(id: CommandId) -> SmolStr {
        id.0
    }
}

/// A text that cannot be the id of a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidCommandId;

impl std::fmt::Display for InvalidCommandId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the id of a command is 1 to 24 letters, digits, - or _")
    }
}

impl std::error::Error for InvalidCommandId {}

impl Event {
    /// The only player who may see the event, if there is one: a premove is secret.
    pub fn secret_of(&self) -> Option<Seat> {
        match self.kind {
            EventKind::PremoveSet { seat, .. }
            | EventKind::PremoveCancelled { seat }
            | EventKind::PremoveDropped { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// The event as `viewer` may see it: a premove is veiled from everyone except its player.
    #[must_use]
    pub fn for_viewer(&self, viewer: Viewer) -> Event {
        match self.secret_of() {
            Some(seat) if !viewer.is(seat) => {
                Event { kind: EventKind::Veiled, cause: None, ..*self }
            }
            _ => self.clone(),
        }
    }
}
