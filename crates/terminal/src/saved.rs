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
const EDITION: u32 = 1;

/// The most saved games in a list.
const MOST_SHOWN: usize = 200;

/// A saved match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SavedMatch {
    /// A match at this terminal.
    #[serde(rename = "here")]
    Local {
        /// The version of the file format.
        edition: u32,
        /// The players by seat.
        seats: BySeat<SeatPlayer>,
        /// The computer's random seed.
        seed: u64,
        /// The match clock when the match was left.
        time: Timestamp,
        /// The event log.
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
        /// Whether it is over.
        over: bool,
        /// The secrets of tosses that are not revealed yet.
        tosses: Vec<TossSecret>,
    },
}

/// The secret of a toss.
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
        SavedMatch::Local { edition: EDITION, seats, seed, time, log }
    }

    pub(crate) fn remote(
        link: String,
        game: String,
        over: bool,
        tosses: Vec<TossSecret>,
    ) -> SavedMatch {
        SavedMatch::Remote { edition: EDITION, link, game, over, tosses }
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

/// Why a saved game cannot be loaded, as a sentence.
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
    fn from(why: LoadError) -> TerminalError {
        match why {
            LoadError::NoName(why) => TerminalError::Invalid(why),
            LoadError::Missing(why) | LoadError::Damaged(why) => TerminalError::SavedGame(why),
        }
    }
}

/// A game in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SaveEntry {
    /// Its name, which is the file's.
    pub(crate) name: String,
    pub(crate) changed: SystemTime,
}

impl SaveFolder {
    pub(crate) fn new(path: PathBuf) -> SaveFolder {
        SaveFolder(path)
    }

    /// A name that no game has yet: the game's, and a number.
    pub(crate) fn new_name(&self, game: &str) -> String {
        let taken = |number: &u32| self.path(&format!("{game}-{number}")).exists();
        let number = (1..u32::MAX).find(|number| !taken(number)).unwrap_or(u32::MAX);
        format!("{game}-{number}")
    }

    /// Keeps a game, in place of what was kept by that name.
    pub(crate) fn save(&self, name: &str, saved: &SavedMatch) -> io::Result<()> {
        if self.0.exists() && !self.0.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder"));
        }
        fs::create_dir_all(&self.0)?;
        // Only its owner reads it: the link of a seat is a secret.
        let mut file = tempfile::NamedTempFile::new_in(&self.0).map_err(bare)?;
        let mut text = serde_json::to_vec(saved)?;
        text.push(b'\n');
        file.write_all(&text)?;
        file.as_file().sync_all()?;
        file.persist(self.path(name)).map_err(|failed| failed.error)?;
        Ok(())
    }

    /// A game by its name.
    pub(crate) fn load(&self, name: &str) -> Result<SavedMatch, LoadError> {
        if !is_name(name) {
            return Err(LoadError::NoName(format!("{name:?} is not the name of a saved game")));
        }
        let path = self.path(name);
        let damaged = |why: String| {
            let place = path.display();
            LoadError::Damaged(format!("the saved game {name} {why}; to remove it, delete {place}"))
        };
        let text = fs::read_to_string(&path).map_err(|why| match why.kind() {
            io::ErrorKind::NotFound => LoadError::Missing(format!("no game is saved as {name}")),
            io::ErrorKind::InvalidData => damaged("is damaged: it is not text".to_owned()),
            io::ErrorKind::IsADirectory => damaged("cannot be read: it is a folder".to_owned()),
            _ => damaged(format!("cannot be read: {why}")),
        })?;
        let saved: SavedMatch =
            serde_json::from_str(&text).map_err(|why| damaged(format!("is damaged: {why}")))?;
        match saved.edition() {
            EDITION => Ok(saved),
            other => Err(damaged(format!("is of edition {other}, not {EDITION}"))),
        }
    }

    /// The games, the latest first.
    pub(crate) fn list(&self) -> Vec<SaveEntry> {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut entries: Vec<_> = files
            .filter_map(|file| {
                let path = file.path();
                let name = path.file_stem()?.to_str()?.to_owned();
                let game = path.extension()? == "json" && is_name(&name);
                let changed = file.metadata().ok()?.modified().ok()?;
                game.then_some(SaveEntry { name, changed })
            })
            .collect();
        entries
            .sort_by(|one, other| other.changed.cmp(&one.changed).then(one.name.cmp(&other.name)));
        entries.truncate(MOST_SHOWN);
        entries
    }

    pub(crate) fn place(&self) -> &Path {
        &self.0
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.json"))
    }
}

/// An error without the name of a temporary file, which says nothing to anybody.
fn bare(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((why, _)) => io::Error::new(error.kind(), why),
        None => error,
    }
}

/// A name leads nowhere else than into the folder.
fn is_name(name: &str) -> bool {
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
    fn games_are_kept_listed_and_replaced() {
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
    fn what_cannot_be_read_says_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = SaveFolder::new(folder.path().to_owned());
        for (text, why) in [
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
            assert!(matches!(&said, LoadError::Damaged(said) if said.contains(why)), "{said:?}");
        }
        let missing = LoadError::Missing("no game is saved as none".to_owned());
        assert_eq!(games.load("none"), Err(missing));
        assert!(matches!(games.load("../bad"), Err(LoadError::NoName(_))));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_without_a_temporary_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "not a folder").expect("a file");
        let why = SaveFolder::new(file).save("stack-em-1", &saved(false)).expect_err("no folder");
        assert!(!why.to_string().contains("tmp"), "{why}");
        if cfg!(target_os = "linux") {
            let why = SaveFolder::new("/proc".into()).save("stack-em-1", &saved(false));
            let why = why.expect_err("nobody writes there").to_string();
            assert!(!why.contains("tmp"), "{why}");
        }
    }
}
