//! A search without liberties finds what plain minimax finds, in every game.

mod kit;

use std::sync::atomic::AtomicBool;

use crownhead_engine::{
    Quietness, Score, Search, SearchLimits, SearchOptions, Searchable, TranspositionTable,
};
use crownhead_rules::{History, Key, Notation, Verdict};
use kit::ForEach;

/// How many positions minimax looks at before it gives up: where jumping is a choice, or hundreds
/// of exchanges follow each other, there is no end to it.
const MOST_NODES: u64 = 200_000;

/// Minimax as in a textbook, with the draw rulings and the leaf rule of the search: no windows,
/// no order, no memory.
struct Minimax {
    /// The positions of the game's past, the root included, and after them those on the way.
    way: Vec<Key>,
    past: usize,
    nodes: u64,
}

impl Minimax {
    /// What comes back after too many nodes means nothing.
    fn score<P: Searchable>(&mut self, at: &P, depth: i32, ply: u32, idle: u32) -> Score {
        self.nodes += 1;
        if self.nodes > MOST_NODES || ply > 0 && self.is_drawn(at, idle) {
            return Score::DRAW;
        }
        if let Some(outcome) = at.outcome() {
            return match outcome.verdict {
                Verdict::Draw => Score::DRAW,
                Verdict::Win(side) if side == at.side() => Score::win_in(ply),
                Verdict::Win(_) => Score::loss_in(ply),
            };
        }
        let looks = at.evaluate(P::default_eval());
        let looks = match P::NO_PROGRESS_LIMIT {
            Some(limit) if P::DAMPS_EVAL => looks.damped(idle, limit),
            _ => looks,
        };
        let quietness = at.quietness();
        let leaf = depth <= 0;
        let mut best = match quietness {
            _ if !leaf => -Score::INFINITE,
            Quietness::Quiet => return looks,
            Quietness::Threatened if depth <= -P::THREAT_PLIES => return looks,
            Quietness::MayCapture => looks,
            Quietness::MustCapture | Quietness::Threatened => -Score::INFINITE,
        };
        let next = match quietness {
            Quietness::Threatened => depth - 1,
            _ if leaf => depth,
            _ => depth - 1,
        };
        let mut moves = Vec::new();
        at.each_candidate(|mv| moves.push(mv));
        if ply > 0 {
            self.way.push(at.key());
        }
        for mv in moves {
            if leaf && quietness == Quietness::MayCapture && !at.is_tactical(mv) {
                continue;
            }
            let mut child = at.clone();
            child.play_unchecked(mv);
            let idle = if at.makes_progress(mv) { 0 } else { idle + 1 };
            let score = self.score(&child, next, ply + 1, idle);
            best = best.max(if child.side() == at.side() { score } else { -score });
        }
        if ply > 0 {
            self.way.pop();
        }
        best
    }

    fn is_drawn<P: Searchable>(&self, at: &P, idle: u32) -> bool {
        let Some(limit) = P::NO_PROGRESS_LIMIT else { return false };
        if !at.draw_rules_apply() || at.outcome().is_some() {
            return false;
        }
        let since = self.way.len().saturating_sub(idle as usize);
        let same = |keys: &[Key]| keys.iter().filter(|&&key| key == at.key()).count();
        let (past, way) = self.way[since..].split_at(self.past.saturating_sub(since));
        idle >= limit || same(way) > 0 || same(past) > 1
    }
}

struct Compare(fastrand::Rng);

impl ForEach for Compare {
    fn game<P: Searchable + Notation>(&mut self, name: &str, start: P) {
        let table = TranspositionTable::with_mebibytes(1);
        let stop = AtomicBool::new(false);
        let mut compared = [0; 3];
        for _ in 0..12 {
            let plies = self.0.u32(0..70);
            let (position, history) = kit::after(&start, plies, &mut self.0);
            for (depth, compared) in (1..).zip(&mut compared) {
                let Some(expected) = minimax(&position, &history, depth as i32) else { break };
                table.clear();
                let mut search = Search::<P>::new(&table, &stop, SearchLimits::depth(depth));
                search.options = SearchOptions::PLAIN_ALPHA_BETA;
                let found = search.run(&position, &history, |_| {});
                let text = position.text();
                assert_eq!(found.lines[0].score, expected, "{name}, depth {depth}, {text:?}");
                *compared += 1;
            }
        }
        assert!(compared.into_iter().all(|count| count > 2), "{name}: {compared:?}");
    }
}

fn minimax<P: Searchable>(position: &P, history: &History, depth: i32) -> Option<Score> {
    let mut way = history.keys().to_vec();
    if way.last() != Some(&position.key()) {
        way.push(position.key());
    }
    let past = way.len();
    let mut minimax = Minimax { way, past, nodes: 0 };
    let score = minimax.score(position, depth, 0, history.plies_without_progress());
    (minimax.nodes <= MOST_NODES).then_some(score)
}

#[test]
fn a_search_without_liberties_is_minimax() {
    kit::for_each_rule_set(&mut Compare(fastrand::Rng::with_seed(0)));
}
