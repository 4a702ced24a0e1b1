//! The computer's seats in the store: in which matches it plays, and up to which version it has acted.

use crownhead_arbiter::{Seat, Timestamp, Version};
use crownhead_computer::Level;

use crate::rooms::RoomError;
use crownhead_store::MatchId;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::{Db, StoreError};

/// How long a node has for a move, before another takes it up.
const CLAIM: u64 = 6_000;

/// After how long a match that is over, or one that goes on, is not looked at any more.
const OVER: u64 = 24 * 60 * 60 * 1000;
const QUIET: u64 = 7 * OVER;

/// A match that wakes up is found within this time.
const WOKEN: u64 = 60_000;

/// The computer in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Computer {
    pub(super) id: MatchId,
    pub(super) seat: Seat,
    pub(super) level: Level,
    /// What its tosses and its whims are made from. Nobody sees it before they do.
    pub(super) seed: [u8; 32],
}

/// What keeps the computer in a seat of a new match.
pub(crate) fn keep(id: MatchId, seat: Seat, level: Level, seed: [u8; 32]) -> Statement {
    Statement::new(
        "INSERT INTO computers (match_id, seat, level, seed, looked, asleep, claimed)
         VALUES ($1, $2, $3, $4, 0, 0, 0)",
        [id.into(), seat.into(), i64::from(level.number()).into(), seed.as_slice().into()],
    )
}

/// Matches that have gone on since the computer last looked, and that no node sees to.
pub(super) async fn waiting(db: &Db, most: usize) -> Result<Vec<Computer>, StoreError> {
    let find = "SELECT c.match_id, c.seat, c.level, c.seed FROM computers AS c
        JOIN matches AS m ON m.id = c.match_id
        WHERE c.asleep = 0 AND m.version > c.looked AND c.claimed < $1
        ORDER BY m.changed LIMIT $2";
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = db.store().query(Statement::new(find, [db.now().into(), most.into()])).await?;
    rows.iter().map(computer).collect()
}

/// The computer that plays in a match.
pub(super) async fn of(db: &Db, id: MatchId) -> Result<Option<Computer>, RoomError> {
    let find = "SELECT match_id, seat, level, seed FROM computers WHERE match_id = $1";
    let rows = db.store().query(Statement::new(find, [id.into()])).await?;
    Ok(rows.first().map(computer).transpose()?)
}

/// Whether this node is the one to act.
pub(super) async fn claim(db: &Db, id: MatchId) -> Result<bool, StoreError> {
    let now = db.now();
    let until = Timestamp::from_millis(now.as_millis().saturating_add(CLAIM));
    let claim = Statement::new(
        "UPDATE computers SET claimed = $1 WHERE match_id = $2 AND claimed < $3",
        [until.into(), id.into(), now.into()],
    );
    Ok(db.store().change(vec![claim.requiring(1)]).await? != ChangeOutcome::ConditionFailed)
}

/// Up to which version the computer has seen to a match. Whatever comes later is new.
pub(super) async fn looked(db: &Db, id: MatchId, at: Version) -> Result<(), StoreError> {
    let looked = Statement::new(
        "UPDATE computers SET looked = $1, claimed = 0 WHERE match_id = $2",
        [at.into(), id.into()],
    );
    db.store().change(vec![looked]).await.map(|_| ())
}

/// Leaves a match to whoever sees to it next, with nothing noted.
pub(super) async fn leave(db: &Db, id: MatchId) -> Result<(), StoreError> {
    let leave = "UPDATE computers SET claimed = 0 WHERE match_id = $1";
    db.store().change(vec![Statement::new(leave, [id.into()])]).await.map(|_| ())
}

/// Lays matches to rest in which nothing happens any more, and takes up those that go on.
pub(super) async fn sleep_and_wake(db: &Db) -> Result<(), StoreError> {
    let ago = |span| Timestamp::from_millis(db.now().as_millis().saturating_sub(span));
    let sleep = Statement::new(
        "UPDATE computers SET asleep = 1 WHERE asleep = 0 AND match_id IN (
            SELECT m.id FROM computers AS c JOIN matches AS m ON m.id = c.match_id
            WHERE c.asleep = 0 AND c.looked = m.version
                AND (m.changed < $1 OR NOT m.live AND m.changed < $2))",
        [ago(QUIET).into(), ago(OVER).into()],
    );
    let wake = Statement::new(
        "UPDATE computers SET asleep = 0 WHERE asleep = 1 AND match_id IN (
            SELECT m.id FROM matches AS m WHERE m.live AND m.changed > $1)",
        [ago(WOKEN).into()],
    );
    db.store().change(vec![sleep, wake]).await.map(|_| ())
}

fn computer(row: &Row) -> Result<Computer, StoreError> {
    let level = u8::try_from(row.number(2)?).ok().and_then(Level::new);
    let seed = row.bytes(3)?.try_into();
    Ok(Computer {
        id: row.match_id(0)?,
        seat: if row.number(1)? == 1 { Seat::One } else { Seat::Two },
        level: level.ok_or_else(|| StoreError::failed("the computer has a wrong level"))?,
        seed: seed.map_err(|_| StoreError::failed("the computer has a wrong seed"))?,
    })
}
