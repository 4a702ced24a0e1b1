//! Sessions with the database: their settings, their pools, and transactions that cannot be left open.

use std::str::FromStr;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgPool, Postgres, Transaction};
use tokio::time::Instant;

use crate::TIME_LIMIT;

/// The settings of every session, unless the address has others, in milliseconds or seconds. The
/// caller has given up after the time limit, so the database may, too. A node that is frozen or has
/// lost its power must not keep the rows that it locked: the database ends a transaction in which
/// nothing happens, before others have waited for the lock too long, and a connection whose other end
/// does not answer.
const SETTINGS: [(&str, &str); 7] = [
    ("statement_timeout", "5000"),
    ("lock_timeout", "5000"),
    ("idle_in_transaction_session_timeout", "3000"),
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "10000"),
];

/// A setting that early versions and some systems do not have: a statement ends when its client has
/// gone.
const STATEMENTS_END_WITH_CLIENT: &str = "SET client_connection_check_interval = 1000";

/// How long to wait before another attempt to connect.
const RETRY_AFTER: Duration = Duration::from_millis(250);

/// The options of an address, with our settings.
pub(super) fn options(address: &str) -> sqlx::Result<PgConnectOptions> {
    let options = PgConnectOptions::from_str(address)?.application_name("crownhead");
    let given = options.get_options().unwrap_or_default().to_owned();
    let ours = SETTINGS.into_iter().filter(|(name, _)| !given.contains(&format!("{name}=")));
    Ok(options.options(ours))
}

/// The host and the port of the server, or its socket.
pub(super) fn server(options: &PgConnectOptions) -> String {
    match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    }
}

/// Connects once, to learn why it is impossible: a pool knows only that it had to wait. A server
/// that is just starting gets the time limit.
pub(super) async fn try_connection(options: &PgConnectOptions) -> sqlx::Result<()> {
    let begun = Instant::now();
    loop {
        let left = TIME_LIMIT.saturating_sub(begun.elapsed());
        let connected = tokio::time::timeout(left, options.connect()).await;
        match connected.map_err(|_| sqlx::Error::PoolTimedOut)? {
            Ok(connection) => return connection.close().await,
            Err(sqlx::Error::Io(_)) if begun.elapsed() + RETRY_AFTER < TIME_LIMIT => {
                tokio::time::sleep(RETRY_AFTER).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// A pool of at most so many connections, which connects when it must.
pub(super) fn pool(options: PgConnectOptions, size: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(size)
        .acquire_timeout(TIME_LIMIT)
        .after_connect(|connection, _| {
            Box::pin(async move {
                match connection.execute(STATEMENTS_END_WITH_CLIENT).await {
                    Err(sqlx::Error::Database(_)) | Ok(_) => Ok(()),
                    Err(error) => Err(error),
                }
            })
        })
        .connect_lazy_with(options)
}

/// A connection for one transaction. Unless the transaction ends, the connection is closed and not
/// used again. A future may be dropped at any time, even between `BEGIN` and its answer, when nobody
/// knows yet that there is something to roll back.
pub(super) struct TransactionConnection(Option<PoolConnection<Postgres>>);

impl TransactionConnection {
    /// Takes a connection from a pool.
    pub(super) async fn acquire(pool: &PgPool) -> sqlx::Result<TransactionConnection> {
        Ok(TransactionConnection(Some(pool.acquire().await?)))
    }

    pub(super) async fn begin(&mut self) -> sqlx::Result<Transaction<'_, Postgres>> {
        let connection = self.0.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        connection.begin().await
    }

    /// Returns the connection to its pool. The transaction has ended.
    pub(super) fn release(mut self) {
        drop(self.0.take());
    }
}

impl Drop for TransactionConnection {
    fn drop(&mut self) {
        if let Some(connection) = &mut self.0 {
            connection.close_on_drop();
        }
    }
}

pub(super) async fn end(transaction: Transaction<'_, Postgres>, commit: bool) -> sqlx::Result<()> {
    if commit { transaction.commit().await } else { transaction.rollback().await }
}
