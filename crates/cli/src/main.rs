//! The `crownhead` command: what it is asked goes to `commands`, and what goes wrong is said in
//! one line.

mod args;
mod commands;
mod endgames;
mod failure;
mod hub;
mod matches;
mod memory;
mod thinking;
mod wrap;

use std::process::ExitCode;

/// A server makes and drops many small things on several threads at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut out = anstream::stdout().lock();
    match args::parse().and_then(|args| commands::run(args, &mut out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
