//! Opening a session: a new local match, a match on a server, or a saved game.

use crate::TerminalError;
use crate::match_link::MatchLink;
use crate::match_options::MatchOptions;
use crate::runtime::Runtime;
use crate::saved::{LoadError, SaveFolder, SavedMatch};
use crate::session::Session;

impl Runtime {
    /// The names of the saved games, the latest first.
    pub(crate) fn saved_names(&self) -> Vec<String> {
        let entries = self.folder.as_ref().map(SaveFolder::list).unwrap_or_default();
        entries.into_iter().map(|entry| entry.name).collect()
    }

    /// Opens a new match at this terminal. The error is a sentence.
    pub(crate) fn open_match(&self, options: &MatchOptions) -> Result<Session, String> {
        let name = self.new_name(options.rules.game().name());
        Session::open(options, name, &mut self.context()).map_err(|refusal| refusal.says)
    }

    /// Joins a match on a server with its saved secrets. A damaged file is not overwritten.
    pub(crate) fn join(&self, link: MatchLink) -> Result<Session, TerminalError> {
        let name = format!("match-{}", link.id());
        let kept = self.folder.as_ref().map(|folder| folder.load(&name)).transpose();
        let tosses = match kept {
            Ok(Some(SavedMatch::Remote { tosses, .. })) => tosses,
            Ok(_) | Err(LoadError::Missing(_)) => Vec::new(),
            Err(damaged) => return Err(damaged.into()),
        };
        Ok(Session::join(link, name, tosses, &mut self.context()))
    }

    /// Resumes a saved game by its name, or the one played last.
    pub(crate) fn resume(&self, name: Option<&str>) -> Result<Session, TerminalError> {
        let asked = |error: &str| TerminalError::Invalid(error.to_owned());
        let folder = self.folder.as_ref();
        let folder = folder.ok_or_else(|| asked("there is no folder for saved games"))?;
        let name = match name {
            Some(name) => name.to_owned(),
            None => {
                let last = folder.list().into_iter().next();
                last.ok_or_else(|| TerminalError::SavedGame("no game is saved yet".to_owned()))?
                    .name
            }
        };
        let saved = folder.load(&name)?;
        Session::resume(&name, saved, &mut self.context()).map_err(|error| {
            TerminalError::SavedGame(format!("the saved game {name} cannot be resumed: {error}"))
        })
    }
}
