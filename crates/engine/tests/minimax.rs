//! Plain alpha-beta finds the minimax score in every game.

mod kit;

use std::sync::atomic::AtomicBool;

use crownhead_engine::{
    Quietness, Score, Search, SearchLimits, SearchOptions, Searchable, TranspositionTable,
};
use crownhead_rules::{History, Key, Notation, Verdict};
use kit::GameVisitor;

/// Minimax gives up after this many nodes: optional jumps and long exchanges can have huge trees.
const MAX_NODES: u64 = 200_000;

/// Textbook minimax with the draw rules and the quiescence rule of the search: no windows, no move
/// ordering, no table.
struct Minimax {
    /// The keys of the game up to the root, followed by those on the path from it.
    path_keys: Vec<Key>,
    game_keys: usize,
    nodes: u64,
}

impl Minimax {
    /// The score is meaningless after too many nodes.
    fn score<P: Searchable>(
        &mut self,
        at: &P,
        depth: i32,
        ply: u32,
        without_progress: u32,
    ) -> Score {
        self.nodes += 1;
        if self.nodes > MAX_NODES || ply > 0 && self.is_drawn(at, without_progress) {
            return Score::DRAW;
        }
        if let Some(outcome) = at.outcome() {
            return match outcome.verdict {
                Verdict::Draw => Score::DRAW,
                Verdict::Win(side) if side == at.side() => Score::win_in(ply),
                Verdict::Win(_) => Score::loss_in(ply),
            };
        }
        let static_eval = at.evaluate(P::default_eval());
        let static_eval = match P::NO_PROGRESS_LIMIT {
            Some(limit) if P::DAMPS_EVAL => static_eval.damped(without_progress, limit),
            _ => static_eval,
        };
        let quietness = at.quietness();
        let leaf = depth <= 0;
        let mut best = match quietness {
            _ if !leaf => -Score::INFINITE,
            Quietness::Quiet => return static_eval,
            Quietness::Threatened if depth <= -P::THREAT_PLIES => return static_eval,
            Quietness::MayCapture => static_eval,
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
            self.path_keys.push(at.key());
        }
        for mv in moves {
            if leaf && quietness == Quietness::MayCapture && !at.is_tactical(mv) {
                continue;
            }
            let mut child = at.clone();
            child.play_unchecked(mv);
            let without_progress = if at.makes_progress(mv) { 0 } else { without_progress + 1 };
            let score = self.score(&child, next, ply + 1, without_progress);
            best = best.max(if child.side() == at.side() { score } else { -score });
        }
        if ply > 0 {
            self.path_keys.pop();
        }
        best
    }

    fn is_drawn<P: Searchable>(&self, at: &P, without_progress: u32) -> bool {
        let Some(limit) = P::NO_PROGRESS_LIMIT else { return false };
        if !at.draw_rules_apply() || at.outcome().is_some() {
            return false;
        }
        let since = self.path_keys.len().saturating_sub(without_progress as usize);
        let same = |keys: &[Key]| keys.iter().filter(|&&key| key == at.key()).count();
        let (game_keys, path_keys) =
            self.path_keys[since..].split_at(self.game_keys.saturating_sub(since));
        without_progress >= limit || same(path_keys) > 0 || same(game_keys) > 1
    }
}

struct Compare(fastrand::Rng);

impl GameVisitor for Compare {
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
    let mut path_keys = history.keys().to_vec();
    if path_keys.last() != Some(&position.key()) {
        path_keys.push(position.key());
    }
    let game_keys = path_keys.len();
    let mut minimax = Minimax { path_keys, game_keys, nodes: 0 };
    let score = minimax.score(position, depth, 0, history.plies_without_progress());
    (minimax.nodes <= MAX_NODES).then_some(score)
}

#[test]
fn plain_alpha_beta_matches_minimax() {
    kit::for_each_rule_set(&mut Compare(fastrand::Rng::with_seed(0)));
}
