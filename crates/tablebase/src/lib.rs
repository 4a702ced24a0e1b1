//! Endgame databases of the checkers games: who wins every position of a few checkers, with best
//! play. An index without gaps, a builder and a prober, generic over the rule set.
//!
//! No game is named here. The draw rulings, which look at a game's past, are not known here either:
//! a value is that of a game that may go on for as long as it takes.

mod binomial;
mod class;
mod index;
mod packed;
mod rows;
mod solve;
mod store;
mod value;
mod view;

pub use class::Class;
pub use index::Index;
pub use solve::{Builder, Progress};
pub use store::Store;
pub use value::{Counts, Value};
pub use view::View;
