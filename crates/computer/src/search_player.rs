//! The move choice of levels 4 to 9: a limited search, then a softmax choice among the best moves.
//! The choice is close to the best and never gives a checker away for nothing.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{NoClock, Score, SearchLimits};
use crownhead_games::Game;
use crownhead_rules::AnySquare;

use crate::level::SearchHabits;
use crate::level_rng::LevelRng;
use crate::{
    AnalysisRequest, Analyst, Choice, ChoiceReason, PositionAnalysis, noticing, slip_score,
};

/// The number of best moves to choose from.
const CANDIDATES: usize = 5;
/// A move gives something away if it loses more than this against the next reply, compared with the
/// best move, in hundredths of a slip.
const MAX_GIVEN_AWAY: i32 = 80;
/// The size of the transposition table for one choice, in bytes.
const MEMORY: usize = 1 << 19;

/// The choice of a searching level among at least two moves.
pub(crate) fn choose(
    game: &Game,
    habits: &SearchHabits,
    last: Option<AnySquare>,
    rng: &mut LevelRng,
    stop: &AtomicBool,
) -> Option<Choice> {
    let id = game.rules().game();
    let analysis = search(game, habits, stop);
    let best = analysis.variations.first()?;
    let (least, best_text) =
        (slip_score::value(id, best.score) - habits.max_loss, best.moves.first()?);
    let glance = one_ply_value(game, best_text, stop);
    let mut candidates: Vec<(&str, Score, i32)> = Vec::new();
    for (i, variation) in analysis.variations.iter().enumerate() {
        let Some(text) = variation.moves.first() else { continue };
        let value = slip_score::value(id, variation.score);
        if value < least || (i > 0 && one_ply_value(game, text, stop) < glance - MAX_GIVEN_AWAY) {
            continue;
        }
        candidates.push((text, variation.score, value));
    }
    let hard = |text: &str| (1.0 - noticing::visibility(game, text, last)) * habits.miss_chance;
    let missed: Vec<bool> = candidates.iter().map(|(text, ..)| rng.chance(hard(text))).collect();
    if missed.contains(&false) {
        let mut missed = missed.into_iter();
        candidates.retain(|_| !missed.next().unwrap_or_default());
    }
    let values: Vec<i32> = candidates.iter().map(|&(.., value)| value).collect();
    let (text, score, _) = candidates[rng.softmax(&values, habits.temperature)];
    let reason = if text == best_text { ChoiceReason::Best } else { ChoiceReason::Liked };
    Some(Choice { text: text.to_owned(), score: Some(score), reason })
}

/// The search of a level: its best moves with their scores.
pub(crate) fn search(game: &Game, habits: &SearchHabits, stop: &AtomicBool) -> PositionAnalysis {
    let request = AnalysisRequest { limits: habits.limits(), threads: 1, lines: CANDIDATES };
    Analyst::with_bytes(MEMORY).analyse(game, request, NoClock, stop, |_| {})
}

/// The value of a move after the best reply and quiescence search, in hundredths of a slip.
pub(crate) fn one_ply_value(game: &Game, text: &str, stop: &AtomicBool) -> i32 {
    let mut after = game.clone();
    if after.play(text).is_err() {
        return i32::MIN;
    }
    let same = after.side() == game.side();
    let score = slip_score::over(&after, after.side()).or_else(|| {
        let request = AnalysisRequest::new(SearchLimits::depth(1));
        let analysis = Analyst::with_bytes(1 << 12).analyse(&after, request, NoClock, stop, |_| {});
        analysis.variations.first().map(|variation| variation.score)
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

    fn search_habits(level: Level) -> Option<SearchHabits> {
        match level.habits() {
            Habits::Searching(habits) => Some(habits),
            _ => None,
        }
    }

    #[test]
    fn no_checker_is_given_away() {
        let stop = AtomicBool::new(false);
        let captures = |rules: &Rules| rules.game().captures();
        for rules in Rules::all().into_iter().filter(captures) {
            for (number, habits) in Level::all().filter_map(search_habits).take(3).enumerate() {
                let mut game = Game::start(rules);
                for ply in 0..30 {
                    if game.legal_moves().len() < 2 {
                        let Some(text) = game.legal_moves().pop() else { break };
                        game.play(&text).unwrap();
                        continue;
                    }
                    let mut rng = LevelRng::new(ply, number as u64);
                    let choice = choose(&game, &habits, None, &mut rng, &stop).unwrap();
                    let best = search(&game, &habits, &stop).best().unwrap().to_owned();
                    let look = |text: &str| one_ply_value(&game, text, &stop);
                    assert!(
                        look(&choice.text) >= look(&best) - MAX_GIVEN_AWAY,
                        "{choice:?} {game:?}"
                    );
                    game.play(&choice.text).unwrap();
                }
            }
        }
    }

    #[test]
    fn the_loss_is_bounded_by_the_search() {
        let stop = AtomicBool::new(false);
        let habits = search_habits(Level::CAREFUL).unwrap();
        let mut spread = 0;
        for rules in Rules::all() {
            let mut game = Game::start(rules);
            let mut rng = LevelRng::new(4, 0);
            // Random moves lead to positions in which much can be lost.
            for _ in 0..24 {
                let mut legal = game.legal_moves();
                if legal.len() < 2 {
                    break;
                }
                let analysis = search(&game, &habits, &stop);
                let value = |score| slip_score::value(rules.game(), score);
                let best = value(analysis.variations[0].score);
                let worst =
                    analysis.variations.last().map_or(best, |variation| value(variation.score));
                spread += usize::from(best - worst > habits.max_loss);
                for _ in 0..4 {
                    let choice = choose(&game, &habits, None, &mut rng, &stop).unwrap();
                    let loss = best - value(choice.score.unwrap());
                    assert!((0..=habits.max_loss).contains(&loss), "{loss} in {game:?}");
                }
                game.play(&legal.swap_remove(rng.below(legal.len()))).unwrap();
            }
        }
        assert!(spread > 30, "{spread}");
    }
}
