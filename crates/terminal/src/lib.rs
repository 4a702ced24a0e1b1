//! The games in a terminal: a full-screen program, or plain lines for a pipe and a screen reader.
//! Here are input and output; no rule of a game is.
//!
//! It is built of a state, messages that change it, and a view that draws it and changes nothing.
//! Keys, the computer and the connection to a server each have a thread that sends messages.

mod app;
mod begin;
mod connection;
mod desk;
mod link;
mod moment;
mod narrow;
mod pieces;
mod plain;
pub mod print;
mod saved;
mod screen;
mod session;
mod start;
mod view;
mod words;
mod works;

#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::path::PathBuf;

pub use begin::{Against, Begin, Wish, clock};
pub use desk::MakeAnalyst;
pub use link::{BadLink, Link};
pub use plain::plain;
pub use screen::screen;

/// How the program begins.
pub struct Setting {
    /// With what.
    pub start: Start,
    /// Where games are kept; nowhere if there is no such place.
    pub folder: Option<PathBuf>,
    /// What makes those who think.
    pub analyst: MakeAnalyst,
    /// How it looks.
    pub look: Look,
}

/// What it begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// With a choice of games.
    Menu,
    /// With a new game.
    Begin(Begin),
    /// With a game that was saved, by its name, or the one that was played last.
    Resume(Option<String>),
    /// With a match on a server.
    Join(Link),
}

/// How it looks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether nothing but ASCII is drawn.
    pub ascii: bool,
    /// Whether colours are used.
    pub colour: bool,
}

/// Why the program could not go on.
#[derive(Debug)]
pub enum Trouble {
    /// What was asked for cannot be done; the words say why.
    Asked(String),
    /// The terminal does not do what it must.
    Terminal(io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Asked(why) => f.write_str(why),
            Trouble::Terminal(why) => write!(f, "the terminal does not answer: {why}"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<io::Error> for Trouble {
    fn from(why: io::Error) -> Trouble {
        Trouble::Terminal(why)
    }
}
