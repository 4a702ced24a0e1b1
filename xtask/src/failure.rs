//! Errors of xtask with advice, and their exit codes.

use std::fmt;
use std::process::ExitCode;

/// The reason why xtask stops.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The command line was not understood.
    Usage(String),
    /// This machine lacks something that xtask cannot fetch itself.
    Missing(String),
    /// A command failed.
    Command {
        /// The purpose of the command.
        what: String,
        /// How it ended, such as `exit code 1`.
        end: String,
        /// The shell command that repeats it, from the root of the workspace.
        repeat: String,
    },
}

impl Failure {
    /// 1 if the project is at fault, 2 if the caller or the machine is.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Command { .. } => ExitCode::from(1),
            Failure::Usage(_) | Failure::Missing(_) => ExitCode::from(2),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(what) => write!(f, "{what}; `cargo xtask help` lists what there is"),
            Failure::Missing(what) => f.write_str(what),
            Failure::Command { what, end, repeat } => {
                write!(f, "{what} failed ({end}); repeat it with: {repeat}")
            }
        }
    }
}
