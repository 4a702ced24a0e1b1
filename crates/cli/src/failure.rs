//! Errors of a command, and their exit codes.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crownhead_tablebase::{RejectReason, RejectedFile};

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line is invalid, with the reason on one line.
    #[error("{0}")]
    Input(String),
    /// The command failed: a file is missing or damaged, or the system refuses. The text gives the
    /// reason on one line.
    #[error("{0}")]
    Machine(String),
    /// The answer is no, and nothing is printed.
    #[error("no")]
    No,
    /// The user asked for help or the version.
    #[error(transparent)]
    Help(clap::Error),
    /// The output could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl Failure {
    /// A file cannot be read or written.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Failure {
        Failure::Machine(format!("{}: {}", path.display(), words(error)))
    }

    /// A file is not what it should be.
    pub(crate) fn damaged(path: &Path, error: impl fmt::Display) -> Failure {
        Failure::Machine(format!("{}: {error}", path.display()))
    }

    /// Prints the failure and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Input(error) => {
                print_error(&error);
                ExitCode::from(2)
            }
            Failure::Machine(error) => {
                print_error(&error);
                ExitCode::FAILURE
            }
            Failure::No => ExitCode::FAILURE,
            Failure::Help(help) => help
                .print()
                .map_or_else(|error| Failure::Output(error).report(), |()| ExitCode::SUCCESS),
            // The reader closed the pipe, as `head` does.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Output(error) => {
                let _ = writeln!(anstream::stderr(), "crownhead: cannot write: {}", words(&error));
                ExitCode::FAILURE
            }
        }
    }
}

/// Prints an error on one line. Control characters in it are escaped.
pub(crate) fn print_error(error: &str) {
    let _ = writeln!(anstream::stderr(), "crownhead: {}", printable(error));
}

/// The system's error message for a file, with advice where that is clear.
pub(crate) fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        io::ErrorKind::NotADirectory => "a part of its path is not a folder".to_owned(),
        io::ErrorKind::PermissionDenied => "the system does not allow it to be opened".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::InvalidData => "it is not a text in UTF-8".to_owned(),
        io::ErrorKind::AlreadyExists => "there is a file of that name already".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error ").next().unwrap_or_default().to_owned()
        }
    }
}

/// The error message for an invalid table.
pub(crate) fn rejected(bad: &RejectedFile) -> String {
    match &bad.reason {
        RejectReason::Unreadable(error) => format!("{}: {}", bad.path.display(), words(error)),
        RejectReason::Bad(_) | RejectReason::Missing => bad.to_string(),
    }
}

/// Replaces control characters, which would move a terminal's cursor or change its colours.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}
