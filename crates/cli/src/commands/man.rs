//! `crownhead man`: the manual pages, generated from the same texts as `--help`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::engine::CompletionCandidate;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::Cli;
use crate::failure::Failure;

/// Prints the page of a command, or of the program itself.
pub(super) fn print(words: &[String], out: &mut impl Write) -> Result<(), Failure> {
    let program = built();
    let mut command = &program;
    for word in words {
        let none = || {
            let whole = words.join(" ");
            Failure::Input(format!("unknown command '{whole}'; --help lists the commands"))
        };
        command = command.find_subcommand(word).ok_or_else(none)?;
    }
    Ok(write(command, out)?)
}

/// Writes the pages of all commands to a folder, which is created if necessary.
pub(super) fn write_all(folder: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let about = |error: io::Error| Failure::file(folder, &error);
    fs::create_dir_all(folder).map_err(about)?;
    for command in every_command(&built()) {
        let name = format!("{}.1", page_name(command));
        let mut page = Vec::new();
        write(command, &mut page).map_err(about)?;
        fs::write(folder.join(&name), page).map_err(about)?;
        writeln!(out, "{name}")?;
    }
    Ok(())
}

/// The command tree with full names.
fn built() -> Command {
    let mut command = titled(Cli::command().disable_help_subcommand(true));
    command.build();
    command
}

fn titled(command: Command) -> Command {
    let command = command.subcommand_help_heading("COMMANDS").subcommand_value_name("COMMAND");
    command.mut_subcommands(titled)
}

/// The names of the subcommands of a command, for completion.
pub(crate) fn below(words: impl Iterator<Item = String>) -> Vec<CompletionCandidate> {
    let program = Cli::command();
    let mut command = &program;
    for word in words {
        command = command.find_subcommand(word).unwrap_or(command);
    }
    let visible = command.get_subcommands().filter(|below| !below.is_hide_set());
    let candidate = |below: &Command| {
        CompletionCandidate::new(below.get_name()).help(below.get_about().cloned())
    };
    visible.map(candidate).collect()
}

/// A command with all its subcommands.
fn every_command(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    std::iter::once(command).chain(below.flat_map(every_command)).collect()
}

/// `crownhead-tablebase-build`
fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

fn write(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    let version = Cli::command().get_version().unwrap_or_default().to_owned();
    let man =
        Man::new(command.clone()).source(format!("Crownhead {version}")).manual("Crownhead manual");
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut roff = Roff::new();
    notes_and_examples(&after, &mut roff);
    see_also(command, &mut roff);
    roff.to_writer(out)
}

/// The text after the options in `--help`: sentences, and behind `Examples:` command lines.
fn notes_and_examples(after: &str, roff: &mut Roff) {
    let (notes, examples) = match after.split_once("Example") {
        Some((notes, rest)) => (notes, rest.split_once(":\n").map_or("", |(_, lines)| lines)),
        None => (after, ""),
    };
    if !notes.trim().is_empty() {
        roff.control("SH", ["NOTES"]);
        notes.lines().filter(|line| !line.trim().is_empty()).for_each(|line| {
            roff.text([roman(line.trim())]);
        });
    }
    if !examples.trim().is_empty() {
        roff.control("SH", ["EXAMPLES"]);
        roff.control("nf", []);
        examples.lines().for_each(|line| {
            roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        });
        roff.control("fi", []);
    }
}

/// The pages of the parent commands.
fn see_also(command: &Command, roff: &mut Roff) {
    let own = page_name(command);
    let above: Vec<&str> = own.match_indices('-').map(|(at, _)| &own[..at]).collect();
    let Some((last, others)) = above.split_last() else { return };
    roff.control("SH", ["SEE ALSO"]);
    let mut line: Vec<_> = others.iter().flat_map(|page| [bold(*page), roman("(1), ")]).collect();
    line.extend([bold(*last), roman("(1)")]);
    roff.text(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_its_options_and_examples() {
        let program = built();
        let commands = every_command(&program);
        assert!(commands.len() > 35, "{}", commands.len());
        for command in commands {
            let mut page = Vec::new();
            write(command, &mut page).expect("a page");
            let page = String::from_utf8(page).expect("text");
            let name = page_name(command);
            assert!(page.contains(".SH NAME") && page.contains("Crownhead manual"), "{name}");
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = after.lines().filter(|line| line.starts_with("  crownhead"));
            let typed = page.split(".SH EXAMPLES").nth(1).unwrap_or_default();
            let typed = typed.lines().filter(|line| line.starts_with("crownhead "));
            assert_eq!(typed.count(), examples.count(), "{page}");
            // It points to the pages above it, if there are any.
            let above = name.rsplit_once('-').map(|(above, _)| format!("\\fB{above}\\fR(1)"));
            assert_eq!(page.contains(".SH \"SEE ALSO\""), above.is_some(), "{page}");
            assert!(above.is_none_or(|above| page.replace("\\-", "-").contains(&above)), "{page}");
            for long in command.get_arguments().filter_map(clap::Arg::get_long) {
                let long = format!("\\-\\-{}", long.replace('-', "\\-"));
                assert!(page.contains(&long), "{name} {long}\n{page}");
            }
        }
    }
}
