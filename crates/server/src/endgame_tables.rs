//! Endgame tables of the server: loaded from a folder in the background; small ones are built on first use.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

use crownhead_computer::{Endgames, build_endgames_in_background, small_family};
use crownhead_games::Game;
use crownhead_tablebase::{MAX_CHECKERS, RuleFamily, TableFolder};

/// The thread that loads endgame tables, and builds small ones on demand.
pub(crate) struct EndgameTables {
    max_checkers: u8,
    requests: SyncSender<RuleFamily>,
    builds: Arc<[BuildState; RuleFamily::ALL.len()]>,
}

/// The state of the small tables of a family.
#[derive(Default)]
struct BuildState {
    requested: AtomicBool,
    built: AtomicBool,
}

impl EndgameTables {
    /// Loads all tables in a folder, then builds tables of up to `max_checkers` checkers on demand.
    pub(crate) fn open(
        folder: PathBuf,
        max_checkers: u8,
        endgames: Arc<Endgames>,
    ) -> EndgameTables {
        // Every family is requested at most once, so the queue is never full.
        let (requests, requested_families) = sync_channel(RuleFamily::ALL.len());
        let builds: Arc<[BuildState; RuleFamily::ALL.len()]> = Arc::default();
        let worker_builds = builds.clone();
        let work = move || {
            for family in RuleFamily::ALL {
                load_folder(&TableFolder::new(&folder, family), &endgames);
            }
            for family in requested_families {
                let folder = TableFolder::new(&folder, family);
                if let Err(error) = build_endgames_in_background(&folder, max_checkers, true) {
                    tracing::warn!(%error, ?family, "the endgame tables could not be built");
                }
                load_folder(&folder, &endgames);
                worker_builds[family as usize].built.store(true, Ordering::Release);
            }
        };
        if let Err(error) = std::thread::Builder::new().name("tables".to_owned()).spawn(work) {
            tracing::error!(%error, "the thread for endgame tables could not be started");
        }
        EndgameTables { max_checkers, requests, builds }
    }

    /// The maximum number of checkers of tables that are built on demand.
    pub(crate) fn max_checkers(&self) -> u8 {
        self.max_checkers
    }

    /// Whether a position may be in a table that is still to be built. The first call starts the
    /// build.
    pub(crate) fn may_be_built(&self, game: &Game) -> bool {
        let Some(family) = small_family(game, self.max_checkers) else { return false };
        let BuildState { requested, built } = &self.builds[family as usize];
        if built.load(Ordering::Acquire) {
            return false;
        }
        requested.swap(true, Ordering::Relaxed) || self.requests.try_send(family).is_ok()
    }
}

/// Loads the tables of a folder. Invalid files are logged and skipped.
fn load_folder(folder: &TableFolder, endgames: &Endgames) {
    let (tables, refused) = folder.load(MAX_CHECKERS);
    for bad in refused {
        tracing::warn!(%bad, "an endgame table is not used");
    }
    endgames.insert(tables);
}
