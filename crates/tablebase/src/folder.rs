//! A folder of table files: the one place here that knows files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::map::Bytes;
use crate::{BadTable, Class, Family, Plies, Table, Tables};

/// Where the tables of a family of rules are kept, each class in a file of its own.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    family: Family,
}

/// A file that was not used, and why.
#[derive(Debug)]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: Why,
}

/// What can be wrong with a file.
#[derive(Debug)]
pub enum Why {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is not the table that it should be.
    Bad(BadTable),
}

impl core::fmt::Display for Refused {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match &self.why {
            Why::Unreadable(error) => write!(f, "{}: {error}", self.path.display()),
            Why::Bad(bad) => write!(f, "{}: {bad}", self.path.display()),
        }
    }
}

impl std::error::Error for Refused {}

impl Folder {
    /// The folder of a family inside a folder of tables. It need not exist yet.
    pub fn new(tables: &Path, family: Family) -> Folder {
        Folder { path: tables.join(family.name()), family }
    }

    /// The rules.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The file that tells who wins the positions of a class.
    pub fn file(&self, class: Class) -> PathBuf {
        self.file_of(class, "wld")
    }

    /// The file that tells how many plies they take.
    pub fn plies_file(&self, class: Class) -> PathBuf {
        self.file_of(class, "plies")
    }

    fn file_of(&self, class: Class, kind: &str) -> PathBuf {
        self.path.join(class.checkers().to_string()).join(format!("{class}.{kind}"))
    }

    /// The table of a class, if there is a file of it.
    pub fn read(&self, class: Class) -> Result<Option<Table<Bytes>>, Refused> {
        read(self.file(class), |bytes| Table::read(bytes, self.family, class))
    }

    /// The plies of a class, if there is a file of them.
    pub fn read_plies(&self, class: Class) -> Result<Option<Plies<Bytes>>, Refused> {
        read(self.plies_file(class), |bytes| Plies::read(bytes, self.family, class))
    }

    /// All tables of at most so many checkers that are there. Files that cannot be trusted are
    /// told by name, and left out.
    pub fn load(&self, most: u8) -> (Tables<Bytes>, Vec<Refused>) {
        let mut tables = Tables::new(self.family);
        let mut refused = Vec::new();
        for class in (2..=most).flat_map(Class::all) {
            match self.read(class) {
                Ok(table) => table.into_iter().for_each(|table| tables.add(table)),
                Err(bad) => refused.push(bad),
            }
            match self.read_plies(class) {
                Ok(plies) => plies.into_iter().for_each(|plies| tables.add_plies(plies)),
                Err(bad) => refused.push(bad),
            }
        }
        (tables, refused)
    }

    /// Writes a file: under another name first, so that there is never half a table of this one,
    /// whatever happens.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = folder.join(format!(".{name}.{}", std::process::id()));
        let written = write_whole(&draft, bytes).and_then(|()| fs::rename(&draft, path));
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        written
    }
}

fn read<T>(
    path: PathBuf,
    table: impl FnOnce(Bytes) -> Result<T, BadTable>,
) -> Result<Option<T>, Refused> {
    let opened = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.and_then(|file| Bytes::map(&file)),
    };
    let read = opened.map_err(Why::Unreadable);
    let read = read.and_then(|bytes| table(bytes).map_err(Why::Bad));
    read.map(Some).map_err(|why| Refused { path, why })
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
