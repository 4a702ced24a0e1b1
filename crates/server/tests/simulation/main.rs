//! A games room of several nodes in simulated time: the store fails before and after it has done
//! its work, news are dropped, delayed, repeated and reordered, clients lose connections and
//! answers, nodes die at any point, now and then all of them, or do not reach the store, and their
//! system clocks are wrong and are set. The dice decide it all, so a seed repeats a run:
//! `CROWNHEAD_SEED=7 cargo test -p crownhead-server --test simulation`. Short schedules are for
//! numbers: `cargo xtask storm simulate`.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod bus;
mod chaos;
mod client;
mod fairness;
mod memory;
mod times;
mod truth;
mod world;

use std::ops::Range;
use std::time::{Duration, Instant};

use world::{Plan, Trace, World};

/// How many runs there are, unless one is asked for.
const RUNS: u64 = 12;

/// A long run: the players go on when the storm is over.
const LONG: Plan = Plan { storm: Duration::from_secs(150), plays_on: true };

/// A short schedule: what the storm has broken is mended, and that is all.
const SHORT: Plan = Plan { storm: Duration::from_secs(12), plays_on: false };

/// How many short schedules there are, unless some are asked for.
const SCHEDULES: u64 = 60;

/// The most failing seeds that are named.
const MAX_FAILURES: usize = 20;

/// A long run.
fn run(seed: u64) -> Trace {
    run_plan(seed, LONG)
}

/// One run in a runtime of its own, whose time passes as soon as everybody waits.
fn run_plan(seed: u64, plan: Plan) -> Trace {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(World::new(seed, plan).run())
}

#[test]
fn nothing_is_lost_whatever_breaks() {
    let asked = std::env::var("CROWNHEAD_SEED").ok().and_then(|seed| seed.parse().ok());
    let seeds = asked.map_or(1..RUNS + 1, |seed: u64| seed..seed + 1);
    let all = asked.is_none();
    let (mut moves, mut deaths, mut retries, mut credits) = (0, 0, 0, 0);
    for seed in seeds {
        let trace = std::panic::catch_unwind(|| run(seed));
        let trace = trace.unwrap_or_else(|_| panic!("that was with the seed {seed}"));
        moves += trace.acknowledged;
        deaths += trace.deaths;
        retries += trace.retries;
        credits += trace.events.iter().filter(|(_, kind)| kind.contains("OutageCredited")).count();
    }
    // A world in which nothing happens proves nothing.
    let eventful = moves > 2000 && deaths > 50 && retries > 300 && credits > 20;
    assert!(eventful || !all, "{moves} {deaths} {retries} {credits}");
}

#[test]
fn a_seed_repeats_a_run() {
    assert_eq!(run(99), run(99));
    assert_ne!(run(99).events, run(98).events);
}

/// The seeds of `CROWNHEAD_SEEDS=A..B`.
fn seeds_asked_for() -> Option<Range<u64>> {
    let text = std::env::var("CROWNHEAD_SEEDS").ok()?;
    let (first, end) = text.split_once("..").expect("CROWNHEAD_SEEDS=A..B");
    Some(first.parse().unwrap()..end.parse().unwrap())
}

#[test]
fn short_schedules_lose_nothing() {
    let asked = seeds_asked_for();
    let seeds = asked.clone().unwrap_or(1..SCHEDULES + 1);
    let (begun, mut count) = (Instant::now(), 0_u64);
    let (mut moves, mut deaths, mut retries) = (0, 0, 0);
    let mut failures = Vec::new();
    for seed in seeds {
        count += 1;
        match std::panic::catch_unwind(|| run_plan(seed, SHORT)) {
            Ok(trace) => {
                moves += trace.acknowledged;
                deaths += trace.deaths;
                retries += trace.retries;
            }
            Err(_) => failures.push(format!(
                "CROWNHEAD_SEEDS={seed}..{} cargo test -p crownhead-server --test simulation \
                 short_schedules_lose_nothing",
                seed + 1
            )),
        }
        if failures.len() >= MAX_FAILURES {
            break;
        }
    }
    let rate = count as f64 / begun.elapsed().as_secs_f64();
    println!(
        "schedules: {count} seeds, {rate:.1} a second, {moves} acknowledged, {deaths} killed, \
         {retries} repeated"
    );
    assert!(failures.is_empty(), "to repeat what failed:\n{}", failures.join("\n"));
    assert!(asked.is_some() || (moves > 500 && deaths > 50), "{moves} {deaths}");
}
