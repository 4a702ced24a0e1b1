//! The WebAssembly bindings (wasm-bindgen) of the page, built as two modules. The first holds the
//! rules and the arbiter and is loaded at once; the second, built with the feature `computer`, holds
//! everything that searches and is loaded on demand.
//!
//! Every value crosses the boundary as JSON. No rule of a game lives here.

#[cfg(feature = "rules")]
mod book;
#[cfg(feature = "rules")]
mod catalog;
#[cfg(feature = "computer")]
mod computer;
#[cfg(feature = "rules")]
mod explanation;
#[cfg(feature = "rules")]
mod game_handle;
mod game_line;
#[cfg(feature = "rules")]
mod match_handle;
mod messages;
#[cfg(feature = "ts")]
mod named;
mod opponent_task;
#[cfg(feature = "computer")]
mod pdn_file;
#[cfg(feature = "rules")]
mod premoves;
mod scene;
mod sentence;
#[cfg(feature = "rules")]
mod set_up;
#[cfg(feature = "rules")]
mod taps;
#[cfg(feature = "rules")]
mod timeline;
#[cfg(feature = "computer")]
mod tree;
#[cfg(feature = "ts")]
pub mod typescript;

pub use game_line::GameLine;
pub use messages::page_messages;
pub use sentence::WasmError;
#[cfg(feature = "rules")]
pub use {
    book::{book, compare},
    catalog::catalog,
    game_handle::GameHandle,
    match_handle::MatchHandle,
    set_up::set_up,
};
#[cfg(feature = "computer")]
pub use {
    computer::Computer,
    pdn_file::games_of_pdn,
    tree::{tree_from_pdn, tree_to_pdn},
};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The result of a call from the page; an error is a sentence.
type WasmResult<T> = Result<T, WasmError>;

/// Deserializes an argument of a call.
fn from_json<T: DeserializeOwned>(json: &str) -> WasmResult<T> {
    Ok(serde_json::from_str(json).map_err(|error| error.to_string())?)
}

/// Serializes the result of a call.
fn to_json(value: &impl Serialize) -> WasmResult<String> {
    Ok(serde_json::to_string(value).map_err(|error| error.to_string())?)
}
