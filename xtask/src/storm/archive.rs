//! `cargo xtask storm archive`: a server over a small and over a large archive.

use serde_json::Value;

use super::record::Row;
use super::{Campaign, missing};
use crate::failure::Failure;
use crate::shell::CommandLine;

/// Fills databases with so many finished matches each, unless they are there, and measures a server
/// over each.
pub(super) fn run(campaign: &Campaign<'_>, matches: &[u64]) -> Result<(), Failure> {
    let swarm = campaign.build_swarm()?;
    let fill = match campaign.built {
        true => campaign.kept_program("fill"),
        false => build_fill(campaign)?,
    };
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for count in matches {
        let database = campaign.state.join(format!("archive-{count}.db"));
        if !database.exists() {
            // It is renamed when it is complete.
            let part = database.with_extension("part");
            for name in ["part", "part-wal", "part-shm"] {
                let _ = std::fs::remove_file(database.with_extension(name));
            }
            let args = [count.to_string(), part.display().to_string()];
            let line = CommandLine::program(fill.clone()).args(&args);
            campaign.shell.run(&format!("filling an archive with {count} matches"), &line)?;
            std::fs::rename(&part, &database).map_err(|error| missing(&database, error))?;
        }
        let args = ["archive", "--json", "--database", &database.display().to_string()];
        let line = CommandLine::program(swarm.clone()).args(&args.map(str::to_owned));
        let output = campaign.shell.read("measuring the archive", &line)?;
        let report: Value = serde_json::from_str(output.trim())
            .map_err(|error| missing(&campaign.state, format!("{line}: {error}")))?;
        for (at, (name, figure)) in figures(&report).into_iter().enumerate() {
            match rows.get_mut(at) {
                Some((_, columns)) => columns.push(figure),
                None => rows.push((name, vec![figure])),
            }
        }
    }
    for (name, columns) in &rows {
        println!("{name:<44} {}", columns.join("   "));
    }
    for (name, columns) in rows {
        let list = |counts: Vec<String>| counts.join(" / ");
        campaign.record(&Row {
            heading: "Archives",
            command: "`cargo xtask storm archive`".to_owned(),
            figures: vec![
                ("matches", list(matches.iter().map(u64::to_string).collect())),
                ("what", name),
                ("figures", list(columns)),
            ],
        })?;
    }
    Ok(())
}

/// The figures of a report with their names, in a fixed order.
fn figures(report: &Value) -> Vec<(String, String)> {
    let millis = |time: &Value| {
        let part = |name: &str| time[name].as_f64().unwrap_or_default();
        part("secs") * 1e3 + part("nanos") / 1e6
    };
    let megabytes = |at: usize| report["memory"][at].as_f64().unwrap_or_default() / 1e6;
    let mut figures = vec![
        ("until it is ready".to_owned(), format!("{:.0} ms", millis(&report["start"]))),
        ("memory after the start".to_owned(), format!("{:.1} MB", megabytes(0))),
        ("memory at the end".to_owned(), format!("{:.1} MB", megabytes(1))),
    ];
    for row in report["lists"].as_array().into_iter().flatten() {
        let name = row["list"].as_str().unwrap_or("?").to_owned();
        let (median, slowest) = (millis(&row["median"]), millis(&row["slowest"]));
        figures.push((name, format!("{median:.2} ms (slowest {slowest:.1})")));
    }
    figures
}

/// Builds the program that fills a database, and keeps a copy.
fn build_fill(campaign: &Campaign<'_>) -> Result<String, Failure> {
    let build = CommandLine::new("cargo build --profile storm -p crownhead-store --example fill");
    campaign.shell.run("building the program that fills databases", &build)?;
    let built = format!("target/storm/examples/fill{}", std::env::consts::EXE_SUFFIX);
    campaign.keep_program(&campaign.shell.path(&built), "fill")
}
