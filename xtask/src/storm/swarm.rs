//! `cargo xtask storm kills` and `storm cluster`: the load generator kills servers and breaks a
//! cluster, a few dozen times in a run, until there were enough.

use serde_json::Value;

use super::record::Row;
use super::state::Figures;
use super::{Campaign, missing};
use crate::failure::Failure;
use crate::packages;
use crate::shell::CommandLine;

/// How many kills a run of the load generator has, and how many seconds of play there are for each.
const KILLS: u64 = 20;
const SECONDS: u64 = 2;

/// How many faults a run on a cluster has.
const FAULTS: u64 = 20;

/// Kills a server under load until it was killed so many times in all.
pub(super) fn kills(campaign: &Campaign<'_>, kills: u64) -> Result<(), Failure> {
    let program = campaign.build_swarm()?;
    repeat(
        campaign,
        &Work { command: "kills", heading: "Kills", target: kills, batch: KILLS },
        |it| {
            let seconds = (it.count + 1) * SECONDS;
            campaign
                .line(&program)
                .and("--json --matches 100 --spectators 1 --idle 100 --breaks 10")
                .and(&format!("--kills {} --seconds {seconds} --seed {}", it.count, it.seed))
        },
    )
}

/// Breaks a cluster until there were so many faults in all.
pub(super) fn cluster(campaign: &Campaign<'_>, faults: u64) -> Result<(), Failure> {
    let needed = [packages::POSTGRESQL, packages::NATS, packages::IPROUTE, packages::FAKETIME];
    packages::ensure(campaign.shell, &needed)?;
    let program = campaign.build_swarm()?;
    let work = Work { command: "cluster", heading: "Faults", target: faults, batch: FAULTS };
    repeat(campaign, &work, |it| {
        let nodes = 2 + it.seed % 2;
        campaign
            .line(&program)
            .and(&format!("faults --json --nodes {nodes} --faults {}", it.count))
            .and(&format!("--seed {}", it.seed))
    })
}

/// The kind of run that is repeated.
struct Work {
    command: &'static str,
    heading: &'static str,
    target: u64,
    batch: u64,
}

/// A run of the load generator.
struct Batch {
    count: u64,
    seed: u64,
}

/// Runs the load generator until the target is reached, or the time is up.
fn repeat(
    campaign: &Campaign<'_>,
    work: &Work,
    line: impl Fn(&Batch) -> CommandLine,
) -> Result<(), Failure> {
    let command = work.command;
    let mut figures = Figures::load(&campaign.state, command)?;
    let before = figures.count("faults");
    while figures.count("faults") < work.target && !campaign.is_over() {
        let count = work.batch.min(work.target - figures.count("faults"));
        let batch = Batch { count, seed: figures.count("seed") + 1 };
        let line = line(&batch);
        println!("\n==> {command}, {} of {}: {line}", figures.count("faults"), work.target);
        let (success, output) = campaign.shell.outcome(command, &line)?;
        let report = serde_json::from_str::<Value>(output.trim()).ok();
        figures.set("seed", batch.seed as f64);
        if let Some(report) = &report {
            add(&mut figures, report);
        }
        if !success {
            let found = format!("{line}: {}", found(report.as_ref()));
            figures.push("found", &found);
            println!("found: {found}");
        }
        figures.save()?;
        if report.is_none() && !success {
            return Err(missing(&campaign.state, format!("{line} did not finish")));
        }
    }
    let all = figures.count("faults");
    println!("\n{all} of {} faults, {} broken promises", work.target, figures.count("broken"));
    let returned = format!("{:.1} s", figures.get("slowest return"));
    if all > before {
        campaign.record(&Row {
            heading: work.heading,
            command: format!("`cargo xtask storm {command}`"),
            figures: vec![
                ("in this run", (all - before).to_string()),
                ("in all", format!("{all} of {}", work.target)),
                ("commands acknowledged", figures.count("acknowledged").to_string()),
                ("broken promises", figures.count("broken").to_string()),
                ("all back after at most", returned),
            ],
        })?;
    }
    match figures.list("found").is_empty() {
        true => Ok(()),
        false => Err(missing(&campaign.state, "promises were broken: see `found` in the state")),
    }
}

/// Adds the figures of a run.
fn add(figures: &mut Figures, report: &Value) {
    let kills = report["kills"].as_array().map_or(&[][..], Vec::as_slice);
    figures.add("faults", kills.len() as f64);
    for (from, to) in [
        ("acknowledged", "acknowledged"),
        ("faults", "broken"),
        ("moves", "moves"),
        ("results", "games"),
    ] {
        figures.add(to, report[from].as_f64().unwrap_or_default());
    }
    for kill in kills {
        let time = &kill[1];
        let seconds = time["secs"].as_f64().unwrap_or_default();
        let nanos = time["nanos"].as_f64().unwrap_or_default();
        figures.raise("slowest return", seconds + nanos / 1e9);
        figures.add(&format!("of {}", kill[0].as_str().unwrap_or("?")), 1.0);
    }
}

/// The findings that a run printed.
fn found(report: Option<&Value>) -> String {
    let faults = report.and_then(|report| report["first_faults"].as_array());
    let faults: Vec<_> = faults.into_iter().flatten().filter_map(Value::as_str).collect();
    if faults.is_empty() { "it did not finish".to_owned() } else { faults.join("; ") }
}
