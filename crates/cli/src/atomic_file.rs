//! Atomic file writes: to a temporary file beside the destination, which is then renamed. The old
//! file stays until then, and if anything fails.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use tempfile::NamedTempFile;

use crate::failure::Failure;

const BUFFER: usize = 256 << 10;

/// The temporary files of this process.
static DRAFTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Lets an interrupt or a request to terminate remove the temporary files and end the command. A
/// command that handles interrupts itself calls [`exit_at_once`] instead.
pub(crate) fn remove_when_interrupted() {
    // Without a handler the files stay behind, which is all that is lost.
    let _ = ctrlc::set_handler(|| exit_at_once());
}

/// Removes the temporary files, and ends the process with exit code 1. No file can be started or
/// finished meanwhile.
pub(crate) fn exit_at_once() -> ! {
    let drafts = DRAFTS.lock();
    for draft in drafts.iter() {
        let _ = fs::remove_file(draft);
    }
    std::process::exit(1);
}

/// A file being written.
pub(crate) struct AtomicFile {
    path: PathBuf,
    writer: Writer,
}

enum Writer {
    /// To a temporary file beside the destination.
    Beside(BufWriter<NamedTempFile>),
    /// Directly to the destination: a pipe or a device cannot be replaced.
    There(BufWriter<File>),
}

impl AtomicFile {
    /// Starts a file. A destination that is not writable is an error now, not when the work is
    /// done.
    pub(crate) fn create(path: &Path) -> Result<AtomicFile, Failure> {
        let about = |error: io::Error| Failure::file(path, &error);
        let writer = match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(about(io::ErrorKind::IsADirectory.into())),
            Ok(there) if !there.is_file() => {
                let file = File::options().write(true).open(path).map_err(about)?;
                Writer::There(BufWriter::with_capacity(BUFFER, file))
            }
            there => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new("."));
                // Should it be left behind by force, its name says what it was to be.
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let mut drafts = DRAFTS.lock();
                let file =
                    tempfile::Builder::new().prefix(&format!(".{name}.")).tempfile_in(folder);
                let file = file.map_err(|error| about(without_temporary_path(error)))?;
                drafts.push(file.path().to_owned());
                drop(drafts);
                share(file.as_file(), there.ok().as_ref()).map_err(about)?;
                Writer::Beside(BufWriter::with_capacity(BUFFER, file))
            }
        };
        Ok(AtomicFile { path: path.to_owned(), writer })
    }

    /// Renames the temporary file to its destination.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let about = |error: io::Error| Failure::file(&self.path, &error);
        match self.writer {
            Writer::There(mut writer) => writer.flush().map_err(about),
            Writer::Beside(writer) => {
                let file = writer.into_inner().map_err(|error| about(error.into_error()))?;
                file.as_file().sync_all().map_err(about)?;
                let mut drafts = DRAFTS.lock();
                drafts.retain(|draft| draft != file.path());
                file.persist(&self.path).map_err(|error| about(error.error))?;
                Ok(())
            }
        }
    }

    /// Whether it is written to a temporary file, so that the old one can stay.
    pub(crate) fn is_beside(&self) -> bool {
        matches!(self.writer, Writer::Beside(_))
    }

    /// The error of writing to it.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        Failure::file(&self.path, error)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Writer::Beside(writer) => writer.write(bytes),
            Writer::There(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.writer {
            Writer::Beside(writer) => writer.flush(),
            Writer::There(writer) => writer.flush(),
        }
    }
}

/// Writes a file atomically.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes).map_err(|error| file.failure(&error))?;
    file.finish()
}

/// Removes the name of the temporary file from an error message.
fn without_temporary_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

/// Gives a new file the permissions of the one that it replaces, or the default ones. Until then
/// only its owner can read it.
#[cfg(unix)]
fn share(file: &File, replaced: Option<&Metadata>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let usual = || fs::Permissions::from_mode(0o644);
    file.set_permissions(replaced.map_or_else(usual, Metadata::permissions))
}

#[cfg(not(unix))]
fn share(_: &File, _: Option<&Metadata>) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_completely_or_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        write(&path, b"one").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"tw").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn temporary_names_are_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let error =
            without_temporary_path(tempfile::tempdir_in(folder.path().join("none")).unwrap_err());
        assert!(!error.to_string().contains("none"), "{error}");
        for path in [folder.path().join("none/out.txt"), folder.path().to_owned()] {
            let error = write(&path, b"one").unwrap_err().to_string();
            let name = path.display().to_string();
            let words = error.strip_prefix(&format!("{name}: ")).expect("its own name first");
            assert!(!words.contains('/') && !words.contains("tmp"), "{error}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let full = write(Path::new("/dev/full"), b"too much").unwrap_err().to_string();
        assert!(full.starts_with("/dev/full: "), "{full}");
    }
}
