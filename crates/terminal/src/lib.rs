//! The terminal client: a full-screen interface, or plain lines for pipes and screen readers. It
//! holds no game rules.
//!
//! The architecture is model, update, view: messages change the state, and the view draws it without
//! changing it. Keys, analysis and the server connection each have a thread that sends messages.

mod analysis_worker;
mod app;
mod board_description;
mod clock_source;
mod connection;
mod full_screen;
#[doc(hidden)]
pub mod fuzzing;
mod match_link;
mod match_options;
mod open_match;
mod plain;
pub mod print;
mod runtime;
mod saved;
mod session;
mod typed_command;
mod view;

#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;

pub use analysis_worker::AnalystFactory;
pub use full_screen::run_full_screen;
pub use match_link::{InvalidMatchLink, MatchLink};
pub use match_options::{MatchOptions, OpponentChoice, SideChoice, parse_clock};
pub use plain::run_plain;

/// How the terminal client starts.
pub struct TerminalOptions {
    /// The first screen.
    pub start: StartWith,
    /// The folder for saved games; without one, nothing is saved.
    pub folder: Option<PathBuf>,
    /// Creates the analyst of a rule set.
    pub analyst: AnalystFactory,
    /// Characters and colours.
    pub appearance: Appearance,
}

/// What the client shows first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartWith {
    /// The menu of games.
    Menu,
    /// A new match at this terminal.
    NewMatch(MatchOptions),
    /// A saved game by its name, or the one played last.
    Resume(Option<String>),
    /// A match on a server.
    Join(MatchLink),
}

/// Characters and colours of the full screen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// Draw only ASCII characters.
    pub ascii: bool,
    /// Use colours.
    pub colour: bool,
}

/// Why the terminal client stopped.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// The request is not possible, with the reason.
    #[error("{0}")]
    Invalid(String),
    /// A saved game is missing or damaged, or the current game cannot be saved, with the reason.
    #[error("{0}")]
    SavedGame(String),
    /// The server of a match cannot be reached.
    #[error("{0}")]
    Unreachable(String),
    /// The terminal failed.
    #[error("the terminal does not respond: {0}")]
    Io(#[from] io::Error),
}
