//! Negative numbers on the command line: they are parsed as values, so that the error message names
//! the option that they belong to.

use clap::{Command, CommandFactory, FromArgMatches};

use super::Cli;

/// Parses the command line.
pub(super) fn try_parse() -> Result<Cli, clap::Error> {
    let mut matches = taken_as_values(Cli::command()).try_get_matches()?;
    let format = |error: clap::Error| error.format(&mut Cli::command());
    Cli::from_arg_matches_mut(&mut matches).map_err(format)
}

fn taken_as_values(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    command.mut_subcommands(taken_as_values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_explains_its_form() {
        let refused = |words: &[&str]| {
            let words = [&["crownhead"], words].concat();
            taken_as_values(Cli::command()).try_get_matches_from(words).unwrap_err().to_string()
        };
        for (words, option) in [
            (&["analyse", "stack-em", "--depth", "-1"][..], "--depth"),
            (&["analyse", "stack-em", "--nodes", "-5"], "--nodes"),
            (&["analyse", "stack-em", "--time", "-5s"], "--time"),
            (&["match", "stack-em", "--games", "-2"], "--games"),
            (&["tablebase", "build", "regal-checkers", "--pieces", "-3"], "--pieces"),
            (&["bench", "pdn", "--games", "-3"], "--games"),
            (&["serve", "--rate", "-1"], "--rate"),
        ] {
            let error = refused(words);
            assert!(error.starts_with("error: invalid value '-"), "{error}");
            assert!(error.contains(option), "{error}");
        }
    }
}
