//! One suite that every store passes: SQLite in a file, and PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod support;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{BySeat, Cause, CommandId, Event, Hash, Match, Seat, Time, Version};
use crownhead_server::bus::News;
use crownhead_server::store::sql::{Changed, Row, Statement};
use crownhead_server::store::sqlite::{Rush, Sqlite};
use crownhead_server::store::{
    Answer, Append, Appended, Created, NewMatch, OpenError, Place, SCHEMA, Standing, Store,
    StoreError, Stranded,
};
use crownhead_server::upkeep::examine;
use crownhead_server::{MatchId, NodeId};
use crownhead_swarm::fleet::Postgres;
use support::samples::{opened, step};

type Kept = Arc<dyn Store>;

#[tokio::test]
async fn sqlite_passes_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| Place::File(folder.path().join(name));
    suite(async |name| place(name).open().await.unwrap()).await;
    sqlite_refusals(folder.path()).await;
}

/// As if much came all the time.
#[tokio::test]
async fn sqlite_passes_the_suite_in_a_rush() {
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str| rushing(&folder.path().join(name), 1, 60);
    suite(async |name| open(name)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_passes_the_suite() {
    let server = Postgres::start(false).unwrap();
    let databases = ["log", "lists", "nodes", "again"]
        .map(|name| (name, Place::Postgres(server.database(name).unwrap())));
    let place = |name| &databases.iter().find(|(other, _)| *other == name).unwrap().1;
    suite(async |name| place(name).open().await.unwrap()).await;
    let nowhere = Place::Postgres(server.address("nowhere"));
    let why = nowhere.open().await.err().unwrap().to_string();
    assert!(why.contains("\"nowhere\" does not exist") && !why.contains('\n'), "{why}");
    postgresql_refusals(&server).await;
}

async fn suite(open: impl AsyncFn(&'static str) -> Kept) {
    let store = open("log").await;
    a_log_is_kept(&store).await;
    a_repeated_command_is_answered_as_the_first_time(&store).await;
    of_two_writers_one_wins(&store).await;
    what_is_not_in_order_is_not_kept(&store).await;
    lists_are_true(&open("lists").await).await;
    many_writers_lose_nothing(&store).await;
    statements_are_carried_out_together(&store).await;
    what_belongs_to_a_match_is_kept_with_it(&store).await;
    players_of_dead_nodes_are_found(&open("nodes").await).await;
    a_store_is_opened_again(async || open("again").await).await;
}

/// A store that takes so much for a rush, and what comes in it waits for so many seconds.
fn rushing(path: &Path, from: usize, seconds: u64) -> Kept {
    let rush = Rush { from, hold: Duration::from_secs(seconds) };
    Arc::new(Sqlite::open_rushing(path, rush).unwrap())
}

/// How many lines wait in a file to be settled, and the version of a match in its table.
fn waiting(path: &Path, id: MatchId) -> (u32, u64) {
    let file = rusqlite::Connection::open(path).unwrap();
    let lines = file.query_row("SELECT count(*) FROM tail", [], |row| row.get(0)).unwrap();
    let find = "SELECT version FROM matches WHERE id = ?1";
    let version = file.query_row(find, [id.as_str()], |row| row.get::<_, u32>(0)).unwrap();
    (lines, version.into())
}

/// Copies what is on the disk at this moment, which is all that is left by a sudden end.
fn copy(from: &Path, to: &Path) {
    for end in ["", "-wal"] {
        let path = |path: &Path| format!("{}{end}", path.display());
        std::fs::copy(path(from), path(to)).unwrap();
    }
}

#[tokio::test]
async fn what_came_in_a_rush_survives_a_sudden_end() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let store = rushing(&at("store"), 1, 60);
    let (id, mut whole) = kept(&store, "rushed01").await;
    let begun = whole.version().get();
    let mut last = None;
    for number in 0..5 {
        let change = append(id, step(&mut whole, 2_000 + number, &format!("c{number}")));
        last = change.command.clone();
        assert_eq!(store.append(change).await, Ok(Appended::Done));
    }
    let (log, (cause, answer)) =
        (store.load(id, Version::new(0), 99).await.unwrap(), last.unwrap());
    copy(&at("store"), &at("left"));
    assert_eq!(waiting(&at("left"), id), (5, begun));
    let findings = examine(&Place::File(at("left"))).await.unwrap();
    assert_eq!((findings.matches, findings.wrong), (1, vec![]));
    // Whoever comes first settles it, and the server that is still there does not do it again.
    for path in [at("left"), at("store")] {
        let again = Place::File(path.clone()).open().await.unwrap();
        assert_eq!(waiting(&path, id), (0, whole.version().get()));
        assert_eq!(again.load(id, Version::new(0), 99).await.unwrap(), log);
        assert_eq!(again.answer(id, cause.clone()).await, Ok(Some(answer)));
        again.close().await.unwrap();
    }
    let change = append(id, step(&mut whole, 3_000, "later"));
    assert_eq!(store.append(change).await, Ok(Appended::Done));
    store.close().await.unwrap();
    assert_eq!(waiting(&at("store"), id), (0, whole.version().get()));
    assert_eq!(examine(&Place::File(at("store"))).await.unwrap().wrong, Vec::<String>::new());
}

#[tokio::test]
async fn what_came_in_a_rush_is_settled_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let store = rushing(&path, 1, 4);
    let (id, mut whole) = kept(&store, "rushed02").await;
    let (other, mut second) = kept(&store, "rushed03").await;
    for number in 0..3 {
        let (one, two) = (
            step(&mut whole, 2_000, &format!("c{number}")),
            step(&mut second, 2_000, &format!("c{number}")),
        );
        assert_eq!(store.append(append(id, one)).await, Ok(Appended::Done));
        assert_eq!(store.append(append(other, two)).await, Ok(Appended::Done));
    }
    assert_eq!(waiting(&path, id).0, 6);
    // What belongs to an append is kept with it at once.
    let mut change = append(id, step(&mut whole, 3_000, "end"));
    change.also = vec![challenge("rushed00", 1, None)];
    assert_eq!(store.append(change).await, Ok(Appended::Done));
    assert_eq!(challenges(&store).await.len(), 1);
    assert!(waiting(&path, id).1 < whole.version().get());
    // Without anybody asking for anything, a moment later.
    let settled = async {
        while waiting(&path, id).0 > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), settled).await.unwrap();
    for (id, whole) in [(id, whole), (other, second)] {
        assert_eq!(waiting(&path, id), (0, whole.version().get()));
        let log = store.load(id, Version::new(0), 99).await.unwrap();
        assert_eq!(Match::replay(&log).unwrap().hash(), whole.hash());
    }
    assert_eq!(examine(&Place::File(path)).await.unwrap().wrong, Vec::<String>::new());
}

/// Now they come in a rush, now one at a time: what waits in the tail goes before what does not.
#[tokio::test]
async fn what_comes_after_a_rush_is_settled_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let store = rushing(&path, 2, 60);
    let mut all = Vec::new();
    for number in 0..20 {
        all.push(kept(&store, &format!("mixed{number:03}")).await);
    }
    for round in 0..3 {
        let together = all.iter_mut().map(|(id, whole)| {
            let events = step(whole, 2_000 + round, &format!("t{round}"));
            store.append(append(*id, events))
        });
        let done = futures_util::future::join_all(together).await;
        assert!(done.into_iter().all(|done| done == Ok(Appended::Done)));
        assert!(waiting(&path, all[0].0).0 > 0);
        for (id, whole) in &mut all[..3] {
            let alone = append(*id, step(whole, 3_000 + round, &format!("a{round}")));
            assert_eq!(store.append(alone).await, Ok(Appended::Done));
            assert_eq!(waiting(&path, *id).1, whole.version().get());
        }
        // What is settled is cut off, and nothing else: the rest survives a sudden end.
        let left = folder.path().join(format!("left{round}"));
        copy(&path, &left);
        let left = Place::File(left).open().await.unwrap();
        for (id, whole) in &all {
            let log = left.load(*id, Version::new(0), 99).await.unwrap();
            assert_eq!(Match::replay(&log).unwrap().hash(), whole.hash());
        }
    }
    store.close().await.unwrap();
    for (id, whole) in &all {
        assert_eq!(waiting(&path, *id), (0, whole.version().get()));
    }
    assert_eq!(examine(&Place::File(path)).await.unwrap().wrong, Vec::<String>::new());
}

#[tokio::test]
async fn one_server_has_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let place = Place::File(path.clone());
    let first = place.open_to_serve().await.unwrap();
    let why = place.open_to_serve().await.err().unwrap();
    assert_eq!(why.to_string(), format!("{} is in use by another server", path.display()));
    // Who does not play may come.
    place.open().await.unwrap().close().await.unwrap();
    first.close().await.unwrap();
    place.open_to_serve().await.unwrap().close().await.unwrap();
    // A lock that cannot be asked may be another's.
    let lock = folder.path().join("store-server");
    std::fs::remove_file(&lock).unwrap();
    std::os::unix::net::UnixListener::bind(&lock).unwrap();
    let why = place.open_to_serve().await.err().unwrap();
    assert!(why.to_string().starts_with(&lock.display().to_string()), "{why}");
}

/// A match of that name with its first events kept.
async fn kept(store: &Kept, name: &str) -> (MatchId, Match) {
    let (whole, events) = opened(1_000);
    let id = name.parse().unwrap();
    let secrets = BySeat::new(Hash([1; 32]), Hash([2; 32]));
    let standing = standing(true, None);
    let new = NewMatch { id, secrets, events, standing, also: Vec::new() };
    assert_eq!(store.create(new).await, Ok(Created::Done));
    (id, whole)
}

fn standing(live: bool, due: Option<u64>) -> Standing {
    Standing { game: "stack-em".to_owned(), live, due: due.map(Time::from_millis) }
}

fn append(id: MatchId, events: Vec<Event>) -> Append {
    let first = events[0].version;
    let answer = Answer { from: first, to: events[events.len() - 1].version };
    let command = events[0].cause.clone().map(|cause| (cause, answer));
    let expected = Version::new(first.get() - 1);
    Append { id, expected, events, command, standing: standing(true, None), also: Vec::new() }
}

fn challenge(id: &str, made: i64, name: Option<&str>) -> Statement {
    Statement::new(
        "INSERT INTO challenges (id, made, until, listed, game, settings, seat, name, secret)
         VALUES ($1, $2, 9, 1, 'stack-em', '{}', 1, $3, $4)",
        [id.into(), made.into(), name.map(str::to_owned).into(), [7_u8; 32].as_slice().into()],
    )
}

async fn challenges(store: &Kept) -> Vec<Row> {
    let find = "SELECT id, made, name, secret FROM challenges WHERE until = $1 ORDER BY made";
    store.query(Statement::new(find, [9.into()])).await.unwrap()
}

async fn statements_are_carried_out_together(store: &Kept) {
    let both = vec![challenge("aaaaaaaa", 1, Some("Ann")), challenge("bbbbbbbb", 2, None)];
    assert!(matches!(store.change(both).await.unwrap(), Changed::Done(all) if all.len() == 2));
    let found = challenges(store).await;
    assert_eq!(found[0].text(0).unwrap(), "aaaaaaaa");
    assert_eq!(found[1].number(1).unwrap(), 2);
    assert_eq!(found[0].some_text(2).unwrap().as_deref(), Some("Ann"));
    assert_eq!(found[1].some_text(2).unwrap(), None);
    assert_eq!(found[1].bytes(3).unwrap(), [7; 32]);
    // The second finds nobody, so the first is not kept either.
    let rename = |id: &str| {
        let text = "UPDATE challenges SET name = $1 WHERE id = $2";
        Statement::new(text, ["Bob".into(), id.into()]).needing(1)
    };
    let change = vec![rename("aaaaaaaa"), rename("cccccccc")];
    assert_eq!(store.change(change).await.unwrap(), Changed::Not);
    assert_eq!(challenges(store).await, found);
    // One that fails takes nothing with it that others ask for at the same time.
    let twice = store.change(vec![rename("bbbbbbbb"), challenge("aaaaaaaa", 3, None)]);
    let (twice, fine) = tokio::join!(twice, store.change(vec![challenge("dddddddd", 4, None)]));
    assert!(twice.is_err() && fine.is_ok());
    let names: Vec<_> = challenges(store).await.iter().map(|row| row.text(0).unwrap()).collect();
    assert_eq!(names, ["aaaaaaaa", "bbbbbbbb", "dddddddd"]);
    assert_eq!(challenges(store).await[1].some_text(2).unwrap(), None);
    let returned =
        Statement::new("DELETE FROM challenges WHERE made > $1 RETURNING id", [1.into()]);
    let Changed::Done(all) = store.change(vec![returned]).await.unwrap() else {
        panic!("not done")
    };
    assert_eq!(all[0].len(), 2);
}

async fn what_belongs_to_a_match_is_kept_with_it(store: &Kept) {
    let take = |id: MatchId| {
        let text = "UPDATE challenges SET match_id = $1 WHERE id = $2 AND match_id IS NULL";
        vec![Statement::new(text, [id.into(), "aaaaaaaa".into()]).needing(1)]
    };
    let new = |name: &str| {
        let (id, events) = (name.parse().unwrap(), opened(1_000).1);
        let (secrets, standing) = (BySeat::both(Hash([1; 32])), standing(true, None));
        NewMatch { id, secrets, events, standing, also: take(id) }
    };
    assert_eq!(store.create(new("takenup1")).await, Ok(Created::Done));
    // Another was quicker: there is no match then.
    assert_eq!(store.create(new("takenup2")).await, Ok(Created::Not));
    assert_eq!(store.secrets("takenup2".parse().unwrap()).await, Ok(None));
    assert_eq!(store.load("takenup2".parse().unwrap(), Version::new(0), 9).await, Ok(vec![]));
    assert!(store.secrets("takenup1".parse().unwrap()).await.unwrap().is_some());
}

async fn a_log_is_kept(store: &Kept) {
    let (id, mut whole) = kept(store, "logkept1").await;
    let mut log = opened(1_000).1;
    for number in 0..5 {
        let events = step(&mut whole, 2_000 + number, &format!("c{number}"));
        log.extend(events.clone());
        assert_eq!(store.append(append(id, events)).await, Ok(Appended::Done));
    }
    let all = store.load(id, Version::new(0), 1000).await.unwrap();
    assert_eq!(all, log);
    assert_eq!(Match::replay(&all).unwrap().hash(), whole.hash());
    assert_eq!(store.load(id, Version::new(2), 2).await.unwrap(), log[2..4]);
    assert_eq!(store.load(id, whole.version(), 1000).await.unwrap(), []);
    let secrets = BySeat::new(Hash([1; 32]), Hash([2; 32]));
    assert_eq!(store.secrets(id).await, Ok(Some(secrets)));

    let nobody: MatchId = "nobody00".parse().unwrap();
    assert_eq!(store.load(nobody, Version::new(0), 9).await, Ok(vec![]));
    assert_eq!(store.secrets(nobody).await, Ok(None));
    let lost = append(nobody, step(&mut whole, 3_000, "lost"));
    assert_eq!(store.append(lost).await, Ok(Appended::NoMatch));
    let (_, events) = opened(9_000);
    let again = NewMatch { id, secrets, events, standing: standing(true, None), also: Vec::new() };
    assert_eq!(store.create(again).await, Ok(Created::Taken));
    assert_eq!(store.load(id, Version::new(0), 1000).await.unwrap(), log);
}

async fn a_repeated_command_is_answered_as_the_first_time(store: &Kept) {
    let (id, mut whole) = kept(store, "repeated").await;
    let first = append(id, step(&mut whole, 2_000, "same"));
    let (cause, answer) = first.command.clone().unwrap();
    assert_eq!(store.answer(id, cause.clone()).await, Ok(None));
    assert_eq!(store.append(first.clone()).await, Ok(Appended::Done));
    assert_eq!(store.append(first.clone()).await, Ok(Appended::Repeated(answer)));
    let second = append(id, step(&mut whole, 3_000, "other"));
    assert_eq!(store.append(second).await, Ok(Appended::Done));
    assert_eq!(store.append(first).await, Ok(Appended::Repeated(answer)));
    // Even if the arbiter has forgotten it and decided it anew.
    let mut anew = append(id, step(&mut whole.clone(), 4_000, "anew"));
    anew.command = anew.command.map(|(_, answer)| (cause.clone(), answer));
    assert_eq!(store.append(anew).await, Ok(Appended::Repeated(answer)));
    assert_eq!(store.answer(id, cause.clone()).await, Ok(Some(answer)));
    let other = Cause { seat: !cause.seat, id: cause.id };
    assert_eq!(store.answer(id, other).await, Ok(None));
    assert_eq!(
        store.load(id, Version::new(0), 99).await.unwrap().len() as u64,
        whole.version().get()
    );
}

async fn of_two_writers_one_wins(store: &Kept) {
    let (id, whole) = kept(store, "conflict").await;
    let mut kinds = Vec::new();
    let both = ["one", "two"].map(|name| {
        let (store, mut whole) = (store.clone(), whole.clone());
        let events = step(&mut whole, 2_000, name);
        tokio::spawn(async move { store.append(append(id, events)).await.unwrap() })
    });
    for writer in both {
        kinds.push(writer.await.unwrap());
    }
    assert!(kinds.contains(&Appended::Done) && kinds.contains(&Appended::Conflict), "{kinds:?}");
    let log = store.load(id, Version::new(0), 99).await.unwrap();
    assert!(Match::replay(&log).is_ok());
}

async fn what_is_not_in_order_is_not_kept(store: &Kept) {
    let (id, mut whole) = kept(store, "gap00000").await;
    let _ = step(&mut whole, 2_000, "skipped");
    let mut gap = append(id, step(&mut whole, 3_000, "late"));
    assert_eq!(store.append(gap.clone()).await, Ok(Appended::Conflict));
    gap.expected = opened(1_000).0.version();
    assert!(matches!(store.append(gap.clone()).await, Err(StoreError::Failed(_))));
    gap.events.clear();
    assert!(matches!(store.append(gap).await, Err(StoreError::Failed(_))));
}

async fn lists_are_true(store: &Kept) {
    assert_eq!(store.live(9).await, Ok(vec![]));
    let (first, mut whole) = kept(store, "list0001").await;
    let (second, _) = kept(store, "list0002").await;
    let mut change = append(first, step(&mut whole, 5_000, "a"));
    change.standing.due = Some(Time::from_millis(7_000));
    assert_eq!(store.append(change).await, Ok(Appended::Done));
    let live = store.live(9).await.unwrap();
    assert_eq!(live.iter().map(|listed| listed.id).collect::<Vec<_>>(), [first, second]);
    assert_eq!(live[0].game, "stack-em");
    assert_eq!(live[0].version, whole.version());
    assert_eq!(live[0].changed, Time::from_millis(5_000));
    assert_eq!(store.live(1).await.unwrap().len(), 1);
    assert_eq!(store.due(Time::from_millis(7_000), 9).await, Ok(vec![]));
    assert_eq!(store.due(Time::from_millis(7_001), 9).await, Ok(vec![first]));
    let mut end = append(first, step(&mut whole, 6_000, "b"));
    end.standing = standing(false, None);
    assert_eq!(store.append(end).await, Ok(Appended::Done));
    assert_eq!(store.live(9).await.unwrap()[0].id, second);
    assert_eq!(store.due(Time::from_millis(9_000), 9).await, Ok(vec![]));
}

/// Many at a time, each in a match of its own: they are committed in batches.
async fn many_writers_lose_nothing(store: &Kept) {
    let writers: Vec<_> = (0..40)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let (id, mut whole) = kept(&store, &format!("many{number:04}")).await;
                for step_number in 0..4 {
                    let events = step(&mut whole, 2_000 + step_number, &format!("c{step_number}"));
                    assert_eq!(store.append(append(id, events)).await, Ok(Appended::Done));
                }
                (id, whole.version())
            })
        })
        .collect();
    for writer in writers {
        let (id, version) = writer.await.unwrap();
        let log = store.load(id, Version::new(0), 99).await.unwrap();
        assert_eq!(log.last().unwrap().version, version);
    }
}

async fn players_of_dead_nodes_are_found(store: &Kept) {
    let (id, whole) = kept(store, "nodes001").await;
    let [one, two]: [NodeId; 2] = ["nodeone1", "nodetwo2"].map(|name| name.parse().unwrap());
    let at = Time::from_millis;
    let found = async |now| store.stranded(at(now), 9).await.unwrap();
    store.beat(one, at(2_000), at(1_000)).await.unwrap();
    store.beat(two, at(5_000), at(1_000)).await.unwrap();
    store.arrive(id, Seat::One, one).await.unwrap();
    store.arrive(id, Seat::One, one).await.unwrap();
    store.arrive("nobody00".parse().unwrap(), Seat::One, one).await.unwrap();
    assert_eq!(found(2_000).await, []);
    assert_eq!(store.is_elsewhere(id, Seat::One, two, at(2_000)).await, Ok(true));
    assert_eq!(store.is_elsewhere(id, Seat::Two, two, at(2_000)).await, Ok(false));
    assert_eq!(store.is_elsewhere(id, Seat::One, one, at(2_000)).await, Ok(false));
    // The first node dies, and its player comes to the second.
    let lost = Stranded { id, seat: Seat::One, node: one };
    assert_eq!(found(2_001).await, [lost]);
    assert_eq!(store.is_elsewhere(id, Seat::One, two, at(2_001)).await, Ok(false));
    store.arrive(id, Seat::One, two).await.unwrap();
    assert_eq!(store.is_elsewhere(id, Seat::One, one, at(2_001)).await, Ok(true));
    // It is remembered as long as somebody is left behind, and then forgotten.
    store.beat(two, at(9_000), at(3_000)).await.unwrap();
    assert_eq!(found(3_000).await, [lost]);
    store.leave(id, Seat::One, one).await.unwrap();
    assert_eq!(found(3_000).await, []);
    store.beat(one, at(9_000), at(3_000)).await.unwrap();
    assert_eq!(found(9_001).await, [Stranded { id, seat: Seat::One, node: two }]);

    let nobody = "nobody00".parse().unwrap();
    let versions = store.versions(vec![id, nobody]).await.unwrap();
    assert_eq!(versions, [News { id, version: whole.version() }]);
}

async fn a_store_is_opened_again(open: impl AsyncFn() -> Kept) {
    let store = open().await;
    let (id, whole) = kept(&store, "reopened").await;
    assert_eq!(store.ping().await, Ok(()));
    store.close().await.unwrap();
    assert!(store.ping().await.is_err());
    let (_, events) = opened(1);
    let secrets = BySeat::new(Hash([1; 32]), Hash([2; 32]));
    let late = NewMatch { id, secrets, events, standing: standing(true, None), also: Vec::new() };
    assert_eq!(store.create(late).await, Err(StoreError::Closed));
    drop(store);
    let store = open().await;
    assert_eq!(
        store.load(id, Version::new(0), 99).await.unwrap().len() as u64,
        whole.version().get()
    );
    let cause = Cause { seat: Seat::One, id: CommandId::new("x").unwrap() };
    assert_eq!(store.answer(id, cause).await, Ok(None));
    store.close().await.unwrap();
}

async fn sqlite_refusals(folder: &std::path::Path) {
    let newer = folder.join("again");
    let connection = rusqlite::Connection::open(&newer).unwrap();
    connection.pragma_update(None, "user_version", SCHEMA + 1).unwrap();
    drop(connection);
    let place = newer.display().to_string();
    let why = Place::File(newer).open().await.err().unwrap();
    assert_eq!(why, OpenError::Newer { place: place.clone(), found: SCHEMA + 1 });
    assert!(why.to_string().starts_with(&format!("{place} was written by a newer Crownhead")));

    let foreign = folder.join("foreign");
    let connection = rusqlite::Connection::open(&foreign).unwrap();
    connection.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    drop(connection);
    let why = Place::File(foreign).open().await.err().unwrap();
    assert!(why.to_string().ends_with("is not a store of Crownhead"), "{why}");
    let text = folder.join("text");
    std::fs::write(&text, "no database at all, but a text of some length\n".repeat(99)).unwrap();
    let why = Place::File(text).open().await.err().unwrap();
    assert!(why.to_string().ends_with("is not a store of Crownhead"), "{why}");
    let why = Place::File(folder.join("no/such/folder")).open().await.err().unwrap();
    assert!(why.to_string().contains("cannot be opened"), "{why}");
    assert!(!why.to_string().contains('\n'), "{why}");
}

async fn postgresql_refusals(server: &Postgres) {
    let address = server.address("again");
    let pool = sqlx::PgPool::connect(&address).await.unwrap();
    sqlx::query("INSERT INTO crownhead_schema (version) VALUES ($1)")
        .bind(SCHEMA + 1)
        .execute(&pool)
        .await
        .unwrap();
    let why = Place::Postgres(address).open().await.err().unwrap();
    assert!(matches!(why, OpenError::Newer { found, .. } if found == SCHEMA + 1), "{why}");
    let address = server.address("log");
    sqlx::query("ALTER DATABASE log SET default_transaction_read_only = on")
        .execute(&pool)
        .await
        .unwrap();
    let why = Place::Postgres(address).open().await.err().unwrap();
    assert!(matches!(why, OpenError::ReadOnly { .. }), "{why}");
}
