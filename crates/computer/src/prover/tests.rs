//! The prover within its limits, and what it says of both tic-tac-toes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_engine::{Limits, NoClock, Score};
use crownhead_games::{Game, GameId};
use crownhead_rules::Verdict;

use crate::{Analyst, Asked, Level, Question, Thought, choose, hint};

static GO: AtomicBool = AtomicBool::new(false);

fn checkerboard(options: &[(&str, &str)], position: &str) -> Game {
    let mut rules = GameId::CheckerboardTicTacToe.rules();
    for (name, value) in options {
        rules = rules.with(name, value).unwrap();
    }
    Game::from_text(rules, position).unwrap()
}

fn thought(game: &Game, limits: Limits, lines: usize) -> Thought {
    let question = Question { lines, ..Question::new(limits) };
    Analyst::new(1).think(game, question, NoClock, &GO, |_| {})
}

#[test]
fn tic_tac_toe_is_played_from_its_table() {
    let game = Game::from_text(GameId::TicTacToe.rules(), "3/1x1/1o1 x").unwrap();
    let thought = thought(&game, Limits::nodes(10), 9);
    assert_eq!(thought.ways.len(), 7);
    assert_eq!(thought.ways[0].score, Score::win_in(5));
    assert_eq!(thought.ways[0].moves.len(), 5);
    assert_eq!(thought.ways[0].exact.unwrap().to_string(), "the starting player wins");
    assert!(thought.ways.is_sorted_by_key(|way| -way.score));
}

#[test]
fn a_late_position_is_proven_with_all_its_ways() {
    let game = checkerboard(&[], "xoxox/oxoxo/xo1xo/2oxx/o1ox1 x");
    let proven = thought(&game, Limits::nodes(100_000), 10);
    assert_eq!((proven.depth, proven.ways.len()), (4, 5));
    let margin = |i: usize| proven.ways[i].exact.unwrap().margin.unwrap();
    assert!((1..5).all(|i| margin(i) <= margin(i - 1)));
    assert_eq!(proven.ways[0].moves.len(), 4);
    // The way is played to its end, and there is what was promised.
    let mut end = game.clone();
    for text in &proven.ways[0].moves {
        end.play(text).unwrap();
    }
    assert_eq!(crate::exact(&end).unwrap().margin, Some(margin(0)));
    // A depth is a question of its own.
    assert!(thought(&game, Limits::depth(2), 1).ways[0].exact.is_none());
}

#[test]
fn exchanges_are_exact_too() {
    let text = "xxxox/oooxo/xoxxo/oxoxx/o1oxo x -";
    let game = checkerboard(&[("exchange", "on")], text);
    let proven = thought(&game, Limits::nodes(1_000), 1);
    let way = &proven.ways[0];
    assert_eq!((proven.depth, way.moves.len()), (2, 2));
    let mut end = game.clone();
    way.moves.iter().for_each(|text| {
        end.play(text).unwrap();
    });
    assert_eq!(crate::exact(&end).unwrap(), way.exact.unwrap());
}

#[test]
fn what_cannot_be_proven_in_time_is_searched() {
    let game = Game::start(GameId::CheckerboardTicTacToe.rules().with("size", "6").unwrap());
    let searched = thought(&game, Limits::nodes(3_000), 1);
    assert!(searched.ways[0].exact.is_none());
    assert!(searched.best().is_some());
    // A clock that is past the limit, and a stop, leave no time at all.
    let late = || Duration::from_secs(2);
    let question = Question::new(Limits::move_time(Duration::from_secs(1)));
    let thought = Analyst::new(1).think(&game, question, late, &GO, |_| {});
    assert!(thought.best().is_some() && thought.ways[0].exact.is_none());
    let stop = AtomicBool::new(true);
    let question = Question::new(Limits::INFINITE);
    assert!(Analyst::new(1).think(&game, question, NoClock, &stop, |_| {}).best().is_some());
}

#[test]
fn full_strength_and_hints_use_what_is_proven() {
    let game = checkerboard(&[], "xoxo1/1xox1/xo1x1/2oxx/o1o2 o");
    let proven = thought(&game, Limits::nodes(1_000_000), 30);
    let best = proven.ways[0].exact.unwrap().margin;
    let keeps = |text: &str| {
        let way = proven.ways.iter().find(|way| way.moves[0] == text).unwrap();
        way.exact.unwrap().margin == best
    };
    let choice = choose(&game, Asked::of(Level::FULL, 1), &Analyst::new(1), NoClock, &GO).unwrap();
    assert!(keeps(&choice.text));
    assert_eq!(choice.score.unwrap(), proven.ways[0].score);
    let question = Question::new(Limits::nodes(1_000_000));
    let hint = hint(&game, &Analyst::new(1), question, NoClock, &GO).unwrap();
    assert!(keeps(&hint.text), "{hint:?}");
}

#[test]
fn margins_have_the_starting_player_first() {
    let game = checkerboard(&[], "ooooo/ooooo/oxxxx/xxx1x/x1xxx o");
    let proven = thought(&game, Limits::nodes(1_000), 2);
    let exact = proven.ways[0].exact.unwrap();
    let winner = match exact.margin.unwrap() {
        1.. => Verdict::Win(crownhead_rules::Side::First),
        0 => Verdict::Draw,
        _ => Verdict::Win(crownhead_rules::Side::Second),
    };
    assert_eq!(exact.verdict, winner);
}
