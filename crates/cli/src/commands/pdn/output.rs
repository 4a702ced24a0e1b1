//! The output of games: standard output, or a file that is replaced atomically.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::files::GameCounts;
use crate::atomic_file::{self, AtomicFile};
use crate::failure::Failure;

/// The output options.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to this file instead of standard output; an existing file is replaced only when the
    /// new one is complete and every game could be read
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl OutputArgs {
    /// The output file, if there is one.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Calls `write`, which writes games and counts them. An output file appears when `write` is
    /// done; an existing file stays until then, so it may also be an input, and stays for good if a
    /// game is invalid.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        tally: &mut GameCounts,
        write: impl FnOnce(&mut dyn Write, &mut GameCounts) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some(path) = &self.file else {
            let mut out = BufWriter::with_capacity(256 << 10, out);
            write(&mut out, tally)?;
            return Ok(out.flush()?);
        };
        atomic_file::remove_when_interrupted();
        let mut file = AtomicFile::create(path)?;
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
