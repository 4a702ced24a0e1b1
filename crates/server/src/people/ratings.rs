//! Results and ratings: finished games are recorded with the events that end them, and rated games
//! between accounts change ratings (Glicko-2, every game its own period).

use std::time::Duration;

use crownhead_arbiter::{Event, Match, Timestamp};
use crownhead_protocol::Rating;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::rooms::RoomError;
use crownhead_store::MatchId;
use crownhead_store::results::GameResult;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::{Db, StoreError};

/// How often the store is polled for games to rate, and the maximum number per poll.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
const BATCH: i64 = 64;

/// A rating with a larger deviation is provisional.
const PROVISIONAL_DEVIATION: f64 = 110.0;

/// Ratings are stored in thousandths, volatilities in billionths.
const RATING_UNIT: f64 = 1e3;
const VOLATILITY_UNIT: f64 = 1e9;

/// The statements that record the results of the games which these events end.
pub(crate) fn record_results(id: MatchId, game_match: &Match, events: &[Event]) -> Vec<Statement> {
    let results = events.iter().filter_map(|event| GameResult::of(game_match, event));
    results.map(|result| result.record(id)).collect()
}

/// A game to rate.
struct UnratedGame {
    id: String,
    number: i64,
    game: String,
    winner: Option<i64>,
    accounts: Option<[String; 2]>,
}

/// Rates games, and reads ratings.
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
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            poll.tick().await;
            if let Err(error) = self.rate().await {
                tracing::warn!(%error, "games cannot be rated");
            }
        }
    }

    /// Rates finished games in the order in which they ended.
    pub async fn rate(&self) -> Result<(), RoomError> {
        let find = "SELECT r.match_id, r.number, r.game, r.winner, one.account, two.account
            FROM results AS r
            LEFT JOIN players AS one ON one.match_id = r.match_id AND one.seat = 1
            LEFT JOIN players AS two ON two.match_id = r.match_id AND two.seat = 2
            WHERE r.rated = 1 ORDER BY r.ended, r.match_id, r.number LIMIT $1";
        let rows = self.db.store().query(Statement::new(find, [BATCH.into()])).await?;
        for row in rows {
            let unrated_game = unrated_game(&row)?;
            self.rate_one(&unrated_game).await?;
        }
        Ok(())
    }

    async fn rate_one(&self, unrated: &UnratedGame) -> Result<(), RoomError> {
        let Some([one, two]) = &unrated.accounts else {
            let skip = "UPDATE results SET rated = 0 WHERE match_id = $1 AND number = $2";
            let values = [unrated.id.as_str().into(), unrated.number.into()];
            self.db.store().change(vec![Statement::new(skip, values)]).await?;
            return Ok(());
        };
        let before = [
            self.stored_rating(one, &unrated.game).await?,
            self.stored_rating(two, &unrated.game).await?,
        ];
        let outcome = match unrated.winner {
            Some(1) => Outcomes::WIN,
            Some(_) => Outcomes::LOSS,
            None => Outcomes::DRAW,
        };
        let config = Glicko2Config::new();
        let after = glicko2(&before[0].0, &before[1].0, &outcome, &config);
        let change = |before: &Glicko2Rating, after: &Glicko2Rating| {
            to_integer(after.rating, RATING_UNIT) - to_integer(before.rating, RATING_UNIT)
        };
        let done = Statement::new(
            "UPDATE results SET rated = 2, change_one = $1, change_two = $2
             WHERE match_id = $3 AND number = $4 AND rated = 1",
            [
                change(&before[0].0, &after.0).into(),
                change(&before[1].0, &after.1).into(),
                unrated.id.as_str().into(),
                unrated.number.into(),
            ],
        );
        let store_rating = |account: &str, games: i64, rating: &Glicko2Rating| {
            store_rating(account, &unrated.game, games, rating, self.db.now())
        };
        let all = vec![
            done.requiring(1),
            store_rating(one, before[0].1, &after.0),
            store_rating(two, before[1].1, &after.1),
        ];
        // If another node was faster, nothing changes, and the next poll tries again.
        let _: ChangeOutcome = self.db.store().change(all).await?;
        Ok(())
    }

    /// The stored rating, and the number of rated games.
    async fn stored_rating(
        &self,
        account: &str,
        game: &str,
    ) -> Result<(Glicko2Rating, i64), RoomError> {
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
                rating: to_integer(rating.rating, 1.0),
                deviation: to_integer(rating.deviation, 1.0),
                provisional: rating.deviation > PROVISIONAL_DEVIATION,
                games: row.number(4)?,
            })
        };
        rows.iter().map(seen).collect()
    }
}

fn store_rating(
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
            to_integer(rating.rating, RATING_UNIT).into(),
            to_integer(rating.deviation, RATING_UNIT).into(),
            to_integer(rating.volatility, VOLATILITY_UNIT).into(),
            (games + 1).into(),
            now.into(),
            games.into(),
        ],
    )
    .requiring(1)
}

/// Converts to an integer number of units. Ratings are far from the limits of the type.
fn to_integer(value: f64, unit: f64) -> i64 {
    (value * unit).round() as i64
}

fn rating(row: &Row) -> Result<Glicko2Rating, StoreError> {
    Ok(Glicko2Rating {
        rating: row.number(1)? as f64 / RATING_UNIT,
        deviation: row.number(2)? as f64 / RATING_UNIT,
        volatility: row.number(3)? as f64 / VOLATILITY_UNIT,
    })
}

fn unrated_game(row: &Row) -> Result<UnratedGame, StoreError> {
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
