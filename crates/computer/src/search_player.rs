//! The searching player's move choice (levels 4 to 9): a limited search, then a softmax choice among
//! the best moves. The choice is close to the best and never gives a checker away for nothing.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{NoClock, Score, SearchLimits};
use crownhead_games::Game;
use crownhead_rules::AnySquare;

use crate::dice::Dice;
use crate::level::SearchHabits;
use crate::{
    AnalysisRequest, Analyst, Choice, ChoiceReason, PositionAnalysis, noticing, slip_score,
};

/// Among how many of the best moves it chooses.
const CANDIDATES: usize = 5;
/// A move that loses so much more than the best one with the next reply gives something away, in
/// hundredths of a slip.
const GIVEN_AWAY: i32 = 80;
/// What is remembered during one choice, in bytes.
const MEMORY: usize = 1 << 19;

/// The choice of a searching level among two moves or more.
pub(crate) fn choose(
    game: &Game,
    habits: &SearchHabits,
    last: Option<AnySquare>,
    dice: &mut Dice,
    stop: &AtomicBool,
) -> Option<Choice> {
    let id = game.rules().game();
    let thought = search(game, habits, stop);
    let best = thought.variations.first()?;
    let (least, best_text) =
        (slip_score::value(id, best.score) - habits.most_loss, best.moves.first()?);
    let glance = one_ply_look(game, best_text, stop);
    let mut candidates: Vec<(&str, Score, i32)> = Vec::new();
    for (i, variation) in thought.variations.iter().enumerate() {
        let Some(text) = variation.moves.first() else { continue };
        let value = slip_score::value(id, variation.score);
        if value < least || (i > 0 && one_ply_look(game, text, stop) < glance - GIVEN_AWAY) {
            continue;
        }
        candidates.push((text, variation.score, value));
    }
    let hard = |text: &str| (1.0 - noticing::ease(game, text, last)) * habits.misses;
    let missed: Vec<bool> = candidates.iter().map(|(text, ..)| dice.chance(hard(text))).collect();
    if missed.contains(&false) {
        let mut missed = missed.into_iter();
        candidates.retain(|_| !missed.next().unwrap_or_default());
    }
    let values: Vec<i32> = candidates.iter().map(|&(.., value)| value).collect();
    let (text, score, _) = candidates[dice.softmax(&values, habits.heat)];
    let reason = if text == best_text { ChoiceReason::Best } else { ChoiceReason::Liked };
    Some(Choice { text: text.to_owned(), score: Some(score), reason })
}

/// What the level finds when it searches: its best moves, each with its score.
pub(crate) fn search(game: &Game, habits: &SearchHabits, stop: &AtomicBool) -> PositionAnalysis {
    let question = AnalysisRequest { limits: habits.limits(), threads: 1, lines: CANDIDATES };
    Analyst::small(MEMORY).think(game, question, NoClock, stop, |_| {})
}

/// What a move is worth after the best reply, captures played out, in hundredths of a slip.
pub(crate) fn one_ply_look(game: &Game, text: &str, stop: &AtomicBool) -> i32 {
    let mut after = game.clone();
    if after.play(text).is_err() {
        return i32::MIN;
    }
    let same = after.side() == game.side();
    let score = slip_score::over(&after, after.side()).or_else(|| {
        let question = AnalysisRequest::new(SearchLimits::depth(1));
        let thought = Analyst::small(1 << 12).think(&after, question, NoClock, stop, |_| {});
        thought.variations.first().map(|variation| variation.score)
    });
    slip_score::value(
        game.rules().game(),
        slip_score::from_after(score.unwrap_or(Score::DRAW), same),
    )
}

#[cfg(test)]
mod tests {
    use crownhead_games::Rules;

    use super::*;
    use crate::level::{Habits, Level};

    fn careful(level: Level) -> Option<SearchHabits> {
        match level.habits() {
            Habits::Searching(habits) => Some(habits),
            _ => None,
        }
    }

    #[test]
    fn nothing_is_given_away_for_nothing() {
        let stop = AtomicBool::new(false);
        let captures = |rules: &Rules| rules.game().captures();
        for rules in Rules::all().into_iter().filter(captures) {
            for (number, habits) in Level::all().filter_map(careful).take(3).enumerate() {
                let mut game = Game::start(rules);
                for ply in 0..30 {
                    if game.legal_moves().len() < 2 {
                        let Some(text) = game.legal_moves().pop() else { break };
                        game.play(&text).unwrap();
                        continue;
                    }
                    let mut dice = Dice::new(ply, number as u64);
                    let choice = choose(&game, &habits, None, &mut dice, &stop).unwrap();
                    let best = search(&game, &habits, &stop).best().unwrap().to_owned();
                    let look = |text: &str| one_ply_look(&game, text, &stop);
                    assert!(look(&choice.text) >= look(&best) - GIVEN_AWAY, "{choice:?} {game:?}");
                    game.play(&choice.text).unwrap();
                }
            }
        }
    }

    #[test]
    fn the_loss_is_bounded_by_its_own_search() {
        let stop = AtomicBool::new(false);
        let habits = careful(Level::CAREFUL).unwrap();
        let mut spread = 0;
        for rules in Rules::all() {
            let mut game = Game::start(rules);
            let mut dice = Dice::new(4, 0);
            // Moves by chance lead to positions in which much can be lost.
            for _ in 0..24 {
                let mut legal = game.legal_moves();
                if legal.len() < 2 {
                    break;
                }
                let thought = search(&game, &habits, &stop);
                let value = |score| slip_score::value(rules.game(), score);
                let best = value(thought.variations[0].score);
                let worst =
                    thought.variations.last().map_or(best, |variation| value(variation.score));
                spread += usize::from(best - worst > habits.most_loss);
                for _ in 0..4 {
                    let choice = choose(&game, &habits, None, &mut dice, &stop).unwrap();
                    let loss = best - value(choice.score.unwrap());
                    assert!((0..=habits.most_loss).contains(&loss), "{loss} in {game:?}");
                }
                game.play(&legal.swap_remove(dice.below(legal.len()))).unwrap();
            }
        }
        assert!(spread > 30, "{spread}");
    }
}
