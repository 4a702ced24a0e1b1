//! The players of a match: guests with nicknames, accounts, or the computer at a level.

use crownhead_arbiter::{BySeat, Match, MatchStage, Seat};
use crownhead_computer::Level;
use crownhead_protocol::{LiveMatch, MatchId, Nickname, Player};

use super::accounts::{Account, AccountId};
use crate::rooms::RoomError;
use crownhead_store::sql::{Row, Statement};
use crownhead_store::{Db, StoreError};

/// A person in a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Person {
    pub(crate) name: Option<Nickname>,
    pub(crate) account: Option<AccountId>,
}

impl Person {
    /// The player of an account.
    pub(crate) fn of(account: &Account) -> Person {
        // Every user name is a valid nickname.
        let name = Nickname::new(&account.name).ok();
        Person { name, account: Some(account.id.clone()) }
    }
}

/// The players of matches: names, accounts and live matches.
#[derive(Clone)]
pub struct Players {
    db: Db,
}

impl Players {
    /// The players in a store.
    pub fn new(db: Db) -> Players {
        Players { db }
    }

    /// The players of a match.
    pub async fn of_match(&self, id: MatchId) -> Result<BySeat<Player>, RoomError> {
        let find = "SELECT seat, name, level, account FROM players WHERE match_id = $1";
        let rows = self.db.store().query_for_play(Statement::new(find, [id.into()])).await?;
        let mut players = BySeat::default();
        for row in rows {
            let seat = if row.number(0)? == 1 { Seat::One } else { Seat::Two };
            players[seat] = player(&row, 1)?;
        }
        Ok(players)
    }

    /// The id of the account in a seat, if there is one.
    pub(crate) async fn account_in(
        &self,
        id: MatchId,
        seat: Seat,
    ) -> Result<Option<String>, RoomError> {
        let find = "SELECT account FROM players WHERE match_id = $1 AND seat = $2";
        let find = Statement::new(find, [id.into(), seat.into()]);
        let rows = self.db.store().query_for_play(find).await?;
        Ok(rows.first().map(|row| row.optional_text(0)).transpose()?.flatten())
    }

    /// The seat of an account in a match, if it has one.
    pub(crate) async fn seat_of(
        &self,
        id: MatchId,
        account: &AccountId,
    ) -> Result<Option<Seat>, RoomError> {
        let find = "SELECT seat FROM players WHERE match_id = $1 AND account = $2";
        let find = Statement::new(find, [id.into(), account.into()]);
        let rows = self.db.store().query_for_play(find).await?;
        Ok(rows.first().map(|row| row.seat(0)).transpose()?)
    }

    /// Sets the nickname of a guest. An account keeps its name.
    pub async fn set_name(
        &self,
        id: MatchId,
        seat: Seat,
        name: &Nickname,
    ) -> Result<(), RoomError> {
        let guest = Person { name: Some(name.clone()), account: None };
        self.db.store().change(vec![seat_person(id, seat, &guest)]).await?;
        Ok(())
    }

    /// The live matches of a game or of all games, with their players, the latest change first.
    pub async fn live_matches(
        &self,
        game: Option<&str>,
        limit: u32,
    ) -> Result<Vec<LiveMatch>, RoomError> {
        let rows = self.db.store().query(list_live(game, limit)).await?;
        rows.iter().map(|row| Ok(live_match(row)?)).collect()
    }
}

/// The list of live matches. SQLite uses an index of live matches only if it reads the condition of
/// that index.
macro_rules! list_live {
    ($live:literal, $limit:literal) => {
        concat!(
            "SELECT m.id, m.game, m.version, m.changed, one.name, one.level, one.account,
                two.name, two.level, two.account
            FROM matches AS m
            LEFT JOIN players AS one ON one.match_id = m.id AND one.seat = 1
            LEFT JOIN players AS two ON two.match_id = m.id AND two.seat = 2
            WHERE ",
            $live,
            " ORDER BY m.changed DESC LIMIT ",
            $limit
        )
    };
}

pub(super) fn list_live(game: Option<&str>, limit: u32) -> Statement {
    let limit = i64::from(limit).into();
    match game.filter(|game| !game.is_empty()) {
        None => Statement::new(list_live!("m.live = 1", "$1"), [limit])
            .on_postgres(list_live!("m.live", "$1")),
        Some(game) => {
            Statement::new(list_live!("m.live = 1 AND m.game = $1", "$2"), [game.into(), limit])
                .on_postgres(list_live!("m.live AND m.game = $1", "$2"))
        }
    }
}

/// The statement that records that a match has ended, or goes on with another game.
pub(crate) fn record_running(id: MatchId, was_running: bool, now: &Match) -> Option<Statement> {
    let running = is_running(now);
    let ended = i64::try_from(now.state().time.as_millis()).unwrap_or(i64::MAX);
    let minus_ended = if running { 0 } else { -ended };
    let set = "UPDATE players SET running = $1, minus_ended = $2 WHERE match_id = $3";
    let values = [i64::from(running).into(), minus_ended.into(), id.into()];
    (was_running != running).then(|| Statement::new(set, values))
}

/// Whether a game is starting or being played.
pub(crate) fn is_running(game_match: &Match) -> bool {
    !matches!(game_match.state().stage, MatchStage::Over { .. })
}

/// The statement that stores the person in a seat, or a guest's new name.
pub(crate) fn seat_person(id: MatchId, seat: Seat, person: &Person) -> Statement {
    let name = person.name.as_ref().map(|name| name.as_str().to_owned());
    let key = name.as_ref().map(|name| name.to_lowercase());
    let account = person.account.as_ref().map(|account| account.as_str().to_owned());
    Statement::new(
        "INSERT INTO players (match_id, seat, name, key, account) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (match_id, seat) DO UPDATE SET name = excluded.name, key = excluded.key
         WHERE players.account IS NULL AND players.level IS NULL",
        [id.into(), seat.into(), name.into(), key.into(), account.into()],
    )
}

/// The statement that stores the computer in a seat.
pub(crate) fn seat_computer(id: MatchId, seat: Seat, level: Level) -> Statement {
    Statement::new(
        "INSERT INTO players (match_id, seat, level, key) VALUES ($1, $2, $3, 'computer')",
        [id.into(), seat.into(), i64::from(level.number()).into()],
    )
}

/// A player from three columns of a row: name, level and account.
pub(super) fn player(row: &Row, from: usize) -> Result<Player, StoreError> {
    let level = row.optional_number(from + 1)?;
    let computer = level.map(|level| u8::try_from(level).unwrap_or_default());
    let account = row.optional_text(from + 2)?.is_some();
    Ok(Player { name: row.optional_text(from)?, computer, account })
}

fn live_match(row: &Row) -> Result<LiveMatch, StoreError> {
    Ok(LiveMatch {
        id: row.match_id(0)?,
        game: row.text(1)?,
        version: row.version(2)?,
        changed: row.time(3)?,
        players: BySeat::new(player(row, 4)?, player(row, 7)?),
    })
}
