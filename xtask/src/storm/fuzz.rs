//! `cargo xtask storm fuzz`: hours of fuzzing, shared evenly among the targets, with a corpus that is
//! kept.

use std::fs;
use std::path::Path;

use super::record::Row;
use super::state::Figures;
use super::{Campaign, missing};
use crate::failure::Failure;
use crate::fuzz::{build, targets};
use crate::packages;
use crate::shell::CommandLine;
use crate::steps::Steps;
use crate::tools::FUZZ;

/// How long a target runs at a time, in seconds.
const SLICE: u64 = 120;

/// The prefix of the kept programs' names.
const PREFIX: &str = "fuzz-";

/// Runs a command, and then prints the processor time that it took.
const TIMED: &str = "\"$@\"; code=$?; times; exit $code";

/// Fuzzes until all targets together had so many hours of processor time.
pub(super) fn run(campaign: &Campaign<'_>, hours: u64) -> Result<(), Failure> {
    let names = match campaign.built {
        true => kept_targets(campaign)?,
        false => build_targets(campaign)?,
    };
    let mut figures = Figures::load(&campaign.state, "fuzz")?;
    let (before, target) = (figures.get("seconds"), (hours * 3600) as f64);
    while figures.get("seconds") < target && !campaign.is_over() {
        // The target that had the least.
        let least = |one: &&String, two: &&String| {
            figures.get(&time_of(one)).total_cmp(&figures.get(&time_of(two)))
        };
        let Some(name) = names.iter().min_by(least).cloned() else { break };
        one(campaign, &mut figures, &name)?;
        figures.save()?;
        let (all, found) = (figures.get("seconds") / 3600.0, figures.list("found").len());
        println!("{name}: {all:.2} of {hours} hours in all, {found} crashes");
    }
    let all = figures.get("seconds");
    if all > before {
        campaign.record(&Row {
            heading: "Fuzzing",
            command: "`cargo xtask storm fuzz`".to_owned(),
            figures: vec![
                ("targets", names.len().to_string()),
                ("processor time in this run", format!("{:.2} h", (all - before) / 3600.0)),
                ("in all", format!("{:.2} of {hours} h", all / 3600.0)),
                ("inputs run", figures.count("inputs").to_string()),
                ("crashes", figures.list("found").len().to_string()),
            ],
        })?;
    }
    match figures.list("found").is_empty() {
        true => Ok(()),
        false => Err(missing(&campaign.state, "targets crashed: see `found` in the state")),
    }
}

/// Builds all targets, and keeps the programs.
fn build_targets(campaign: &Campaign<'_>) -> Result<Vec<String>, Failure> {
    let shell = campaign.shell;
    packages::ensure(shell, &[packages::C, packages::CXX])?;
    let cargo_fuzz = FUZZ.ensure(shell)?;
    let names = targets(shell, &cargo_fuzz)?;
    build(shell, &mut Steps::default(), &cargo_fuzz)?;
    let host = shell.read("asking for the host", &CommandLine::new("rustc --print host-tuple"))?;
    for name in &names {
        let built = format!("fuzz/target/{}/release/{name}", host.trim());
        campaign.keep_program(&shell.path(&built), &format!("{PREFIX}{name}"))?;
    }
    Ok(names)
}

/// The targets whose programs were kept.
fn kept_targets(campaign: &Campaign<'_>) -> Result<Vec<String>, Failure> {
    let kept = inputs(&campaign.make_folder("bin")?);
    let name = |path: &String| Some(path.rsplit_once(PREFIX)?.1.to_owned());
    Ok(kept.iter().filter_map(name).collect())
}

/// Runs one target for a while.
fn one(campaign: &Campaign<'_>, figures: &mut Figures, name: &str) -> Result<(), Failure> {
    let corpus = campaign.make_folder(&format!("fuzz/corpus/{name}"))?;
    let artifacts = campaign.make_folder(&format!("fuzz/artifacts/{name}"))?;
    let program = campaign.kept_program(&format!("{PREFIX}{name}"));
    let mut args = vec!["-c".to_owned(), TIMED.to_owned(), "sh".to_owned(), program];
    args.push(corpus.display().to_string());
    let seeds = campaign.shell.path(&format!("fuzz/seeds/{name}"));
    if seeds.is_dir() {
        args.push(seeds.display().to_string());
    }
    args.push(format!("-artifact_prefix={}/", artifacts.display()));
    args.extend([format!("-max_total_time={SLICE}")]);
    args.extend(["-timeout=10", "-verbosity=0", "-print_final_stats=1"].map(str::to_owned));
    let known = inputs(&artifacts);
    let line = campaign.line("sh").args(&args);
    let (success, output) = campaign.shell.outcome_with_errors("a fuzz target", &line)?;
    let seconds = output.lines().last().and_then(processor_time);
    let seconds = seconds.ok_or_else(|| missing(&campaign.state, format!("{line}: {output}")))?;
    figures.add("seconds", seconds);
    figures.add(&time_of(name), seconds);
    let runs = output.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    figures.add("inputs", runs.and_then(|runs| runs.trim().parse().ok()).unwrap_or_default());
    if !success {
        let new = inputs(&artifacts).into_iter().find(|input| !known.contains(input));
        let input = new.unwrap_or_else(|| "no input was kept".to_owned());
        let repeat = format!("cargo fuzz run --fuzz-dir fuzz --sanitizer none {name} {input}");
        println!("found: {repeat}\n{output}");
        figures.push("found", &repeat);
    }
    Ok(())
}

/// The name of the figure with a target's time.
fn time_of(target: &str) -> String {
    format!("seconds of {target}")
}

/// The files of a folder.
fn inputs(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path().display().to_string()).collect()
}

/// The seconds in the last line of `times`: `1m2.50s 0m0.25s`, for user and system.
fn processor_time(line: &str) -> Option<f64> {
    let one = |text: &str| {
        let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let mut both = line.split_whitespace().map(one);
    Some(both.next()?? + both.next()??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_times_are_read() {
        assert_eq!(processor_time("1m2.50s 0m0.25s"), Some(62.75));
        assert_eq!(processor_time("0m0.000s 0m0.000s"), Some(0.0));
        assert_eq!(processor_time("==12== ERROR: libFuzzer: deadly signal"), None);
        assert_eq!(processor_time(""), None);
    }
}
