//! One node of the search: probe, prune, order, recurse.

use crownhead_rules::{Keyed, Verdict};

use super::worker::{Candidate, Worker};
use super::{MOST_PLIES, ended};
use crate::game::{Noise, Tag};
use crate::knowledge::Knowledge;
use crate::limits::Clock;
use crate::table::{Bound, Entry};
use crate::{Score, Searchable};

/// The rank of the move that the table remembers.
const FROM_TABLE: i32 = 1 << 20;
/// The rank of captures.
const TACTICAL: i32 = 1 << 18;
/// How much a quiet position may lose a ply before it is looked at, near the leaves.
const MARGIN: i32 = 45;
/// How much a ply a quiet position may gain, near the leaves.
const LACK: i32 = 60;
/// How near to the leaves that is.
const NEAR: i32 = 4;
/// How near to the leaves moves that promise less than nothing are left out.
const POOR_DEPTH: i32 = 2;

/// Where a node is.
#[derive(Copy, Clone)]
pub(super) struct Place {
    pub(super) depth: i32,
    pub(super) ply: u32,
    /// Plies without progress.
    pub(super) idle: u32,
    /// The move that led here.
    pub(super) previous: Option<Tag>,
}

impl<P: Searchable, C: Clock, K: Knowledge<P>> Worker<'_, P, C, K> {
    /// The worth of a child to the side that moved to it. Who moves next need not be the enemy.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn child(
        &mut self,
        child: &Keyed<P>,
        same_side: bool,
        idle: u32,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: u32,
        tag: Tag,
    ) -> Score {
        let place = Place { depth, ply, idle, previous: Some(tag) };
        if same_side {
            self.node(child, alpha, beta, place)
        } else {
            -self.node(child, -beta, -alpha, place)
        }
    }

    /// The worth of a position to its side to move, exact between `alpha` and `beta`.
    pub(super) fn node(
        &mut self,
        position: &Keyed<P>,
        mut alpha: Score,
        mut beta: Score,
        place: Place,
    ) -> Score {
        let Place { depth, ply, idle, .. } = place;
        self.lines[ply as usize].clear();
        if self.is_drawn(position, idle) {
            return Score::DRAW;
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return self.leaf(position, alpha, beta, place);
        }
        self.count_node(ply);
        if self.halted {
            return Score::DRAW;
        }
        // Nothing here can be better than winning at once, or worse than having lost.
        alpha = alpha.max(Score::loss_in(ply));
        beta = beta.min(Score::win_in(ply));
        if alpha >= beta {
            return alpha;
        }
        if let Some(score) = self.known_end(position, place) {
            return score;
        }
        let wide = beta.value() - alpha.value() > 1;
        let style = self.search.style;
        // Before the table is asked: by then its memory has come nearer.
        if !wide
            && style.prunes
            && let Some(score) = self.judged(position, alpha, depth, idle)
        {
            return score;
        }
        let known = self.search.table.get(position.key());
        if let Some(score) = known.and_then(|entry| settles(&entry, alpha, beta, depth, ply))
            && !wide
            && style.remembers
        {
            return score;
        }
        // Without a move to begin with the search is worth less; it comes back with one.
        let unguided = known.is_none_or(|entry| entry.tag.is_none());
        let depth = depth - i32::from(unguided && depth >= 5 && style.reduces);
        let start = self.moves.len();
        self.list_moves(position, place, known.and_then(|entry| entry.tag));
        if self.moves.len() == start {
            return ended(&**position, ply).unwrap_or(Score::DRAW);
        }
        self.way.push(position.key());
        let best = self.try_moves(position, start, alpha, beta, Place { depth, ..place });
        self.way.pop();
        self.moves.truncate(start);
        best
    }

    /// What the endgame tables say. Where they tell who wins but not how soon, and the root is
    /// known to end so, too, they are not heard before something irreversible has happened: that
    /// is how a won ending makes progress, and a drawn one sets problems.
    #[inline]
    pub(super) fn known_end(&self, position: &Keyed<P>, place: Place) -> Option<Score> {
        let knowledge = &self.search.knowledge;
        let verdict = knowledge.verdict(position)?;
        let wins = match verdict {
            Verdict::Draw => None,
            Verdict::Win(side) => Some(side == position.side()),
        };
        if let Some(wins) = wins
            && let Some(plies) = knowledge.plies(position, wins)
        {
            let plies = place.ply + plies;
            return Some(if wins { Score::win_in(plies) } else { Score::loss_in(plies) });
        }
        if self.root_verdict == Some(verdict) && place.idle == self.root_idle + place.ply {
            return None;
        }
        if wins == Some(false)
            && let Some(score) = ended(&**position, place.ply)
        {
            return Some(score);
        }
        let known = 20_000 - place.ply as i32;
        Some(wins.map_or(Score::DRAW, |wins| Score::new(if wins { known } else { -known })))
    }

    /// Near the leaves a quiet position that is far better than asked for, or so much worse that a
    /// few moves will not change it, is taken at its looks. The question is whether it is worth
    /// more than `alpha`.
    #[inline]
    fn judged(&self, position: &Keyed<P>, alpha: Score, depth: i32, idle: u32) -> Option<Score> {
        if depth > NEAR || alpha.is_proven() || position.noise() != Noise::Quiet {
            return None;
        }
        let looks = self.looks(position, idle);
        let far_better = looks.plus(-MARGIN * depth) > alpha;
        let far_worse = looks.plus(LACK * depth) <= alpha;
        ((far_better || far_worse) && position.outcome().is_none()).then_some(looks)
    }

    fn list_moves(&mut self, position: &Keyed<P>, place: Place, remembered: Option<Tag>) {
        let side = position.side() as usize;
        let (moves, order) = (&mut self.moves, &self.order);
        position.each_candidate(|mv| {
            let tag = position.tag(mv);
            let tactical = position.is_tactical(mv);
            let rank = if remembered == Some(tag) {
                FROM_TABLE
            } else if tactical {
                TACTICAL + order.history(side, tag)
            } else {
                order.rank(side, place.ply, place.previous, tag) + position.promise(mv)
            };
            moves.push(Candidate { mv, tag, tactical, rank });
        });
    }

    /// Tries the moves from `start` on, the best ranked first.
    fn try_moves(
        &mut self,
        position: &Keyed<P>,
        start: usize,
        mut alpha: Score,
        beta: Score,
        place: Place,
    ) -> Score {
        let Place { depth, ply, idle, previous } = place;
        let count = self.moves.len() - start;
        let style = self.search.style;
        let single = count == 1 && ply < 2 * self.root_depth + 8 && style.extends;
        let wide = beta.value() - alpha.value() > 1;
        let mut best = -Score::INFINITE;
        let mut best_tag = None;
        let mut bound = Bound::AtMost;
        for i in start..start + count {
            self.bring_best(i, start + count);
            let Candidate { mv, tag, tactical, .. } = self.moves[i];
            let poor = !tactical && position.promise(mv) < 0;
            if poor && i > start && !wide && depth <= POOR_DEPTH && style.prunes {
                continue;
            }
            let mut child = position.clone();
            child.play_unchecked(mv);
            let idle = if position.makes_progress(mv) { 0 } else { idle + 1 };
            let same = child.side() == position.side();
            let next = if single { depth } else { depth - 1 };
            let reduction = self.reduction(position, i - start, tactical, tag, depth);
            let reduced = next - (reduction + i32::from(reduction > 0 && poor)).min(next);
            if (if i > start { reduced } else { next }) > 0 {
                self.search.table.prefetch(child.key());
            }
            let mut score = -Score::INFINITE;
            if i > start {
                let zero = alpha.plus(1);
                score = self.child(&child, same, idle, alpha, zero, reduced, ply + 1, tag);
                if score > alpha && reduced < next {
                    score = self.child(&child, same, idle, alpha, zero, next, ply + 1, tag);
                }
            }
            if i == start || (score > alpha && score < beta) {
                score = self.child(&child, same, idle, alpha, beta, next, ply + 1, tag);
            }
            if self.halted {
                return Score::DRAW;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score <= alpha {
                continue;
            }
            best_tag = Some(tag);
            alpha = score;
            bound = Bound::Exact;
            self.prolong(ply, mv);
            if score >= beta {
                bound = Bound::AtLeast;
                if !tactical {
                    let tried = self.moves[start..i].iter().filter(|tried| !tried.tactical);
                    let side = position.side() as usize;
                    self.order.refuted(side, ply, depth, previous, tag, tried.map(|m| m.tag));
                }
                break;
            }
        }
        let score = best.as_kept(ply);
        let entry = Entry { tag: best_tag, score, depth: depth.min(127) as i8, bound };
        self.search.table.put(position.key(), entry);
        best
    }

    /// Brings the best ranked of the moves from `i` on to its place.
    #[inline]
    fn bring_best(&mut self, i: usize, end: usize) {
        let mut best = i;
        for other in i + 1..end {
            if self.moves[other].rank > self.moves[best].rank {
                best = other;
            }
        }
        self.moves.swap(i, best);
    }

    /// How many plies less a move is looked at that comes late on the list.
    #[inline]
    fn reduction(
        &self,
        position: &Keyed<P>,
        number: usize,
        tactical: bool,
        tag: Tag,
        depth: i32,
    ) -> i32 {
        if number < 3 || depth < 3 || tactical || !self.search.style.reduces {
            return 0;
        }
        let late = (number as u32).ilog2() as i32 * (depth as u32).ilog2() as i32;
        let liked = self.order.history(position.side() as usize, tag);
        (1 + late / 3 - liked / 4_000).clamp(0, depth - 1)
    }

    /// The line from `ply` on is a move and what follows it.
    fn prolong(&mut self, ply: u32, mv: P::Move) {
        let (here, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut here[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}

/// The score that the table gives for a window, if it is deep enough and binding.
#[inline]
fn settles(entry: &Entry, alpha: Score, beta: Score, depth: i32, ply: u32) -> Option<Score> {
    if i32::from(entry.depth) < depth {
        return None;
    }
    let score = Score::from_root(entry.score, ply);
    let binding = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= beta,
        Bound::AtMost => score <= alpha,
    };
    binding.then_some(score)
}
