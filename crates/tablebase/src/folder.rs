//! A folder of table files. No other module of this crate opens files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use crate::table_bytes::TableBytes;
use crate::{Class, ClassFileError, DistanceTable, MAX_CHECKERS, RuleFamily, Tablebase, WldTable};

/// A temporary file that nobody has written to for this long is abandoned.
const ABANDONED_AFTER: Duration = Duration::from_secs(600);

/// The folder with the tables of a rule family, one file per class.
#[derive(Clone, Debug)]
pub struct TableFolder {
    path: PathBuf,
    family: RuleFamily,
    /// Whether writing has ended. Writers hold it for reading.
    closed: Arc<RwLock<bool>>,
}

/// A table file that was rejected.
#[derive(Debug)]
pub struct RejectedFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The class that it should contain.
    pub class: Class,
    /// Whether it should contain distances.
    pub distances: bool,
    /// Why it was rejected.
    pub reason: RejectReason,
}

/// Why a table file was rejected.
#[derive(Debug)]
pub enum RejectReason {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is not a valid table of the class.
    Bad(ClassFileError),
    /// It does not exist, although other tables with as many checkers do.
    Missing,
}

impl core::fmt::Display for RejectedFile {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match &self.reason {
            RejectReason::Unreadable(error) => write!(f, "{}: {error}", self.path.display()),
            RejectReason::Bad(bad) => write!(f, "{}: {bad}", self.path.display()),
            RejectReason::Missing => write!(f, "{}: this table is missing", self.path.display()),
        }
    }
}

impl std::error::Error for RejectedFile {}

impl TableFolder {
    /// The folder of a family inside a folder of tables. It need not exist yet.
    pub fn new(tables: &Path, family: RuleFamily) -> TableFolder {
        TableFolder { path: tables.join(family.name()), family, closed: Arc::default() }
    }

    /// The rule family.
    pub fn family(&self) -> RuleFamily {
        self.family
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the folder can be listed, or does not exist yet.
    pub fn check_readable(&self) -> io::Result<()> {
        match fs::read_dir(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The file with the values of a class.
    pub fn wld_path(&self, class: Class) -> PathBuf {
        self.file_of(class, "wld")
    }

    /// The file with the distances of a class.
    pub fn distance_path(&self, class: Class) -> PathBuf {
        self.file_of(class, "plies")
    }

    fn file_of(&self, class: Class, kind: &str) -> PathBuf {
        self.path.join(class.checkers().to_string()).join(format!("{class}.{kind}"))
    }

    /// Opens the values of a class; none if there is no file.
    pub fn read_wld(&self, class: Class) -> Result<Option<WldTable<TableBytes>>, RejectedFile> {
        let read = read(&self.wld_path(class), |bytes| WldTable::read(bytes, self.family, class));
        read.map_err(|reason| RejectedFile {
            path: self.wld_path(class),
            class,
            distances: false,
            reason,
        })
    }

    /// Opens the distances of a class; none if there is no file.
    pub fn read_distances(
        &self,
        class: Class,
    ) -> Result<Option<DistanceTable<TableBytes>>, RejectedFile> {
        let path = self.distance_path(class);
        let read = read(&path, |bytes| DistanceTable::read(bytes, self.family, class));
        read.map_err(|reason| RejectedFile { path, class, distances: true, reason })
    }

    /// Opens all tables of at most `most` checkers. Damaged files are skipped and returned.
    pub fn load(&self, most: u8) -> (Tablebase<TableBytes>, Vec<RejectedFile>) {
        let mut tables = Tablebase::new(self.family);
        let mut refused = Vec::new();
        if let Err(error) = self.check_readable() {
            // One entry for the whole folder.
            let (path, reason) = (self.path.clone(), RejectReason::Unreadable(error));
            let class = Class { our_men: 0, our_kings: 1, their_men: 0, their_kings: 1 };
            refused.push(RejectedFile { path, class, distances: false, reason });
            return (tables, refused);
        }
        for class in (2..=most).flat_map(Class::all) {
            match self.read_wld(class) {
                Ok(table) => table.into_iter().for_each(|table| tables.add(table)),
                Err(bad) => refused.push(bad),
            }
            match self.read_distances(class) {
                Ok(plies) => plies.into_iter().for_each(|plies| tables.add_distances(plies)),
                Err(bad) => refused.push(bad),
            }
        }
        (tables, refused)
    }

    /// The missing files: values up to the largest number of checkers of any file, and distances up
    /// to the largest of any distance file.
    pub fn missing(&self) -> Vec<RejectedFile> {
        let path = |class, distances| match distances {
            true => self.distance_path(class),
            false => self.wld_path(class),
        };
        let is_missing = |class, distances| {
            let there = fs::symlink_metadata(path(class, distances));
            there.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        let has_some = |checkers: u8, distances| {
            Class::all(checkers).into_iter().any(|class| !is_missing(class, distances))
        };
        let most = |distances| (2..=MAX_CHECKERS).rev().find(|&most| has_some(most, distances));
        let distances = most(true).unwrap_or(0);
        let values = most(false).unwrap_or(0).max(distances);
        let mut missing = Vec::new();
        for (most, distances) in [(values, false), (distances, true)] {
            let classes = (2..=most).flat_map(Class::all);
            for class in classes.filter(|&class| is_missing(class, distances)) {
                let (path, reason) = (path(class, distances), RejectReason::Missing);
                missing.push(RejectedFile { path, class, distances, reason });
            }
        }
        missing
    }

    /// Waits for the files that are being written, and refuses further writes through this folder
    /// and its clones. Call it before the program ends, so that no partial file is left behind.
    pub fn close(&self) {
        *self.closed.write().unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// Removes the temporary files of builds that were killed, as far as possible.
    pub(crate) fn remove_abandoned(&self) {
        let levels = (2..=MAX_CHECKERS).map(|checkers| self.path.join(checkers.to_string()));
        let entries = levels.filter_map(|level| fs::read_dir(level).ok()).flatten().flatten();
        for entry in entries {
            let modified = entry.metadata().and_then(|data| data.modified());
            let age = modified.ok().and_then(|at| SystemTime::now().duration_since(at).ok());
            if is_temporary(&entry.file_name().to_string_lossy())
                && age.is_some_and(|age| age > ABANDONED_AFTER)
            {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Writes a file atomically: first under another name, then renamed. An error names the file.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.write_temporary(path, bytes)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    fn write_temporary(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let closed = self.closed.read().unwrap_or_else(PoisonError::into_inner);
        if *closed {
            return Err(io::Error::other("the program ends"));
        }
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = folder.join(format!(".{name}.{}", std::process::id()));
        let written = write_and_sync(&draft, bytes).and_then(|()| fs::rename(&draft, path));
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        written
    }
}

/// Whether a name is that of a temporary file, `.1k-1m.wld.4711`: see [`TableFolder::write`].
fn is_temporary(name: &str) -> bool {
    let slices = name.strip_prefix('.').and_then(|name| name.rsplit_once('.'));
    slices.is_some_and(|(table, process)| {
        (table.ends_with(".wld") || table.ends_with(".plies"))
            && process.bytes().all(|digit| digit.is_ascii_digit())
    })
}

fn read<T>(
    path: &Path,
    table: impl FnOnce(TableBytes) -> Result<T, ClassFileError>,
) -> Result<Option<T>, RejectReason> {
    let opened = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
            return Ok(None);
        }
        Err(error) => Err(error),
        // This also avoids waiting for a pipe.
        Ok(there) if !there.is_file() => Err(io::Error::other("it is not a file")),
        Ok(there) if there.len() == 0 => return Err(RejectReason::Bad(ClassFileError::Empty)),
        Ok(_) => File::open(path).and_then(|file| TableBytes::map(&file)),
    };
    table(opened.map_err(RejectReason::Unreadable)?).map(Some).map_err(RejectReason::Bad)
}

fn write_and_sync(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
