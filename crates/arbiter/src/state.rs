//! The state of a match: plain data, the fold of its events. The board is built from it.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::names::ChosenSide;
use crate::{
    BySeat, Clocks, CommandId, Commitment, EndReason, GameNumber, MatchSettings, MoveSource,
    RulesVersion, Salt, Seat, Secret, Span, Timestamp, TossId, TossRound, Version,
};

/// Everything there is to know of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchState {
    /// The edition of the rules.
    pub rules: RulesVersion,
    /// The number of the last event.
    pub version: Version,
    /// Its time.
    pub time: Timestamp,
    /// What tells the tosses of this match from those of others.
    pub salt: Salt,
    /// The settings.
    pub settings: MatchSettings,
    /// The number of the game that is played, or of the last.
    pub game: GameNumber,
    /// Who has the side that moves first in it, once that is decided.
    pub first: Option<Seat>,
    /// Where the game is.
    pub stage: MatchStage,
    /// The game itself.
    pub play: CurrentGame,
    /// Since when a player is absent.
    pub absent: BySeat<Option<Timestamp>>,
    /// The score of the series.
    pub score: SeriesScore,
    /// The last commands that were carried out.
    pub recent: Vec<RecentCommand>,
}

/// Where a game is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MatchStage {
    /// The players say who is youngest, until they agree.
    Youngest {
        /// Whom each has named.
        named: BySeat<Option<Seat>>,
    },
    /// The players say which side to have.
    Choice {
        /// What each wishes.
        wishes: BySeat<Option<ChosenSide>>,
    },
    /// Lots or coins.
    Toss(Toss),
    /// Who won the draw chooses a side.
    Choosing {
        /// Who.
        seat: Seat,
        /// Until when; then it is the first.
        until: Timestamp,
    },
    /// It is decided who begins; the game begins at once.
    Settled {
        /// Who has the side that moves first.
        first: Seat,
    },
    /// The game is played.
    Playing,
    /// It is over.
    Over {
        /// Who won.
        winner: Option<Seat>,
        /// What ended it.
        reason: EndReason,
    },
}

/// A toss that is going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Toss {
    /// What decides.
    pub of: TossMethod,
    /// Its number in this ritual.
    pub round: TossRound,
    /// The side that both wish to have, if that is what lots are drawn for.
    pub prize: Option<ChosenSide>,
    /// What the players have committed to.
    pub committed: BySeat<Option<Commitment>>,
    /// What they have revealed.
    pub revealed: BySeat<Option<Secret>>,
    /// Until when they can reveal, once both have committed.
    pub until: Option<Timestamp>,
}

/// What is tossed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TossMethod {
    /// Lots.
    Lots,
    /// A coin each.
    Coins,
}

/// A game being played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CurrentGame {
    /// The plies, after those of a log from elsewhere.
    pub plies: Vec<PlayedPly>,
    /// Who has made a move in this game. A takeback does not change it.
    pub moved: BySeat<bool>,
    /// Since when the player on turn is.
    pub turn_since: Timestamp,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// What is offered.
    pub offers: Offers,
    /// The premoves.
    pub premoves: BySeat<Option<String>>,
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayedPly {
    /// By whom.
    pub seat: Seat,
    /// Its text; short ones are copied as they stand.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    pub text: SmolStr,
    /// How it came to be played.
    #[serde(rename = "how", default, skip_serializing_if = "MoveSource::is_by_hand")]
    pub source: MoveSource,
    /// The increment that it brought.
    #[serde(default, skip_serializing_if = "Span::is_zero")]
    pub gained: Span,
}

/// What is offered, and by whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Offers {
    /// A draw.
    pub draw: Option<Seat>,
    /// A takeback.
    pub takeback: Option<Seat>,
    /// Another game.
    pub rematch: Option<Seat>,
    /// Who has offered a draw since their own last move.
    pub draw_used: BySeat<bool>,
    /// Who has asked for a takeback since the last move.
    pub takeback_used: BySeat<bool>,
}

/// The score of the series. Games that were aborted are not in it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeriesScore {
    /// Games won.
    pub won: BySeat<u32>,
    /// Games drawn.
    pub drawn: u32,
}

impl SeriesScore {
    /// The points of a player, a win being two and a draw one: half points without fractions.
    pub fn half_points(&self, seat: Seat) -> u64 {
        u64::from(self.won[seat]) * 2 + u64::from(self.drawn)
    }
}

/// A command that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RecentCommand {
    /// Who gave it.
    pub seat: Seat,
    /// Its id.
    pub id: CommandId,
    /// Its first event.
    pub from: Version,
    /// Its last.
    pub to: Version,
}

impl MatchState {
    /// The toss that is going on, by which commitments are made.
    pub fn toss_id(&self, toss: &Toss) -> TossId {
        TossId { salt: self.salt, game: self.game, round: toss.round }
    }
}
