//! The games of the checkers family, one file each with its rules and its book. A new game is a new
//! file, two lines here, and an entry in the list of games in the crate `crownhead-games`.

mod king_me;
mod parker;
mod regal;
mod winning_moves;

pub use king_me::{KingMe, KingMeContinues, KingMeStandard, KingMeStandardContinues};
pub use parker::{Parker, ParkerCheckers};
pub use regal::{Regal, RegalCheckers};
pub use winning_moves::{WinningMoves, WinningMovesCheckers};
