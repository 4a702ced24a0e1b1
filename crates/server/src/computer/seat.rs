//! The computer's seats in the store: the matches it plays, and the version up to which it has
//! acted.

use crownhead_arbiter::{Seat, Timestamp, Version};
use crownhead_computer::Level;

use crate::rooms::RoomError;
use crownhead_store::MatchId;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::{Db, StoreError};

/// How long a node has for a move until another node may claim the match, in milliseconds.
const CLAIM_MILLIS: u64 = 6_000;

/// A finished match sleeps after this time without a change, and an unfinished one after the next,
/// in milliseconds.
const FINISHED_SLEEPS_AFTER: u64 = 24 * 60 * 60 * 1000;
const UNFINISHED_SLEEPS_AFTER: u64 = 7 * FINISHED_SLEEPS_AFTER;

/// A sleeping match is woken if it has changed within this time, in milliseconds.
const WAKE_WINDOW: u64 = 60_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ComputerSeat {
    pub(super) id: MatchId,
    pub(super) seat: Seat,
    pub(super) level: Level,
    /// The seed of its tosses and of its random choices, kept secret from everybody.
    pub(super) seed: [u8; 32],
}

/// The statement that seats the computer in a new match.
pub(crate) fn seat_computer(id: MatchId, seat: Seat, level: Level, seed: [u8; 32]) -> Statement {
    Statement::new(
        "INSERT INTO computers (match_id, seat, level, seed, looked, asleep, claimed)
         VALUES ($1, $2, $3, $4, 0, 0, 0)",
        [id.into(), seat.into(), i64::from(level.number()).into(), seed.as_slice().into()],
    )
}

/// The matches that have changed since the computer last acted, and that no node has claimed.
pub(super) async fn pending(db: &Db, limit: usize) -> Result<Vec<ComputerSeat>, StoreError> {
    let find = "SELECT c.match_id, c.seat, c.level, c.seed FROM computers AS c
        JOIN matches AS m ON m.id = c.match_id
        WHERE c.asleep = 0 AND m.version > c.looked AND c.claimed < $1
        ORDER BY m.changed LIMIT $2";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows =
        db.store().query_for_play(Statement::new(find, [db.now().into(), limit.into()])).await?;
    rows.iter().map(computer_seat).collect()
}

/// The computer's seat in a match, if it has one.
pub(super) async fn find(db: &Db, id: MatchId) -> Result<Option<ComputerSeat>, RoomError> {
    let find = "SELECT match_id, seat, level, seed FROM computers WHERE match_id = $1";
    let rows = db.store().query_for_play(Statement::new(find, [id.into()])).await?;
    Ok(rows.first().map(computer_seat).transpose()?)
}

/// Claims a match for this node, and returns whether that succeeded.
pub(super) async fn claim(db: &Db, id: MatchId) -> Result<bool, StoreError> {
    let now = db.now();
    let until = Timestamp::from_millis(now.as_millis().saturating_add(CLAIM_MILLIS));
    let claim = Statement::new(
        "UPDATE computers SET claimed = $1 WHERE match_id = $2 AND claimed < $3",
        [until.into(), id.into(), now.into()],
    );
    Ok(db.store().change(vec![claim.requiring(1)]).await? != ChangeOutcome::ConditionFailed)
}

/// Records the version up to which the computer has acted, and releases the claim.
pub(super) async fn record_acted(db: &Db, id: MatchId, at: Version) -> Result<(), StoreError> {
    let update = Statement::new(
        "UPDATE computers SET looked = $1, claimed = 0 WHERE match_id = $2",
        [at.into(), id.into()],
    );
    db.store().change(vec![update]).await.map(|_| ())
}

/// Releases the claim, so that any node may continue.
pub(super) async fn release(db: &Db, id: MatchId) -> Result<(), StoreError> {
    let update = "UPDATE computers SET claimed = 0 WHERE match_id = $1";
    db.store().change(vec![Statement::new(update, [id.into()])]).await.map(|_| ())
}

/// Puts matches to sleep in which nothing happens any more, and wakes those that continue.
pub(super) async fn sleep_and_wake(db: &Db) -> Result<(), StoreError> {
    let ago = |span| Timestamp::from_millis(db.now().as_millis().saturating_sub(span));
    let sleep = Statement::new(
        "UPDATE computers SET asleep = 1 WHERE asleep = 0 AND match_id IN (
            SELECT m.id FROM computers AS c JOIN matches AS m ON m.id = c.match_id
            WHERE c.asleep = 0 AND c.looked = m.version
                AND (m.changed < $1 OR NOT m.live AND m.changed < $2))",
        [ago(UNFINISHED_SLEEPS_AFTER).into(), ago(FINISHED_SLEEPS_AFTER).into()],
    );
    // SQLite uses the index of live matches only if it reads the condition of that index.
    let wake = Statement::new(
        "UPDATE computers SET asleep = 0 WHERE asleep = 1 AND match_id IN (
            SELECT m.id FROM matches AS m WHERE m.live = 1 AND m.changed > $1)",
        [ago(WAKE_WINDOW).into()],
    )
    .on_postgres(
        "UPDATE computers SET asleep = 0 WHERE asleep = 1 AND match_id IN (
            SELECT m.id FROM matches AS m WHERE m.live AND m.changed > $1)",
    );
    db.store().change(vec![sleep, wake]).await.map(|_| ())
}

fn computer_seat(row: &Row) -> Result<ComputerSeat, StoreError> {
    let level = u8::try_from(row.number(2)?).ok().and_then(Level::new);
    let seed = row.bytes(3)?.try_into();
    Ok(ComputerSeat {
        id: row.match_id(0)?,
        seat: if row.number(1)? == 1 { Seat::One } else { Seat::Two },
        level: level.ok_or_else(|| StoreError::failed("the computer has a wrong level"))?,
        seed: seed.map_err(|_| StoreError::failed("the computer has a wrong seed"))?,
    })
}
