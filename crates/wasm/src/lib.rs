//! The browser's two modules. The first is the rules and the arbiter, and is loaded at once; the
//! second, built with the feature `computer`, is everything that thinks, and is loaded when wanted.
//!
//! Everything crosses as JSON. Nothing here is a rule: it tells the page what the rooms below say.

#[cfg(feature = "rules")]
mod book;
#[cfg(feature = "computer")]
mod computer;
mod line;
mod said;
#[cfg(feature = "rules")]
mod scene;
#[cfg(feature = "rules")]
mod set_up;
#[cfg(feature = "rules")]
mod shelf;
#[cfg(feature = "rules")]
mod table;
#[cfg(feature = "rules")]
mod touch;
#[cfg(feature = "computer")]
mod tree;
mod words;

pub use line::Line;
pub use said::Unable;
pub use words::page_messages;
#[cfg(feature = "rules")]
pub use {
    book::{book, compare},
    scene::{ahead, explain, scene},
    set_up::set_up,
    shelf::shelf,
    table::Table,
    touch::touch,
};
#[cfg(feature = "computer")]
pub use {
    computer::Computer,
    tree::{tree_from_pdn, tree_to_pdn},
};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What the page gets instead of an answer: a sentence.
type Says<T> = Result<T, Unable>;

fn read<T: DeserializeOwned>(json: &str) -> Says<T> {
    Ok(serde_json::from_str(json).map_err(|bad| bad.to_string())?)
}

fn told(what: &impl Serialize) -> Says<String> {
    Ok(serde_json::to_string(what).map_err(|bad| bad.to_string())?)
}
