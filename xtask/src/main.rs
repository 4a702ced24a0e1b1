//! What a maintainer repeats: `cargo xtask run`, `cargo xtask test` and a few smaller verbs.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command speaks to its terminal")]

mod args;
mod check;
mod components;
mod dist;
mod failure;
mod fuzz;
mod licences;
mod packages;
mod page;
mod play;
mod shell;
mod steps;
mod storm;
mod tools;
mod wasm;

use std::path::Path;
use std::process::ExitCode;

use args::Verb;
use failure::Failure;
use shell::Shell;

fn main() -> ExitCode {
    match obey() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            failure.exit_code()
        }
    }
}

fn obey() -> Result<(), Failure> {
    let verb = args::read(std::env::args().skip(1))?;
    // The manifest's folder is known when xtask is built, and its parent is the workspace.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let shell = Shell::in_folder(root);
    match verb {
        Verb::Run { args } => play::run(&shell, &args),
        Verb::Test { seconds } => check::run(&shell, seconds),
        Verb::Fuzz { target, seconds } => fuzz::run(&shell, target.as_deref(), seconds),
        Verb::Storm { kills, cluster } => storm::run(&shell, kills, cluster),
        Verb::Page => page::build(&shell),
        Verb::Figures => page::figures(&shell),
        Verb::Dist { profile } => dist::run(&shell, &profile),
        Verb::Fmt => check::format(&shell),
        Verb::Help => {
            print!("{}", args::HELP);
            Ok(())
        }
    }
}
