//! Perft: counts the leaves of the move tree, to check a move generator and to measure its speed.
//! Draws by history are ignored.

use crate::Position;

/// The number of sequences of `depth` moves. The last ply is counted, not played (bulk counting),
/// and nothing is cached.
///
/// ```
/// use crownhead_rules::{checkers::WinningMovesCheckers, perft::perft};
/// assert_eq!(perft(&WinningMovesCheckers::start(), 5), 7361);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        // The same as below, but without a call between child and count, which the compiler
        // optimizes better.
        2 => {
            let mut leaves = 0;
            position.each_child(|child| leaves += child.count_moves());
            leaves
        }
        _ => {
            let mut leaves = 0;
            position.each_child(|child| leaves += perft(&child, depth - 1));
            leaves
        }
    }
}
