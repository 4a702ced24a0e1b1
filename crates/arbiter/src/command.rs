//! Commands to a match, and the context in which the host executes them.

use serde::{Deserialize, Serialize};

use crate::json_forms::ChosenSide;
use crate::{
    Actor, CommandId, Commitment, Offer, Outage, Phrase, PlyCount, Seat, Secret, Span, Timestamp,
};

/// A request to change a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Names the youngest player, for the ritual of that name.
    NameYoungest {
        /// The seat that the sender names; both must name the same.
        youngest: Seat,
    },
    /// Chooses a side, as a preference or as the winner of lots.
    ChooseSide {
        /// The side that the sender wants.
        side: ChosenSide,
    },
    /// Commits to a secret for the toss.
    Commit {
        /// The commitment; see [`TossId::commitment`](crate::TossId::commitment).
        commitment: Commitment,
    },
    /// Reveals the secret, once both have committed.
    Reveal {
        /// Must match the commitment.
        secret: Secret,
    },
    /// Plays a ply.
    Move {
        /// Any text that the rules parse as one legal move.
        #[cfg_attr(feature = "schema", schema(max_length = 400))]
        text: String,
        /// The number of plies that the sender has seen in this game; if it is not the current one,
        /// the move is refused as stale.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<PlyCount>,
    },
    /// Sets a move to be played as soon as it is the sender's turn. It replaces earlier premoves, or is
    /// queued after them.
    Premove {
        /// The move, checked only when it is played.
        #[cfg_attr(feature = "schema", schema(max_length = 400))]
        text: String,
        /// Whether it is played on a later turn, after the premoves that are set already.
        #[serde(default, skip_serializing_if = "is_false")]
        queue: bool,
    },
    /// Cancels all premoves.
    CancelPremove,
    /// Says one of the fixed phrases to the other player.
    Say {
        /// The phrase.
        phrase: Phrase,
    },
    /// Resigns the game.
    Resign,
    /// Ends the game without a result, before both have moved.
    Abort,
    /// Makes an offer, or accepts it if the opponent has made the same one.
    Offer {
        /// The kind of offer.
        offer: Offer,
    },
    /// Accepts an offer of the opponent.
    Accept {
        /// The kind of offer.
        offer: Offer,
    },
    /// Declines an offer of the opponent.
    Decline {
        /// The kind of offer.
        offer: Offer,
    },
    /// Claims a win or a draw because of the opponent's time or absence.
    Claim {
        /// The grounds of the claim.
        claim: Claim,
    },
    /// Reports that a player came or left. For the host only.
    Presence {
        /// The player who came or left.
        seat: Seat,
        /// Whether the player is connected now.
        here: bool,
    },
    /// Runs everything that is due. For the host only.
    Tick,
    /// Credits times in which nobody could play. For the host only.
    CreditOutages {
        /// The outages. What was credited before is not credited again.
        outages: Vec<Outage>,
    },
}

/// Whether a flag has its default, and is left out of the JSON.
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

/// The grounds of a claim.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The other player's time has run out.
    Time,
    /// The other player has been absent for too long: a win.
    AbsenceWin,
    /// The opponent has been absent for too long: a draw.
    AbsenceDraw,
}

/// The context of a command. The host fills it in; the client does not control it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandContext {
    /// The current time. A time before the last event is raised to that event's.
    pub now: Timestamp,
    /// The authenticated sender.
    pub by: Actor,
    /// The network delay of the command. The client claims it, and the host caps it by its own
    /// measurement.
    pub lag: Span,
    /// The command's id, by which it can be repeated safely.
    pub id: Option<CommandId>,
}

impl CommandContext {
    /// A command that comes at `now`, without lag and id.
    pub fn new(now: Timestamp, by: Actor) -> CommandContext {
        CommandContext { now, by, lag: Span::ZERO, id: None }
    }
}
