//! Node leases and player connections in SQLite.

use crownhead_arbiter::{Seat, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

use crate::codec::{seat_to_number, to_i64};
use crate::{MatchId, NodeId};

/// A write to the tables of nodes and connections.
pub(super) enum ConnectionChange {
    RenewLease { node: NodeId, until: Timestamp, now: Timestamp },
    Add { id: MatchId, seat: Seat, node: NodeId },
    Remove { id: MatchId, seat: Seat, node: NodeId },
}

/// Carries out a write.
pub(super) fn write(connection: &Connection, change: &ConnectionChange) -> rusqlite::Result<()> {
    match change {
        ConnectionChange::RenewLease { node, until, now } => {
            connection
                .prepare_cached(
                    "INSERT INTO nodes (id, until) VALUES (?1, ?2)
                     ON CONFLICT (id) DO UPDATE SET until = ?2",
                )?
                .execute(params![node.as_str(), to_i64(until.as_millis())])?;
            connection
                .prepare_cached(
                    "DELETE FROM nodes WHERE until < ?1
                     AND NOT EXISTS (SELECT 1 FROM connections WHERE node = nodes.id)",
                )?
                .execute([to_i64(now.as_millis())])?;
        }
        ConnectionChange::Add { id, seat, node } => {
            connection
                .prepare_cached(
                    "INSERT INTO connections (match_id, seat, node)
                     SELECT id, ?2, ?3 FROM matches WHERE id = ?1 ON CONFLICT DO NOTHING",
                )?
                .execute(params![id.as_str(), seat_to_number(*seat), node.as_str()])?;
        }
        ConnectionChange::Remove { id, seat, node } => {
            connection
                .prepare_cached(
                    "DELETE FROM connections WHERE match_id = ?1 AND seat = ?2 AND node = ?3",
                )?
                .execute(params![id.as_str(), seat_to_number(*seat), node.as_str()])?;
        }
    }
    Ok(())
}

/// Whether a player is connected to another node with a valid lease.
pub(super) fn is_connected_elsewhere(
    connection: &Connection,
    id: MatchId,
    seat: Seat,
    node: NodeId,
    now: Timestamp,
) -> rusqlite::Result<bool> {
    let found = connection
        .prepare_cached(
            "SELECT 1 FROM connections JOIN nodes ON nodes.id = connections.node
             WHERE match_id = ?1 AND seat = ?2 AND node <> ?3 AND until >= ?4 LIMIT 1",
        )?
        .query_row(
            params![id.as_str(), seat_to_number(seat), node.as_str(), to_i64(now.as_millis())],
            |_| Ok(()),
        )
        .optional()?;
    Ok(found.is_some())
}

/// The connections to nodes whose lease has ended.
pub(super) fn orphaned_connections(
    connection: &Connection,
    now: Timestamp,
    limit: u32,
) -> rusqlite::Result<Vec<(String, i64, String)>> {
    connection
        .prepare_cached(
            "SELECT match_id, seat, node FROM connections
             WHERE node NOT IN (SELECT id FROM nodes WHERE until >= ?1)
             ORDER BY match_id, seat, node LIMIT ?2",
        )?
        .query_map(params![to_i64(now.as_millis()), limit], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?
        .collect()
}

/// The versions of matches.
pub(super) fn versions(
    connection: &Connection,
    ids: &[MatchId],
) -> rusqlite::Result<Vec<(String, i64)>> {
    let mut version = connection.prepare_cached("SELECT version FROM matches WHERE id = ?1")?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        if let Some(at) = version.query_row([id.as_str()], |row| row.get(0)).optional()? {
            found.push((id.to_string(), at));
        }
    }
    Ok(found)
}
