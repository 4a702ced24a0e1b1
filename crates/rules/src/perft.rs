//! Perft: counting the leaves of the tree of moves, to check that a move generator is right and to
//! measure how fast it is. Draw rulings are ignored.

use crate::Position;

/// How many sequences of `depth` moves there are. The last ply is counted, not played, and no
/// position is remembered.
///
/// ```
/// use crownhead_rules::{checkers::WinningMovesCheckers, perft::perft};
/// assert_eq!(perft(&WinningMovesCheckers::start(), 5), 7361);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        // The same as below, for the compiler: without a call between child and count.
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
