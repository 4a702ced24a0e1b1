//! The `crownhead` command: what it is asked goes to `commands`, and what goes wrong is said in
//! one line.

mod args;
mod commands;
mod completions;
mod endgames;
mod failure;
mod hub;
mod matches;
mod memory;
mod thinking;
mod whole_file;
mod wrap;

use std::process::ExitCode;

/// A server makes and drops many small things on several threads at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let run = || match completions::answer()? {
        true => Ok(()),
        false => commands::run(args::parse()?, &mut anstream::stdout().lock()),
    };
    let done = run();
    endgames::stop_making();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
