//! Shards of single positions with search scores: positions of recorded games after a few random
//! moves. A search sees many such positions, and games between good players hardly any.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crownhead_rules::{History, Notation};

use super::{ShardPlan, TrainingGame, TrainingPly, TrainingResult};
use crate::endgame_knowledge::EndgameKnowledge;
use crate::tune::{Tunable, is_trusted};
use crate::{Search, SearchLimits, SplitMix64, TranspositionTable};

/// The most random moves after a position of a game.
const MAX_RANDOM_MOVES: usize = 3;
const MEBIBYTES: usize = 1;

/// A group with no more positions than this is left out, if there is a larger one: the same few
/// would be searched again and again.
const MAX_SMALL_GROUP: usize = 100;

/// Positions to begin at, in groups that are drawn equally often.
#[derive(Clone, Debug)]
pub struct PositionGroups<P>(Vec<Vec<P>>);

impl<P: Tunable> PositionGroups<P> {
    /// Groups positions by [`Tunable::sample_group`]; none if there are no positions.
    pub fn new(positions: Vec<P>) -> Option<PositionGroups<P>> {
        let mut groups = BTreeMap::<usize, Vec<P>>::new();
        for position in positions {
            groups.entry(position.sample_group()).or_default().push(position);
        }
        if groups.values().any(|group| group.len() > MAX_SMALL_GROUP) {
            groups.retain(|_, group| group.len() > MAX_SMALL_GROUP);
        }
        (!groups.is_empty()).then(|| PositionGroups(groups.into_values().collect()))
    }

    fn choose(&self, rng: &mut SplitMix64) -> P {
        let group = &self.0[rng.below(self.0.len())];
        group[rng.below(group.len())].clone()
    }
}

impl ShardPlan {
    /// Searches as many positions as the plan has games. They are quiet, and unknown to the endgame
    /// tables. Calls `position_done` after each.
    pub fn label<P, K>(
        &self,
        positions: &PositionGroups<P>,
        eval: &P::Eval,
        knowledge: K,
        mut position_done: impl FnMut(),
    ) -> Vec<u8>
    where
        P: Tunable + Notation,
        K: EndgameKnowledge<P> + Copy,
    {
        let table = TranspositionTable::with_mebibytes(MEBIBYTES);
        let stop = AtomicBool::new(false);
        let mut rng = SplitMix64::new(self.seed << 40 ^ u64::from(self.number));
        let mut bytes = Vec::new();
        let mut done = 0;
        while done < self.games {
            let mut position = positions.choose(&mut rng);
            play_random_moves(&mut position, &mut rng);
            if position.outcome().is_some()
                || !is_trusted::<P>(position.quietness())
                || knowledge.verdict(&position).is_some()
            {
                continue;
            }
            table.clear();
            let mut search = Search::<P>::new(&table, &stop, SearchLimits::nodes(self.nodes));
            search.eval = eval;
            let found =
                search.with_knowledge(knowledge).run(&position, &History::new(&position), |_| {});
            let (Some(best), Some(line)) = (found.best(), found.lines.first()) else { continue };
            let mut moves = Vec::new();
            position.each_candidate(|mv| moves.push(mv));
            let choice = moves.iter().position(|&mv| mv == best).unwrap_or_default() as u16;
            let ply = TrainingPly { choice, score: Some(line.score) };
            let start = position.clone();
            position.play_unchecked(best);
            let ending = Some((TrainingResult::Unfinished, position.key().0 as u32));
            TrainingGame { start, plies: vec![ply], ending }.encode(&mut bytes);
            position_done();
            done += 1;
        }
        bytes
    }
}

fn play_random_moves<P: Tunable>(position: &mut P, rng: &mut SplitMix64) {
    for _ in 0..rng.below(MAX_RANDOM_MOVES + 1) {
        let mut moves = Vec::new();
        position.each_candidate(|mv| moves.push(mv));
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        position.play_unchecked(moves[rng.below(moves.len())]);
    }
}
