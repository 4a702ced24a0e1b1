//! Runs an example in a shell, with a time limit, and captures its output.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use crownhead_swarm::command::NoisyArgs;

use crate::output;
use crate::read::{Example, Kind};
use crate::shorter::{Form, Shorter};
use crate::stage::Stage;

/// How long an example may take. Slower ones have a shorter form.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs an example, and returns what is wrong.
pub(crate) fn example(
    example: &Example,
    folder: &Path,
    stage: &Stage,
    shorter: &Shorter,
) -> Result<(), String> {
    if example.kind == Kind::Conversation {
        return conversation(example, folder, stage);
    }
    let text = match shorter.form(&example.command)? {
        Form::Elsewhere => return Ok(()),
        Form::Swarms(text) => return swarms(&stage.stand_in(&text, folder)),
        Form::Serves(text) => return serves(&stage.stand_in(&text, folder), folder, stage),
        Form::Streams(text) => {
            let text = stage.stand_in(&text, folder);
            let first = |printed: &str| printed.contains('\n');
            return until(first, shell(&text, folder, stage)).map(drop);
        }
        Form::Ends(text) => text,
    };
    let text = stage.stand_in(&text, folder);
    let printed = ends(&text, folder, stage)?;
    match &example.shown {
        Some(shown) => output::agrees(shown, &printed),
        None => Ok(()),
    }
}

/// A shell with a command, as the leader of a process group that can be killed as a whole.
fn shell(text: &str, folder: &Path, stage: &Stage) -> Command {
    let mut command = Command::new("bash");
    command.args(["-o", "pipefail", "-c", text]).current_dir(folder).process_group(0);
    stage.environment(&mut command, folder);
    command
}

/// Runs a command that must exit with 0, and returns its output.
fn ends(text: &str, folder: &Path, stage: &Stage) -> Result<String, String> {
    let mut command = shell(text, folder, stage);
    let paths = [tempfile::NamedTempFile::new().unwrap(), tempfile::NamedTempFile::new().unwrap()];
    let file = |i: usize| File::create(paths[i].path()).unwrap();
    let child = command.stdin(Stdio::null()).stdout(file(0)).stderr(file(1)).spawn().unwrap();
    let code = within_limit(child);
    let read =
        |i: usize| String::from_utf8_lossy(&std::fs::read(paths[i].path()).unwrap()).into_owned();
    match code {
        Some(Some(0)) => Ok(read(0)),
        Some(code) => Err(format!("ran as: {text}exit code {code:?}\n{}{}", read(0), read(1))),
        None => Err(format!(
            "ran as: {text}and does not end within {LIMIT:?}: it wants a shorter form in \
             tests/examples/shorter.rs"
        )),
    }
}

/// Waits for a process group to exit. Returns its exit code, or `None` if it had to be killed.
fn within_limit(mut child: Child) -> Option<Option<i32>> {
    let begun = Instant::now();
    while begun.elapsed() < LIMIT {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status.code());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&child, "-KILL");
    let _ = child.wait();
    None
}

fn signal(child: &Child, name: &str) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args([name, "--", &group]).status();
}

/// Runs the load generator in this process.
fn swarms(text: &str) -> Result<(), String> {
    let words = text.split(" #").next().unwrap_or_default().split_whitespace();
    if words.clone().nth(1) == Some("noisy") {
        return noise(words.skip(1));
    }
    let args = crownhead_swarm::command::Args::try_parse_from(words);
    let mut plan = args.map_err(|error| error.to_string())?.plan().unwrap();
    plan.program = env!("CARGO_BIN_EXE_crownhead").into();
    let report = crownhead_swarm::run(plan, |_| {}).map_err(|error| error.to_string())?;
    if report.faults > 0 { Err(format!("ran as: {text}{report}")) } else { Ok(()) }
}

/// The same for its noisy visitor.
fn noise<'a>(words: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let args = NoisyArgs::try_parse_from(words).map_err(|error| error.to_string())?;
    let mut plan = args.plan().unwrap();
    plan.program = env!("CARGO_BIN_EXE_crownhead").into();
    let report = crownhead_swarm::noisy::run(&plan, |_| {}).map_err(|error| error.to_string())?;
    if report.faults > 0 { Err(report.to_string()) } else { Ok(()) }
}

/// Starts a server on a free port, and shuts it down once it has started.
fn serves(text: &str, folder: &Path, stage: &Stage) -> Result<(), String> {
    let mut command = shell(text, folder, stage);
    if !text.contains("--listen") {
        command.env("CROWNHEAD_LISTEN", "127.0.0.1:0");
    }
    let is_open = |printed: &str| printed.starts_with("The games room is open at ");
    match until(is_open, command)? {
        Some(0) => Ok(()),
        code => Err(format!("ran as: {text}exit code {code:?}")),
    }
}

/// Runs a command until it has printed something, interrupts it, and returns the exit code.
fn until(enough: impl Fn(&str) -> bool, mut command: Command) -> Result<Option<i32>, String> {
    let [out, errors] = [0, 1].map(|_| tempfile::NamedTempFile::new().unwrap());
    let file = |of: &tempfile::NamedTempFile| File::create(of.path()).unwrap();
    command.stdin(Stdio::null()).stdout(file(&out)).stderr(file(&errors));
    let mut child = command.spawn().unwrap();
    let read = |of: &tempfile::NamedTempFile| std::fs::read_to_string(of.path()).unwrap();
    let begun = Instant::now();
    while !enough(&read(&out)) && begun.elapsed() < LIMIT && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&child, "-TERM");
    match (enough(&read(&out)), within_limit(child)) {
        (true, Some(code)) => Ok(code),
        (_, code) => {
            let (out, errors) = (read(&out), read(&errors));
            Err(format!("ran as: {command:?}\nexit code {code:?}\n{out}{errors}"))
        }
    }
}

/// Sends the input of a conversation to the engine, and compares its output.
fn conversation(example: &Example, folder: &Path, stage: &Stage) -> Result<(), String> {
    let mut command = shell("timeout 30 crownhead engine", folder, stage);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", example.command).unwrap();
    let mut printed = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        printed.push_str(&line);
        printed.push('\n');
        if line.starts_with("done") || line.starts_with("error") {
            break;
        }
    }
    drop(input);
    let status = child.wait().unwrap();
    if !status.success() {
        return Err(format!("{status}\n{printed}"));
    }
    output::agrees(example.shown.as_deref().unwrap_or_default(), &printed)
}
