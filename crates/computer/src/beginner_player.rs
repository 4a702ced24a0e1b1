//! The move choice of beginners (levels 1 to 3): considers moves one by one as a child does,
//! overlooks some of them, and notices only some of the replies.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{NoClock, Score, SearchLimits};
use crownhead_games::{Game, Phase};
use crownhead_rules::AnySquare;

use crate::level::BeginnerHabits;
use crate::level_rng::LevelRng;
use crate::{AnalysisRequest, Analyst, Choice, ChoiceReason, noticing, slip_score};

/// The maximal number of moves that are considered.
const MAX_MOVES: usize = 40;
/// The size of the transposition table for one choice, in bytes.
const MEMORY: usize = 1 << 15;

/// A move that was considered.
struct ConsideredMove {
    text: String,
    score: Score,
}

/// The choice of a beginner among at least two moves.
pub(crate) fn choose(
    game: &Game,
    habits: &BeginnerHabits,
    last: Option<AnySquare>,
    rng: &mut LevelRng,
    stop: &AtomicBool,
) -> Choice {
    if game.phase() == Phase::Remedy && rng.chance(habits.stand_chance) {
        return Choice { text: "stand".to_owned(), score: None, reason: ChoiceReason::LetStand };
    }
    let is_offence = |(_, after): &(String, Game)| after.phase() == Phase::Remedy;
    let (offences, mut moves): (Vec<_>, Vec<_>) = game.children().into_iter().partition(is_offence);
    let overlooks = !offences.is_empty() && rng.chance(habits.offence_chance);
    if overlooks {
        moves = offences;
    }
    rng.sample(&mut moves, MAX_MOVES);
    let judge = MoveJudge { game, habits, analyst: Analyst::with_bytes(MEMORY), stop };
    let mut considered = Vec::new();
    for (text, after) in &moves {
        let ease = noticing::visibility(game, text, last);
        if rng.chance(1.0 - (1.0 - habits.miss_chance) * ease) && !considered.is_empty() {
            continue;
        }
        let score = judge.score(text, after, rng);
        considered.push(ConsideredMove { text: text.clone(), score });
    }
    let values: Vec<i32> = considered
        .iter()
        .map(|considered| slip_score::value(game.rules().game(), considered.score))
        .collect();
    let chosen = rng.softmax(&values, habits.temperature);
    let best = values.iter().all(|&value| value <= values[chosen]);
    let ConsideredMove { text, score } = considered.swap_remove(chosen);
    let reason = match (overlooks, best) {
        (true, _) => ChoiceReason::Overlooked,
        (false, true) => ChoiceReason::Best,
        (false, false) => ChoiceReason::Liked,
    };
    Choice { text, score: Some(score), reason }
}

/// Judges the moves of a position as a beginner does.
struct MoveJudge<'a> {
    game: &'a Game,
    habits: &'a BeginnerHabits,
    analyst: Analyst,
    stop: &'a AtomicBool,
}

impl MoveJudge<'_> {
    /// The score of a move: by a search if the beginner notices the reply, otherwise by the static
    /// evaluation.
    fn score(&self, text: &str, after: &Game, rng: &mut LevelRng) -> Score {
        let same = after.side() == self.game.side();
        if let Some(score) = slip_score::over(after, after.side()) {
            return slip_score::from_after(score, same);
        }
        let request = AnalysisRequest::new(SearchLimits::depth(self.habits.replies));
        let analysis = self.analyst.analyse(after, request, NoClock, self.stop, |_| {});
        let reply = analysis
            .variations
            .first()
            .and_then(|variation| Some((variation.score, variation.moves.first()?)));
        if let Some((score, reply)) = reply {
            let near = noticing::end(self.game, text);
            let visibility = noticing::visibility(after, reply, near);
            if rng.chance(self.habits.notice_chance * visibility) {
                return slip_score::from_after(score, same);
            }
        }
        slip_score::from_after(self.analyst.static_eval(after), same)
    }
}
