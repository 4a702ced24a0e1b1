//! Search: nodes per second, the static evaluation, and transposition-table accesses.

use std::sync::atomic::AtomicBool;

use crownhead_benches::{checkers_middle_game, stack_em_middle_game};
use crownhead_engine::{
    Bound, Depth, MoveTag, Search, SearchLimits, Searchable, SplitMix64, TranspositionEntry,
    TranspositionTable, TtScore,
};
use crownhead_rules::coast_to_coast::{CoastToCoast, Layout};
use crownhead_rules::{History, Key};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Searches to a fixed depth with an empty table: always the same nodes.
fn nodes<P: Searchable>(position: &P, table: &TranspositionTable, depth: u32) -> u64 {
    let stop = AtomicBool::new(false);
    table.clear();
    let search = Search::new(table, &stop, SearchLimits::depth(depth));
    search.run(position, &History::new(position), |_| {}).nodes
}

fn bench_search<P: Searchable>(bencher: Bencher<'_, '_>, position: &P, depth: u32) {
    let table = TranspositionTable::with_mebibytes(1);
    let count = ItemsCount::new(nodes(position, &table, depth));
    bencher.counter(count).bench_local(|| nodes(black_box(position), &table, depth));
}

#[divan::bench]
fn checkers(bencher: Bencher<'_, '_>) {
    bench_search(bencher, &checkers_middle_game(), 11);
}

#[divan::bench]
fn stack_em(bencher: Bencher<'_, '_>) {
    bench_search(bencher, &stack_em_middle_game(), 6);
}

#[divan::bench]
fn coast_to_coast(bencher: Bencher<'_, '_>) {
    bench_search(bencher, &CoastToCoast::start(Layout::ALL[0]), 4);
}

fn bench_evaluation<P: Searchable>(bencher: Bencher<'_, '_>, position: &P) {
    let weights = P::default_eval();
    bencher.bench_local(|| black_box(position).evaluate(weights));
}

#[divan::bench]
fn evaluate_checkers(bencher: Bencher<'_, '_>) {
    bench_evaluation(bencher, &checkers_middle_game());
}

#[divan::bench]
fn evaluate_stack_em(bencher: Bencher<'_, '_>) {
    bench_evaluation(bencher, &stack_em_middle_game());
}

#[divan::bench]
fn evaluate_coast_to_coast(bencher: Bencher<'_, '_>) {
    bench_evaluation(bencher, &CoastToCoast::start(Layout::ALL[0]));
}

const ENTRY: TranspositionEntry = TranspositionEntry {
    tag: Some(MoveTag::new(9, 14, 0)),
    score: TtScore(12),
    depth: Depth::new(8),
    bound: Bound::Lower,
};

/// Random keys: each access is to another cache line, as in a search.
fn keys() -> impl FnMut() -> Key {
    let mut rng = SplitMix64::new(1);
    move || Key(rng.below(usize::MAX) as u64)
}

#[divan::bench]
fn transposition_table_probe(bencher: Bencher<'_, '_>) {
    let table = TranspositionTable::with_mebibytes(64);
    bencher.with_inputs(keys()).bench_local_values(|key| table.probe(key));
}

#[divan::bench]
fn transposition_table_store(bencher: Bencher<'_, '_>) {
    let table = TranspositionTable::with_mebibytes(64);
    bencher.with_inputs(keys()).bench_local_values(|key| table.store(key, ENTRY));
}
