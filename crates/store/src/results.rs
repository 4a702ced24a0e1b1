//! The result of a finished game: what the table of results says about it, derived from the log.

use crownhead_arbiter::{EndReason, Event, EventKind, Match};

use crate::MatchId;
use crate::codec::{seat_to_number, to_i64};
use crate::sql::{Statement, Value};

/// The states of a result: not rated, to be rated, and rated.
pub const NOT_RATED: i64 = 0;
/// A rated game whose players' ratings do not include it yet.
pub const TO_RATE: i64 = 1;
/// A game that the ratings include.
pub const RATED: i64 = 2;

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The number of the game in its match.
    pub number: i64,
    /// The name of the game.
    pub game: String,
    /// The number of the seat that began.
    pub first: Option<i64>,
    /// The number of the seat that won.
    pub winner: Option<i64>,
    /// The name of the cause of the end.
    pub reason: String,
    /// When it ended, in milliseconds.
    pub ended: i64,
    /// The number of its plies.
    pub plies: i64,
    /// Whether the players agreed to play for their ratings.
    pub for_ratings: bool,
}

impl GameResult {
    /// The result of the game that this event of a match ends, if it ends one. An aborted game has
    /// no result.
    pub fn of(game_match: &Match, event: &Event) -> Option<GameResult> {
        let EventKind::Ended { winner, reason } = event.kind else { return None };
        if reason == EndReason::Aborted {
            return None;
        }
        let state = game_match.state();
        let seat = |seat| i64::from(seat_to_number(seat));
        let reason = serde_json::to_value(reason).ok();
        Some(GameResult {
            number: i64::from(state.game.get()),
            game: state.settings.play.game().name().to_owned(),
            first: state.first.map(seat),
            winner: winner.map(seat),
            reason: reason.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default(),
            ended: to_i64(event.at.as_millis()),
            plies: i64::try_from(state.play.plies.len()).unwrap_or(i64::MAX),
            for_ratings: state.settings.rated,
        })
    }

    /// The statement that records it.
    pub fn record(&self, id: MatchId) -> Statement {
        self.record_as(id, if self.for_ratings { TO_RATE } else { NOT_RATED })
    }

    /// The statement that records it in a certain state.
    pub(crate) fn record_as(&self, id: MatchId, rated: i64) -> Statement {
        let values: [Value; 9] = [
            id.into(),
            self.number.into(),
            self.game.as_str().into(),
            self.first.into(),
            self.winner.into(),
            self.reason.as_str().into(),
            self.ended.into(),
            self.plies.into(),
            rated.into(),
        ];
        Statement::new(
            "INSERT INTO results
                (match_id, number, game, first, winner, reason, ended, plies, rated)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
            values,
        )
    }
}
