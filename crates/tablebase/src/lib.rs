//! Endgame databases of the checkers games: who wins every position of a few checkers, with best
//! play, and in how many plies. An index without gaps, a builder and a prober, generic over the
//! rule set.
//!
//! No game is named here. The draw rulings, which look at a game's past, are not known here either:
//! a value is that of a game that may go on for as long as it takes.

mod binomial;
mod blocks;
mod class;
mod code;
mod distances;
mod family;
#[cfg(not(target_family = "wasm"))]
mod folder;
mod index;
#[cfg(not(target_family = "wasm"))]
mod make;
mod map;
mod packed;
mod plies;
mod rows;
#[cfg(not(target_family = "wasm"))]
mod share;
mod sheet;
mod solve;
mod store;
mod table;
mod tables;
mod value;
mod verify;
mod view;

pub use class::Class;
pub use distances::Distances;
pub use family::Family;
#[cfg(not(target_family = "wasm"))]
pub use folder::{Folder, Refused, Why};
pub use index::Index;
#[cfg(not(target_family = "wasm"))]
pub use make::{Made, Making, make, make_plies, memory_to_make};
pub use map::Bytes;
pub use plies::{Plies, pack_plies};
#[cfg(not(target_family = "wasm"))]
pub use share::{Alone, Job, Share, Task};
pub use sheet::BadTable;
pub use solve::{Builder, Measurer};
pub use store::Store;
pub use table::{Table, pack};
pub use tables::{MOST_CHECKERS, Tables};
pub use value::{Counts, Value};
pub use verify::{Checked, check};
pub use view::View;
