//! The archive: searching finished games by player, game, result and time, with pagination.
//!
//! A search reads one range of an index of the table `archive`, whatever its criteria, so it costs the
//! same however many games there are.

use std::cmp::Reverse;

use crownhead_arbiter::{BySeat, GameNumber, Seat, Timestamp};
use crownhead_protocol::{FinishedGame, InvalidMatchId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::players;
use super::players::Players;
use crate::rooms::RoomError;
use crownhead_store::MatchId;
use crownhead_store::sql::{Row, Statement, Value};
use crownhead_store::{Db, StoreError, to_i64};

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
        let players = match &search.player {
            None => vec![EVERYBODY.to_owned()],
            Some(name) => self.players_named(name, search.account).await?,
        };
        // A game in which a player has both seats is twice in the player's list.
        let rows = if search.player.is_some() { limit.saturating_mul(2) } else { limit };
        let mut games = Vec::new();
        for player in players {
            let Some(statement) = page(&player, search, rows) else { continue };
            for row in self.db.store().query(statement).await? {
                games.push(finished_game(&row)?);
            }
        }
        games.sort_by_key(|game| (Reverse(game.ended), game.id, game.number));
        games.dedup_by_key(|game| (game.id, game.number));
        games.truncate(limit as usize);
        Ok(games)
    }

    /// The players with a name, as the archive calls them: an account, and a guest.
    async fn players_named(&self, name: &str, account: bool) -> Result<Vec<String>, StoreError> {
        let key = name.to_lowercase();
        let find = Statement::new("SELECT id FROM accounts WHERE key = $1", [key.as_str().into()]);
        let accounts = self.db.store().query(find).await?;
        let accounts = accounts.iter().map(|row| row.text(0).map(|id| format!("a:{id}")));
        let mut players = accounts.collect::<Result<Vec<_>, _>>()?;
        if !account {
            players.push(format!("n:{key}"));
        }
        Ok(players)
    }
}

/// The player in the names of the lists with all games.
pub(super) const EVERYBODY: &str = "";

/// The statement that reads a page of a list. In PostgreSQL the ids of the archive have another
/// collation than those of other tables.
macro_rules! page {
    ($collation:literal) => {
        concat!(
            "SELECT r.match_id, r.number, r.game, r.first, r.winner, r.reason, r.ended,
                r.plies, r.change_one, r.change_two, one.name, one.level, one.account, two.name,
                two.level, two.account
            FROM archive AS a
            JOIN results AS r ON r.match_id = a.match_id",
            $collation,
            " AND r.number = a.number
            LEFT JOIN players AS one ON one.match_id = r.match_id AND one.seat = 1
            LEFT JOIN players AS two ON two.match_id = r.match_id AND two.seat = 2
            WHERE a.list = $1 AND (a.minus_ended, a.match_id, a.number) > ($2, $3, $4)
                AND a.minus_ended <= $5
            ORDER BY a.minus_ended, a.match_id, a.number LIMIT $6"
        )
    };
}

/// A page of a player's list, unless it is empty for certain.
pub(super) fn page(player: &str, search: &ArchiveSearch, limit: u32) -> Option<Statement> {
    let game = search.game.as_deref().unwrap_or_default();
    let result = match search.result {
        None => "",
        Some(ArchiveResult::Drawn) => "0",
        Some(ArchiveResult::Won) => "1",
        Some(ArchiveResult::Lost) if player == EVERYBODY => return None,
        Some(ArchiveResult::Lost) => "2",
    };
    // The name of a game has no spaces, so that this is the name of no other list.
    if game.contains(' ') {
        return None;
    }
    let ended = |time: Timestamp| to_i64(time.as_millis());
    // The page begins after this position. Every id is greater than none.
    let start = search.until.map_or((i64::MIN, String::new(), 0), |until| {
        (1_i64.saturating_sub(ended(until)), String::new(), 0)
    });
    let after = search
        .after
        .as_ref()
        .map(|after| (-ended(after.ended), after.id.to_string(), i64::from(after.number.get())));
    let (minus_ended, id, number) = match after {
        Some(after) => after.max(start),
        None => start,
    };
    let values: [Value; 6] = [
        format!("{game} {result} {player}").into(),
        minus_ended.into(),
        id.into(),
        number.into(),
        (-search.since.map_or(0, ended)).into(),
        i64::from(limit).into(),
    ];
    Some(Statement::new(page!(""), values).on_postgres(page!(" COLLATE \"default\"")))
}

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
