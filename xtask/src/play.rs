//! `cargo xtask run`: builds the games room, starts it, and says how to play.

use crate::failure::Failure;
use crate::packages;
use crate::shell::{Line, Shell};

/// How a newcomer goes on; each is put after the command that runs `crownhead`.
const NEXT: [(&str, &str); 4] = [
    ("show winning-moves-checkers", "the board at the start"),
    ("moves winning-moves-checkers", "every move of the side to move"),
    ("explain winning-moves-checkers --move 11-12", "why a move is not allowed"),
    ("perft winning-moves-checkers --depth 6", "how many games there are of six moves"),
];

/// Starts `crownhead` with these arguments; without any it lists the games, and xtask adds how to
/// go on.
pub(crate) fn run(shell: &Shell, args: &[String]) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::C])?;
    let crownhead = Line::new("cargo run --release -p crownhead-cli --bin crownhead --");
    if !args.is_empty() {
        return shell.run("crownhead", &crownhead.args(args));
    }
    shell.run("crownhead", &crownhead.and("games"))?;
    println!("\nPlay on in the terminal:\n");
    for (words, what) in NEXT {
        println!("  # {what}");
        println!("  cargo run --release -q -p crownhead-cli -- {words}");
    }
    Ok(())
}
