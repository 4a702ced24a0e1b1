//! The huff of Parker Brothers Checkers: a jump is overlooked, and the opponent answers in each of
//! the three ways.
//!
//! Run it with `cargo run --example huff`.

use crownhead_games::{Game, GameId, Legality};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Dark has men on 14 and 1, and 14 can jump the man on 18.
    let mut game = Game::from_text(GameId::ParkerCheckers, "B:W18,32:B14,1")?;
    println!("{game}");
    println!("Dark can play {}.", game.legal_moves().join(", "));

    // In this game nobody is kept from another move, but it is an offence, and the rules say so.
    if let Legality::Legal { text, explanation: answer } = game.explain("1-5") {
        println!("{text}: {answer} ({})", answer.rule);
    }
    game.play("1-5")?;
    println!("Light can answer {}.", game.legal_moves().join(", "));

    for remedy in game.legal_moves() {
        let mut after = game.clone();
        after.play(&remedy)?;
        let side = after.side_names()[after.side()];
        println!("{remedy}: {side} to move, {after}");
        println!("  and can play {}", after.legal_moves().join(", "));
    }

    // The man on 1 had nothing to jump, so it cannot be huffed.
    if let Err(refusal) = game.play("huff 5") {
        println!("huff 5: {refusal}");
    }
    Ok(())
}
