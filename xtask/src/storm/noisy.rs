//! `cargo xtask storm noisy`: one noisy visitor, and what the others feel of it.

use std::fs;

use serde_json::Value;

use super::record::Row;
use super::{Campaign, missing};
use crate::failure::Failure;
use crate::shell::CommandLine;

/// Attacks for so many seconds each, and records how the others fared.
pub(super) fn run(
    campaign: &Campaign<'_>,
    seconds: u64,
    attacks: &[String],
) -> Result<(), Failure> {
    let program = campaign.build_swarm()?;
    let database = campaign.state.join("noisy.db").display().to_string();
    let mut args: Vec<_> =
        ["noisy", "--json", "--database", &database].map(str::to_owned).into_iter().collect();
    args.extend(["--seconds".to_owned(), seconds.to_string()]);
    args.extend(attacks.iter().flat_map(|name| ["--attack".to_owned(), name.clone()]));
    // Each run has an account of its own.
    let seed = fs::metadata(&database).ok().map_or(1, |file| file.len());
    args.extend(["--seed".to_owned(), seed.to_string()]);
    // The players and the server are measured, so they have the ordinary priority.
    let line = CommandLine::program(program).args(&args);
    println!("\n==> noisy: {line}");
    let (success, output) = campaign.shell.outcome("the noisy visitor", &line)?;
    let report: Value = serde_json::from_str(output.trim())
        .map_err(|error| missing(&campaign.state, format!("{line}: {error}")))?;
    let rows = report["rows"].as_array().map_or(&[][..], Vec::as_slice);
    let millis = |row: &Value, at: usize| milliseconds(&row["latency"][at]);
    let named = |name: &str| rows.iter().find(|row| row["attack"] == name);
    let p99 = |row: Option<&Value>| {
        row.map_or("–".to_owned(), |row| format!("{:.1} ms", millis(row, 1)))
    };
    let worst = rows.iter().max_by(|one, two| millis(one, 1).total_cmp(&millis(two, 1)));
    let slowest = rows.iter().map(|row| milliseconds(&row["livez"])).fold(0.0, f64::max);
    campaign.record(&Row {
        heading: "The noisy neighbour",
        command: format!("`cargo xtask storm noisy --seconds {seconds}`"),
        figures: vec![
            ("routes", report["routes"].to_string()),
            ("p99 of the others, undisturbed", p99(named("nothing"))),
            ("all attacks at once", p99(named("all of them"))),
            (
                "the worst attack",
                worst.map_or(String::new(), |row| {
                    let (name, disk) = (&row["attack"], milliseconds(&row["disk"][0]));
                    let name = name.as_str().unwrap_or("?");
                    format!("{name}: {} (the disk alone {disk:.1} ms)", p99(Some(row)))
                }),
            ),
            ("slowest /livez", format!("{slowest:.0} ms")),
            ("broken promises", report["faults"].to_string()),
        ],
    })?;
    match success {
        true => Ok(()),
        false => Err(missing(&campaign.state, "the noise hurts the others, or a promise broke")),
    }
}

/// A time as the report has it.
fn milliseconds(time: &Value) -> f64 {
    let part = |name: &str| time[name].as_f64().unwrap_or_default();
    part("secs") * 1e3 + part("nanos") / 1e6
}
