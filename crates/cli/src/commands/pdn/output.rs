//! Where games are written: standard output, or a file that is there whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Where games go.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to this file, and not to standard output. It is put in its place when it is whole
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl OutputArgs {
    /// The file, if one was named.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Lets `write` write. A file is only there once `write` is done, and then all of it; what was
    /// there before stays until then, so that it may be read meanwhile.
    pub(super) fn write<T>(
        &self,
        out: &mut impl Write,
        write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(path) = &self.file else {
            let mut out = BufWriter::with_capacity(256 << 10, out);
            let done = write(&mut out)?;
            out.flush()?;
            return Ok(done);
        };
        let about = |error: io::Error| Failure::Machine(format!("{}: {error}", path.display()));
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(about)?;
        let mut writer = BufWriter::with_capacity(256 << 10, file);
        let done = write(&mut writer)?;
        let file = writer.into_inner().map_err(|error| about(error.into_error()))?;
        share(file.as_file()).map_err(about)?;
        file.as_file().sync_all().map_err(about)?;
        file.persist(path).map_err(|error| about(error.error))?;
        Ok(done)
    }
}

/// Gives a new file the rights that files usually have. Those that are to be moved begin as their
/// owner's alone.
#[cfg(unix)]
fn share(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn share(_: &File) -> io::Result<()> {
    Ok(())
}
