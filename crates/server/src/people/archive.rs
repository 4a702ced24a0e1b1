//! The archive: searching finished games by player, game, result and time, with pagination.

use crownhead_arbiter::{BySeat, GameNumber, Seat, Timestamp};
use crownhead_protocol::{FinishedGame, InvalidMatchId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::players;
use super::players::Players;
use crate::rooms::RoomError;
use crownhead_store::MatchId;
use crownhead_store::sql::{Row, Statement, Value};
use crownhead_store::{Db, StoreError};

/// The criteria of a search. A criterion that is `None` matches every game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveSearch {
    /// A player's name, in any case. `computer` is the computer.
    pub player: Option<String>,
    /// Whether the player must have played with the account of that name.
    pub account: bool,
    /// The name of a game.
    pub game: Option<String>,
    /// The result, from that player's point of view.
    pub result: Option<ArchiveResult>,
    /// The game ended at this time or later.
    pub since: Option<Timestamp>,
    /// The game ended before this time.
    pub until: Option<Timestamp>,
    /// Continue after this position in the list.
    pub after: Option<Cursor>,
}

/// A result to search for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Outcome)]
pub enum ArchiveResult {
    /// The player won; without a player, either did.
    Won,
    /// The player lost.
    Lost,
    /// A draw.
    Drawn,
}

/// A position in the list, for pagination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    ended: Timestamp,
    id: MatchId,
    number: GameNumber,
}

impl Cursor {
    /// The position of a game.
    pub fn of(game: &FinishedGame) -> Cursor {
        Cursor { ended: game.ended, id: game.id, number: game.number }
    }
}

/// The archive of finished games.
#[derive(Clone)]
pub struct Archive {
    db: Db,
    players: Players,
}

impl Archive {
    /// The archive in a store.
    pub fn new(db: Db) -> Archive {
        Archive { players: Players::new(db.clone()), db }
    }

    /// The players of matches.
    pub(super) fn players(&self) -> &Players {
        &self.players
    }

    /// The store and the clock.
    pub(super) fn db(&self) -> &Db {
        &self.db
    }

    /// The finished games that match a search, the latest first.
    pub async fn search(
        &self,
        search: &ArchiveSearch,
        limit: u32,
    ) -> Result<Vec<FinishedGame>, RoomError> {
        let millis = |time: Option<Timestamp>, or: i64| time.map_or(or.into(), Value::from);
        let (ended, id, number) = match &search.after {
            Some(after) => (after.ended.into(), after.id.into(), after.number.get()),
            None => (Value::from(i64::MAX), Value::from(""), 0),
        };
        let result = match search.result {
            None => "",
            Some(ArchiveResult::Won) => "won",
            Some(ArchiveResult::Lost) => "lost",
            Some(ArchiveResult::Drawn) => "drawn",
        };
        let mut values: Vec<Value> = vec![
            search.game.clone().unwrap_or_default().into(),
            result.into(),
            millis(search.since, 0),
            millis(search.until, i64::MAX),
            ended,
            id,
            i64::from(number).into(),
        ];
        let text = match &search.player {
            None => SEARCH_ALL,
            Some(player) => {
                values.push(player.to_lowercase().into());
                values.push(i64::from(search.account).into());
                SEARCH_BY_PLAYER
            }
        };
        values.push(i64::from(limit).into());
        let rows = self.db.store().query(Statement::new(text, values)).await?;
        rows.iter().map(|row| Ok(finished_game(row)?)).collect()
    }
}

const SEARCH_ALL: &str =
    "SELECT r.match_id, r.number, r.game, r.first, r.winner, r.reason, r.ended,
        r.plies, r.change_one, r.change_two, one.name, one.level, one.account, two.name, two.level,
        two.account
    FROM results AS r
    LEFT JOIN players AS one ON one.match_id = r.match_id AND one.seat = 1
    LEFT JOIN players AS two ON two.match_id = r.match_id AND two.seat = 2
    WHERE ($1 = '' OR r.game = $1)
        AND ($2 = '' OR $2 = 'won' AND r.winner IS NOT NULL OR $2 = 'drawn' AND r.winner IS NULL)
        AND r.ended >= $3 AND r.ended < $4
        AND (r.ended < $5 OR r.ended = $5 AND (r.match_id > $6
            OR r.match_id = $6 AND r.number > $7))
    ORDER BY r.ended DESC, r.match_id, r.number LIMIT $8";

const SEARCH_BY_PLAYER: &str =
    "SELECT r.match_id, r.number, r.game, r.first, r.winner, r.reason, r.ended,
        r.plies, r.change_one, r.change_two, one.name, one.level, one.account, two.name, two.level,
        two.account
    FROM players AS p
    JOIN results AS r ON r.match_id = p.match_id
    LEFT JOIN players AS one ON one.match_id = r.match_id AND one.seat = 1
    LEFT JOIN players AS two ON two.match_id = r.match_id AND two.seat = 2
    WHERE ($1 = '' OR r.game = $1)
        AND ($2 = '' OR $2 = 'won' AND r.winner = p.seat
            OR $2 = 'lost' AND r.winner <> p.seat OR $2 = 'drawn' AND r.winner IS NULL)
        AND r.ended >= $3 AND r.ended < $4
        AND (r.ended < $5 OR r.ended = $5 AND (r.match_id > $6
            OR r.match_id = $6 AND r.number > $7))
        AND p.key = $8 AND ($9 = 0 OR p.account IS NOT NULL)
    ORDER BY r.ended DESC, r.match_id, r.number LIMIT $10";

fn finished_game(row: &Row) -> Result<FinishedGame, StoreError> {
    let seat = |number: Option<i64>| number.map(|n| if n == 1 { Seat::One } else { Seat::Two });
    let points = |thousandths: i64| (thousandths as f64 / 1000.0).round() as i64;
    let ratings = match (row.optional_number(8)?, row.optional_number(9)?) {
        (Some(one), Some(two)) => Some(BySeat::new(points(one), points(two))),
        _ => None,
    };
    Ok(FinishedGame {
        id: row.match_id(0)?,
        number: GameNumber::new(u32::try_from(row.number(1)?).unwrap_or_default()),
        game: row.text(2)?,
        first: seat(row.optional_number(3)?),
        winner: seat(row.optional_number(4)?),
        reason: row.text(5)?,
        ended: row.time(6)?,
        plies: row.number(7)?,
        ratings,
        players: BySeat::new(players::player(row, 10)?, players::player(row, 13)?),
    })
}

/// `1700000000000-AbCdEfGh-2`
impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}-{}", self.ended.as_millis(), self.id, self.number)
    }
}

impl std::str::FromStr for Cursor {
    type Err = InvalidMatchId;

    fn from_str(text: &str) -> Result<Cursor, InvalidMatchId> {
        let mut parts = text.splitn(3, '-');
        let mut next = || parts.next().ok_or(InvalidMatchId);
        let ended = next()?.parse().map_err(|_| InvalidMatchId)?;
        let id = next()?.parse()?;
        let number = next()?.parse().map_err(|_| InvalidMatchId)?;
        let ended = Timestamp::from_millis(i64::MAX.unsigned_abs().min(ended));
        Ok(Cursor { ended, id, number: GameNumber::new(number) })
    }
}
