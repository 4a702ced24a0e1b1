//! The prover within its limits, and its analyses of both tic-tac-toes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_engine::{NoClock, Score, SearchLimits};
use crownhead_games::{Game, GameId};

use crate::{
    AnalysisRequest, Analyst, Evaluation, Level, MoveRequest, PositionAnalysis, choose, hint,
};

static NOT_STOPPED: AtomicBool = AtomicBool::new(false);

fn checkerboard(options: &[(&str, &str)], position: &str) -> Game {
    let mut rules = GameId::CheckerboardTicTacToe.rules();
    for (name, value) in options {
        rules = rules.with(name, value).unwrap();
    }
    Game::from_text(rules, position).unwrap()
}

fn analysis(game: &Game, limits: SearchLimits, lines: usize) -> PositionAnalysis {
    let request = AnalysisRequest { lines, ..AnalysisRequest::new(limits) };
    Analyst::new(1).analyse(game, request, NoClock, &NOT_STOPPED, |_| {})
}

#[test]
fn tic_tac_toe_is_played_from_its_table() {
    let game = Game::from_text(GameId::TicTacToe.rules(), "3/1x1/1o1 x").unwrap();
    let analysis = analysis(&game, SearchLimits::nodes(10), 9);
    assert_eq!(analysis.variations.len(), 7);
    assert_eq!(analysis.variations[0].score, Score::win_in(5));
    assert_eq!(analysis.variations[0].moves.len(), 5);
    assert_eq!(analysis.variations[0].evaluation.to_string(), "wins in 5");
    assert!(analysis.variations.iter().all(|variation| variation.evaluation.is_exact()));
    assert!(analysis.variations.is_sorted_by_key(|variation| -variation.score));
}

#[test]
fn a_late_position_is_proven_with_all_variations() {
    let game = checkerboard(&[], "xoxox/oxoxo/xo1xo/2oxx/o1ox1 x");
    let proven = analysis(&game, SearchLimits::nodes(100_000), 10);
    assert_eq!((proven.depth, proven.variations.len()), (4, 5));
    let margin = |i: usize| proven.variations[i].evaluation.margin().unwrap();
    assert!((1..5).all(|i| margin(i) <= margin(i - 1)));
    assert_eq!(proven.variations[0].moves.len(), 4);
    // The variation leads to the end and the promised margin.
    let mut end = game.clone();
    for text in &proven.variations[0].moves {
        end.play(text).unwrap();
    }
    let over = Evaluation::of_finished_game(&end).unwrap();
    let over = if end.side() == game.side() { over } else { over.flipped() };
    assert_eq!(over.margin(), Some(margin(0)));
    // A depth limit requests a search.
    assert!(!analysis(&game, SearchLimits::depth(2), 1).variations[0].evaluation.is_exact());
}

#[test]
fn exchanges_are_exact_too() {
    let text = "xxxox/oooxo/xoxxo/oxoxx/o1oxo x -";
    let game = checkerboard(&[("exchange", "on")], text);
    let proven = analysis(&game, SearchLimits::nodes(1_000), 1);
    let variation = &proven.variations[0];
    assert_eq!((proven.depth, variation.moves.len()), (2, 2));
    let mut end = game.clone();
    variation.moves.iter().for_each(|text| {
        end.play(text).unwrap();
    });
    let over = Evaluation::of_finished_game(&end).unwrap();
    let over = if end.side() == game.side() { over } else { over.flipped() };
    assert_eq!(
        (over.value(), over.margin()),
        (variation.evaluation.value(), variation.evaluation.margin())
    );
}

#[test]
fn positions_that_cannot_be_proven_in_time_are_searched() {
    let game = Game::start(GameId::CheckerboardTicTacToe.rules().with("size", "6").unwrap());
    let searched = analysis(&game, SearchLimits::nodes(3_000), 1);
    assert!(!searched.variations[0].evaluation.is_exact());
    assert!(searched.best().is_some());
    // A clock past the limit, or a stop, leaves no time.
    let late = || Duration::from_secs(2);
    let request = AnalysisRequest::new(SearchLimits::move_time(Duration::from_secs(1)));
    let analysis = Analyst::new(1).analyse(&game, request, late, &NOT_STOPPED, |_| {});
    assert!(analysis.best().is_some() && !analysis.variations[0].evaluation.is_exact());
    let stop = AtomicBool::new(true);
    let request = AnalysisRequest::new(SearchLimits::INFINITE);
    assert!(Analyst::new(1).analyse(&game, request, NoClock, &stop, |_| {}).best().is_some());
}

#[test]
fn full_strength_and_hints_use_proofs() {
    let game = checkerboard(&[], "xoxo1/1xox1/xo1x1/2oxx/o1o2 o");
    let proven = analysis(&game, SearchLimits::nodes(1_000_000), 30);
    let best = proven.variations[0].evaluation.margin();
    let keeps = |text: &str| {
        let variation =
            proven.variations.iter().find(|variation| variation.moves[0] == text).unwrap();
        variation.evaluation.margin() == best
    };
    let choice =
        choose(&game, MoveRequest::of(Level::FULL, 1), &Analyst::new(1), NoClock, &NOT_STOPPED)
            .unwrap();
    assert!(keeps(&choice.text));
    assert_eq!(choice.score.unwrap(), proven.variations[0].score);
    let request = AnalysisRequest::new(SearchLimits::nodes(1_000_000));
    let hint = hint(&game, &Analyst::new(1), request, NoClock, &NOT_STOPPED).unwrap();
    assert!(keeps(&hint.text), "{hint:?}");
}

#[test]
fn margins_are_those_of_the_side_to_move() {
    let game = checkerboard(&[], "ooooo/ooooo/oxxxx/xxx1x/x1xxx o");
    let proven = analysis(&game, SearchLimits::nodes(1_000), 2);
    let best = proven.variations[0].evaluation;
    assert_eq!(best.sign(), best.margin().unwrap().cmp(&0));
    assert_eq!(best.sign(), proven.variations[0].score.value().cmp(&0));
}
