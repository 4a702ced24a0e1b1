//! The lowest levels: they look at one move after the other as a child does, miss some, and see
//! only some of the replies.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{Limits, NoClock, Score};
use crownhead_games::Game;
use crownhead_rules::AnySquare;

use crate::dice::Dice;
use crate::level::Careless;
use crate::{Analyst, Choice, Question, Why, sight, worth};

/// No more moves than this are looked at.
const MOST_MOVES: usize = 40;
/// What is remembered during one choice, in bytes.
const MEMORY: usize = 1 << 15;

/// A move that was looked at.
struct Seen {
    text: String,
    score: Score,
}

/// The choice of a careless level among two moves or more.
pub(crate) fn choose(
    game: &Game,
    habits: &Careless,
    last: Option<AnySquare>,
    dice: &mut Dice,
    stop: &AtomicBool,
) -> Choice {
    if game.phase() == "remedy" && dice.chance(habits.lets_stand) {
        return Choice { text: "stand".to_owned(), score: None, why: Why::LetStand };
    }
    let is_offence = |(_, after): &(String, Game)| after.phase() == "remedy";
    let (offences, mut moves): (Vec<_>, Vec<_>) = game.children().into_iter().partition(is_offence);
    let overlooks = !offences.is_empty() && dice.chance(habits.offends);
    if overlooks {
        moves = offences;
    }
    dice.sample(&mut moves, MOST_MOVES);
    let analyst = Analyst::small(MEMORY);
    let mut seen = Vec::new();
    for (text, after) in &moves {
        let ease = sight::ease(game, text, last);
        if dice.chance(1.0 - (1.0 - habits.misses) * ease) && !seen.is_empty() {
            continue;
        }
        let score = look(game, text, after, habits, &analyst, dice, stop);
        seen.push(Seen { text: text.clone(), score });
    }
    let values: Vec<i32> =
        seen.iter().map(|seen| worth::value(game.rules().game(), seen.score)).collect();
    let chosen = dice.softmax(&values, habits.heat);
    let best = values.iter().all(|&value| value <= values[chosen]);
    let Seen { text, score } = seen.swap_remove(chosen);
    let why = match (overlooks, best) {
        (true, _) => Why::Overlooked,
        (false, true) => Why::Best,
        (false, false) => Why::Liked,
    };
    Choice { text, score: Some(score), why }
}

/// What a move seems to be worth: by its looks, or, if the reply is noticed, by what follows.
fn look(
    game: &Game,
    text: &str,
    after: &Game,
    habits: &Careless,
    analyst: &Analyst,
    dice: &mut Dice,
    stop: &AtomicBool,
) -> Score {
    let same = after.side() == game.side();
    if let Some(score) = worth::over(after, after.side()) {
        return worth::from_after(score, same);
    }
    let question = Question::new(Limits::depth(habits.replies));
    let thought = analyst.think(after, question, NoClock, stop, |_| {});
    let reply = thought.ways.first().and_then(|way| Some((way.score, way.moves.first()?)));
    if let Some((score, reply)) = reply {
        let near = sight::end(game, text);
        if dice.chance(habits.notices * sight::ease(after, reply, near)) {
            return worth::from_after(score, same);
        }
    }
    worth::from_after(analyst.looks(after), same)
}
