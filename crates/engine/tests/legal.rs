//! A search returns a legal move in every game, whenever it is stopped and whatever its options.

mod kit;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_engine::{Search, SearchLimits, SearchOptions, Searchable, TranspositionTable};
use crownhead_rules::Notation;
use kit::GameVisitor;

struct Stopped<'a> {
    tables: &'a [TranspositionTable],
    rng: fastrand::Rng,
}

impl GameVisitor for Stopped<'_> {
    fn game<P: Searchable + Notation>(&mut self, name: &str, start: P) {
        let stops = [AtomicBool::new(true), AtomicBool::new(false)];
        for table in self.tables {
            // Keys of different games are not comparable.
            table.clear();
            for threads in 1..=4 {
                let plies = self.rng.u32(0..60);
                let (position, history) = kit::after(&start, plies, &mut self.rng);
                let limits = [
                    (&stops[0], SearchLimits::INFINITE),
                    (&stops[1], SearchLimits::nodes(1)),
                    (&stops[1], SearchLimits::nodes(self.rng.u64(1..20_000))),
                    (&stops[1], SearchLimits::depth(2)),
                    (&stops[1], SearchLimits::move_time(Duration::ZERO)),
                ];
                for (stop, limits) in limits {
                    let mut search = Search::<P>::new(table, stop, limits);
                    search.threads = threads;
                    search.multi_pv = 1 + threads % 2;
                    let found = search.run(&position, &history, |_| {});
                    let best = found.best().expect("a move");
                    assert!(position.is_legal(best), "{name}: {best:?} in {:?}", position.text());
                    for line in &found.lines {
                        let mut at = position.clone();
                        assert!(line.moves.iter().all(|&mv| at.play(mv).is_ok()), "{name}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_stopped_search_returns_a_legal_move() {
    let tables = [TranspositionTable::with_mebibytes(1), TranspositionTable::with_mebibytes(256)];
    kit::for_each_rule_set(&mut Stopped { tables: &tables, rng: fastrand::Rng::with_seed(1) });
}

struct OptionVariants(fastrand::Rng);

impl GameVisitor for OptionVariants {
    fn game<P: Searchable + Notation>(&mut self, name: &str, start: P) {
        let table = TranspositionTable::with_mebibytes(1);
        let stop = AtomicBool::new(false);
        let plain = SearchOptions::PLAIN_ALPHA_BETA;
        for style in [
            SearchOptions { transposition_cutoffs: true, ..plain },
            SearchOptions { static_pruning: true, ..plain },
            SearchOptions { late_move_reductions: true, ..plain },
            SearchOptions { single_move_extensions: true, ..plain },
            SearchOptions::FULL,
        ] {
            let (position, history) = kit::after(&start, self.0.u32(0..60), &mut self.0);
            table.clear();
            let mut search = Search::<P>::new(&table, &stop, SearchLimits::nodes(5_000));
            search.options = style;
            let best = search.run(&position, &history, |_| {}).best().expect("a move");
            assert!(position.is_legal(best), "{name}, {style:?}: {best:?}");
        }
    }
}

#[test]
fn every_combination_of_options_returns_a_legal_move() {
    kit::for_each_rule_set(&mut OptionVariants(fastrand::Rng::with_seed(2)));
}
