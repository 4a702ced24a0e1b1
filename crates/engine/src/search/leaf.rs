//! The leaves of the search: captures are played out before a position is taken at its looks.

use crownhead_rules::Keyed;

use super::node::Place;
use super::worker::{Candidate, Worker};
use super::{MOST_PLIES, ended};
use crate::Score;
use crate::Searchable;
use crate::game::Noise;
use crate::knowledge::Knowledge;
use crate::limits::Clock;

impl<P: Searchable, C: Clock, K: Knowledge<P>> Worker<'_, P, C, K> {
    /// The worth of a position at the end of the search. `place.depth` is zero or less, and counts
    /// how far below the leaves it is.
    pub(super) fn leaf(
        &mut self,
        position: &Keyed<P>,
        mut alpha: Score,
        beta: Score,
        place: Place,
    ) -> Score {
        let Place { depth, ply, idle, .. } = place;
        self.count_node(ply);
        if self.halted {
            return Score::DRAW;
        }
        let noise = position.noise();
        if noise != Noise::Forced
            && let Some(score) = ended(&**position, ply)
        {
            return score;
        }
        if let Some(score) = self.known_end(position, place) {
            return score;
        }
        let looks = self.looks(position, idle);
        if ply >= MOST_PLIES {
            return looks;
        }
        let mut best = match noise {
            Noise::Quiet => return looks,
            Noise::Threatened if depth <= -P::THREATS => return looks,
            Noise::Optional => looks,
            Noise::Forced | Noise::Threatened => -Score::INFINITE,
        };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let start = self.moves.len();
        let moves = &mut self.moves;
        position.each_candidate(|mv| {
            let tactical = position.is_tactical(mv);
            if tactical || noise != Noise::Optional {
                moves.push(Candidate { mv, tag: position.tag(mv), tactical, rank: 0 });
            }
        });
        self.way.push(position.key());
        for i in start..self.moves.len() {
            let Candidate { mv, tag, .. } = self.moves[i];
            let mut child = position.clone();
            child.play_unchecked(mv);
            let idle = if position.makes_progress(mv) { 0 } else { place.idle + 1 };
            let same = child.side() == position.side();
            let next = if noise == Noise::Threatened { depth - 1 } else { depth.min(0) };
            let score = self.child(&child, same, idle, alpha, beta, next, ply + 1, tag);
            if self.halted {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.way.pop();
        self.moves.truncate(start);
        best
    }

    /// The worth of a position by its looks, after so many plies without progress.
    #[inline]
    pub(super) fn looks(&self, position: &P, idle: u32) -> Score {
        let looks = position.evaluate(self.search.eval);
        match P::IDLE_PLIES {
            Some(limit) if P::FADES => looks.faded(idle, limit),
            _ => looks,
        }
    }
}
