//! Shell completion: the script that a shell loads, and the candidates that the script requests
//! from this program. So they always match the installed version and the typed game.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter, complete};
use clap_complete::env::{CompleteEnv, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use crownhead_games::GameId;

use crate::args::Cli;
use crate::failure::Failure;

/// The environment variable in which a script names its shell.
const VARIABLE: &str = "CROWNHEAD_COMPLETE";

const SHELLS: [&dyn EnvCompleter; 5] = [&Bash, &Elvish, &Fish, &Powershell, &Zsh];

/// Prints candidates if a script requests them, and returns whether one did.
pub(crate) fn answer() -> Result<bool, Failure> {
    let here = env::current_dir().ok();
    let complete = CompleteEnv::with_factory(command).var(VARIABLE).shells(Shells(&SHELLS));
    let answered = complete.try_complete(env::args_os(), here.as_deref());
    answered.map_err(|error| Failure::Input(format!("{VARIABLE}: {error}")))
}

pub(crate) fn script(shell: Shell) -> io::Result<Vec<u8>> {
    let name = shell.to_string();
    let known = SHELLS.into_iter().find(|known| known.is(&name));
    let known = known.ok_or_else(|| io::Error::other(format!("there is no script for {name}")))?;
    let mut script = Vec::new();
    known.write_registration(VARIABLE, "crownhead", "crownhead", "crownhead", &mut script)?;
    Ok(script)
}

/// The command for completion. Flags are offered only after a dash, or if there is nothing else.
fn command() -> Command {
    let typed = env::args_os().next_back().unwrap_or_default();
    match typed.to_string_lossy().starts_with('-') {
        true => Cli::command(),
        false => without_flags(Cli::command()),
    }
}

fn without_flags(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.is_positional() {
        true => arg,
        false => arg.hide(true),
    });
    let command = command.disable_help_flag(true).disable_version_flag(true);
    command.mut_subcommands(without_flags)
}

/// The names of the games.
pub(crate) fn games() -> Vec<CompletionCandidate> {
    let game = |id: &GameId| CompletionCandidate::new(id.name()).help(Some(id.about().into()));
    GameId::ALL.iter().map(game).collect()
}

/// The options of the typed game, or of all games, with all their values.
pub(crate) fn options() -> Vec<CompletionCandidate> {
    let typed = env::args().skip(1).find_map(|word| word.parse::<GameId>().ok());
    let games = typed.map_or(GameId::ALL.to_vec(), |game| vec![game]);
    let options = games.iter().flat_map(|game| game.options());
    let values = options.flat_map(|option| option.values.iter().map(move |value| (option, value)));
    let candidate = |(option, value): (&crownhead_games::OptionInfo, &&str)| {
        let usual = if option.values.first() == Some(value) { " (the default)" } else { "" };
        let help = format!("{}{usual}", option.about);
        CompletionCandidate::new(format!("{}={value}", option.key)).help(Some(help.into()))
    };
    values.map(candidate).collect()
}

/// The subcommands of the command typed after `man`.
pub(crate) fn manual_pages() -> Vec<CompletionCandidate> {
    let mut typed: Vec<String> = env::args().skip_while(|word| word != "man").skip(1).collect();
    // The last word is the one to complete.
    typed.pop();
    crate::commands::commands_below(typed.into_iter())
}

pub(crate) fn games_and_files(typed: &OsStr) -> Vec<CompletionCandidate> {
    let begun = typed.to_string_lossy();
    let begins =
        |game: &CompletionCandidate| game.get_value().to_string_lossy().starts_with(&*begun);
    let mut all: Vec<_> = games().into_iter().filter(begins).collect();
    all.extend(PathCompleter::file().complete(typed));
    all
}

/// The script for bash, which also splits words at `=` and `:`, as in the values of `-o`.
struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        var: &str,
        _name: &str,
        bin: &str,
        completer: &str,
        script: &mut dyn io::Write,
    ) -> io::Result<()> {
        let text = include_str!("completions/crownhead.bash");
        let text = text.replace("VARIABLE", var).replace("COMPLETER", completer);
        script.write_all(text.replace("PROGRAM", bin).as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        here: Option<&Path>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let last = words.len().saturating_sub(1);
        for candidate in complete(command, words, last, here)? {
            writeln!(out, "{}", candidate.get_value().to_string_lossy())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_has_a_script_that_asks_this_program() {
        for shell in Shell::value_variants() {
            let script = String::from_utf8(script(*shell).expect("a script")).expect("text");
            assert!(script.contains(VARIABLE) && script.contains("crownhead"), "{script}");
            assert!(!script.contains("COMPLETER") && !script.contains("PROGRAM"), "{script}");
        }
    }

    #[test]
    fn options_are_offered_with_their_values() {
        let all: Vec<_> = options().iter().map(|c| c.get_value().to_owned()).collect();
        for value in ["crowning=stops", "crowning=continues", "setup=corner", "size=6"] {
            assert!(all.contains(&value.into()), "{value} in {all:?}");
        }
    }
}
