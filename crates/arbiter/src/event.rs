//! What can happen in a match. A log is a list of these, numbered from 1 without gaps.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::names::ChosenSide;
use crate::{
    BySeat, Coin, Commitment, GameNumber, MatchSettings, PlyCount, RulesVersion, Salt, Seat,
    Secret, Span, Timestamp, Version, Viewer,
};

/// An event of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MatchEvent"))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Event {
    /// Its number; the first is 1.
    pub version: Version,
    /// When it happened. Never before the event before it.
    pub at: Timestamp,
    /// The player's command that it came from, if that had an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<EventCause>,
    /// What happened.
    #[serde(rename = "what")]
    pub kind: EventKind,
}

/// The command that an event came from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EventCause {
    /// Who gave it.
    pub seat: Seat,
    /// Its id.
    pub id: CommandId,
}

/// The id of a command, picked by the client that gives it: 1 to 24 letters, digits, `-` or `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[0-9A-Za-z_-]{1,24}$"))]
#[serde(try_from = "SmolStr", into = "SmolStr")]
pub struct CommandId(SmolStr);

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventKind {
    /// The match was opened. Always the first event, and never another.
    Opened {
        /// The edition of the rules that the whole log keeps to.
        rules: RulesVersion,
        /// What tells the tosses of this match from those of others.
        salt: Salt,
        /// The settings.
        settings: Box<MatchSettings>,
    },
    /// A player said who is youngest.
    YoungestNamed {
        /// Who said it.
        seat: Seat,
        /// Who is it.
        youngest: Seat,
    },
    /// A player said which side to have: a wish, or the choice of who won the draw.
    SideChosen {
        /// Who said it.
        seat: Seat,
        /// The side.
        side: ChosenSide,
    },
    /// A player committed to a secret.
    Committed {
        /// Who.
        seat: Seat,
        /// To what.
        commitment: Commitment,
    },
    /// A player revealed the secret.
    Revealed {
        /// Who.
        seat: Seat,
        /// What it was.
        secret: Secret,
    },
    /// The coins fell.
    CoinsTossed {
        /// How.
        coins: BySeat<Coin>,
    },
    /// Lots were drawn.
    LotsDrawn {
        /// Who won.
        winner: Seat,
    },
    /// A player did not reveal in time, and lost the toss.
    TossForfeited {
        /// Who.
        seat: Seat,
    },
    /// Neither player revealed in time; both commit anew.
    TossVoid,
    /// A game of the series began.
    Began {
        /// Its number.
        game: GameNumber,
        /// Who has the side that moves first.
        first: Seat,
    },
    /// The ritual begins anew, for a game after one that was aborted before it was decided who
    /// begins.
    RitualBegan {
        /// The number of the game.
        game: GameNumber,
    },
    /// A ply was played.
    Moved {
        /// By whom.
        seat: Seat,
        /// Its one text.
        text: String,
        /// How it came to be played.
        #[serde(rename = "how", default, skip_serializing_if = "MoveSource::is_by_hand")]
        source: MoveSource,
        /// The lag that was forgiven.
        #[serde(default, skip_serializing_if = "Span::is_zero")]
        lag: Span,
    },
    /// Plies were taken back.
    TakenBack {
        /// At whose wish.
        seat: Seat,
        /// How many.
        plies: PlyCount,
    },
    /// Something was offered.
    Offered {
        /// By whom.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// An offer was turned down.
    Declined {
        /// By whom.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// A player set a move to be played as soon as it is the player's turn. The player alone sees
    /// it.
    PremoveSet {
        /// Who.
        seat: Seat,
        /// The move, as it was typed.
        text: String,
    },
    /// A player took the premove back. The player alone sees it.
    PremoveCancelled {
        /// Who.
        seat: Seat,
    },
    /// A premove was not legal when its turn came, and was dropped. The player alone sees it.
    PremoveDropped {
        /// Whose.
        seat: Seat,
        /// The move.
        text: String,
        /// Why, in a sentence.
        why: String,
    },
    /// A player came or went, as the host sees it. Who goes loses the premove.
    Presence {
        /// Who.
        seat: Seat,
        /// Whether the player is there now.
        here: bool,
    },
    /// The game is over. There is one such event for every game.
    Ended {
        /// Who won; nobody in a draw and in a game that was aborted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
        /// What ended it.
        reason: EndReason,
    },
    /// Something that the one who reads is not to see. It changes nothing but the version.
    Veiled,
}

/// How a ply came to be played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum MoveSource {
    /// By the player.
    #[default]
    ByHand,
    /// As a premove.
    Premove,
    /// By itself: a pass that is the only legal move.
    Forced,
}

impl MoveSource {
    pub(crate) fn is_by_hand(&self) -> bool {
        *self == MoveSource::ByHand
    }

    /// Whether the player decided on it.
    pub fn is_decided(self) -> bool {
        self != MoveSource::Forced
    }
}

/// What a player can offer the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take the offerer's last move back.
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
            $(#[doc = "The rules: see [`crownhead_rules::Reason`]."] $ruled,)*
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
    /// It was aborted before both had moved, and does not count.
    Aborted,
}

impl CommandId {
    /// An id by its text.
    pub fn new(text: impl Into<SmolStr>) -> Result<CommandId, InvalidCommandId> {
        let text = text.into();
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if (1..=24).contains(&text.len()) && text.chars().all(fits) {
            Ok(CommandId(text))
        } else {
            Err(InvalidCommandId)
        }
    }

    /// The text.
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
    /// Whose secret it is, if it is one: a premove is its player's alone.
    pub fn secret_of(&self) -> Option<Seat> {
        match self.kind {
            EventKind::PremoveSet { seat, .. }
            | EventKind::PremoveCancelled { seat }
            | EventKind::PremoveDropped { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// The event as `viewer` may see it: a premove is veiled from everybody else.
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
