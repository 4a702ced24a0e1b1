//! Where the endgame tables of this machine are, and bringing them in: in the background, so that
//! nobody waits for them. Small tables are made when there are none yet.

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

use crate::failure::{Failure, complain, rejected};

/// Names the folder of the tables, or says `off`.
const VARIABLE: &str = "CROWNHEAD_TABLES";
/// Who wins is found out for up to so many: that takes half a minute, and 2 MB.
const VALUES_UNASKED: u8 = 5;
/// How long a command waits for tables that are there already.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long a command that is done waits to hear whether they are damaged.
const LAST_PATIENCE: Duration = Duration::from_secs(2);

/// The folder of the tables: what was said, or what the environment says, or one among the user's
/// own data. None if tables are not wanted, or there is no such place.
pub(crate) fn folder(said: Option<PathBuf>) -> Option<PathBuf> {
    match said.or_else(in_environment) {
        Some(name) if name.as_os_str().is_empty() || name == Path::new("off") => None,
        Some(name) => Some(name),
        // Tests neither find what happens to be on a machine, nor leave anything there.
        None if cfg!(test) => None,
        None => Some(choose_base_strategy().ok()?.data_dir().join("crownhead").join("tables")),
    }
}

/// What the environment says.
pub(crate) fn in_environment() -> Option<PathBuf> {
    env::var_os(VARIABLE).map(PathBuf::from)
}

/// The same analyst with the tables of this machine for some rules.
pub(crate) fn known_to(analyst: Analyst, rules: Rules) -> Analyst {
    bring_in(rules);
    analyst.with_endgames(shared())
}

/// Brings in the tables that there are for some rules, unless that takes long; what is missing
/// comes later.
pub(crate) fn bring_in(rules: Rules) {
    if let Some(loaded) = begin(rules) {
        // Whoever does not say in time that it is done says so to nobody.
        let _ = loaded.recv_timeout(PATIENCE);
    }
}

/// The tables that are brought in for everybody in this program.
pub(crate) fn shared() -> Arc<Endgames> {
    static ENDGAMES: OnceLock<Arc<Endgames>> = OnceLock::new();
    Arc::clone(ENDGAMES.get_or_init(Arc::default))
}

/// Begins to bring in the tables for some rules, if nobody has yet. What comes back hears when
/// those that there are have come.
pub(crate) fn begin(rules: Rules) -> Option<Receiver<()>> {
    begin_and(rules, WarningTime::AtOnce)
}

/// The same for a program whose screen no complaint may be written on while it runs.
pub(crate) fn begin_quietly(rules: Rules) {
    begin_and(rules, WarningTime::AtTheEnd);
}

/// When damage is told.
#[derive(Copy, Clone, PartialEq, Eq)]
enum WarningTime {
    AtOnce,
    AtTheEnd,
}

/// The files that were damaged, and whether that has been told.
static DAMAGED: Mutex<Vec<(String, WarningTime)>> = Mutex::new(Vec::new());

/// How many are bringing in tables, and that one of them is done.
static LOADING: Mutex<u32> = Mutex::new(0);
static LOADED: Condvar = Condvar::new();

/// The folders that tables are made in.
static FOLDERS: Mutex<Vec<TableFolder>> = Mutex::new(Vec::new());

/// Stops making tables, before the program ends: a file that is being written is finished, and no
/// other is begun.
pub(crate) fn stop_making() {
    let folders = FOLDERS.lock();
    folders.iter().for_each(TableFolder::close);
}

/// What a command comes to that has done its work: a failure, if tables that it should have used
/// are damaged. Those that could not be named before are named now.
pub(crate) fn undamaged() -> Result<(), Failure> {
    LOADED.wait_while_for(&mut LOADING.lock(), |loading| *loading > 0, LAST_PATIENCE);
    let damaged = DAMAGED.lock();
    for (bad, _) in damaged.iter().filter(|(_, warn)| *warn == WarningTime::AtTheEnd) {
        complain(&format!("ignoring an endgame table: {bad}"));
    }
    let count = match damaged.len() {
        0 => return Ok(()),
        1 => "1 endgame table is".to_owned(),
        count => format!("{count} endgame tables are"),
    };
    Err(Failure::Machine(format!(
        "done, but {count} damaged and ignored; `crownhead tablebase build` rebuilds \
         them"
    )))
}

fn begin_and(rules: Rules, warn: WarningTime) -> Option<Receiver<()>> {
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
        // That they cannot be made is no reason to say anything: games go on without.
        let aside = |most, with_plies| {
            if build_endgames_in_background(&folder, most, with_plies).is_ok() {
                load(&folder, warn);
            }
        };
        if most.0.min(most.1) < AUTO_BUILD_CHECKERS {
            aside(AUTO_BUILD_CHECKERS, true);
        }
        if most.0 < VALUES_UNASKED {
            aside(VALUES_UNASKED, false);
        }
    });
    Some(loaded)
}

/// Brings in what is there, and tells up to how many checkers values and plies are known. Files
/// that cannot be trusted are named, and the rest is used.
fn load(folder: &TableFolder, warn: WarningTime) -> (u8, u8) {
    let (tables, refused) = folder.load(MAX_CHECKERS);
    let mut damaged = DAMAGED.lock();
    for bad in refused {
        let bad = rejected(&bad);
        if damaged.iter().any(|(known, _)| *known == bad) {
            continue;
        }
        if warn == WarningTime::AtOnce {
            complain(&format!("ignoring an endgame table: {bad}"));
        }
        damaged.push((bad, warn));
    }
    drop(damaged);
    let most = (tables.max_checkers(), tables.max_distance_checkers());
    shared().insert(tables);
    most
}
