//! Saved games, one file each: the event log of a local match, or the link of a match on a server.
//! Files are replaced atomically.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crownhead_arbiter::{BySeat, Event, GameNumber, Secret, Timestamp, TossRound};
use serde::{Deserialize, Serialize};

use crate::TerminalError;
use crate::match_options::SeatPlayer;

/// The version of the file format.
const FORMAT_VERSION: u32 = 1;

/// The most saved games in a list.
const MAX_LISTED: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SavedMatch {
    /// A match at this terminal.
    #[serde(rename = "here")]
    Local {
        /// The version of the file format.
        edition: u32,
        seats: BySeat<SeatPlayer>,
        /// The computer's random seed.
        seed: u64,
        /// The match clock when the match was left.
        time: Timestamp,
        log: Vec<Event>,
    },
    /// A match on a server.
    #[serde(rename = "server")]
    Remote {
        /// The version of the file format.
        edition: u32,
        /// Its link, with the secret of the seat.
        link: String,
        /// The name of the game.
        game: String,
        over: bool,
        /// The secrets of tosses that are not revealed yet.
        tosses: Vec<TossSecret>,
    },
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct TossSecret {
    pub(crate) game: GameNumber,
    pub(crate) round: TossRound,
    pub(crate) secret: Secret,
}

impl SavedMatch {
    pub(crate) fn local(
        seats: BySeat<SeatPlayer>,
        seed: u64,
        time: Timestamp,
        log: Vec<Event>,
    ) -> SavedMatch {
        SavedMatch::Local { edition: FORMAT_VERSION, seats, seed, time, log }
    }

    pub(crate) fn remote(
        link: String,
        game: String,
        over: bool,
        tosses: Vec<TossSecret>,
    ) -> SavedMatch {
        SavedMatch::Remote { edition: FORMAT_VERSION, link, game, over, tosses }
    }

    fn edition(&self) -> u32 {
        match self {
            SavedMatch::Local { edition, .. } | SavedMatch::Remote { edition, .. } => *edition,
        }
    }
}

/// The folder of the saved games.
#[derive(Clone, Debug)]
pub(crate) struct SaveFolder(PathBuf);

/// The reason why a saved game cannot be loaded, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LoadError {
    /// The name is invalid.
    NoName(String),
    /// No game is saved under the name.
    Missing(String),
    /// The file is damaged.
    Damaged(String),
}

impl From<LoadError> for TerminalError {
    fn from(error: LoadError) -> TerminalError {
        match error {
            LoadError::NoName(error) => TerminalError::Invalid(error),
            LoadError::Missing(error) | LoadError::Damaged(error) => {
                TerminalError::SavedGame(error)
            }
        }
    }
}

/// A game in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SaveEntry {
    /// Its name, which is also the file's.
    pub(crate) name: String,
    pub(crate) changed: SystemTime,
}

impl SaveFolder {
    pub(crate) fn new(path: PathBuf) -> SaveFolder {
        SaveFolder(path)
    }

    /// An unused name: the game's, and a number.
    pub(crate) fn new_name(&self, game: &str) -> String {
        let taken = |number: &u32| self.path(&format!("{game}-{number}")).exists();
        let number = (1..u32::MAX).find(|number| !taken(number)).unwrap_or(u32::MAX);
        format!("{game}-{number}")
    }

    /// Saves a game, and replaces the one with that name.
    pub(crate) fn save(&self, name: &str, saved: &SavedMatch) -> io::Result<()> {
        if self.0.exists() && !self.0.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder"));
        }
        fs::create_dir_all(&self.0)?;
        // Only its owner may read it, because the link of a seat is a secret.
        let mut file = tempfile::NamedTempFile::new_in(&self.0).map_err(without_temporary_path)?;
        let mut text = serde_json::to_vec(saved)?;
        text.push(b'\n');
        file.write_all(&text)?;
        file.as_file().sync_all()?;
        file.persist(self.path(name)).map_err(|failed| failed.error)?;
        Ok(())
    }

    /// Loads a game.
    pub(crate) fn load(&self, name: &str) -> Result<SavedMatch, LoadError> {
        if !is_valid_name(name) {
            return Err(LoadError::NoName(format!("{name:?} is not the name of a saved game")));
        }
        let path = self.path(name);
        let damaged = |error: String| {
            let folder_path = path.display();
            LoadError::Damaged(format!(
                "the saved game {name} {error}; to remove it, delete {folder_path}"
            ))
        };
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => LoadError::Missing(format!("no game is saved as {name}")),
            io::ErrorKind::InvalidData => damaged("is damaged: it is not text".to_owned()),
            io::ErrorKind::IsADirectory => damaged("cannot be read: it is a folder".to_owned()),
            _ => damaged(format!("cannot be read: {error}")),
        })?;
        let saved: SavedMatch =
            serde_json::from_str(&text).map_err(|error| damaged(format!("is damaged: {error}")))?;
        match saved.edition() {
            FORMAT_VERSION => Ok(saved),
            other => Err(damaged(format!("is of edition {other}, not {FORMAT_VERSION}"))),
        }
    }

    /// The saved games, the latest first.
    pub(crate) fn list(&self) -> Vec<SaveEntry> {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut entries: Vec<_> = files
            .filter_map(|file| {
                let path = file.path();
                let name = path.file_stem()?.to_str()?.to_owned();
                let game = path.extension()? == "json" && is_valid_name(&name);
                let changed = file.metadata().ok()?.modified().ok()?;
                game.then_some(SaveEntry { name, changed })
            })
            .collect();
        entries
            .sort_by(|one, other| other.changed.cmp(&one.changed).then(one.name.cmp(&other.name)));
        entries.truncate(MAX_LISTED);
        entries
    }

    pub(crate) fn folder_path(&self) -> &Path {
        &self.0
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.json"))
    }
}

/// Removes the name of the temporary file from an error message.
fn without_temporary_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

/// Whether a name stays inside the folder.
fn is_valid_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=80).contains(&name.len()) && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(over: bool) -> SavedMatch {
        SavedMatch::remote("http://a/AbCdEfGh".to_owned(), "stack-em".to_owned(), over, Vec::new())
    }

    #[test]
    fn games_are_saved_listed_and_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = SaveFolder::new(folder.path().join("games"));
        assert!(games.list().is_empty());
        assert_eq!(games.new_name("stack-em"), "stack-em-1");
        games.save("stack-em-1", &saved(false)).expect("kept");
        games.save("stack-em-1", &saved(true)).expect("kept");
        assert_eq!(games.new_name("stack-em"), "stack-em-2");
        assert_eq!(games.load("stack-em-1"), Ok(saved(true)));
        let names: Vec<_> = games.list().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["stack-em-1"]);
    }

    #[test]
    fn an_unreadable_saved_game_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = SaveFolder::new(folder.path().to_owned());
        for (text, error) in [
            ("{\"kind\":", "is damaged"),
            ("{\"kind\":\"here\",\"more\":1}", "is damaged"),
            (
                "{\"kind\":\"server\",\"edition\":2,\"link\":\"\",\"game\":\"\",\"over\":true,\
              \"tosses\":[]}",
                "edition 2",
            ),
        ] {
            fs::write(folder.path().join("bad.json"), text).expect("a file");
            let said = games.load("bad").expect_err("bad");
            assert!(matches!(&said, LoadError::Damaged(said) if said.contains(error)), "{said:?}");
        }
        let missing = LoadError::Missing("no game is saved as none".to_owned());
        assert_eq!(games.load("none"), Err(missing));
        assert!(matches!(games.load("../bad"), Err(LoadError::NoName(_))));
    }

    #[test]
    fn a_write_error_does_not_show_the_temporary_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "not a folder").expect("a file");
        let error = SaveFolder::new(file).save("stack-em-1", &saved(false)).expect_err("no folder");
        assert!(!error.to_string().contains("tmp"), "{error}");
        if cfg!(target_os = "linux") {
            let error = SaveFolder::new("/proc".into()).save("stack-em-1", &saved(false));
            let error = error.expect_err("nobody writes there").to_string();
            assert!(!error.contains("tmp"), "{error}");
        }
    }
}
