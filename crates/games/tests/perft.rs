//! Perft tests: checks the move generators against the counts in `perft/*.perft`.
//!
//! A line is `options<TAB>position or start<TAB>depth<TAB>count`; `-` stands for the defaults of
//! all options, and so does every option that is left out.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use std::fs;
use std::path::Path;

use crownhead_games::{Game, GameId, Rules};

/// The folder of the files, one per game, named by its id.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft");

fn check(game: &str) {
    let id: GameId = game.parse().unwrap();
    let file = fs::read_to_string(Path::new(FOLDER).join(format!("{game}.perft"))).unwrap();
    let mut seen = Vec::new();
    for line in file.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [options, position, depth, count] = fields[..] else { panic!("four fields: {line}") };
        let rules = with_options(id, options);
        let game = match position {
            "start" => Game::start(rules),
            text => Game::from_text(rules, text).unwrap_or_else(|why| panic!("{line}: {why}")),
        };
        assert_eq!(game.perft(depth.parse().unwrap()).to_string(), count, "{line}");
        seen.push(rules);
    }
    let missing: Vec<Rules> =
        Rules::all_of(id).into_iter().filter(|rules| !seen.contains(rules)).collect();
    assert!(missing.is_empty(), "nothing is counted for {missing:?}");
}

fn with_options(id: GameId, options: &str) -> Rules {
    let pairs = options.split_whitespace().filter(|option| *option != "-");
    pairs.fold(id.rules(), |rules, option| {
        let (key, value) = option.split_once('=').unwrap();
        rules.with(key, value).unwrap()
    })
}

macro_rules! games {
    ($($test:ident = $game:literal,)*) => {
        $(
            #[test]
            fn $test() {
                check($game);
            }
        )*

        #[test]
        fn every_game_has_a_perft_file() {
            let ids: Vec<String> = GameId::ALL.iter().map(|id| id.name().to_owned()).collect();
            let mut tested = vec![$($game.to_owned()),*];
            assert_eq!(tested.len(), ids.len());
            assert!(ids.iter().all(|id| tested.contains(id)));
            tested.sort();
            let mut files: Vec<String> = fs::read_dir(FOLDER)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            files.sort();
            assert_eq!(files, tested.iter().map(|id| format!("{id}.perft")).collect::<Vec<_>>());
        }
    };
}

games! {
    regal_checkers = "regal-checkers",
    tic_tac_toe = "tic-tac-toe",
    king_me_standard = "king-me-standard",
    coast_to_coast = "coast-to-coast",
    stack_em = "stack-em",
    winning_moves_checkers = "winning-moves-checkers",
    checkerboard_tic_tac_toe = "checkerboard-tic-tac-toe",
    parker_checkers = "parker-checkers",
}
