//! Commands: built, shown as a line that can be pasted, and run from the root of the workspace.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::failure::Failure;

/// Where commands run.
pub(crate) struct Shell {
    root: PathBuf,
}

/// A command that is not run yet. Shown as one line for a shell at the root of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    program: String,
    args: Vec<String>,
    env: Vec<(&'static str, String)>,
}

impl Shell {
    /// Commands run in this folder.
    pub(crate) fn in_folder(root: &Path) -> Shell {
        Shell { root: root.to_owned() }
    }

    /// A path below the root.
    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    /// Runs a command with the terminal as its output.
    pub(crate) fn run(&self, what: &str, line: &Line) -> Result<(), Failure> {
        match self.command(line).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(line.failed(what, end_of(status))),
            Err(error) => Err(line.failed(what, error.to_string())),
        }
    }

    /// Runs a command and hands back what it wrote to its standard output.
    pub(crate) fn read(&self, what: &str, line: &Line) -> Result<String, Failure> {
        let output = self.command(line).stderr(Stdio::inherit()).output();
        match output {
            Ok(output) if output.status.success() => {
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            }
            Ok(output) => Err(line.failed(what, end_of(output.status))),
            Err(error) => Err(line.failed(what, error.to_string())),
        }
    }

    /// What a command wrote to its standard output, or nothing if it cannot be run or fails.
    pub(crate) fn ask(&self, line: &Line) -> Option<String> {
        let output = self.command(line).stdin(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn command(&self, line: &Line) -> Command {
        let program = match line.program.as_str() {
            // The very cargo that runs xtask.
            "cargo" => env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")),
            // Windows runs scripts only by their whole names.
            "npm" if cfg!(windows) => OsString::from("npm.cmd"),
            // A path is relative to the root, wherever xtask was called from.
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

impl Line {
    /// A command, split at its spaces.
    pub(crate) fn new(words: &str) -> Line {
        let mut words = words.split_whitespace().map(str::to_owned);
        Line { program: words.next().unwrap_or_default(), args: words.collect(), env: Vec::new() }
    }

    /// With more arguments, split at their spaces.
    pub(crate) fn and(mut self, words: &str) -> Line {
        self.args.extend(words.split_whitespace().map(str::to_owned));
        self
    }

    /// With these arguments as they are.
    pub(crate) fn args(mut self, args: &[String]) -> Line {
        self.args.extend_from_slice(args);
        self
    }

    /// With a variable in its environment.
    pub(crate) fn env(mut self, name: &'static str, value: &str) -> Line {
        self.env.push((name, value.to_owned()));
        self
    }

    fn failed(&self, what: &str, end: String) -> Failure {
        Failure::Command { what: what.to_owned(), end, repeat: self.to_string() }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.env {
            write!(f, "{name}={} ", quoted(value))?;
        }
        f.write_str(&self.program)?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", quoted(arg)))
    }
}

/// Whether the search path holds a program of this name.
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
        let line = Line::new("cargo doc").and("--no-deps").env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(line.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
        let line = Line::new("echo").args(&["it's".to_owned(), String::new()]);
        assert_eq!(line.to_string(), r"echo 'it'\''s' ''");
    }

    #[test]
    fn a_failure_says_how_to_repeat_it() {
        let shell = Shell::in_folder(Path::new("."));
        let failure = shell.run("counting", &Line::new("no-such-program 1 2")).unwrap_err();
        let text = failure.to_string();
        assert!(text.starts_with("counting failed ("), "{text}");
        assert!(text.ends_with("repeat it with: no-such-program 1 2"), "{text}");
    }
}
