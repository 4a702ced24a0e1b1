//! Where games are written: standard output, or a file that is there whole or not at all.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::files::Tally;
use crate::failure::Failure;
use crate::whole_file::{self, WholeFile};

/// Where games go.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output; an existing file is replaced only when the
    /// new one is complete and every game could be read
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl OutputArgs {
    /// The file, if one was named.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Lets `write` write games and count them. A file is only there once `write` is done, and then
    /// all of it; what was there before stays until then, so that it may be read meanwhile. It stays
    /// for good if a game could not be read.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        tally: &mut Tally,
        write: impl FnOnce(&mut dyn Write, &mut Tally) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some(path) = &self.file else {
            let mut out = BufWriter::with_capacity(256 << 10, out);
            write(&mut out, tally)?;
            return Ok(out.flush()?);
        };
        whole_file::remove_when_interrupted();
        let mut file = WholeFile::create(path)?;
        write(&mut file, tally).map_err(|failure| match failure {
            Failure::Output(error) => file.failure(&error),
            other => other,
        })?;
        match file.is_beside() && !tally.may_write(path, path.exists()) {
            true => Ok(()),
            false => file.finish(),
        }
    }
}
