//! Where the endgame tables of this machine are, and bringing them in: in the background, so that
//! nobody waits for them. Small tables are made when there are none yet.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crownhead_computer::{Analyst, Endgames, MADE_UNASKED, family, make_endgames_aside};
use crownhead_games::{Game, Rules};
use crownhead_tablebase::{Family, Folder, MOST_CHECKERS};
use etcetera::{BaseStrategy, choose_base_strategy};

/// Names the folder of the tables, or says `off`.
const VARIABLE: &str = "CROWNHEAD_TABLES";
/// Who wins is found out for up to so many: that takes half a minute, and 2 MB.
const VALUES_UNASKED: u8 = 5;
/// How long a command waits for tables that are there already.
const PATIENCE: Duration = Duration::from_millis(500);

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
    begin_and(rules, |bad| {
        crate::failure::complain(&format!("an endgame table is not used: {bad}"));
    })
}

/// The same for a program whose screen no complaint may be written on.
pub(crate) fn begin_quietly(rules: Rules) {
    begin_and(rules, |_| {});
}

fn begin_and(rules: Rules, complain: fn(&str)) -> Option<Receiver<()>> {
    static BEGUN: [AtomicBool; Family::ALL.len()] = [const { AtomicBool::new(false) }; 3];
    let family = family(&Game::start(rules))?;
    let folder = Folder::new(&folder(None)?, family);
    if BEGUN[family as usize].swap(true, std::sync::atomic::Ordering::Relaxed) {
        return None;
    }
    let (sender, loaded) = sync_channel(1);
    std::thread::spawn(move || {
        let most = load(&folder, complain);
        let _ = sender.send(());
        // That they cannot be made is no reason to say anything: games go on without.
        let aside = |most, with_plies| {
            if make_endgames_aside(&folder, most, with_plies).is_ok() {
                load(&folder, complain);
            }
        };
        if most.0.min(most.1) < MADE_UNASKED {
            aside(MADE_UNASKED, true);
        }
        if most.0 < VALUES_UNASKED {
            aside(VALUES_UNASKED, false);
        }
    });
    Some(loaded)
}

/// Brings in what is there, and tells up to how many checkers values and plies are known. Files
/// that cannot be trusted are named, and the rest is used.
fn load(folder: &Folder, complain: fn(&str)) -> (u8, u8) {
    let (tables, refused) = folder.load(MOST_CHECKERS);
    for bad in refused {
        complain(&bad.to_string());
    }
    let most = (tables.most(), tables.most_plies());
    shared().put(tables);
    most
}
