//! A whole game of Stack'Em between two players who look one move ahead, with the rules alone and
//! their own types.
//!
//! Run it with `cargo run --example stack_em`.

use crownhead_rules::dark::Path;
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{History, Notation, Position, Side};

fn main() {
    let mut game = StackEm::start();
    let mut history = History::new(&game);
    let mut number = 0;
    // The position knows when nobody can move, and its history when the game goes round in circles.
    let end = loop {
        if let Some(end) = game.outcome().or_else(|| history.draw(&game)) {
            break end;
        }
        let mv = best_move(&game);
        if game.side() == Side::First {
            number += 1;
            print!("{number:>3}. {:<14}", game.move_text(mv));
        } else {
            println!(" {}", game.move_text(mv));
        }
        history.play(&mut game, mv);
    };
    println!("\n{game}");
    println!("{end}: {}", game.explain_outcome(end));
}

/// The move after which the mover's stacks hold most: what matters is whose checker is on top.
fn best_move(game: &StackEm) -> Path {
    let side = game.side();
    let mut best = None;
    game.each_move(|mv| {
        let mut after = game.clone();
        after.play_unchecked(mv);
        let value = held(&after, side) - held(&after, !side);
        // Of equal moves the first in the order of their texts, so that every run is the same.
        let key = (-value, game.move_text(mv));
        if best.as_ref().is_none_or(|(known, _)| key < *known) {
            best = Some((key, mv));
        }
    });
    best.expect("a game that is not over has a move").1
}

/// How much a side's stacks are worth: ten for each, three more for a king, one for every checker.
fn held(game: &StackEm, side: Side) -> i32 {
    let stacks = game.controlled(side);
    let kings = (stacks & game.kings()).len() as i32;
    let checkers: u32 = stacks.into_iter().map(|square| game.stack(square).height()).sum();
    10 * stacks.len() as i32 + 3 * kings + checkers as i32
}
