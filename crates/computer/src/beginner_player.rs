//! The beginner's move choice (levels 1 to 3): considers moves one by one as a child does, overlooks
//! some of them, and notices only some of the replies.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{NoClock, Score, SearchLimits};
use crownhead_games::{Game, Phase};
use crownhead_rules::AnySquare;

use crate::dice::Dice;
use crate::level::BeginnerHabits;
use crate::{AnalysisRequest, Analyst, Choice, ChoiceReason, noticing, slip_score};

/// No more moves than this are looked at.
const MOST_MOVES: usize = 40;
/// What is remembered during one choice, in bytes.
const MEMORY: usize = 1 << 15;

/// A move that was looked at.
struct Seen {
    text: String,
    score: Score,
}

/// The choice of a beginner among two moves or more.
pub(crate) fn choose(
    game: &Game,
    habits: &BeginnerHabits,
    last: Option<AnySquare>,
    dice: &mut Dice,
    stop: &AtomicBool,
) -> Choice {
    if game.phase() == Phase::Remedy && dice.chance(habits.lets_stand) {
        return Choice { text: "stand".to_owned(), score: None, reason: ChoiceReason::LetStand };
    }
    let is_offence = |(_, after): &(String, Game)| after.phase() == Phase::Remedy;
    let (offences, mut moves): (Vec<_>, Vec<_>) = game.children().into_iter().partition(is_offence);
    let overlooks = !offences.is_empty() && dice.chance(habits.offends);
    if overlooks {
        moves = offences;
    }
    dice.sample(&mut moves, MOST_MOVES);
    let analyst = Analyst::small(MEMORY);
    let mut seen = Vec::new();
    for (text, after) in &moves {
        let ease = noticing::ease(game, text, last);
        if dice.chance(1.0 - (1.0 - habits.misses) * ease) && !seen.is_empty() {
            continue;
        }
        let score = look(game, text, after, habits, &analyst, dice, stop);
        seen.push(Seen { text: text.clone(), score });
    }
    let values: Vec<i32> =
        seen.iter().map(|seen| slip_score::value(game.rules().game(), seen.score)).collect();
    let chosen = dice.softmax(&values, habits.heat);
    let best = values.iter().all(|&value| value <= values[chosen]);
    let Seen { text, score } = seen.swap_remove(chosen);
    let reason = match (overlooks, best) {
        (true, _) => ChoiceReason::Overlooked,
        (false, true) => ChoiceReason::Best,
        (false, false) => ChoiceReason::Liked,
    };
    Choice { text, score: Some(score), reason }
}

/// What a move seems to be worth: by its looks, or, if the reply is noticed, by what follows.
fn look(
    game: &Game,
    text: &str,
    after: &Game,
    habits: &BeginnerHabits,
    analyst: &Analyst,
    dice: &mut Dice,
    stop: &AtomicBool,
) -> Score {
    let same = after.side() == game.side();
    if let Some(score) = slip_score::over(after, after.side()) {
        return slip_score::from_after(score, same);
    }
    let question = AnalysisRequest::new(SearchLimits::depth(habits.replies));
    let thought = analyst.think(after, question, NoClock, stop, |_| {});
    let reply = thought
        .variations
        .first()
        .and_then(|variation| Some((variation.score, variation.moves.first()?)));
    if let Some((score, reply)) = reply {
        let near = noticing::end(game, text);
        if dice.chance(habits.notices * noticing::ease(after, reply, near)) {
            return slip_score::from_after(score, same);
        }
    }
    slip_score::from_after(analyst.static_eval(after), same)
}
