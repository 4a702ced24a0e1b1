//! The real command under load: many players over real sockets, with breaking connections and servers
//! that are killed. `crownhead-swarm` does the checks itself; here it must find nothing wrong.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use clap::Parser;
use crownhead_swarm::command::{Args, NoisyArgs};

/// Runs a swarm that must find nothing wrong, and returns its report.
fn swarm(args: &str) -> String {
    let program = ["crownhead-swarm", "--program", env!("CARGO_BIN_EXE_crownhead")];
    let args = Args::parse_from(program.into_iter().chain(args.split_whitespace()));
    let mut log = String::new();
    let report = crownhead_swarm::run(args.plan().unwrap(), |line| log.extend([line, "\n"]));
    let report = report.unwrap_or_else(|error| panic!("{error}\n{log}")).to_string();
    assert!(report.contains("Broken promises   0"), "{report}\n{log}");
    report
}

/// The first number of the line that begins with a word.
fn number(said: &str, line: &str) -> u64 {
    let line = said.lines().find(|found| found.starts_with(line)).unwrap();
    let digits = line.split_whitespace().find_map(|word| word.parse().ok());
    digits.unwrap_or_else(|| panic!("{line}"))
}

#[test]
fn games_of_all_kinds_are_played_and_watched_while_connections_break() {
    let said = swarm("--matches 24 --spectators 2 --idle 20 --seconds 4 --breaks 20 --seed 7");
    assert!(said.contains("To the spectators p50 "), "{said}");
    assert_eq!(number(&said, "Connections"), 24 * 4 + 20);
    assert!(number(&said, "Moves") > 100, "{said}");
    assert!(number(&said, "Came again") > 5, "{said}");
}

#[test]
fn nothing_is_lost_when_the_server_is_killed() {
    let said = swarm("--matches 16 --spectators 1 --seconds 6 --kills 3");
    assert_eq!(said.matches("Killed            the server").count(), 3, "{said}");
    assert!(number(&said, "Moves") > 100, "{said}");
}

#[test]
fn games_are_played_by_unix_sockets_too() {
    let said = swarm("--unix --matches 16 --spectators 1 --idle 10 --seconds 4 --kills 1");
    assert_eq!(number(&said, "Connections"), 16 * 3 + 10);
    assert!(number(&said, "Moves") > 100, "{said}");
}

#[test]
fn nothing_is_lost_when_anything_of_a_cluster_is_killed() {
    let said = swarm("--cluster --matches 16 --spectators 1 --seconds 10 --kills 4");
    for what in ["node 1", "node 2", "NATS", "PostgreSQL"] {
        assert!(said.contains(&format!("Killed            {what},")), "{said}");
    }
    assert!(number(&said, "Moves") > 100, "{said}");
}

#[test]
fn every_game_is_played_with_a_given_first_player() {
    let said = swarm("--matches 16 --given --seconds 2 --breaks 0");
    assert!(number(&said, "Moves") > 100, "{said}");
}

/// Checks promises only: `cargo xtask storm noisy` measures how fast the others' moves are.
#[test]
fn a_noisy_visitor_attacks_every_route_and_breaks_nothing() {
    let program = ["noisy", "--program", env!("CARGO_BIN_EXE_crownhead")];
    let args = "--games 50 --seconds 1 --players 4 --rate 20 --attack searches --attack uploads \
                --attack passwords --attack socket-commands --attack slow-bodies --attack all";
    let args = NoisyArgs::parse_from(program.into_iter().chain(args.split_whitespace()));
    let mut log = String::new();
    let report =
        crownhead_swarm::noisy::run(&args.plan().unwrap(), |line| log.extend([line, "\n"]));
    let report = report.unwrap_or_else(|error| panic!("{error}\n{log}"));
    assert_eq!(report.faults, 0, "{report}\n{log}");
    assert!(report.routes > 60, "{report}");
    assert_eq!(report.rows.len(), 7, "{report}");
}
