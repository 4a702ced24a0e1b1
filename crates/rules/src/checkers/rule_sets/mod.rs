//! The games of the checkers family, one a file. A new game is a new file and a line here.

mod king_me;
mod parker;
mod regal;
mod winning_moves;

pub use king_me::{KingMe, KingMeContinues};
pub use parker::Parker;
pub use regal::Regal;
pub use winning_moves::WinningMoves;
