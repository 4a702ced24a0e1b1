//! `crownhead-swarm`: the load generator as a command.

use std::process::ExitCode;

fn main() -> ExitCode {
    crownhead_swarm::command::main()
}
