//! What one caller does cannot stop others: slow lists, callers who go away, frozen nodes.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod support;

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use crownhead_arbiter::{BySeat, Match, Sha256Hash, Version};
use crownhead_store::sql::Statement;
use crownhead_store::{
    Append, AppendOutcome, CreateOutcome, EventRange, MatchId, MatchSummary, NewMatch, Store,
    StoreError, StoreLocation, TIME_LIMIT,
};
use crownhead_swarm::fleet::PostgresServer;
use futures_util::future::{FutureExt, join, join_all};
use support::samples::{opened, step};

/// A query that takes longer than any test.
fn endless() -> Statement {
    Statement::new(
        "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
        [],
    )
    .on_postgres("SELECT pg_sleep(600)::text")
}

fn short() -> Statement {
    Statement::new("SELECT count(*) FROM matches", [])
}

async fn create(store: &dyn Store, name: &str) -> (MatchId, Match) {
    let (game_match, events) = opened(1_000);
    let id = name.parse().unwrap();
    let secrets = BySeat::both(Sha256Hash([7; 32]));
    let summary = MatchSummary::of(&game_match);
    let new = NewMatch { id, secrets, events, summary, statements: Vec::new() };
    assert_eq!(store.create(new).await, Ok(CreateOutcome::Created));
    (id, game_match)
}

/// An append of the next move.
fn append(id: MatchId, game_match: &mut Match, command: &str) -> Append {
    let events = step(game_match, 2_000, command);
    let (first, last) = (events.first().unwrap(), events.last().unwrap());
    let range = EventRange { from: first.version, to: last.version };
    Append {
        id,
        expected: Version::new(first.version.get() - 1),
        command: Some((first.cause.clone().unwrap(), range.into())),
        events,
        summary: MatchSummary::of(game_match),
        statements: Vec::new(),
    }
}

/// Any number of endless lists, and everything that play needs meanwhile.
async fn lists_do_not_stop_play(store: Arc<dyn Store>) {
    let (id, mut game_match) = create(&*store, "listed01").await;
    let lists = join_all((0..40).map(async |_| {
        loop {
            assert!(store.query(endless()).await.is_err());
        }
    }));
    let exports = join_all((0..40).map(async |_| {
        loop {
            let _ = store.load_for_export(id, Version::new(0), 9).await;
        }
    }));
    let play = async {
        for number in 0..3 {
            let change = append(id, &mut game_match, &format!("c{number}"));
            assert_eq!(store.append(change).await, Ok(AppendOutcome::Appended));
            assert!(!store.load(id, Version::new(0), 99).await.unwrap().is_empty());
            assert!(store.seat_secrets(id).await.unwrap().is_some());
            assert_eq!(store.versions(vec![id]).await.unwrap().len(), 1);
            assert_eq!(store.due_matches(Default::default(), 9).await, Ok(vec![]));
            assert_eq!(store.query_for_play(short()).await.unwrap().len(), 1);
            assert_eq!(store.ping().await, Ok(()));
        }
    };
    tokio::select! {
        biased;
        _ = lists => {}
        _ = exports => {}
        () = play => {}
    }
}

#[tokio::test]
async fn lists_do_not_stop_play_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let location = StoreLocation::File(folder.path().join("store"));
    lists_do_not_stop_play(location.open().await.unwrap()).await;
}

#[tokio::test]
async fn an_abandoned_query_stops() {
    let folder = tempfile::tempdir().unwrap();
    let location = StoreLocation::File(folder.path().join("store"));
    let store = location.open().await.unwrap();
    assert_eq!(store.query(short()).await.unwrap().len(), 1);
    for _ in 0..9 {
        // The caller goes away,
        tokio::select! {
            biased;
            _ = store.query(endless()) => panic!("an endless list has ended"),
            () = tokio::task::yield_now() => {}
        }
        // or the time is up.
        let slow = tokio::spawn({
            let store = store.clone();
            async move { store.query(endless()).await }
        });
        tokio::task::yield_now().await;
        tokio::time::pause();
        tokio::time::advance(TIME_LIMIT + Duration::from_secs(1)).await;
        assert_eq!(slow.await.unwrap(), Err(StoreError::Busy));
        tokio::time::resume();
        assert_eq!(store.query(short()).await.unwrap().len(), 1);
    }
    // A store that closes does not wait for them either.
    let ended = join(store.query(endless()), store.close()).await;
    assert_eq!(ended, (Err(StoreError::Busy), Ok(())));
}

#[tokio::test]
async fn too_many_lists_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let location = StoreLocation::File(folder.path().join("store"));
    let store = location.open().await.unwrap();
    let many = join_all((0..1_000).map(|_| store.query(endless())));
    let refused = async {
        // As soon as all of them wait.
        while store.query(short()).now_or_never() != Some(Err(StoreError::Busy)) {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        _ = many => panic!("an endless list has ended"),
        () = refused => {}
    }
}

/// Waits until a condition holds.
async fn until(what: &str, holds: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// How many sessions of stores have an open transaction in which nothing happens.
async fn idle_in_transaction(pool: &sqlx::PgPool) -> i64 {
    let count = "SELECT count(*) FROM pg_stat_activity
        WHERE application_name = 'crownhead' AND state LIKE 'idle in transaction%'";
    sqlx::query_as::<_, (i64,)>(count).fetch_one(pool).await.unwrap().0
}

#[tokio::test]
async fn nobody_stops_others_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    let address = server.database("games").unwrap();
    let open = async |settings: &str| {
        StoreLocation::Postgres(format!("{address}{settings}")).open().await.unwrap()
    };
    lists_do_not_stop_play(open("").await).await;
    let observer = sqlx::PgPool::connect(&address).await.unwrap();
    every_session_has_its_limits(&*open("").await).await;
    a_dropped_write_leaves_no_transaction(
        &*open("?options[idle_in_transaction_session_timeout]=600000").await,
        &observer,
    )
    .await;
    let short = "?options[idle_in_transaction_session_timeout]=200";
    a_frozen_node_keeps_no_locks(&*open(short).await, &*open("").await, &observer).await;
}

async fn every_session_has_its_limits(store: &dyn Store) {
    for (name, value) in [
        ("statement_timeout", "5s"),
        ("lock_timeout", "5s"),
        ("idle_in_transaction_session_timeout", "3s"),
        ("tcp_keepalives_idle", "5"),
        ("tcp_user_timeout", "10000"),
        ("client_connection_check_interval", "1s"),
    ] {
        let show = Statement::new("SELECT current_setting($1)", [name.into()]);
        for row in [store.query(show.clone()).await, store.query_for_play(show).await] {
            assert_eq!(row.unwrap()[0].text(0).unwrap(), value, "{name}");
        }
    }
}

/// Wherever in a write its future is dropped.
async fn a_dropped_write_leaves_no_transaction(store: &dyn Store, observer: &sqlx::PgPool) {
    let (id, game_match) = create(store, "dropped1").await;
    for polls in 0..60 {
        let change = append(id, &mut game_match.clone(), &format!("c{polls}"));
        let mut write = store.append(change);
        let mut left = polls;
        let written = poll_fn(|context| match write.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(true),
            Poll::Pending if left == 0 => Poll::Ready(false),
            Poll::Pending => {
                left -= 1;
                Poll::Pending
            }
        });
        let written = written.await;
        drop(write);
        let what = format!("a write that was dropped after {polls} steps left its transaction");
        until(&what, async || idle_in_transaction(observer).await == 0).await;
        if written {
            return;
        }
    }
    panic!("a write takes more steps than expected");
}

/// A transaction that has locked a match and does not continue.
async fn a_frozen_node_keeps_no_locks(
    frozen: &dyn Store,
    other: &dyn Store,
    observer: &sqlx::PgPool,
) {
    let (id, mut game_match) = create(other, "frozen01").await;
    let change = append(id, &mut game_match.clone(), "frozen");
    let mut write = frozen.append(change);
    // A session that has locked a row has the number of a transaction.
    let locked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crownhead'
        AND state = 'idle in transaction' AND backend_xid IS NOT NULL";
    loop {
        let polled = poll_fn(|context| Poll::Ready(write.as_mut().poll(context))).await;
        assert!(polled.is_pending(), "the write was not frozen in time");
        let (locks,): (i64,) = sqlx::query_as(locked).fetch_one(observer).await.unwrap();
        if locks > 0 {
            break;
        }
    }
    let change = append(id, &mut game_match, "other");
    assert_eq!(other.append(change).await, Ok(AppendOutcome::Appended));
    let frozen = write.await;
    assert!(frozen.is_err(), "{frozen:?}");
}
