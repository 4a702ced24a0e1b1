//! The endgame tables of this machine. They are loaded in the background, and small ones are built
//! if they do not exist.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crownhead_computer::{
    AUTO_BUILD_CHECKERS, Analyst, Endgames, build_endgames_in_background, family,
};
use crownhead_games::{Game, Rules};
use crownhead_tablebase::{MAX_CHECKERS, RuleFamily, TableFolder};
use etcetera::{BaseStrategy, choose_base_strategy};
use parking_lot::{Condvar, Mutex};

use crate::failure::{Failure, print_error, rejected};

/// The environment variable with the folder of the tables, or `off`.
const VARIABLE: &str = "CROWNHEAD_TABLES";
/// The maximum number of checkers of tables that are built automatically: that takes half a minute
/// and 2 MB.
const AUTO_BUILD_VALUES: u8 = 5;
/// How long a command waits for existing tables.
const LOAD_TIMEOUT: Duration = Duration::from_millis(500);
/// How long a finished command waits for the check of the tables.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The folder of the tables: from the command line, the environment, or the user's data folder.
/// `None` if tables are turned off or there is no such folder.
pub(crate) fn folder(said: Option<PathBuf>) -> Option<PathBuf> {
    match said.or_else(in_environment) {
        Some(name) if name.as_os_str().is_empty() || name == Path::new("off") => None,
        Some(name) => Some(name),
        // Tests neither find what happens to be on a machine, nor leave anything there.
        None if cfg!(test) => None,
        None => Some(choose_base_strategy().ok()?.data_dir().join("crownhead").join("tables")),
    }
}

/// The folder from the environment.
pub(crate) fn in_environment() -> Option<PathBuf> {
    env::var_os(VARIABLE).map(PathBuf::from)
}

/// The analyst with the tables of this machine for these rules.
pub(crate) fn known_to(analyst: Analyst, rules: Rules) -> Analyst {
    load_existing(rules);
    analyst.with_endgames(shared())
}

/// Loads the existing tables for these rules, unless that takes long; the rest follows in the
/// background.
pub(crate) fn load_existing(rules: Rules) {
    if let Some(loaded) = start_loading(rules) {
        // If it takes too long, it continues in the background.
        let _ = loaded.recv_timeout(LOAD_TIMEOUT);
    }
}

/// The tables of this process.
pub(crate) fn shared() -> Arc<Endgames> {
    static ENDGAMES: OnceLock<Arc<Endgames>> = OnceLock::new();
    Arc::clone(ENDGAMES.get_or_init(Arc::default))
}

/// Starts to load the tables for these rules, once per process. The receiver is notified when the
/// existing ones are loaded.
pub(crate) fn start_loading(rules: Rules) -> Option<Receiver<()>> {
    start_loading_with(rules, WarningTime::AtOnce)
}

/// The same for a full-screen program, during which no error may be printed.
pub(crate) fn start_loading_quietly(rules: Rules) {
    start_loading_with(rules, WarningTime::AtTheEnd);
}

/// When damaged files are reported.
#[derive(Copy, Clone, PartialEq, Eq)]
enum WarningTime {
    AtOnce,
    AtTheEnd,
}

/// The damaged files, and whether they have been reported.
static DAMAGED: Mutex<Vec<(String, WarningTime)>> = Mutex::new(Vec::new());

/// The number of running loaders, and the signal that one has finished.
static LOADING: Mutex<u32> = Mutex::new(0);
static LOADED: Condvar = Condvar::new();

/// The folders in which tables are being built.
static FOLDERS: Mutex<Vec<TableFolder>> = Mutex::new(Vec::new());

/// Stops building tables before the program ends: the current file is finished, and no other is
/// begun.
pub(crate) fn stop_building() {
    let folders = FOLDERS.lock();
    folders.iter().for_each(TableFolder::close);
}

/// The result of a finished command: an error if tables that it should have used are damaged. Files
/// that are not reported yet are reported now.
pub(crate) fn undamaged() -> Result<(), Failure> {
    LOADED.wait_while_for(&mut LOADING.lock(), |loading| *loading > 0, EXIT_TIMEOUT);
    let damaged = DAMAGED.lock();
    for (bad, _) in damaged.iter().filter(|(_, warn)| *warn == WarningTime::AtTheEnd) {
        print_error(&format!("ignoring an endgame table: {bad}"));
    }
    let (count, them) = match damaged.len() {
        0 => return Ok(()),
        1 => ("1 endgame table is".to_owned(), "it"),
        count => (format!("{count} endgame tables are"), "them"),
    };
    Err(Failure::Machine(format!(
        "done, but {count} damaged and ignored; `crownhead tablebase build` rebuilds {them}"
    )))
}

fn start_loading_with(rules: Rules, warn: WarningTime) -> Option<Receiver<()>> {
    static BEGUN: [AtomicBool; RuleFamily::ALL.len()] = [const { AtomicBool::new(false) }; 3];
    let family = family(&Game::start(rules))?;
    let folder = TableFolder::new(&folder(None)?, family);
    if BEGUN[family as usize].swap(true, std::sync::atomic::Ordering::Relaxed) {
        return None;
    }
    FOLDERS.lock().push(folder.clone());
    let (sender, loaded) = sync_channel(1);
    *LOADING.lock() += 1;
    std::thread::spawn(move || {
        let most = load(&folder, warn);
        *LOADING.lock() -= 1;
        LOADED.notify_all();
        let _ = sender.send(());
        // A failed build is not reported: games continue without the tables.
        let aside = |most, with_plies| {
            if build_endgames_in_background(&folder, most, with_plies).is_ok() {
                load(&folder, warn);
            }
        };
        if most.0.min(most.1) < AUTO_BUILD_CHECKERS {
            aside(AUTO_BUILD_CHECKERS, true);
        }
        if most.0 < AUTO_BUILD_VALUES {
            aside(AUTO_BUILD_VALUES, false);
        }
    });
    Some(loaded)
}

/// Loads the existing tables, and reports up to how many checkers values and distances are known.
/// Invalid files are named and skipped.
fn load(folder: &TableFolder, warn: WarningTime) -> (u8, u8) {
    let (tables, refused) = folder.load(MAX_CHECKERS);
    let mut damaged = DAMAGED.lock();
    for bad in refused {
        let bad = rejected(&bad);
        if damaged.iter().any(|(known, _)| *known == bad) {
            continue;
        }
        if warn == WarningTime::AtOnce {
            print_error(&format!("ignoring an endgame table: {bad}"));
        }
        damaged.push((bad, warn));
    }
    drop(damaged);
    let most = (tables.max_checkers(), tables.max_distance_checkers());
    shared().insert(tables);
    most
}
