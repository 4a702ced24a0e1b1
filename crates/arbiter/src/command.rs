//! What can be asked of a match, and what comes with the asking.

use serde::{Deserialize, Serialize};

use crate::names::ChosenSide;
use crate::{Actor, CommandId, Commitment, Offer, PlyCount, Seat, Secret, Span, Timestamp};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Says who is youngest.
    NameYoungest {
        /// Who.
        youngest: Seat,
    },
    /// Says which side to have.
    ChooseSide {
        /// Which.
        side: ChosenSide,
    },
    /// Commits to a secret for the toss.
    Commit {
        /// The commitment; see [`TossId::commitment`](crate::TossId::commitment).
        commitment: Commitment,
    },
    /// Reveals it, once both have committed.
    Reveal {
        /// The secret.
        secret: Secret,
    },
    /// Plays a ply, a whole decision.
    Move {
        /// Any text that the rules read as one legal move.
        #[cfg_attr(feature = "schema", schema(max_length = 400))]
        text: String,
        /// How many plies the sender has seen of this game; if it is not all, the move is
        /// refused as stale.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<PlyCount>,
    },
    /// Sets a move to be played as soon as it is one's turn, in the place of an earlier one.
    Premove {
        /// Its text.
        #[cfg_attr(feature = "schema", schema(max_length = 400))]
        text: String,
    },
    /// Takes the premove back.
    CancelPremove,
    /// Gives the game up.
    Resign,
    /// Ends the game without a result, before both have moved.
    Abort,
    /// Offers something; if the other player has offered it, accepts.
    Offer {
        /// What.
        offer: Offer,
    },
    /// Accepts what the other player offers.
    Accept {
        /// What.
        offer: Offer,
    },
    /// Turns it down.
    Decline {
        /// What.
        offer: Offer,
    },
    /// Claims the game.
    Claim {
        /// On what grounds.
        claim: Claim,
    },
    /// Says that a player came or went. For the host.
    Presence {
        /// Who.
        seat: Seat,
        /// Whether the player is there now.
        here: bool,
    },
    /// Lets happen what is due. For the host.
    Tick,
}

/// On what grounds a game is claimed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The other player's time has run out.
    Time,
    /// The other player has been absent for too long: a win.
    AbsenceWin,
    /// The same, and a draw will do.
    AbsenceDraw,
}

/// What a command comes with. The host knows it; the one who commands does not say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandContext {
    /// The time. One that is before the last event counts as that event's.
    pub now: Timestamp,
    /// Who commands.
    pub by: Actor,
    /// How long the command was on its way. The client claims it and the host lowers it to what it
    /// has measured itself.
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
