//! What can go wrong with a command, and the exit code for it.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked cannot be done; the words say why, on one line.
    Input(String),
    /// The machine does not allow it; the words say why, on one line.
    Machine(String),
    /// Help or the version was asked for.
    Help(clap::Error),
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Tells the user, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Input(why) => {
                complain(&why);
                ExitCode::from(2)
            }
            Failure::Machine(why) => {
                complain(&why);
                ExitCode::FAILURE
            }
            Failure::Help(help) => {
                let _ = help.print();
                ExitCode::SUCCESS
            }
            // Whoever reads has read enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Output(error) => {
                let _ = writeln!(anstream::stderr(), "crownhead: cannot write: {error}");
                ExitCode::FAILURE
            }
        }
    }
}

/// Says what is wrong on the error stream. What was typed or read may hold anything; it is one
/// line all the same.
pub(crate) fn complain(why: &str) {
    let _ = writeln!(anstream::stderr(), "crownhead: {}", printable(why));
}

/// A text from outside without what would move a terminal's cursor or change its colours.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// The words of it alone.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(why) | Failure::Machine(why) => f.write_str(why),
            Failure::Help(help) => help.fmt(f),
            Failure::Output(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}
