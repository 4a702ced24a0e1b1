//! Perft: how many sequences of so many moves there are, by first move, in any game and from any
//! position. Move generators are compared by it.
//!
//! Run it with `cargo run --release --example perft -- parker-checkers 6`, and perhaps with the
//! text of a position behind that.

use crownhead_games::{Game, Rules, each};
use crownhead_rules::{Notation, perft::perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Rules = arguments.next().as_deref().unwrap_or("winning-moves-checkers").parse()?;
    let depth: u32 = arguments.next().as_deref().unwrap_or("6").parse()?;
    let game = match arguments.next() {
        Some(position) => Game::from_text(rules, &position)?,
        None => Game::start(rules),
    };
    println!("{rules}: {game}, depth {depth}");
    // Inside `each!` the position has its own type, and all below is compiled for it.
    let total = each!(game.position(), position => divide(position, depth));
    println!("{total} in all");
    Ok(())
}

/// Prints how many sequences begin with each move, and returns how many there are.
fn divide<P: Notation>(position: &P, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let mut counts = Vec::new();
    position.each_move(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        counts.push((position.move_text(mv), perft(&after, rest)));
    });
    counts.sort();
    for (text, count) in &counts {
        println!("{text:<8} {count:>12}");
    }
    counts.iter().map(|(_, count)| count).sum()
}
