//! Exact solving of the placing games: a table of all tic-tac-toe positions, and alpha-beta with proof
//! bounds for Tic-Tac-Toe On A Checkerboard.

mod board;
mod bounds;
mod exchange;
mod geometry;
mod key;
mod line_counts;
mod openings;
mod proof_table;
mod root;
mod saved_proofs;
mod search;
mod solve;
mod solver_rules;
mod tic_tac_toe;

#[cfg(test)]
mod tests;

pub use openings::{OpeningsProgress, ProvenOpenings, build_openings};
pub use proof_table::ProofTable;
pub use saved_proofs::SavedProofsError;
pub use solve::{BestMove, Solution, SolveProgress, best_move, solve, solve_on_threads};
pub use tic_tac_toe::{TicTacToeTable, TicTacToeValue};
