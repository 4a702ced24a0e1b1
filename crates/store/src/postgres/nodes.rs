//! Node leases and player connections in PostgreSQL.

use crownhead_arbiter::{Seat, Timestamp};
use sqlx::PgPool;

use crate::codec::{seat_to_number, to_i64};
use crate::{MatchId, NodeId};

/// Renews a lease, and deletes dead nodes without connections.
pub(super) async fn renew_lease(
    pool: &PgPool,
    node: NodeId,
    until: Timestamp,
    now: Timestamp,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO nodes (id, until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET until = $2",
    )
    .bind(node.as_str())
    .bind(to_i64(until.as_millis()))
    .execute(pool)
    .await?;
    sqlx::query(
        "DELETE FROM nodes WHERE until < $1
         AND NOT EXISTS (SELECT 1 FROM connections WHERE node = nodes.id)",
    )
    .bind(to_i64(now.as_millis()))
    .execute(pool)
    .await?;
    Ok(())
}

/// Records a connection.
pub(super) async fn add_connection(
    pool: &PgPool,
    id: MatchId,
    seat: Seat,
    node: NodeId,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO connections (match_id, seat, node)
         SELECT id, $2, $3 FROM matches WHERE id = $1 ON CONFLICT DO NOTHING",
    )
    .bind(id.as_str())
    .bind(seat_to_number(seat))
    .bind(node.as_str())
    .execute(pool)
    .await?;
    Ok(())
}

/// Deletes a connection.
pub(super) async fn remove_connection(
    pool: &PgPool,
    id: MatchId,
    seat: Seat,
    node: NodeId,
) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM connections WHERE match_id = $1 AND seat = $2 AND node = $3")
        .bind(id.as_str())
        .bind(seat_to_number(seat))
        .bind(node.as_str())
        .execute(pool)
        .await?;
    Ok(())
}

/// Whether a player is connected to another node with a valid lease.
pub(super) async fn is_connected_elsewhere(
    pool: &PgPool,
    id: MatchId,
    seat: Seat,
    node: NodeId,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let (found,): (bool,) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM connections JOIN nodes ON nodes.id = connections.node
         WHERE match_id = $1 AND seat = $2 AND node <> $3 AND until >= $4)",
    )
    .bind(id.as_str())
    .bind(seat_to_number(seat))
    .bind(node.as_str())
    .bind(to_i64(now.as_millis()))
    .fetch_one(pool)
    .await?;
    Ok(found)
}

/// The connections to nodes whose lease has ended.
pub(super) async fn orphaned_connections(
    pool: &PgPool,
    now: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<(String, i64, String)>> {
    sqlx::query_as(
        "SELECT match_id, seat::bigint, node FROM connections
         WHERE node NOT IN (SELECT id FROM nodes WHERE until >= $1)
         ORDER BY match_id, seat, node LIMIT $2",
    )
    .bind(to_i64(now.as_millis()))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await
}

pub(super) async fn versions(pool: &PgPool, ids: &[MatchId]) -> sqlx::Result<Vec<(String, i64)>> {
    let names: Vec<_> = ids.iter().map(ToString::to_string).collect();
    sqlx::query_as("SELECT id, version FROM matches WHERE id = ANY($1)")
        .bind(names)
        .fetch_all(pool)
        .await
}
