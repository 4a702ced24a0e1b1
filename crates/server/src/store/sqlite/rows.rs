//! What is read from SQLite, on any connection.

use crownhead_arbiter::{BySeat, Cause, Time, Version};
use rusqlite::{Connection, OptionalExtension, params};

use crate::MatchId;
use crate::store::{Answer, Row, number, seat_number, value};

/// What a command was answered.
pub(super) fn answer(
    connection: &Connection,
    id: MatchId,
    cause: &Cause,
) -> rusqlite::Result<Option<Answer>> {
    connection
        .prepare_cached(
            "SELECT first_event, last_event FROM commands
             WHERE match_id = ?1 AND seat = ?2 AND id = ?3",
        )?
        .query_row(params![id.as_str(), seat_number(cause.seat), cause.id.as_str()], |row| {
            let version = |number: i64| Version::new(value(number));
            Ok(Answer { from: version(row.get(0)?), to: version(row.get(1)?) })
        })
        .optional()
}

/// Writes events.
pub(super) fn insert(connection: &Connection, id: MatchId, rows: &[Row]) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT INTO events (match_id, version, event) VALUES (?1, ?2, ?3)")?;
    for (version, event) in rows {
        insert.execute(params![id.as_str(), version, event])?;
    }
    Ok(())
}

/// The events after a version, as they are kept.
pub(super) fn events(
    connection: &Connection,
    id: MatchId,
    since: Version,
    most: u32,
) -> rusqlite::Result<Vec<Row>> {
    connection
        .prepare_cached(
            "SELECT version, event FROM events WHERE match_id = ?1 AND version > ?2
             ORDER BY version LIMIT ?3",
        )?
        .query_map(params![id.as_str(), number(since.get()), most], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect()
}

/// The hashes of the seats' secrets.
pub(super) fn secrets(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Option<BySeat<Vec<u8>>>> {
    connection
        .prepare_cached("SELECT secret_one, secret_two FROM matches WHERE id = ?1")?
        .query_row([id.as_str()], |row| Ok(BySeat::new(row.get(0)?, row.get(1)?)))
        .optional()
}

/// Name, game, version and last change of the live matches.
pub(super) fn live(
    connection: &Connection,
    most: u32,
) -> rusqlite::Result<Vec<(String, String, i64, i64)>> {
    connection
        .prepare_cached(
            "SELECT id, game, version, changed FROM matches WHERE live = 1
             ORDER BY changed DESC LIMIT ?1",
        )?
        .query_map([most], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect()
}

/// The names of the matches in which something is due, and when it is.
pub(super) fn due(
    connection: &Connection,
    before: Time,
    most: u32,
) -> rusqlite::Result<Vec<(String, i64)>> {
    connection
        .prepare_cached("SELECT id, due FROM matches WHERE due < ?1 ORDER BY due LIMIT ?2")?
        .query_map(params![number(before.as_millis()), most], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}
