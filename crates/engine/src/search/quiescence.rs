//! Quiescence search: resolves captures before the static evaluation is trusted.

use crownhead_rules::Keyed;

use super::depth::{Depth, Ply};
use super::game_over_score;
use super::node::{Child, NodeContext};
use super::window::Window;
use super::worker::{Candidate, Worker};
use crate::endgame_knowledge::EndgameKnowledge;
use crate::game::Quietness;
use crate::limits::SearchClock;
use crate::{Score, Searchable};

impl<P: Searchable, C: SearchClock, K: EndgameKnowledge<P>> Worker<'_, P, C, K> {
    /// The score of a position at or below the horizon. The depth is zero or less: it counts down
    /// the plies spent on threats.
    pub(super) fn quiescence(
        &mut self,
        position: &Keyed<P>,
        window: Window,
        context: NodeContext,
    ) -> Score {
        let NodeContext { depth, ply, .. } = context;
        let Window { mut alpha, beta } = window;
        self.count_node(ply);
        if self.halted {
            return Score::DRAW;
        }

        // 1. The end of the game, and the endgame tables. A side that must capture has a move.
        let quietness = position.quietness();
        if quietness != Quietness::MustCapture
            && let Some(score) = game_over_score(&**position, ply)
        {
            return score;
        }
        if let Some(score) = self.probe_endgames(position, context) {
            return score;
        }

        // 2. Stand pat: the static evaluation is a lower bound if no capture is forced.
        let stands = match quietness {
            Quietness::Quiet => return self.static_eval(position, context),
            Quietness::Threatened if depth.get() <= -P::THREAT_PLIES => {
                return self.static_eval(position, context);
            }
            Quietness::MayCapture => true,
            Quietness::MustCapture | Quietness::Threatened => false,
        };
        let mut best = Score::MINUS_INFINITE;
        if stands || ply >= Ply::MAX {
            best = self.static_eval(position, context);
        }
        if ply >= Ply::MAX {
            return best;
        }
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);

        // 3. Generate the moves: only captures if the side to move may stand pat, otherwise all.
        let first = self.move_stack.len();
        let moves = &mut self.move_stack;
        position.each_candidate(|mv| {
            let tactical = position.is_tactical(mv);
            if tactical || quietness != Quietness::MayCapture {
                let tag = position.move_tag(mv);
                moves.push(Candidate { mv, tag, tactical, rank: 0 });
            }
        });

        // 4. Search them in the order of generation.
        let next = match quietness {
            Quietness::Threatened => depth - 1,
            _ => depth.min(Depth::ZERO),
        };
        self.path_keys.push(position.key());
        for i in first..self.move_stack.len() {
            let Candidate { mv, tag, .. } = self.move_stack[i];
            let child = Child::new(position, context, mv, tag);
            let score = self.search_child(&child, Window { alpha, beta }, next);
            if self.halted {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.path_keys.pop();
        self.move_stack.truncate(first);
        best
    }
}
