//! Maintenance tasks: `cargo xtask run`, `cargo xtask test` and a few others.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command speaks to its terminal")]

mod args;
mod check;
mod clients;
mod components;
mod container;
mod deploy;
mod dist;
mod failure;
mod fuzz;
mod licences;
mod packages;
mod page;
mod play;
mod python;
mod shell;
mod steps;
mod storm;
mod tools;
mod wasm;

use std::path::Path;
use std::process::ExitCode;

use args::Subcommand;
use failure::Failure;
use shell::Shell;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            failure.exit_code()
        }
    }
}

fn run() -> Result<(), Failure> {
    let verb = args::parse(std::env::args().skip(1))?;
    // The workspace is the parent of the manifest's folder.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let shell = Shell::in_folder(root);
    match verb {
        Subcommand::Run { args } => play::run(&shell, &args),
        Subcommand::Test { seconds } => check::run(&shell, seconds),
        Subcommand::Fuzz { target, seconds } => fuzz::run(&shell, target.as_deref(), seconds),
        Subcommand::Storm(storm, options) => storm::run(&shell, &storm, &options),
        Subcommand::Page => page::build(&shell),
        Subcommand::Figures => page::figures(&shell),
        Subcommand::Dist { profile } => dist::run(&shell, &profile),
        Subcommand::ContainerCheck => container::check(&shell),
        Subcommand::Fmt => check::format(&shell),
        Subcommand::Help => {
            print!("{}", args::HELP);
            Ok(())
        }
    }
}
