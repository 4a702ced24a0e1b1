//! The root of a search: iterative deepening, with an aspiration window around the last score.

use super::depth::{Depth, Ply};
use super::node::{Child, NodeContext};
use super::window::Window;
use super::worker::Worker;
use super::{PvLine, SearchReport, game_over_score};
use crate::endgame_knowledge::EndgameKnowledge;
use crate::limits::SearchClock;
use crate::{Score, Searchable};

/// Half the width of the first aspiration window, in hundredths of a man.
const ASPIRATION_WINDOW: i32 = 12;
/// Iterations below this depth get the full window.
const ASPIRATION_MIN_DEPTH: Depth = Depth::new(4);
/// After a score outside the window, the window grows by this factor.
const ASPIRATION_GROWTH: i32 = 3;
/// A window wider than this is opened all the way.
const ASPIRATION_LIMIT: i32 = 400;
/// With a time limit, a single legal move is not searched beyond this depth.
const ONLY_MOVE_DEPTH: Depth = Depth::new(4);

impl<P: Searchable, C: SearchClock, K: EndgameKnowledge<P>> Worker<'_, P, C, K> {
    /// Iterative deepening: searches to depth 1, 2, 3 and so on until a limit is reached.
    pub(super) fn deepen(
        mut self,
        report: &mut impl FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        if let Some(score) = game_over_score(&*self.root, Ply::ROOT) {
            let mut last = self.report(Depth::ZERO, 0);
            last.lines.push(PvLine { score, moves: Vec::new() });
            return last;
        }
        let lines = self.search.multi_pv.clamp(1, self.root_moves.len());
        let limit = self.search.limits.depth.map_or(Depth::MAX, |plies| {
            Depth::new(i32::try_from(plies).unwrap_or(i32::MAX)).clamp(Depth::ONE, Depth::MAX)
        });
        let mut last = self.report(Depth::ZERO, lines);
        // Lazy SMP: every second helper thread begins one ply deeper, so that the threads differ.
        let first_depth = Depth::ONE + (self.number % 2) as i32;
        let mut depth = first_depth;
        while depth <= limit.max(first_depth) {
            self.root_depth = depth;
            for line in 0..lines {
                self.search_line(line, depth);
                if self.halted {
                    break;
                }
            }
            if self.halted && depth > first_depth {
                // The best move of an unfinished iteration is still the best known. With several
                // lines there are only bounds, so those of the last iteration are kept.
                if lines == 1 {
                    last.lines = self.report(depth, lines).lines;
                }
                break;
            }
            last = self.report(depth, lines);
            report(&last);
            if self.halted || self.is_finished(depth, lines) {
                break;
            }
            depth = depth + 1;
        }
        let SearchReport { nodes, time, selective_depth, .. } = self.report(depth, lines);
        SearchReport { nodes, time, selective_depth, ..last }
    }

    /// Whether a deeper iteration would find nothing new, or not finish in time.
    fn is_finished(&self, depth: Depth, lines: usize) -> bool {
        let limits = &self.search.limits;
        let timed = limits.is_timed();
        if limits.soft.is_some_and(|soft| self.search.clock.elapsed() >= soft) {
            return true;
        }
        if timed && self.root_moves.len() == 1 && depth >= ONLY_MOVE_DEPTH {
            return true;
        }
        // The endgame tables already know the distance to the end.
        let best = self.root_moves[0].score.plies_to_end();
        if timed && lines == 1 && best.is_some() && best == self.root_plies_to_end {
            return true;
        }
        // A proven end within the depth of the search is the shortest.
        let proven =
            |score: Score| score.plies_to_end().is_some_and(|plies| plies <= depth.plies());
        let all_proven = self.root_moves[..lines].iter().all(|root| proven(root.score));
        all_proven && (timed || limits.nodes.is_some())
    }

    /// Finds the best of the root moves from index `line` on, and swaps it there. The aspiration
    /// window grows until the score lies within.
    fn search_line(&mut self, line: usize, depth: Depth) {
        let guess = self.root_moves[line].score;
        let mut width = ASPIRATION_WINDOW;
        let mut window = if depth < ASPIRATION_MIN_DEPTH || guess == Score::MINUS_INFINITE {
            Window::FULL
        } else {
            Window { alpha: guess.plus(-width), beta: guess.plus(width) }
        };
        loop {
            let score = self.search_root(line, window, depth);
            self.root_moves[line..].sort_by_key(|root| core::cmp::Reverse(root.score));
            if self.halted {
                return;
            }
            width *= ASPIRATION_GROWTH;
            let wide = width > ASPIRATION_LIMIT;
            if score <= window.alpha && window.alpha > Score::MINUS_INFINITE {
                window.alpha = if wide { Score::MINUS_INFINITE } else { guess.plus(-width) };
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = if wide { Score::INFINITE } else { guess.plus(width) };
            } else {
                return;
            }
        }
    }

    /// Principal variation search of the root moves from index `line` on.
    fn search_root(&mut self, line: usize, window: Window, depth: Depth) -> Score {
        let position = self.root.clone();
        let Window { mut alpha, beta } = window;
        let extended = self.root_moves.len() == 1 && self.search.options.single_move_extensions;
        let child_depth = depth - i32::from(!extended);
        let context = NodeContext {
            depth,
            ply: Ply::ROOT,
            without_progress: self.root_without_progress,
            previous: None,
        };
        let mut best = Score::MINUS_INFINITE;
        for i in line..self.root_moves.len() {
            let (mv, tag) = (self.root_moves[i].mv, self.root_moves[i].tag);
            let child = Child::new(&position, context, mv, tag);
            let mut score = Score::MINUS_INFINITE;
            if i > line {
                score = self.search_child(&child, Window::null(alpha), child_depth);
            }
            if i == line || (score > alpha && !self.halted) {
                score = self.search_child(&child, Window { alpha, beta }, child_depth);
            }
            if self.halted {
                return best;
            }
            let root = &mut self.root_moves[i];
            if i == line || score > alpha {
                root.score = score;
                root.pv.truncate(1);
                root.pv.extend_from_slice(&self.pv_table[Ply::ROOT.next().index()]);
            } else {
                root.score = Score::MINUS_INFINITE;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crownhead_rules::History;
    use crownhead_rules::checkers::WinningMovesCheckers;

    use crate::{Score, Search, SearchLimits, TranspositionTable};

    #[test]
    fn a_stopped_multi_pv_search_returns_sorted_scores() {
        let start = WinningMovesCheckers::start();
        let stop = AtomicBool::new(false);
        for nodes in (1..20).map(|n| n * 3_000) {
            let table = TranspositionTable::new(1 << 18);
            let mut search = Search::new(&table, &stop, SearchLimits::nodes(nodes));
            search.multi_pv = 4;
            let last = search.run(&start, &History::new(&start), |_| {});
            let scores: Vec<Score> = last.lines.iter().map(|line| line.score).collect();
            assert_eq!(scores.len(), 4);
            assert!(scores.iter().all(|&score| score > -Score::INFINITE), "{nodes}: {scores:?}");
            assert!(scores.is_sorted_by(|one, next| one >= next), "{nodes}: {scores:?}");
        }
    }
}
