//! Golden playthroughs: whole games, replayed ply by ply from the files of `playthroughs/`.
//!
//! A file begins with the game and its options. Then each line is one position: the move that led
//! to it (`start` or `set-up` on the first), its text (`-` if it has none), the side to move, the
//! phase, the result, the reason, the number of legal moves ignoring draws by history, and the
//! moves: their texts, or for more than 24 `#` and the FNV-1a hash of their lines.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use std::fs;

use crownhead_games::{Game, GameId, Rules};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");

/// Every file of one game: its name and what is in it.
fn files(id: GameId) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap()))
        .filter(|(_, file)| file.split_whitespace().next() == Some(id.name()))
        .collect();
    files.sort();
    files
}

fn rules_of(file: &str) -> Rules {
    let first = file.lines().next().unwrap();
    let named = |rules: &Rules| rules.to_string() == first;
    Rules::all().into_iter().find(named).unwrap_or_else(|| panic!("what game is {first}?"))
}

/// The line that a game should have in its file after a move.
fn line(game: &Game, played: &str) -> String {
    let outcome = game.outcome();
    let moves = game.moves_ignoring_draws();
    let listed = if moves.len() <= 24 { moves.join("; ") } else { hash(&moves) };
    [
        played,
        game.text().as_deref().unwrap_or("-"),
        game.side().name(),
        game.phase().name(),
        outcome.map_or("*", |outcome| outcome.score()),
        outcome.map_or("-", |outcome| outcome.reason.name()),
        &moves.len().to_string(),
        &listed,
    ]
    .join("\t")
}

fn hash(texts: &[String]) -> String {
    let lines = texts.join("\n");
    let hash = lines.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("#{hash:016x}")
}

fn replay(name: &str, file: &str) {
    let rules = rules_of(file);
    let mut game = Game::start(rules);
    for (number, expected) in file.lines().enumerate().skip(1) {
        let mut fields = expected.split('\t');
        let (played, text) = (fields.next().unwrap(), fields.next().unwrap());
        match played {
            "start" => {}
            "set-up" => game = Game::from_text(rules, text).unwrap(),
            played => {
                let written = game.play(played).unwrap_or_else(|why| panic!("{name}: {why}"));
                assert_eq!(written, played, "{name}, line {}", number + 1);
            }
        }
        let moves = game.moves_ignoring_draws();
        assert_eq!(line(&game, played), expected, "{name}, line {}: {moves:?}", number + 1);
    }
    let last = game.explain_outcome().unwrap_or_else(|| panic!("{name} does not end"));
    let refusal =
        game.play(game.moves_ignoring_draws().first().map_or("pass", String::as_str)).unwrap_err();
    assert_eq!((refusal.kind.name(), refusal.explanation), ("game-over", last), "{name}");
}

fn check(id: GameId) {
    let files = files(id);
    files.iter().for_each(|(name, file)| replay(name, file));
    for rules in Rules::all_of(id) {
        let of_it = files.iter().filter(|(_, file)| rules_of(file) == rules);
        assert!(of_it.count() >= 2, "too few games of {rules}");
    }
}

macro_rules! games {
    ($($test:ident = $id:ident,)*) => {
        $(
            #[test]
            fn $test() {
                check(GameId::$id);
            }
        )*

        #[test]
        fn every_game_is_replayed() {
            assert_eq!([$(GameId::$id),*], GameId::ALL);
        }
    };
}

games! {
    regal_checkers = RegalCheckers,
    tic_tac_toe = TicTacToe,
    king_me_standard = KingMeStandard,
    coast_to_coast = CoastToCoast,
    stack_em = StackEm,
    winning_moves_checkers = WinningMovesCheckers,
    checkerboard_tic_tac_toe = CheckerboardTicTacToe,
    parker_checkers = ParkerCheckers,
}

/// Every special rule of the games occurs in the files.
#[test]
fn the_files_cover_the_special_rules() {
    let all: String = GameId::ALL.iter().copied().flat_map(files).map(|(_, file)| file).collect();
    let played: Vec<&str> = all.lines().filter_map(|line| line.split('\t').next()).collect();
    for special in ["compel", "huff", "stand", "pass", "-h8-", "-a1", "="] {
        assert!(played.iter().any(|text| text.contains(special)), "{special} is never played");
    }
    for reason in [
        "captured-all",
        "no-move",
        "neither-can-move",
        "three-in-a-row",
        "full",
        "count",
        "all-home",
        "repetition",
        "no-progress",
    ] {
        assert!(all.contains(&format!("\t{reason}\t")), "no game ends by {reason}");
    }
}

#[test]
fn pick_legal_move_reaches_every_move() {
    for id in GameId::ALL {
        let game = Game::start(id.rules());
        let mut count = 0;
        game.pick_legal_move(|legal| {
            count = legal;
            0
        });
        let mut each: Vec<_> = (0..count).filter_map(|at| game.pick_legal_move(|_| at)).collect();
        each.sort();
        assert_eq!(each, game.legal_moves(), "{id:?}");
        assert_eq!(game.pick_legal_move(|legal| legal), None, "{id:?}");
    }
}
