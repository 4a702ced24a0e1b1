//! Results and ratings: finished games are recorded with the events that end them, and rated games
//! between accounts change ratings (Glicko-2, every game its own period).

use std::time::Duration;

use crownhead_arbiter::{EndReason, Event, EventKind, Match, Seat, Timestamp};
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use utoipa::ToSchema;

use crate::rooms::RoomError;
use crownhead_store::MatchId;
use crownhead_store::sql::{ChangeOutcome, Row, Statement, Value};
use crownhead_store::{Db, StoreError};

/// How often it is looked for games to rate, and how many at a time.
const BEAT: Duration = Duration::from_secs(1);
const BATCH: i64 = 64;

/// How a result stands with ratings: it does not count, is to be counted, or was.
const COUNTS_NOT: i64 = 0;
const TO_COUNT: i64 = 1;

/// From what deviation on a rating is not sure yet.
const UNSURE: f64 = 110.0;

/// Ratings are kept in thousandths, volatilities in billionths.
const RATING_UNIT: f64 = 1e3;
const VOLATILITY_UNIT: f64 = 1e9;

/// A player's rating in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Rating {
    /// The name of the game.
    pub game: String,
    /// The rating.
    pub rating: i64,
    /// Its deviation.
    pub deviation: i64,
    /// Whether too little is known to be sure of it.
    pub provisional: bool,
    /// After how many games.
    pub games: i64,
}

/// The statements that record the results of the games which these events end.
pub(crate) fn record_results(id: MatchId, whole: &Match, events: &[Event]) -> Vec<Statement> {
    let ended = events.iter().filter_map(|event| match event.kind {
        EventKind::Ended { winner, reason } if reason != EndReason::Aborted => {
            Some((event.at, winner, reason))
        }
        _ => None,
    });
    ended.map(|(at, winner, reason)| result(id, whole, at, winner, reason)).collect()
}

fn result(
    id: MatchId,
    whole: &Match,
    at: Timestamp,
    winner: Option<Seat>,
    reason: EndReason,
) -> Statement {
    let state = whole.state();
    let seat = |seat: Option<Seat>| -> Value { seat.map_or(Value::Number(None), Value::from) };
    let reason = serde_json::to_value(reason).ok();
    let reason = reason.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default();
    let rated = if state.settings.rated { TO_COUNT } else { COUNTS_NOT };
    Statement::new(
        "INSERT INTO results
            (match_id, number, game, first, winner, reason, ended, plies, rated)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        [
            id.into(),
            i64::from(state.game.get()).into(),
            state.settings.play.game().name().into(),
            seat(state.first),
            seat(winner),
            reason.into(),
            at.into(),
            i64::try_from(state.play.plies.len()).unwrap_or(i64::MAX).into(),
            rated.into(),
        ],
    )
}

/// A game that is to be rated.
struct UnratedGame {
    id: String,
    number: i64,
    game: String,
    winner: Option<i64>,
    accounts: Option<[String; 2]>,
}

/// Rates games, and shows ratings.
#[derive(Clone)]
pub struct Ratings {
    db: Db,
}

impl Ratings {
    /// The ratings in a store.
    pub fn new(db: Db) -> Ratings {
        Ratings { db }
    }

    /// Rates games, forever.
    pub async fn run(&self) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            if let Err(why) = self.rate().await {
                tracing::warn!(%why, "games cannot be rated");
            }
        }
    }

    /// Rates what there is to rate, in the order in which it ended.
    pub async fn rate(&self) -> Result<(), RoomError> {
        let find = "SELECT r.match_id, r.number, r.game, r.winner, one.account, two.account
            FROM results AS r
            LEFT JOIN players AS one ON one.match_id = r.match_id AND one.seat = 1
            LEFT JOIN players AS two ON two.match_id = r.match_id AND two.seat = 2
            WHERE r.rated = 1 ORDER BY r.ended, r.match_id, r.number LIMIT $1";
        let rows = self.db.store().query(Statement::new(find, [BATCH.into()])).await?;
        for row in rows {
            let to_rate = to_rate(&row)?;
            self.rate_one(&to_rate).await?;
        }
        Ok(())
    }

    async fn rate_one(&self, what: &UnratedGame) -> Result<(), RoomError> {
        let Some([one, two]) = &what.accounts else {
            let skip = "UPDATE results SET rated = 0 WHERE match_id = $1 AND number = $2";
            let values = [what.id.as_str().into(), what.number.into()];
            self.db.store().change(vec![Statement::new(skip, values)]).await?;
            return Ok(());
        };
        let before = [self.kept(one, &what.game).await?, self.kept(two, &what.game).await?];
        let outcome = match what.winner {
            Some(1) => Outcomes::WIN,
            Some(_) => Outcomes::LOSS,
            None => Outcomes::DRAW,
        };
        let config = Glicko2Config::new();
        let after = glicko2(&before[0].0, &before[1].0, &outcome, &config);
        let change = |before: &Glicko2Rating, after: &Glicko2Rating| {
            whole(after.rating, RATING_UNIT) - whole(before.rating, RATING_UNIT)
        };
        let done = Statement::new(
            "UPDATE results SET rated = 2, change_one = $1, change_two = $2
             WHERE match_id = $3 AND number = $4 AND rated = 1",
            [
                change(&before[0].0, &after.0).into(),
                change(&before[1].0, &after.1).into(),
                what.id.as_str().into(),
                what.number.into(),
            ],
        );
        let keep = |account: &str, games: i64, rating: &Glicko2Rating| {
            keep(account, &what.game, games, rating, self.db.now())
        };
        let all = vec![
            done.requiring(1),
            keep(one, before[0].1, &after.0),
            keep(two, before[1].1, &after.1),
        ];
        // Where another node was quicker there is nothing to do, or it is tried again.
        let _: ChangeOutcome = self.db.store().change(all).await?;
        Ok(())
    }

    /// A rating as it is kept, and after how many games.
    async fn kept(&self, account: &str, game: &str) -> Result<(Glicko2Rating, i64), RoomError> {
        let find = "SELECT game, rating, deviation, volatility, games FROM ratings
            WHERE account = $1 AND game = $2";
        let rows =
            self.db.store().query(Statement::new(find, [account.into(), game.into()])).await?;
        let found = rows.first().map(|row| Ok::<_, StoreError>((rating(row)?, row.number(4)?)));
        Ok(found.transpose()?.unwrap_or((Glicko2Rating::new(), 0)))
    }

    /// The ratings of an account, ordered by game.
    pub async fn of_account(&self, account: &str) -> Result<Vec<Rating>, RoomError> {
        let find = "SELECT game, rating, deviation, volatility, games FROM ratings
            WHERE account = $1 ORDER BY game";
        let rows = self.db.store().query(Statement::new(find, [account.into()])).await?;
        let seen = |row: &Row| {
            let rating = rating(row)?;
            Ok(Rating {
                game: row.text(0)?,
                rating: whole(rating.rating, 1.0),
                deviation: whole(rating.deviation, 1.0),
                provisional: rating.deviation > UNSURE,
                games: row.number(4)?,
            })
        };
        rows.iter().map(seen).collect()
    }
}

fn keep(
    account: &str,
    game: &str,
    games: i64,
    rating: &Glicko2Rating,
    now: Timestamp,
) -> Statement {
    Statement::new(
        "INSERT INTO ratings (account, game, rating, deviation, volatility, games, changed)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (account, game) DO UPDATE SET rating = excluded.rating,
            deviation = excluded.deviation, volatility = excluded.volatility,
            games = excluded.games, changed = excluded.changed
         WHERE ratings.games = $8",
        [
            account.into(),
            game.into(),
            whole(rating.rating, RATING_UNIT).into(),
            whole(rating.deviation, RATING_UNIT).into(),
            whole(rating.volatility, VOLATILITY_UNIT).into(),
            (games + 1).into(),
            now.into(),
            games.into(),
        ],
    )
    .requiring(1)
}

/// In whole units. Ratings are far from the ends of the range.
fn whole(value: f64, unit: f64) -> i64 {
    (value * unit).round() as i64
}

fn rating(row: &Row) -> Result<Glicko2Rating, StoreError> {
    Ok(Glicko2Rating {
        rating: row.number(1)? as f64 / RATING_UNIT,
        deviation: row.number(2)? as f64 / RATING_UNIT,
        volatility: row.number(3)? as f64 / VOLATILITY_UNIT,
    })
}

fn to_rate(row: &Row) -> Result<UnratedGame, StoreError> {
    let accounts = match (row.optional_text(4)?, row.optional_text(5)?) {
        (Some(one), Some(two)) if one != two => Some([one, two]),
        _ => None,
    };
    let number = row.number(1)?;
    if number < 1 {
        return Err(StoreError::failed("a game has a wrong number"));
    }
    let (id, game) = (row.text(0)?, row.text(2)?);
    Ok(UnratedGame { id, number, game, winner: row.optional_number(3)?, accounts })
}
