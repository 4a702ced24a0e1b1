//! The endgame tables that a server asks: brought in from a folder while it serves already.

use std::path::Path;
use std::sync::Arc;

use crownhead_computer::Endgames;
use crownhead_tablebase::{Family, Folder, MOST_CHECKERS};

/// Brings in all tables of a folder on a thread of its own. Files that cannot be trusted are named
/// in the log, and the rest is used.
pub(crate) fn bring_in(folder: &Path, endgames: Arc<Endgames>) {
    let folder = folder.to_owned();
    let started = std::thread::Builder::new().name("tables".to_owned()).spawn(move || {
        for family in Family::ALL {
            let (tables, refused) = Folder::new(&folder, family).load(MOST_CHECKERS);
            for bad in refused {
                tracing::warn!(%bad, "an endgame table is not used");
            }
            endgames.put(tables);
        }
    });
    if let Err(why) = started {
        tracing::error!(%why, "the endgame tables cannot be brought in");
    }
}
