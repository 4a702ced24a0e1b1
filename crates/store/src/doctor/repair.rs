//! Repairing a store: whatever follows from the logs is written anew, and nothing is made up.

use std::path::Path;
use std::sync::Arc;

use sqlx::AssertSqlSafe;

use super::DoctorReport;
use super::findings::{Repair, RepairAction};
use crate::backup::{self, BackupError};
use crate::postgres::PostgresStore;
use crate::{Store, StoreLocation, postgres, sqlite};

/// The repairs, and the findings afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairReport {
    /// The repairs, one line each.
    pub repaired: Vec<String>,
    /// The remaining errors.
    pub report: DoctorReport,
}

/// Repairs a store that no server uses. A sound store is not written to.
pub async fn repair(location: &StoreLocation) -> Result<RepairReport, BackupError> {
    let mut report = backup::examine(location).await?;
    let mut repaired = Vec::new();
    if report.repairs.is_empty() {
        return Ok(RepairReport { repaired, report });
    }
    let store = open_alone(location).await?;
    // The earlier findings may have come from a running server.
    report = backup::examine(location).await?;
    while !report.repairs.is_empty() {
        for repair in &report.repairs {
            apply(location, &*store, repair).await?;
            repaired.push(repair.does.clone());
        }
        let after = backup::examine(location).await?;
        let is_stuck = after.repairs == report.repairs;
        report = after;
        if is_stuck {
            break;
        }
    }
    store.close().await.map_err(backup::failed)?;
    Ok(RepairReport { repaired, report })
}

/// Opens a store that no server uses.
async fn open_alone(location: &StoreLocation) -> Result<Arc<dyn Store>, BackupError> {
    let store = location.open_to_serve().await.map_err(backup::in_use)?;
    // A file has a lock, which says more than the lease of a server that was killed a moment ago.
    if let StoreLocation::Postgres(_) = location {
        backup::refuse_live_nodes(&*store, location).await?;
    }
    Ok(store)
}

async fn apply(
    location: &StoreLocation,
    store: &dyn Store,
    repair: &Repair,
) -> Result<(), BackupError> {
    match &repair.action {
        RepairAction::Change(statements) => {
            store.change(statements.clone()).await.map_err(backup::failed)?;
        }
        action => match location {
            StoreLocation::File(path) => change_file(path.clone(), action.clone()).await?,
            StoreLocation::Postgres(address) => change_database(address, action).await?,
        },
    }
    Ok(())
}

async fn change_file(
    path: impl AsRef<Path> + Send + 'static,
    action: RepairAction,
) -> Result<(), BackupError> {
    let change = move || sqlite::repair_schema(path.as_ref(), &action);
    let changed = tokio::task::spawn_blocking(change).await.map_err(backup::failed)?;
    changed.map_err(backup::failed)
}

async fn change_database(address: &str, action: &RepairAction) -> Result<(), BackupError> {
    let (name, drop) = match action {
        RepairAction::Create(name) => (name, false),
        RepairAction::Replace(name) => (name, true),
        RepairAction::Reindex | RepairAction::Change(_) => return Ok(()),
    };
    let creation = postgres::creation(name)
        .ok_or_else(|| backup::failed(format!("{name} cannot be created again")))?;
    let kind = creation.split_whitespace().nth(1).unwrap_or_default();
    let mut sql = String::from(postgres::NO_TIME_LIMITS);
    if drop && kind == "INDEX" {
        sql += &format!("; DROP INDEX {name}");
    }
    sql += &format!("; {creation}");
    let store = PostgresStore::open(address).await.map_err(BackupError::Open)?;
    let mut transaction = store.pool().begin().await?;
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *transaction).await?;
    transaction.commit().await?;
    store.close().await.map_err(backup::failed)
}
