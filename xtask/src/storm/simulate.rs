//! `cargo xtask storm simulate`: many short schedules of the simulation, each with a seed of its own.

use std::ops::Range;
use std::time::Instant;

use serde_json::Value;

use super::record::Row;
use super::state::Figures;
use super::{Campaign, missing};
use crate::failure::Failure;
use crate::shell::CommandLine;

/// The test that runs the schedules.
const TEST: &str = "short_schedules_lose_nothing";

/// How many seeds there are in the first step, and for how many seconds later steps should run.
const FIRST_STEP: u64 = 200;
const STEP_SECONDS: f64 = 60.0;

/// Runs the seeds that have not been run yet.
pub(super) fn run(campaign: &Campaign<'_>, seeds: &Range<u64>) -> Result<(), Failure> {
    let program = match campaign.built {
        true => campaign.kept_program("simulation"),
        false => build(campaign)?,
    };
    let mut figures = Figures::load(&campaign.state, "simulate")?;
    let before = figures.count("seeds");
    let mut next = figures.count("next").clamp(seeds.start, seeds.end);
    let mut step = FIRST_STEP;
    while next < seeds.end && !campaign.is_over() {
        let end = (next + step).min(seeds.end);
        let line = campaign
            .line(&program)
            .and(&format!("--exact {TEST} --nocapture"))
            .env("CROWNHEAD_SEEDS", &format!("{next}..{end}"));
        let begun = Instant::now();
        let (success, output) = campaign.shell.outcome_with_errors("the simulation", &line)?;
        let seconds = begun.elapsed().as_secs_f64();
        // A failing seed is named with the command that repeats it.
        let failed: Vec<_> =
            output.lines().filter(|line| line.contains("CROWNHEAD_SEEDS=")).collect();
        if !success && failed.is_empty() {
            return Err(missing(&campaign.state, format!("{line} failed:\n{output}")));
        }
        for line in failed {
            println!("found: {line}");
            figures.push("found", line.trim());
        }
        // After many failures a step ends early.
        let end = end.min(next + seeds_run(&output));
        if end == next {
            return Err(missing(&campaign.state, format!("{line} ran no seeds:\n{output}")));
        }
        figures.add("seeds", (end - next) as f64);
        figures.add("seconds", seconds);
        add_counts(&mut figures, &output);
        figures.set("next", end as f64);
        figures.save()?;
        let rate = (end - next) as f64 / seconds;
        println!("seeds {next}..{end}: {rate:.1} a second; {} in all", figures.count("seeds"));
        step = ((rate * STEP_SECONDS) as u64).clamp(FIRST_STEP, 1_000_000);
        next = end;
    }
    let all = figures.count("seeds");
    if all > before {
        let rate = figures.get("seeds") / figures.get("seconds").max(1.0);
        campaign.record(&Row {
            heading: "Schedules",
            command: "`cargo xtask storm simulate`".to_owned(),
            figures: vec![
                ("in this run", (all - before).to_string()),
                ("in all", format!("{all} of {}", seeds.end - seeds.start)),
                ("a second", format!("{rate:.1}")),
                ("commands acknowledged", figures.count("moves").to_string()),
                ("nodes killed", figures.count("deaths").to_string()),
                ("failing seeds", figures.list("found").len().to_string()),
            ],
        })?;
    }
    match figures.list("found").is_empty() {
        true => Ok(()),
        false => Err(missing(&campaign.state, "seeds failed: see `found` in the state")),
    }
}

/// How many seeds the test ran.
fn seeds_run(output: &str) -> u64 {
    let line = output.lines().find_map(|line| line.strip_prefix("schedules: "));
    line.and_then(|line| line.split(' ').next()?.parse().ok()).unwrap_or_default()
}

/// Adds what the test counted: `… 12 acknowledged, 3 killed`.
fn add_counts(figures: &mut Figures, output: &str) {
    for (word, name) in [("acknowledged", "moves"), ("killed", "deaths"), ("repeated", "retries")] {
        let counted =
            output.lines().filter(|line| line.starts_with("schedules: ")).flat_map(|line| {
                line.split(", ")
                    .filter_map(|part| part.strip_suffix(word)?.trim().parse::<f64>().ok())
            });
        let sum = counted.sum();
        figures.add(name, sum);
    }
}

/// Builds the test program, and keeps a copy.
fn build(campaign: &Campaign<'_>) -> Result<String, Failure> {
    let build =
        CommandLine::new("cargo test --profile storm -p crownhead-server --test simulation")
            .and("--no-run --message-format json");
    let messages = campaign.shell.read("building the simulation", &build)?;
    let built = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs = built.filter(|message| message["target"]["name"] == "simulation");
    let program = programs.find_map(|message| message["executable"].as_str().map(str::to_owned));
    let program = program.ok_or_else(|| missing(&campaign.state, "no program was built"))?;
    campaign.keep_program(program.as_ref(), "simulation")
}
