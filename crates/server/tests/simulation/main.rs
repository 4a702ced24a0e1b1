//! A games room of several nodes in simulated time: the store fails before and after it has done
//! its work, news are dropped, delayed, repeated and reordered, clients lose connections and
//! answers, nodes die at any point, now and then all of them, or do not reach the store, and their
//! system clocks are wrong and are set. The dice decide it all, so a seed repeats a run:
//! `CROWNHEAD_SEED=7 cargo test -p crownhead-server --test simulation`.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod bus;
mod chaos;
mod client;
mod fairness;
mod memory;
mod times;
mod truth;
mod world;

use world::{Trace, World};

/// How many runs there are, unless one is asked for.
const RUNS: u64 = 12;

/// One run in a runtime of its own, whose time passes as soon as everybody waits.
fn run(seed: u64) -> Trace {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(World::new(seed).run())
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
