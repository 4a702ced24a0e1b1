//! `cargo xtask run`: builds the page and the games room, and opens it.

use crate::failure::Failure;
use crate::shell::{CommandLine, Shell};
use crate::{packages, page};

/// Starts `crownhead` with these arguments; without any it builds the page and serves it.
pub(crate) fn run(shell: &Shell, args: &[String]) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::C])?;
    let crownhead = CommandLine::new("cargo run --release -p crownhead-cli --bin crownhead --");
    if !args.is_empty() {
        return shell.run("crownhead", &crownhead.args(args));
    }
    page::build(shell)?;
    shell.run("the games room", &crownhead.and("serve"))
}
