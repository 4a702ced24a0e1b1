//! The state of a match: plain data, the fold of its events. `Match` builds the board from it.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::json_forms::ChosenSide;
use crate::{
    BySeat, Clocks, CommandId, Commitment, EndReason, GameNumber, MatchSettings, MoveSource,
    PhraseUse, RulesVersion, Salt, Seat, Secret, Span, Timestamp, TossId, TossRound, Version,
};

/// The complete state of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchState {
    /// The rules by which this match was opened and is replayed.
    pub rules: RulesVersion,
    /// The number of the last event.
    pub version: Version,
    /// The time of the last event.
    pub time: Timestamp,
    /// Makes the tosses of this match unique.
    pub salt: Salt,
    /// The settings of the whole series.
    pub settings: MatchSettings,
    /// The number of the current or last game.
    pub game: GameNumber,
    /// The player with the side that moves first in it, once that is decided.
    pub first: Option<Seat>,
    /// The stage of the current game: a step of the ritual, being played, or over.
    pub stage: MatchStage,
    /// The moves, clocks and offers of the current game.
    pub play: CurrentGame,
    /// The time since which a player is absent.
    pub absent: BySeat<Option<Timestamp>>,
    /// Wins, losses and draws of the finished games.
    pub score: SeriesScore,
    /// The last processed commands, to recognise repeated ones.
    pub recent: Vec<RecentCommand>,
}

/// The stage of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MatchStage {
    /// The players name the youngest until they agree.
    Youngest {
        /// The player that each has named.
        named: BySeat<Option<Seat>>,
    },
    /// The players choose sides.
    Choice {
        /// The side that each wants.
        wishes: BySeat<Option<ChosenSide>>,
    },
    /// A toss is in progress.
    Toss(Toss),
    /// The winner of lots chooses a side.
    Choosing {
        /// The winner of lots.
        seat: Seat,
        /// The deadline, after which the winner gets the first side.
        until: Timestamp,
    },
    /// The ritual is over; the game begins at once.
    Settled {
        /// The player with the side that moves first.
        first: Seat,
    },
    /// The game is being played.
    Playing,
    /// The game is over.
    Over {
        /// The winner; none in a draw or an aborted game.
        winner: Option<Seat>,
        /// The cause of the end.
        reason: EndReason,
    },
}

/// A toss in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Toss {
    /// Lots or coins.
    pub of: TossMethod,
    /// The round within this ritual.
    pub round: TossRound,
    /// The side that both want, if lots are drawn for it.
    pub prize: Option<ChosenSide>,
    /// The commitments so far.
    pub committed: BySeat<Option<Commitment>>,
    /// The secrets revealed so far.
    pub revealed: BySeat<Option<Secret>>,
    /// The deadline to reveal, once both have committed.
    pub until: Option<Timestamp>,
}

/// What decides a toss.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TossMethod {
    /// Lots: one player wins.
    Lots,
    /// A coin for each player: the only heads wins.
    Coins,
}

/// A game being played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CurrentGame {
    /// The plies, without those of an imported game.
    pub plies: Vec<PlayedPly>,
    /// Which players have made a move in this game. A takeback does not change it.
    pub moved: BySeat<bool>,
    /// The time since which the player to move has been to move.
    pub turn_since: Timestamp,
    /// The clocks, if the match has any.
    pub clocks: Option<Clocks>,
    /// The open offers.
    pub offers: Offers,
    /// The next premove of each player.
    pub premoves: BySeat<Option<String>>,
    /// The premoves that each player has queued after the next one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub queued_premoves: BySeat<Vec<String>>,
    /// What each player has said during this game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub phrases: BySeat<PhraseUse>,
}

/// Whether a value is the default one, and is left out of the JSON.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayedPly {
    /// The player who moved.
    pub seat: Seat,
    /// The canonical text; short ones are copied without allocation.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    pub text: SmolStr,
    /// How it came to be played.
    #[serde(rename = "how", default, skip_serializing_if = "MoveSource::is_by_hand")]
    pub source: MoveSource,
    /// The increment that it added.
    #[serde(default, skip_serializing_if = "Span::is_zero")]
    pub gained: Span,
}

/// The open offers and their senders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Offers {
    /// The player who offers a draw.
    pub draw: Option<Seat>,
    /// The player who asks for a takeback.
    pub takeback: Option<Seat>,
    /// The player who offers another game.
    pub rematch: Option<Seat>,
    /// Which players have offered a draw since their own last move.
    pub draw_used: BySeat<bool>,
    /// Which players have asked for a takeback since the last move.
    pub takeback_used: BySeat<bool>,
}

/// The score of the series, without aborted games.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeriesScore {
    /// The number of games that each player has won.
    pub won: BySeat<u32>,
    /// The number of drawn games.
    pub drawn: u32,
}

impl SeriesScore {
    /// The score of a player in half points: a win is two, a draw is one.
    pub fn half_points(&self, seat: Seat) -> u64 {
        u64::from(self.won[seat]) * 2 + u64::from(self.drawn)
    }
}

/// A processed command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RecentCommand {
    /// The player who sent it.
    pub seat: Seat,
    /// The id that the client chose.
    pub id: CommandId,
    /// The first event that it caused.
    pub from: Version,
    /// The last event that it caused.
    pub to: Version,
}

impl MatchState {
    /// The id of the current toss, which commitments are bound to.
    pub fn toss_id(&self, toss: &Toss) -> TossId {
        TossId { salt: self.salt, game: self.game, round: toss.round }
    }
}
