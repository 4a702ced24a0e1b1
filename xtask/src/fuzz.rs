//! `cargo xtask fuzz`: the fuzz targets of fuzz/, on the stable toolchain.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::failure::Failure;
use crate::packages;
use crate::shell::{CommandLine, Shell};
use crate::steps::Steps;
use crate::tools::FUZZ;

/// The flags of every build and run. Sanitizers would need the nightly toolchain, and safe Rust has
/// little for them to find.
const FLAGS: &str = "--fuzz-dir fuzz --sanitizer none";

/// Runs one target, or all of them.
pub(crate) fn run(shell: &Shell, target: Option<&str>, seconds: u32) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::C, packages::CXX])?;
    let cargo_fuzz = FUZZ.ensure(shell)?;
    let all = targets(shell, &cargo_fuzz)?;
    let chosen = match target {
        None => all,
        Some(name) if all.iter().any(|target| target == name) => vec![name.to_owned()],
        Some(name) => {
            let all = all.join(", ");
            return Err(Failure::Usage(format!("no fuzz target `{name}` (there are: {all})")));
        }
    };
    let mut steps = Steps::default();
    build(shell, &mut steps, &cargo_fuzz)?;
    for target in chosen {
        one(shell, &mut steps, &cargo_fuzz, &target, seconds)?;
    }
    print!("\n{}", steps.summary());
    Ok(())
}

/// The names of all targets.
pub(crate) fn targets(shell: &Shell, cargo_fuzz: &CommandLine) -> Result<Vec<String>, Failure> {
    let list = cargo_fuzz.clone().and("list --fuzz-dir fuzz");
    let names = shell.read("listing the fuzz targets", &list)?;
    Ok(names.split_whitespace().map(str::to_owned).collect())
}

/// Builds all targets.
pub(crate) fn build(
    shell: &Shell,
    steps: &mut Steps,
    cargo_fuzz: &CommandLine,
) -> Result<(), Failure> {
    steps.run(shell, "fuzz build", &cargo_fuzz.clone().and("build").and(FLAGS))
}

/// Runs one target for a while. After a crash, names the input and how to reproduce it.
pub(crate) fn one(
    shell: &Shell,
    steps: &mut Steps,
    cargo_fuzz: &CommandLine,
    target: &str,
    seconds: u32,
) -> Result<(), Failure> {
    let what = format!("fuzz {target}");
    let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
    fs::create_dir_all(shell.path(&corpus)).map_err(|error| {
        Failure::Missing(format!("{corpus} cannot be made for the fuzz corpus: {error}"))
    })?;
    let run = cargo_fuzz.clone().and("run").and(FLAGS).and(target);
    // New inputs go to the first folder; the others are only read.
    let mut line = run.clone().and(&corpus);
    if shell.path(&seeds).is_dir() {
        line = line.and(&seeds);
    }
    let limits = format!("-- -max_total_time={seconds} -timeout=10 -verbosity=0");
    line = line.and(&limits).and("-print_final_stats=1");

    let start = SystemTime::now();
    steps.run(shell, &what, &line).map_err(|failure| {
        let folder = format!("fuzz/artifacts/{target}");
        match (newest_since(&shell.path(&folder), start), failure) {
            (Some(name), Failure::Command { what, end, .. }) => {
                let input = format!("{folder}/{name}");
                eprintln!("\nThe input that did it: {input}");
                Failure::Command { what, end, repeat: run.and(&input).to_string() }
            }
            (_, failure) => failure,
        }
    })
}

/// The newest file of a folder that was written after a time.
fn newest_since(folder: &Path, start: SystemTime) -> Option<String> {
    let written = |entry: fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry));
    let (_, newest) = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| written(entry.ok()?))
        .filter(|(time, _)| *time >= start)
        .max_by_key(|(time, _)| *time)?;
    newest.file_name().into_string().ok()
}
