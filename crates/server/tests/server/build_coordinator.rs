//! Endgame tables that several workers build together, over either store.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crownhead_computer::build_endgames;
use crownhead_server::DatabaseCoordinator;
use crownhead_store::sql::Statement;
use crownhead_store::{NodeId, Store, StoreLocation};
use crownhead_swarm::fleet::PostgresServer;
use crownhead_tablebase::{
    Assignment, BuildCoordinator, BuildJob, BuiltClass, Class, RuleFamily, SingleMachine,
    TableFolder, TablebaseBuild,
};
use tokio::runtime::{Handle, Runtime};

const MOST: u8 = 3;

#[test]
fn workers_share_over_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    suite(|name| StoreLocation::File(folder.path().join(name)));
}

#[test]
fn workers_share_over_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    suite(|name| StoreLocation::Postgres(server.database(name).unwrap()));
}

fn suite(place: impl Fn(&str) -> StoreLocation) {
    let runtime = Runtime::new().unwrap();
    let open = |name: &str| runtime.block_on(place(name).open()).unwrap();
    a_shared_build_equals_a_single_one(&open("together"), runtime.handle());
    a_differing_build_result_is_detected(&open("liar"), runtime.handle());
    a_damaged_download_is_refused(&open("damaged"), runtime.handle());
    a_dead_worker_is_replaced(&open("dead"), runtime.handle());
}

fn worker(store: &Arc<dyn Store>, runtime: &Handle) -> DatabaseCoordinator {
    DatabaseCoordinator::new(store.clone(), runtime.clone(), NodeId::random().unwrap())
}

/// Builds all tables of a few checkers, and returns which of them were built here.
fn build(folder: &Path, share: &mut dyn BuildCoordinator) -> Result<Vec<BuiltClass>, String> {
    let folder = TableFolder::new(folder, RuleFamily::Must);
    let mut all = Vec::new();
    let mut report = |made| all.push(made);
    let stop = AtomicBool::new(false);
    let mut making = TablebaseBuild {
        folder: &folder,
        max_checkers: MOST,
        stop: &stop,
        coordinator: share,
        report: &mut report,
    };
    build_endgames(&mut making, true).map_err(|error| error.to_string())?;
    all.into_iter().map(|made| made.map_err(|refused| refused.to_string())).collect()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                files.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    files
}

fn a_shared_build_equals_a_single_one(store: &Arc<dyn Store>, runtime: &Handle) {
    let [alone, one, two, late] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    build(alone.path(), &mut SingleMachine).unwrap();
    std::thread::scope(|scope| {
        let one = scope.spawn(|| build(one.path(), &mut worker(store, runtime)).unwrap());
        let two = scope.spawn(|| build(two.path(), &mut worker(store, runtime)).unwrap());
        assert_eq!(one.join().unwrap().len(), two.join().unwrap().len());
    });
    build(late.path(), &mut worker(store, runtime)).unwrap();
    let game_match = files(alone.path());
    assert!(game_match.len() > 20);
    for folder in [&one, &two, &late] {
        assert_eq!(files(folder.path()), game_match);
    }
    let count = |what: &'static str| {
        let rows = runtime.block_on(store.query(Statement::new(what, []))).unwrap();
        rows[0].number(0).unwrap()
    };
    let jobs = count("SELECT count(*) FROM endgame_jobs WHERE hash IS NOT NULL");
    assert_eq!(jobs, count("SELECT count(*) FROM endgame_jobs"));
    let checked = count("SELECT count(*) FROM endgame_jobs WHERE checked = 1");
    assert!(0 < checked && checked < jobs, "{checked} of {jobs}");
}

/// A job that is built twice, and one that is not.
fn jobs() -> impl Iterator<Item = BuildJob> {
    let classes = (2..=4).flat_map(Class::all);
    classes.map(|class| BuildJob { family: RuleFamily::Must, class, distances: false })
}

fn a_differing_build_result_is_detected(store: &Arc<dyn Store>, runtime: &Handle) {
    let (mut liar, mut honest) = (worker(store, runtime), worker(store, runtime));
    let mut found_out = 0;
    for job in jobs() {
        assert_eq!(liar.assign(job).unwrap(), Assignment::Build);
        assert_eq!(honest.assign(job).unwrap(), Assignment::Wait);
        liar.submit(job, &[b"a lie".to_vec()]).unwrap();
        match honest.assign(job).unwrap() {
            Assignment::Build => {
                let error = honest.submit(job, &[b"the truth".to_vec()]).unwrap_err().to_string();
                assert!(error.contains("has made") && error.contains("otherwise"), "{error}");
                // It is built again from the start.
                assert_eq!(honest.assign(job).unwrap(), Assignment::Build);
                honest.submit(job, &[b"the truth".to_vec()]).unwrap();
                let other = worker(store, runtime).assign(job).unwrap();
                assert_eq!(other, Assignment::Build);
                found_out += 1;
            }
            Assignment::Download(files) => assert_eq!(files, [b"a lie".to_vec()]),
            Assignment::Wait => panic!("it was handed in"),
        }
    }
    assert_eq!(found_out, 11);
}

fn a_damaged_download_is_refused(store: &Arc<dyn Store>, runtime: &Handle) {
    let (mut maker, mut taker) = (worker(store, runtime), worker(store, runtime));
    // Its parts differ from each other.
    let large: Vec<u8> = (1..=3).flat_map(|part| vec![part; 1 << 20]).collect();
    let change = |sql| runtime.block_on(store.change(vec![Statement::new(sql, [])])).unwrap();
    let (mut taken, mut refused) = (0, 0);
    for job in jobs() {
        assert_eq!(maker.assign(job).unwrap(), Assignment::Build);
        let file = if taken == 0 { &large[..] } else { &large[..9] };
        maker.submit(job, &[file.to_vec(), Vec::new()]).unwrap();
        match taker.assign(job).unwrap() {
            Assignment::Download(files) => {
                assert_eq!(files, [file.to_vec(), Vec::new()]);
                taken += 1;
                if file.len() > 9 {
                    let refusal = || worker(store, runtime).assign(job).unwrap_err().to_string();
                    change(
                        "UPDATE endgame_files SET bytes =
                            (SELECT bytes FROM endgame_files WHERE part = 1 LIMIT 1)
                         WHERE part = 2",
                    );
                    assert!(refusal().ends_with("is damaged"), "{}", refusal());
                    change("DELETE FROM endgame_files WHERE part = 2");
                    assert!(refusal().ends_with("a file is cut short"), "{}", refusal());
                    refused += 1;
                }
            }
            Assignment::Build => taker.submit(job, &[file.to_vec(), Vec::new()]).unwrap(),
            Assignment::Wait => panic!("it was handed in"),
        }
    }
    assert!(taken > 3 && refused == 1);
}

fn a_dead_worker_is_replaced(store: &Arc<dyn Store>, runtime: &Handle) {
    let job = jobs().next().unwrap();
    let mut dead = worker(store, runtime);
    assert_eq!(dead.assign(job).unwrap(), Assignment::Build);
    drop(dead);
    let mut next = worker(store, runtime);
    assert_eq!(next.assign(job).unwrap(), Assignment::Wait);
    let later = Statement::new("UPDATE endgame_jobs SET claimed = 1", []);
    runtime.block_on(store.change(vec![later])).unwrap();
    assert_eq!(next.assign(job).unwrap(), Assignment::Build);
}
