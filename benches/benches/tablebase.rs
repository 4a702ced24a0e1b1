//! Tablebase: position index, probes of compressed tables, and retrograde analysis.

use crownhead_rules::checkers::{Checkers, WinningMoves};
use crownhead_tablebase::{
    BoardView, Class, ClassIndex, RetrogradeSolver, RuleFamily, Tablebase, WldTable, encode,
};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const CLASS: Class = Class { our_men: 1, our_kings: 1, their_men: 0, their_kings: 1 };

/// All tables of up to three checkers, in memory.
fn tablebase() -> Tablebase<Vec<u8>> {
    let store = RetrogradeSolver::all::<WinningMoves>(3);
    let mut tables = Tablebase::new(RuleFamily::Must);
    for class in (2..=3).flat_map(Class::all) {
        let bytes = encode(&store, RuleFamily::Must, class).expect("a solved class");
        let table = WldTable::read(bytes, RuleFamily::Must, class);
        tables.add(table.expect("a valid table"));
    }
    tables
}

/// Positions spread evenly over a class.
fn views() -> Vec<BoardView> {
    let index = ClassIndex::new(CLASS);
    (0..index.len()).step_by(101).map(|number| index.view(number)).collect()
}

#[divan::bench]
fn index(bencher: Bencher<'_, '_>) {
    let (index, views) = (ClassIndex::new(CLASS), views());
    let mut next = views.iter().cycle();
    bencher.bench_local(|| index.number(black_box(next.next().expect("a cycle"))));
}

#[divan::bench]
fn probe(bencher: Bencher<'_, '_>) {
    let tables = tablebase();
    let positions: Vec<Checkers<WinningMoves>> =
        views().into_iter().map(BoardView::position).collect();
    let mut next = positions.iter().cycle();
    bencher.bench_local(|| tables.probe_quiet(black_box(next.next().expect("a cycle"))));
}

#[divan::bench(sample_count = 10)]
fn solve_three_checkers() {
    black_box(RetrogradeSolver::all::<WinningMoves>(3));
}
