//! Endgame tablebases of the checkers games: the winner and the distance to the end of every
//! position with few checkers, with best play. An index without gaps, a builder (retrograde
//! analysis) and a prober, generic over the rule set.
//!
//! This crate names no game. Values ignore draws by history: they are those of a game of unlimited
//! length.
//!
//! ```
//! use crownhead_rules::checkers::{WinningMoves, WinningMovesCheckers};
//! use crownhead_tablebase::{RetrogradeSolver, Wld, BoardView};
//!
//! // Every position of two checkers, solved in a moment.
//! let store = RetrogradeSolver::all::<WinningMoves>(2);
//! let game: WinningMovesCheckers = "W:WK1:BK6".parse()?;
//! assert_eq!(store.value(&BoardView::of(&game)), Some(Wld::Win));
//! let more: WinningMovesCheckers = "W:WK1,K32:BK6".parse()?;
//! assert_eq!(store.value(&BoardView::of(&more)), None);
//! # Ok::<(), crownhead_rules::PositionErrors>(())
//! ```
//!
//! Tables on disk are a [`TableFolder`], written by [`build()`], loaded as a [`Tablebase`] and probed
//! with [`Tablebase::probe_quiet`].

mod binomial;
mod board_view;
#[cfg(not(target_family = "wasm"))]
mod build;
mod class;
mod class_file;
mod distance_store;
mod distance_table;
#[cfg(not(target_family = "wasm"))]
mod distributed_build;
mod family;
#[cfg(not(target_family = "wasm"))]
mod folder;
mod huffman;
mod index;
mod packed;
mod probe;
mod rows;
mod run_length;
mod solve;
mod table_bytes;
mod value_store;
mod verify;
mod wld;
mod wld_table;

pub use board_view::BoardView;
#[cfg(not(target_family = "wasm"))]
pub use build::{BuiltClass, TablebaseBuild, build, build_distances, memory_to_build};
pub use class::Class;
pub use class_file::ClassFileError;
pub use distance_store::DistanceStore;
pub use distance_table::{DistanceTable, encode_distances};
#[cfg(not(target_family = "wasm"))]
pub use distributed_build::{Assignment, BuildCoordinator, BuildJob, SingleMachine};
pub use family::RuleFamily;
#[cfg(not(target_family = "wasm"))]
pub use folder::{RejectReason, RejectedFile, TableFolder};
pub use index::ClassIndex;
pub use probe::{MAX_CHECKERS, Tablebase};
pub use solve::{DistanceSolver, RetrogradeSolver};
pub use table_bytes::TableBytes;
pub use value_store::ValueStore;
pub use verify::{VerifyReport, verify};
pub use wld::{Wld, WldCounts};
pub use wld_table::{WldTable, encode};
