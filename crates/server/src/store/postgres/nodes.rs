//! Nodes and the players that are connected to them, in PostgreSQL.

use crownhead_arbiter::{Seat, Time};
use sqlx::PgPool;

use crate::store::{number, seat_number};
use crate::{MatchId, NodeId};

/// Keeps that a node lives.
pub(super) async fn beat(pool: &PgPool, node: NodeId, until: Time, now: Time) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO nodes (id, until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET until = $2",
    )
    .bind(node.as_str())
    .bind(number(until.as_millis()))
    .execute(pool)
    .await?;
    sqlx::query(
        "DELETE FROM nodes WHERE until < $1
         AND NOT EXISTS (SELECT 1 FROM connections WHERE node = nodes.id)",
    )
    .bind(number(now.as_millis()))
    .execute(pool)
    .await?;
    Ok(())
}

/// Keeps that a player is connected to a node.
pub(super) async fn arrive(
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
    .bind(seat_number(seat))
    .bind(node.as_str())
    .execute(pool)
    .await?;
    Ok(())
}

/// Forgets it.
pub(super) async fn leave(
    pool: &PgPool,
    id: MatchId,
    seat: Seat,
    node: NodeId,
) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM connections WHERE match_id = $1 AND seat = $2 AND node = $3")
        .bind(id.as_str())
        .bind(seat_number(seat))
        .bind(node.as_str())
        .execute(pool)
        .await?;
    Ok(())
}

/// Whether a player is connected to another node that lives.
pub(super) async fn is_elsewhere(
    pool: &PgPool,
    id: MatchId,
    seat: Seat,
    node: NodeId,
    now: Time,
) -> sqlx::Result<bool> {
    let (found,): (bool,) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM connections JOIN nodes ON nodes.id = connections.node
         WHERE match_id = $1 AND seat = $2 AND node <> $3 AND until >= $4)",
    )
    .bind(id.as_str())
    .bind(seat_number(seat))
    .bind(node.as_str())
    .bind(number(now.as_millis()))
    .fetch_one(pool)
    .await?;
    Ok(found)
}

/// The players connected to nodes that do not live any more.
pub(super) async fn stranded(
    pool: &PgPool,
    now: Time,
    most: u32,
) -> sqlx::Result<Vec<(String, i64, String)>> {
    sqlx::query_as(
        "SELECT match_id, seat::bigint, node FROM connections
         WHERE node NOT IN (SELECT id FROM nodes WHERE until >= $1)
         ORDER BY match_id, seat, node LIMIT $2",
    )
    .bind(number(now.as_millis()))
    .bind(i64::from(most))
    .fetch_all(pool)
    .await
}

/// The versions of matches.
pub(super) async fn versions(pool: &PgPool, ids: &[MatchId]) -> sqlx::Result<Vec<(String, i64)>> {
    let names: Vec<_> = ids.iter().map(ToString::to_string).collect();
    sqlx::query_as("SELECT id, version FROM matches WHERE id = ANY($1)")
        .bind(names)
        .fetch_all(pool)
        .await
}
