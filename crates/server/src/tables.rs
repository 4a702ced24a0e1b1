//! Endgame tables of the server: loaded from a folder in the background; small ones are built on first use.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use crownhead_computer::{Endgames, build_endgames_in_background, small_family};
use crownhead_games::Game;
use crownhead_tablebase::{MAX_CHECKERS, RuleFamily, TableFolder};

/// A thread that brings tables in, and makes the small ones.
pub(crate) struct Tables {
    most: u8,
    wanted: Sender<RuleFamily>,
    states: Arc<[State; RuleFamily::ALL.len()]>,
}

/// How far the small tables of a family are.
#[derive(Default)]
struct State {
    asked: AtomicBool,
    made: AtomicBool,
}

impl Tables {
    /// Brings in what a folder has, and from then on makes tables of up to so many checkers that
    /// are wanted.
    pub(crate) fn open(folder: PathBuf, most: u8, endgames: Arc<Endgames>) -> Tables {
        let (wanted, wants) = channel();
        let states: Arc<[State; RuleFamily::ALL.len()]> = Arc::default();
        let seen = states.clone();
        let work = move || {
            for family in RuleFamily::ALL {
                bring_in(&TableFolder::new(&folder, family), &endgames);
            }
            for family in wants {
                let folder = TableFolder::new(&folder, family);
                if let Err(why) = build_endgames_in_background(&folder, most, true) {
                    tracing::warn!(%why, ?family, "no endgame tables can be made");
                }
                bring_in(&folder, &endgames);
                seen[family as usize].made.store(true, Ordering::Release);
            }
        };
        if let Err(why) = std::thread::Builder::new().name("tables".to_owned()).spawn(work) {
            tracing::error!(%why, "the endgame tables cannot be brought in");
        }
        Tables { most, wanted, states }
    }

    /// Up to how many checkers they are made.
    pub(crate) fn most(&self) -> u8 {
        self.most
    }

    /// Whether tables that are not there yet may have a position soon. Who asks first has them
    /// made.
    pub(crate) fn may_come(&self, game: &Game) -> bool {
        let Some(family) = small_family(game, self.most) else { return false };
        let State { asked, made } = &self.states[family as usize];
        if made.load(Ordering::Acquire) {
            return false;
        }
        asked.swap(true, Ordering::Relaxed) || self.wanted.send(family).is_ok()
    }
}

/// Files that cannot be trusted are named in the log, and the rest is used.
fn bring_in(folder: &TableFolder, endgames: &Endgames) {
    let (tables, refused) = folder.load(MAX_CHECKERS);
    for bad in refused {
        tracing::warn!(%bad, "an endgame table is not used");
    }
    endgames.insert(tables);
}
