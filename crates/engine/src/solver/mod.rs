//! The exact value of tic-tac-toe and of Tic-Tac-Toe On A Checkerboard.

mod board;
mod bounds;
mod exchange;
mod form;
mod geometry;
mod key;
mod openings;
mod root;
mod saved;
mod search;
mod solve;
mod table;
mod tic_tac_toe;
mod worths;

#[cfg(test)]
mod tests;

pub use openings::{Made, Openings, make_openings};
pub use saved::NotSaved;
pub use solve::{Best, Progress, Solved, best_move, solve, solve_on_threads};
pub use table::Table;
pub use tic_tac_toe::{Fate, TicTacToeTable};
