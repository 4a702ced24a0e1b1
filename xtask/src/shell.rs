//! Running commands from the root of the workspace, and showing them as lines to paste.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::failure::Failure;

/// Runs commands in a folder.
pub(crate) struct Shell {
    root: PathBuf,
}

/// A command line. It displays as one line for a shell at the root of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct CommandLine {
    program: String,
    args: Vec<String>,
    env: Vec<(&'static str, String)>,
}

impl Shell {
    /// Runs commands in this folder.
    pub(crate) fn in_folder(root: &Path) -> Shell {
        Shell { root: root.to_owned() }
    }

    /// The root of the workspace.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the root.
    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    /// Runs a command with the terminal as its output.
    pub(crate) fn run(&self, what: &str, line: &CommandLine) -> Result<(), Failure> {
        match self.command(line).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(line.failed(what, end_of(status))),
            Err(error) => Err(line.failed(what, error.to_string())),
        }
    }

    /// Runs a command, and returns its standard output.
    pub(crate) fn read(&self, what: &str, line: &CommandLine) -> Result<String, Failure> {
        let output = self.command(line).stderr(Stdio::inherit()).output();
        match output {
            Ok(output) if output.status.success() => {
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            }
            Ok(output) => Err(line.failed(what, end_of(output.status))),
            Err(error) => Err(line.failed(what, error.to_string())),
        }
    }

    /// Runs a command, and returns whether it succeeded and its standard output.
    pub(crate) fn outcome(
        &self,
        what: &str,
        line: &CommandLine,
    ) -> Result<(bool, String), Failure> {
        let output = self.command(line).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| line.failed(what, error.to_string()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok((output.status.success(), text))
    }

    /// The same with its errors, which come before its standard output.
    pub(crate) fn outcome_with_errors(
        &self,
        what: &str,
        line: &CommandLine,
    ) -> Result<(bool, String), Failure> {
        let output = self.command(line).stdin(Stdio::null()).output();
        let output = output.map_err(|error| line.failed(what, error.to_string()))?;
        let text = [&output.stderr, &output.stdout].map(|it| String::from_utf8_lossy(it));
        Ok((output.status.success(), text.concat()))
    }

    /// The standard output of a command, or `None` if it fails.
    pub(crate) fn capture(&self, line: &CommandLine) -> Option<String> {
        let output = self.command(line).stdin(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn command(&self, line: &CommandLine) -> Command {
        let program = match line.program.as_str() {
            // The same cargo that runs xtask.
            "cargo" => env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")),
            // Windows runs scripts only by their full names.
            "npm" if cfg!(windows) => OsString::from("npm.cmd"),
            // A path is relative to the root, whatever the current folder is.
            program if program.contains('/') => self.path(program).into_os_string(),
            program => OsString::from(program),
        };
        let mut command = Command::new(program);
        command.args(&line.args).current_dir(&self.root);
        command.envs(line.env.iter().map(|(name, value)| (name, value)));
        if !io::stdout().is_terminal() {
            // rustfmt colours its differences for anything but a dumb terminal.
            command.env("TERM", "dumb");
        }
        command
    }
}

impl CommandLine {
    /// A program whose path may have spaces.
    pub(crate) fn program(path: String) -> CommandLine {
        CommandLine { program: path, args: Vec::new(), env: Vec::new() }
    }

    /// A command, split at its spaces.
    pub(crate) fn new(words: &str) -> CommandLine {
        let mut words = words.split_whitespace().map(str::to_owned);
        CommandLine {
            program: words.next().unwrap_or_default(),
            args: words.collect(),
            env: Vec::new(),
        }
    }

    /// Adds arguments, split at spaces.
    pub(crate) fn and(mut self, words: &str) -> CommandLine {
        self.args.extend(words.split_whitespace().map(str::to_owned));
        self
    }

    /// Adds these arguments.
    pub(crate) fn args(mut self, args: &[String]) -> CommandLine {
        self.args.extend_from_slice(args);
        self
    }

    /// Sets an environment variable.
    pub(crate) fn env(mut self, name: &'static str, value: &str) -> CommandLine {
        self.env.push((name, value.to_owned()));
        self
    }

    fn failed(&self, what: &str, end: String) -> Failure {
        Failure::Command { what: what.to_owned(), end, repeat: self.to_string() }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.env {
            write!(f, "{name}={} ", quoted(value))?;
        }
        f.write_str(&self.program)?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", quoted(arg)))
    }
}

/// Whether a program is on the search path.
pub(crate) fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let ends: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
    let files: Vec<_> = ends.iter().map(|end| format!("{program}{end}")).collect();
    env::split_paths(&path).any(|folder| files.iter().any(|file| folder.join(file).is_file()))
}

fn end_of(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_pasted() {
        let line =
            CommandLine::new("cargo doc").and("--no-deps").env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(line.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
        let line = CommandLine::new("echo").args(&["it's".to_owned(), String::new()]);
        assert_eq!(line.to_string(), r"echo 'it'\''s' ''");
    }

    #[test]
    fn a_failure_says_how_to_repeat_it() {
        let shell = Shell::in_folder(Path::new("."));
        let failure = shell.run("counting", &CommandLine::new("no-such-program 1 2")).unwrap_err();
        let text = failure.to_string();
        assert!(text.starts_with("counting failed ("), "{text}");
        assert!(text.ends_with("repeat it with: no-such-program 1 2"), "{text}");
    }
}
