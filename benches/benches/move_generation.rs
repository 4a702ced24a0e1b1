//! Move generation: perft of every kind of game, in leaves per second.

use crownhead_benches::checkers_middle_game;
use crownhead_rules::Position;
use crownhead_rules::checkers::{ParkerCheckers, RegalCheckers};
use crownhead_rules::coast_to_coast::{CoastToCoast, Layout};
use crownhead_rules::perft::perft;
use crownhead_rules::placing::TicTacToe;
use crownhead_rules::stack_em::StackEm;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn bench_perft<P: Position>(bencher: Bencher<'_, '_>, position: P, depth: u32) {
    let leaves = ItemsCount::new(perft(&position, depth));
    bencher.counter(leaves).bench_local(|| perft(divan::black_box(&position), depth));
}

#[divan::bench]
fn checkers(bencher: Bencher<'_, '_>) {
    bench_perft(bencher, checkers_middle_game(), 7);
}

#[divan::bench]
fn regal_checkers(bencher: Bencher<'_, '_>) {
    bench_perft(bencher, RegalCheckers::start(), 7);
}

#[divan::bench]
fn parker_checkers(bencher: Bencher<'_, '_>) {
    bench_perft(bencher, ParkerCheckers::start(), 6);
}

#[divan::bench]
fn stack_em(bencher: Bencher<'_, '_>) {
    bench_perft(bencher, StackEm::start(), 7);
}

#[divan::bench]
fn coast_to_coast(bencher: Bencher<'_, '_>) {
    bench_perft(bencher, CoastToCoast::start(Layout::ALL[0]), 3);
}

#[divan::bench]
fn tic_tac_toe(bencher: Bencher<'_, '_>) {
    bench_perft(bencher, TicTacToe::start(), 6);
}
