//! Heartbeats and outages in SQLite. A file has one server, and no clock of its own.

use crownhead_arbiter::{Outage, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

use crate::codec::{to_i64, to_u64};
use crate::{Beat, BeatOutcome, Heartbeat, MAX_OUTAGES, OUTAGE_RETENTION};

pub(super) fn newest(connection: &Connection) -> rusqlite::Result<Option<Heartbeat>> {
    connection
        .prepare_cached("SELECT beat FROM heartbeat")?
        .query_row([], |row| Ok(Heartbeat { at: time(row.get(0)?), age: None }))
        .optional()
}

/// Writes a heartbeat.
pub(super) fn write(connection: &Connection, beat: &Beat) -> rusqlite::Result<BeatOutcome> {
    let decision = beat.decide(newest(connection)?);
    if let Some(Outage { from, until }) = decision.ended {
        let (from, until) = (to_i64(from.as_millis()), to_i64(until.as_millis()));
        // One that had not ended yet continues.
        let continued = connection.execute(
            "UPDATE outages SET until = max(until, ?2)
             WHERE began = (SELECT max(began) FROM outages) AND until >= ?1",
            params![from, until],
        )?;
        if continued == 0 {
            connection.execute(
                "INSERT INTO outages (began, until) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![from, until],
            )?;
        }
        connection.execute(
            "DELETE FROM outages WHERE until < ?1 OR began NOT IN
                (SELECT began FROM outages ORDER BY began DESC LIMIT ?2)",
            params![to_i64((beat.now - OUTAGE_RETENTION).as_millis()), to_i64(MAX_OUTAGES as u64)],
        )?;
    }
    connection
        .prepare_cached(
            "INSERT INTO heartbeat (id, beat, written) VALUES (1, ?1, 0)
             ON CONFLICT (id) DO UPDATE SET beat = ?1, written = 0",
        )?
        .execute([to_i64(decision.at.as_millis())])?;
    let outages = connection
        .prepare_cached("SELECT began, until FROM outages WHERE until > ?1 LIMIT ?2")?
        .query_map(params![to_i64(beat.known.as_millis()), to_i64(MAX_OUTAGES as u64)], |row| {
            Ok(Outage { from: time(row.get(0)?), until: time(row.get(1)?) })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(BeatOutcome { room_time: decision.room_time, ended: decision.ended, outages })
}

fn time(millis: i64) -> Timestamp {
    Timestamp::from_millis(to_u64(millis))
}
