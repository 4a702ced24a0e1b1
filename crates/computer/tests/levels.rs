//! Every level in every game: games end, moves are legal, and each level behaves as documented.

use std::sync::atomic::AtomicBool;

use crownhead_computer::{Analyst, Choice, ChoiceReason, Level, MoveRequest, choose};
use crownhead_engine::{NoClock, SearchLimits};
use crownhead_games::{Game, GameId, Rules};
use crownhead_rules::Verdict;

/// The number of games per level; lower levels search less.
const GAMES_OF_LEVEL: [usize; 10] = [85, 51, 34, 17, 15, 10, 6, 4, 3, 2];
/// The number of plies per game; only the moves are tested.
const PLIES_OF_LEVEL: [usize; 10] = [150, 50, 30, 20, 15, 10, 6, 4, 2, 2];

fn chosen(game: &Game, number: u8, seed: u64) -> Choice {
    let level = Level::new(number).expect("a level");
    let asked = MoveRequest { full: SearchLimits::nodes(3_000), ..MoveRequest::of(level, seed) };
    let stop = AtomicBool::new(false);
    let choice = choose(game, asked, &Analyst::new(1), NoClock, &stop).expect("a move");
    assert!(game.legal_moves().contains(&choice.text), "{choice:?} in {game:?}");
    choice
}

/// Plays a game by one level, and calls `tell` with every position and choice.
fn play(mut game: Game, number: u8, seed: u64, plies: usize, mut tell: impl FnMut(&Game, &Choice)) {
    for _ in 0..plies {
        if game.outcome().is_some() {
            return;
        }
        let choice = chosen(&game, number, seed);
        tell(&game, &choice);
        game.play(&choice.text).expect("a legal move");
    }
}

/// A level moves once in this many plies; the other plies are random, which costs little.
fn every(rules: Rules) -> u64 {
    match rules.game() {
        GameId::TicTacToe => 2,
        GameId::CheckerboardTicTacToe => 4,
        GameId::CoastToCoast => 64,
        _ => 12,
    }
}

/// Every level in every game, from a random opening to the end: 1,020 games. Searches are stopped
/// at once.
#[test]
fn games_of_all_levels_and_rules_end() {
    let stop = AtomicBool::new(true);
    let analyst = Analyst::new(1);
    let mut games = 0;
    for rules in Rules::all() {
        for level in Level::all() {
            for seed in 0..6 {
                let mut random = seed * 1_000 + u64::from(level.number());
                let mut game = Game::start(rules);
                let mut plies = 0;
                while game.outcome().is_none() {
                    let by_chance = plies % every(rules) != seed % 2;
                    let text = match by_chance {
                        true => {
                            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                            let mut legal = game.legal_moves();
                            let index = (random >> 33) as usize % legal.len();
                            legal.swap_remove(index)
                        }
                        false => {
                            let asked = MoveRequest::of(level, seed);
                            choose(&game, asked, &analyst, NoClock, &stop).expect("a move").text
                        }
                    };
                    game.play(&text).expect("a legal move");
                    plies += 1;
                    assert!(plies < 5_000, "{rules} has no end");
                }
                games += 1;
            }
        }
    }
    assert_eq!(games, 1_020);
}

#[test]
fn every_level_plays_legal_moves() {
    let all = Rules::all();
    for (i, &count) in GAMES_OF_LEVEL.iter().enumerate() {
        for n in 0..count {
            // Few games per level, but together the levels cover all rules.
            let rules = all[(n + 5 * i) % all.len()];
            let most = if rules.game() == GameId::CoastToCoast { 10 } else { 150 };
            let plies = PLIES_OF_LEVEL[i].min(most);
            play(Game::start(rules), i as u8 + 1, n as u64, plies, |_, _| {});
        }
    }
}

#[test]
fn every_level_is_reproducible_by_seed() {
    for rules in Rules::all() {
        for number in 1..=9 {
            let mut game = Game::start(rules);
            for _ in 0..if number < 6 { 2 } else { 1 } {
                let one = chosen(&game, number, 11);
                assert_eq!(one, chosen(&game, number, 11), "level {number} of {rules}");
                game.play(&one.text).expect("a legal move");
            }
        }
    }
}

#[test]
fn only_beginners_give_a_checker_away() {
    // 14-18 gives a man away: 23x14 cannot be recaptured.
    let rules = GameId::WinningMovesCheckers.rules();
    let game = Game::from_text(rules, "B:W23,31,32:B1,2,14").expect("a position");
    for number in 1..=10 {
        let hung = (0..if number < 6 { 60 } else { 8 })
            .filter(|&seed| chosen(&game, number, seed).text == "14-18")
            .count();
        match number {
            1 | 2 => assert!((1..40).contains(&hung), "level {number}: {hung}"),
            3 => {}
            _ => assert_eq!(hung, 0, "level {number}"),
        }
    }
}

/// A position of Parker's game in which a checker can jump and others can move.
fn with_a_jump() -> Game {
    let mut game = Game::start(GameId::ParkerCheckers.rules());
    for text in ["11-15", "22-18"] {
        game.play(text).expect("a legal move");
    }
    game
}

fn offends(game: &Game, text: &str) -> bool {
    let mut after = game.clone();
    after.play(text).expect("a legal move");
    after.phase().name() == "remedy"
}

#[test]
fn only_beginners_overlook_jumps() {
    let game = with_a_jump();
    for number in 1..=10 {
        let seeds = if number < 4 { 200 } else { 10 };
        let choices: Vec<Choice> = (0..seeds).map(|seed| chosen(&game, number, seed)).collect();
        let offences = choices.iter().filter(|choice| offends(&game, &choice.text)).count();
        let said =
            choices.iter().filter(|choice| choice.reason == ChoiceReason::Overlooked).count();
        assert_eq!(offences, said, "level {number}");
        match number {
            1..=3 => assert!((4..150).contains(&offences), "level {number}: {offences}"),
            _ => assert_eq!(offences, 0, "level {number}"),
        }
    }
    for number in 4..=6 {
        let plies = if number < 6 { 80 } else { 20 };
        play(Game::start(GameId::ParkerCheckers.rules()), number, 3, plies, |game, choice| {
            assert!(!offends(game, &choice.text), "level {number}: {}", choice.text);
        });
    }
}

#[test]
fn offences_are_punished_or_let_stand_by_level() {
    let mut game = with_a_jump();
    game.play("9-13").expect("an offence");
    assert_eq!(game.phase().name(), "remedy");
    let stands = |number, seeds: u64| {
        let choices = (0..seeds).map(|seed| chosen(&game, number, seed).text);
        choices.filter(|text| text == "stand").count()
    };
    assert!((20..190).contains(&stands(1, 200)));
    assert!(stands(3, 200) > 0);
    for number in 4..=10 {
        assert_eq!(stands(number, 4), 0, "level {number}: a huff is a checker for nothing");
    }
}

#[test]
fn tic_tac_toe_is_lost_by_low_levels_and_never_by_high_ones() {
    let result = |numbers: [u8; 2], seed: u64| {
        let mut game = Game::start(GameId::TicTacToe.rules());
        let mut ply = 0;
        while game.outcome().is_none() {
            let choice = chosen(&game, numbers[ply % 2], seed);
            game.play(&choice.text).expect("a legal move");
            ply += 1;
        }
        game.outcome().expect("an end").verdict
    };
    let mut lost = 0;
    for seed in 0..50 {
        lost += usize::from(matches!(result([1, 10], seed), Verdict::Win(_)));
        assert_eq!(result([10, 10], seed), Verdict::Draw);
    }
    assert!(lost >= 20, "{lost} of 50");
}
