//! Queries and inserts of matches and events in SQLite, on any connection.

use crownhead_arbiter::{BySeat, EventCause, Timestamp, Version};
use rusqlite::{Connection, OptionalExtension, params};

use crate::codec::{EventRow, seat_to_number, to_i64, to_u64};
use crate::{EventRange, MatchId, RecordedCommand};

/// What is recorded of a command that was carried out.
pub(super) fn command_events(
    connection: &Connection,
    id: MatchId,
    cause: &EventCause,
) -> rusqlite::Result<Option<RecordedCommand>> {
    connection
        .prepare_cached(
            "SELECT first_event, last_event, digest FROM commands
             WHERE match_id = ?1 AND seat = ?2 AND id = ?3",
        )?
        .query_row(params![id.as_str(), seat_to_number(cause.seat), cause.id.as_str()], |row| {
            let version = |number: i64| Version::new(to_u64(number));
            let range = EventRange { from: version(row.get(0)?), to: version(row.get(1)?) };
            Ok(RecordedCommand { range, digest: row.get(2)? })
        })
        .optional()
}

/// Inserts events.
pub(super) fn insert(
    connection: &Connection,
    id: MatchId,
    rows: &[EventRow],
) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT INTO events (match_id, version, event) VALUES (?1, ?2, ?3)")?;
    for (version, event) in rows {
        insert.execute(params![id.as_str(), version, event])?;
    }
    Ok(())
}

/// The events after a version, encoded.
pub(super) fn events(
    connection: &Connection,
    id: MatchId,
    since: Version,
    limit: u32,
) -> rusqlite::Result<Vec<EventRow>> {
    connection
        .prepare_cached(
            "SELECT version, event FROM events WHERE match_id = ?1 AND version > ?2
             ORDER BY version LIMIT ?3",
        )?
        .query_map(params![id.as_str(), to_i64(since.get()), limit], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect()
}

/// The hashes of the seat secrets.
pub(super) fn seat_secrets(
    connection: &Connection,
    id: MatchId,
) -> rusqlite::Result<Option<BySeat<Vec<u8>>>> {
    connection
        .prepare_cached("SELECT secret_one, secret_two FROM matches WHERE id = ?1")?
        .query_row([id.as_str()], |row| Ok(BySeat::new(row.get(0)?, row.get(1)?)))
        .optional()
}

/// Id, game, version and last change of the live matches.
pub(super) fn live_matches(
    connection: &Connection,
    limit: u32,
) -> rusqlite::Result<Vec<(String, String, i64, i64)>> {
    connection
        .prepare_cached(
            "SELECT id, game, version, changed FROM matches WHERE live = 1
             ORDER BY changed DESC LIMIT ?1",
        )?
        .query_map([limit], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect()
}

/// The ids of the matches with an expired timer, and when it expired.
pub(super) fn due_matches(
    connection: &Connection,
    before: Timestamp,
    limit: u32,
) -> rusqlite::Result<Vec<(String, i64)>> {
    connection
        .prepare_cached("SELECT id, due FROM matches WHERE due < ?1 ORDER BY due LIMIT ?2")?
        .query_map(params![to_i64(before.as_millis()), limit], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .collect()
}
