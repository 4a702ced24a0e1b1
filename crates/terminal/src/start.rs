//! From what the program begins with to the match in hand.

use crate::begin::Begin;
use crate::link::Link;
use crate::saved::{Folder, Saved};
use crate::session::Session;
use crate::works::Works;

impl Works {
    /// The names of the saved games, the latest first.
    pub(crate) fn saved_names(&self) -> Vec<String> {
        let entries = self.folder.as_ref().map(Folder::list).unwrap_or_default();
        entries.into_iter().map(|entry| entry.name).collect()
    }

    /// Opens a new match at this terminal; why not, in a sentence.
    pub(crate) fn begin(&self, begin: &Begin) -> Result<Session, String> {
        let name = self.new_name(begin.rules.game().name());
        Session::open(begin, name, &mut self.moment()).map_err(|refusal| refusal.says)
    }

    /// Joins a match on a server, with what was kept of it.
    pub(crate) fn join(&self, link: Link) -> Session {
        let name = format!("match-{}", link.id());
        let kept = self.folder.as_ref().and_then(|folder| folder.load(&name).ok());
        let tosses = match kept {
            Some(Saved::Server { tosses, .. }) => tosses,
            _ => Vec::new(),
        };
        Session::join(link, name, tosses, &mut self.moment())
    }

    /// Goes on with a saved game, by its name or the last that was played.
    pub(crate) fn resume(&self, name: Option<&str>) -> Result<Session, String> {
        let folder = self.folder.as_ref().ok_or("there is no folder for saved games")?;
        let name = match name {
            Some(name) => name.to_owned(),
            None => {
                let last = folder.list().into_iter().next();
                last.ok_or("no game is saved yet")?.name
            }
        };
        let saved = folder.load(&name)?;
        Session::resume(&name, saved, &mut self.moment())
            .map_err(|why| format!("the saved game {name} cannot be played on: {why}"))
    }
}
