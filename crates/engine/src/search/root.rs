//! The root of a search: one depth after the other, each with a narrow window first.

use super::worker::Worker;
use super::{Line, MOST_PLIES, Report, ended};
use crate::knowledge::Knowledge;
use crate::limits::Clock;
use crate::{Score, Searchable};

/// The first guess at how much a score changes from one depth to the next.
const WINDOW: i32 = 12;

impl<P: Searchable, C: Clock, K: Knowledge<P>> Worker<'_, P, C, K> {
    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn deepen(mut self, report: &mut impl FnMut(&Report<P::Move>)) -> Report<P::Move> {
        if let Some(score) = ended(&*self.root, 0) {
            let mut last = self.report(0, 0);
            last.lines.push(Line { score, moves: Vec::new() });
            return last;
        }
        let lines = self.search.lines.clamp(1, self.root_moves.len());
        let most = self.search.limits.depth.unwrap_or(MOST_PLIES / 2).clamp(1, MOST_PLIES / 2);
        let mut last = self.report(0, lines);
        // Threads that help skip depths in turn, so that they are ahead of each other.
        let first_depth = 1 + (self.number % 2) as u32;
        for depth in first_depth..=most.max(first_depth) {
            self.root_depth = depth;
            for line in 0..lines {
                self.search_line(line, depth as i32);
                if self.halted {
                    break;
                }
            }
            if self.halted && depth > first_depth {
                // What an unfinished depth has found is still the best move that is known. Of
                // several lines it has mere bounds: then those of the depth before stand.
                if lines == 1 {
                    last.lines = self.report(last.depth, lines).lines;
                }
                break;
            }
            last = self.report(depth, lines);
            report(&last);
            if self.halted || self.is_settled(depth, lines) {
                break;
            }
        }
        let end = self.report(last.depth, lines);
        Report { nodes: end.nodes, time: end.time, deepest: end.deepest, ..last }
    }

    /// Whether a deeper search would tell nothing new, or not in time.
    fn is_settled(&self, depth: u32, lines: usize) -> bool {
        let limits = &self.search.limits;
        let timed = limits.is_timed();
        if limits.soft.is_some_and(|soft| self.search.clock.elapsed() >= soft) {
            return true;
        }
        if timed && self.root_moves.len() == 1 && depth >= 4 {
            return true;
        }
        // Tables have said all.
        let best = self.root_moves[0].score.plies_to_end();
        if timed && lines == 1 && best.is_some() && best == self.root_plies {
            return true;
        }
        // A proven end that is nearer than the search is deep is the nearest there is.
        let proven = |score: Score| score.plies_to_end().is_some_and(|plies| plies <= depth);
        let all_proven = self.root_moves[..lines].iter().all(|root| proven(root.score));
        all_proven && (timed || limits.nodes.is_some())
    }

    /// Finds the best of the root moves from number `line` on, and puts it there.
    fn search_line(&mut self, line: usize, depth: i32) {
        let guess = self.root_moves[line].score;
        let mut width = WINDOW;
        let (mut alpha, mut beta) = if depth < 4 || guess == -Score::INFINITE {
            (-Score::INFINITE, Score::INFINITE)
        } else {
            (guess.plus(-width), guess.plus(width))
        };
        loop {
            let score = self.search_root(line, alpha, beta, depth);
            self.root_moves[line..].sort_by_key(|root| core::cmp::Reverse(root.score));
            if self.halted {
                return;
            }
            width *= 3;
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = if width > 400 { -Score::INFINITE } else { guess.plus(-width) };
            } else if score >= beta && beta < Score::INFINITE {
                beta = if width > 400 { Score::INFINITE } else { guess.plus(width) };
            } else {
                return;
            }
        }
    }

    /// Searches the root moves from number `line` on with a window.
    fn search_root(&mut self, line: usize, mut alpha: Score, beta: Score, depth: i32) -> Score {
        let position = self.root.clone();
        let single = self.root_moves.len() == 1 && self.search.style.extends;
        let mut best = -Score::INFINITE;
        for i in line..self.root_moves.len() {
            let (mv, tag) = (self.root_moves[i].mv, self.root_moves[i].tag);
            let mut child = position.clone();
            let idle = if position.makes_progress(mv) { 0 } else { self.root_idle + 1 };
            child.play_unchecked(mv);
            let next = if single { depth } else { depth - 1 };
            let same = child.side() == position.side();
            let mut score = -Score::INFINITE;
            if i > line {
                score = self.child(&child, same, idle, alpha, alpha.plus(1), next, 1, tag);
            }
            if i == line || (score > alpha && !self.halted) {
                score = self.child(&child, same, idle, alpha, beta, next, 1, tag);
            }
            if self.halted {
                return best;
            }
            let root = &mut self.root_moves[i];
            if i == line || score > alpha {
                root.score = score;
                root.line.truncate(1);
                root.line.extend_from_slice(&self.lines[1]);
            } else {
                root.score = -Score::INFINITE;
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

    use crate::{Limits, Score, Search, Table};

    #[test]
    fn several_lines_that_are_cut_short_still_have_scores_in_order() {
        let start = WinningMovesCheckers::start();
        let stop = AtomicBool::new(false);
        for nodes in (1..20).map(|n| n * 3_000) {
            let table = Table::new(1 << 18);
            let mut search = Search::new(&table, &stop, Limits::nodes(nodes));
            search.lines = 4;
            let last = search.run(&start, &History::new(&start), |_| {});
            let scores: Vec<Score> = last.lines.iter().map(|line| line.score).collect();
            assert_eq!(scores.len(), 4);
            assert!(scores.iter().all(|&score| score > -Score::INFINITE), "{nodes}: {scores:?}");
            assert!(scores.is_sorted_by(|one, next| one >= next), "{nodes}: {scores:?}");
        }
    }
}
