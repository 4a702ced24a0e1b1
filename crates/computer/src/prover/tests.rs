//! The prover within its limits, and what it says of both tic-tac-toes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_engine::{NoClock, Score, SearchLimits};
use crownhead_games::{Game, GameId};

use crate::{
    AnalysisRequest, Analyst, Evaluation, Level, MoveRequest, PositionAnalysis, choose, hint,
};

static GO: AtomicBool = AtomicBool::new(false);

fn checkerboard(options: &[(&str, &str)], position: &str) -> Game {
    let mut rules = GameId::CheckerboardTicTacToe.rules();
    for (name, value) in options {
        rules = rules.with(name, value).unwrap();
    }
    Game::from_text(rules, position).unwrap()
}

fn thought(game: &Game, limits: SearchLimits, lines: usize) -> PositionAnalysis {
    let question = AnalysisRequest { lines, ..AnalysisRequest::new(limits) };
    Analyst::new(1).think(game, question, NoClock, &GO, |_| {})
}

#[test]
fn tic_tac_toe_is_played_from_its_table() {
    let game = Game::from_text(GameId::TicTacToe.rules(), "3/1x1/1o1 x").unwrap();
    let thought = thought(&game, SearchLimits::nodes(10), 9);
    assert_eq!(thought.variations.len(), 7);
    assert_eq!(thought.variations[0].score, Score::win_in(5));
    assert_eq!(thought.variations[0].moves.len(), 5);
    assert_eq!(thought.variations[0].evaluation.to_string(), "wins in 5");
    assert!(thought.variations.iter().all(|variation| variation.evaluation.is_exact()));
    assert!(thought.variations.is_sorted_by_key(|variation| -variation.score));
}

#[test]
fn a_late_position_is_proven_with_all_its_ways() {
    let game = checkerboard(&[], "xoxox/oxoxo/xo1xo/2oxx/o1ox1 x");
    let proven = thought(&game, SearchLimits::nodes(100_000), 10);
    assert_eq!((proven.depth, proven.variations.len()), (4, 5));
    let margin = |i: usize| proven.variations[i].evaluation.margin().unwrap();
    assert!((1..5).all(|i| margin(i) <= margin(i - 1)));
    assert_eq!(proven.variations[0].moves.len(), 4);
    // The way is played to its end, and there is what was promised.
    let mut end = game.clone();
    for text in &proven.variations[0].moves {
        end.play(text).unwrap();
    }
    let over = Evaluation::over(&end).unwrap();
    let over = if end.side() == game.side() { over } else { over.turned() };
    assert_eq!(over.margin(), Some(margin(0)));
    // A depth is a question of its own.
    assert!(!thought(&game, SearchLimits::depth(2), 1).variations[0].evaluation.is_exact());
}

#[test]
fn exchanges_are_exact_too() {
    let text = "xxxox/oooxo/xoxxo/oxoxx/o1oxo x -";
    let game = checkerboard(&[("exchange", "on")], text);
    let proven = thought(&game, SearchLimits::nodes(1_000), 1);
    let variation = &proven.variations[0];
    assert_eq!((proven.depth, variation.moves.len()), (2, 2));
    let mut end = game.clone();
    variation.moves.iter().for_each(|text| {
        end.play(text).unwrap();
    });
    let over = Evaluation::over(&end).unwrap();
    let over = if end.side() == game.side() { over } else { over.turned() };
    assert_eq!(
        (over.value(), over.margin()),
        (variation.evaluation.value(), variation.evaluation.margin())
    );
}

#[test]
fn what_cannot_be_proven_in_time_is_searched() {
    let game = Game::start(GameId::CheckerboardTicTacToe.rules().with("size", "6").unwrap());
    let searched = thought(&game, SearchLimits::nodes(3_000), 1);
    assert!(!searched.variations[0].evaluation.is_exact());
    assert!(searched.best().is_some());
    // A clock that is past the limit, and a stop, leave no time at all.
    let late = || Duration::from_secs(2);
    let question = AnalysisRequest::new(SearchLimits::move_time(Duration::from_secs(1)));
    let thought = Analyst::new(1).think(&game, question, late, &GO, |_| {});
    assert!(thought.best().is_some() && !thought.variations[0].evaluation.is_exact());
    let stop = AtomicBool::new(true);
    let question = AnalysisRequest::new(SearchLimits::INFINITE);
    assert!(Analyst::new(1).think(&game, question, NoClock, &stop, |_| {}).best().is_some());
}

#[test]
fn full_strength_and_hints_use_what_is_proven() {
    let game = checkerboard(&[], "xoxo1/1xox1/xo1x1/2oxx/o1o2 o");
    let proven = thought(&game, SearchLimits::nodes(1_000_000), 30);
    let best = proven.variations[0].evaluation.margin();
    let keeps = |text: &str| {
        let variation =
            proven.variations.iter().find(|variation| variation.moves[0] == text).unwrap();
        variation.evaluation.margin() == best
    };
    let choice =
        choose(&game, MoveRequest::of(Level::FULL, 1), &Analyst::new(1), NoClock, &GO).unwrap();
    assert!(keeps(&choice.text));
    assert_eq!(choice.score.unwrap(), proven.variations[0].score);
    let question = AnalysisRequest::new(SearchLimits::nodes(1_000_000));
    let hint = hint(&game, &Analyst::new(1), question, NoClock, &GO).unwrap();
    assert!(keeps(&hint.text), "{hint:?}");
}

#[test]
fn margins_are_those_of_the_side_to_move() {
    let game = checkerboard(&[], "ooooo/ooooo/oxxxx/xxx1x/x1xxx o");
    let proven = thought(&game, SearchLimits::nodes(1_000), 2);
    let best = proven.variations[0].evaluation;
    assert_eq!(best.sign(), best.margin().unwrap().cmp(&0));
    assert_eq!(best.sign(), proven.variations[0].score.value().cmp(&0));
}
