//! The `crownhead` command: it parses the arguments, runs a command, and prints errors on one line.

mod args;
mod atomic_file;
mod commands;
mod completions;
mod endgames;
mod failure;
mod hub;
mod matches;
mod memory;
mod thinking;
mod wrap;

use std::process::ExitCode;

/// A server allocates many small objects on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let run = || match completions::answer()? {
        true => Ok(()),
        false => commands::run(args::parse()?, &mut anstream::stdout().lock()),
    };
    let done = run();
    endgames::stop_building();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
