//! Games that are kept, one file each: the log of a match at this terminal, or the link of one on a
//! server. A file is replaced whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crownhead_arbiter::{BySeat, Event, GameNumber, Round, Secret, Time};
use serde::{Deserialize, Serialize};

use crate::begin::Who;

/// What a file of another edition would be refused by.
const EDITION: u32 = 1;

/// The most games that a list shows.
const MOST_SHOWN: usize = 200;

/// A game that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Saved {
    /// A match at this terminal.
    Here {
        /// The edition of this form.
        edition: u32,
        /// Who plays.
        seats: BySeat<Who>,
        /// What the computer's chance is made from.
        seed: u64,
        /// The time of the match when it was left.
        time: Time,
        /// Everything that has happened.
        log: Vec<Event>,
    },
    /// A match on a server.
    Server {
        /// The edition of this form.
        edition: u32,
        /// Its link, with the secret of the seat.
        link: String,
        /// The name of the game.
        game: String,
        /// Whether it is over.
        over: bool,
        /// The secrets of tosses that are not revealed yet.
        tosses: Vec<Toss>,
    },
}

/// The secret of a toss.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Toss {
    pub(crate) game: GameNumber,
    pub(crate) round: Round,
    pub(crate) secret: Secret,
}

impl Saved {
    pub(crate) fn here(seats: BySeat<Who>, seed: u64, time: Time, log: Vec<Event>) -> Saved {
        Saved::Here { edition: EDITION, seats, seed, time, log }
    }

    pub(crate) fn server(link: String, game: String, over: bool, tosses: Vec<Toss>) -> Saved {
        Saved::Server { edition: EDITION, link, game, over, tosses }
    }

    fn edition(&self) -> u32 {
        match self {
            Saved::Here { edition, .. } | Saved::Server { edition, .. } => *edition,
        }
    }
}

/// The folder of the games that are kept.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

/// A game in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its name, which is the file's.
    pub(crate) name: String,
    pub(crate) changed: SystemTime,
}

impl Folder {
    pub(crate) fn new(path: PathBuf) -> Folder {
        Folder(path)
    }

    /// A name that no game has yet: the game's, and a number.
    pub(crate) fn new_name(&self, game: &str) -> String {
        let taken = |number: &u32| self.path(&format!("{game}-{number}")).exists();
        let number = (1..u32::MAX).find(|number| !taken(number)).unwrap_or(u32::MAX);
        format!("{game}-{number}")
    }

    /// Keeps a game, in place of what was kept by that name.
    pub(crate) fn save(&self, name: &str, saved: &Saved) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        // Only its owner reads it: the link of a seat is a secret.
        let mut file = tempfile::NamedTempFile::new_in(&self.0)?;
        let mut text = serde_json::to_vec(saved)?;
        text.push(b'\n');
        file.write_all(&text)?;
        file.as_file().sync_all()?;
        file.persist(self.path(name)).map_err(|failed| failed.error)?;
        Ok(())
    }

    /// A game by its name; why not, in a sentence.
    pub(crate) fn load(&self, name: &str) -> Result<Saved, String> {
        if !is_name(name) {
            return Err(format!("{name:?} is not the name of a saved game"));
        }
        let text = fs::read_to_string(self.path(name)).map_err(|why| match why.kind() {
            io::ErrorKind::NotFound => format!("no game is saved as {name}"),
            _ => format!("the saved game {name} cannot be read: {why}"),
        })?;
        let saved: Saved = serde_json::from_str(&text)
            .map_err(|why| format!("the saved game {name} is damaged: {why}"))?;
        match saved.edition() {
            EDITION => Ok(saved),
            other => Err(format!("the saved game {name} is of edition {other}, not {EDITION}")),
        }
    }

    /// The games, the latest first.
    pub(crate) fn list(&self) -> Vec<Entry> {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut entries: Vec<_> = files
            .filter_map(|file| {
                let path = file.path();
                let name = path.file_stem()?.to_str()?.to_owned();
                let game = path.extension()? == "json" && is_name(&name);
                let changed = file.metadata().ok()?.modified().ok()?;
                game.then_some(Entry { name, changed })
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

/// A name leads nowhere else than into the folder.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=80).contains(&name.len()) && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(over: bool) -> Saved {
        Saved::server("http://a/AbCdEfGh".to_owned(), "stack-em".to_owned(), over, Vec::new())
    }

    #[test]
    fn games_are_kept_listed_and_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = Folder::new(folder.path().join("games"));
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
        let games = Folder::new(folder.path().to_owned());
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
            assert!(said.contains(why), "{said}");
        }
        assert!(games.load("none").expect_err("none").contains("no game is saved as none"));
        assert!(games.load("../bad").expect_err("outside").contains("not the name"));
    }
}
