//! Micro-benchmarks of the hot paths, and the positions that they share. Run them with `cargo bench`;
//! the benchmarks themselves are in `benches/`.

use crownhead_rules::checkers::WinningMovesCheckers;
use crownhead_rules::{Position, stack_em::StackEm};

/// A middle game of checkers with eleven men a side.
///
/// # Panics
///
/// Never: the text is a legal position.
pub fn checkers_middle_game() -> WinningMovesCheckers {
    "B:W15,18,19,21,22,23,24,25,28,30,31:B1,4,5,6,7,9,10,11,12,13,14"
        .parse()
        .expect("a legal position")
}

/// A middle game of Stack'Em, with some stacks: the first move of every turn for 30 plies.
pub fn stack_em_middle_game() -> StackEm {
    let mut position = StackEm::start();
    for _ in 0..30 {
        let mut first = None;
        position.each_move(|mv| first = first.or(Some(mv)));
        let Some(mv) = first else { break };
        position.play_unchecked(mv);
    }
    position
}
