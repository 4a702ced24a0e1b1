//! `crownhead review` with files: every game is reviewed or reported with its line, and the next one
//! follows.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Reviews standard input.
fn review(text: &str, args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .env("CROWNHEAD_TABLES", "off")
        .args(["review", "-", "--depth", "3", "--hash", "1"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    // The command need not read to the end.
    let _ = input.write_all(text.as_bytes());
    drop(input);
    child.wait_with_output().expect("an end")
}

/// The output for a text without errors.
fn printed(text: &str, args: &[&str]) -> String {
    let output = review(text, args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.as_ref()), (Some(0), ""), "{text}");
    String::from_utf8(output.stdout).expect("text")
}

fn parse_json(printed: &str) -> Vec<Value> {
    printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The exit code, the JSON output, and the lines on standard error.
fn faults(text: &str, args: &[&str]) -> (Option<i32>, Vec<Value>, Vec<String>) {
    let output = review(text, &[&["--json"], args].concat());
    let lines = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let errors = lines(output.stderr);
    let errors = errors.lines().map(|line| {
        let line = line.strip_prefix("crownhead: standard input: ");
        line.expect("its name and the file's").to_owned()
    });
    (output.status.code(), parse_json(&lines(output.stdout)), errors.collect())
}

const TWO: &str = "[Black \"Ann\"]\n[White \"Ben\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n\n\
    [First \"Cid\"]\n[RuleSet \"tic-tac-toe\"]\n1. b2 a3 2. a1 b1 3. c3 1-0\n";

#[test]
fn every_game_of_a_file_is_reviewed() {
    let games = parse_json(&printed(TWO, &["--json"]));
    let heads: Vec<_> = games.iter().map(|game| [&game["number"], &game["line"]]).collect();
    assert_eq!(heads, [[1, 1], [2, 5]]);
    assert_eq!(games[0]["tags"], json!({"Black": "Ann", "White": "Ben"}));
    assert_eq!((&games[0]["result"], &games[1]["result"]), (&json!("1-0"), &json!("1-0")));
    let moves = |game: &Value| -> Vec<String> {
        let moves = game["moves"].as_array().unwrap().iter();
        moves.map(|reviewed| reviewed["move"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(moves(&games[0]), ["11-15", "22-18", "15x22", "25x18"]);
    assert_eq!(moves(&games[1]), ["b2", "a3", "a1", "b1", "c3"]);
    assert_eq!(games[1]["moves"][3]["word"], "blunder");
    assert_eq!(games[1]["moves"][3]["best"], "c3");
}

#[test]
fn a_table_has_a_heading_for_each_game() {
    let text = printed(TWO, &[]);
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("Game ")).collect();
    assert_eq!(
        heads,
        [
            "Game 1, line 1: Winning Moves Checkers, Ann against Ben, Ann won (black)",
            "Game 2, line 5: Tic-Tac-Toe, Cid against ?, Cid won (the starting player)",
        ]
    );
    assert!(text.contains("50.0%  blunder, the game turns"), "{text}");
    let empty = printed("[Black \"A\u{1b}[31mnn\"]\n*", &[]);
    assert_eq!(empty, "Game 1, line 1: Winning Moves Checkers, A[31mnn against ?\nNo moves.\n\n");
}

#[test]
fn the_winner_is_the_one_that_the_file_means() {
    let text = "[Black \"Ann\"]\n[White \"Ben\"]\n[FEN \"W:W18:B14\"]\n1. 18x9 {white wins} 0-1\n";
    let heading = "Game 1, line 1: Winning Moves Checkers, Ann against Ben, Ben won (red)";
    assert!(printed(text, &[]).starts_with(heading));
    let other = text.replace("0-1", "1-0");
    assert!(printed(&other, &["--results", "white"]).starts_with(heading));
    assert_eq!(parse_json(&printed(&other, &["--results", "white", "--json"]))[0]["result"], "0-1");
    let (code, games, errors) = faults(&other, &[]);
    assert_eq!((code, games.len()), (Some(1), 1));
    assert!(errors[0].ends_with("read it with --results white"), "{errors:?}");
}

#[test]
fn one_selected_game_is_reviewed_as_among_the_others() {
    let all = parse_json(&printed(TWO, &["--json"]));
    for number in 1..=2 {
        let one = parse_json(&printed(TWO, &["--json", "--game", &number.to_string()]));
        assert_eq!(one, [all[number - 1].clone()]);
    }
    // Errors elsewhere are not reported.
    let text = format!("1. 11-12 *\n{TWO}");
    assert_eq!(parse_json(&printed(&text, &["--json", "--game", "2"]))[0]["line"], 2);
    let (code, games, errors) = faults(&text, &["--game", "1"]);
    assert_eq!((code, games.len(), errors.len()), (Some(1), 0, 1));
    assert!(errors[0].starts_with("game 1, line 1, column 4, move 1: 11-12: "), "{errors:?}");
    let (code, _, errors) = faults(TWO, &["--game", "3"]);
    assert_eq!(code, Some(1));
    assert_eq!(errors, ["there is no game 3 in it; it has 2 games"]);
}

#[test]
fn invalid_games_are_reported_and_the_next_is_reviewed() {
    let text = "1. 11-15 {open\n} 22-18 } *\n[Black \"Ann\"]\n1. 11-15\n22-17 2. 15x20 *\n\
                [GameType \"20\"]\n1. 32-28 *\n[FEN \"B:W1,1:B2\"]\n*\n1. 9-13 *\n";
    let (code, games, errors) = faults(text, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(games.len(), 1);
    assert_eq!((&games[0]["number"], &games[0]["line"]), (&json!(5), &json!(10)));
    let begins = [
        "game 1, line 2, column 9: this } closes nothing",
        "game 2, line 5, column 10, move 2: 15x20: ",
        "game 3, line 6, column 1, before the first move: GameType 20 is international",
        "game 4, line 8, column 1, before the first move: the game can't start like that: ",
        "4 of its 5 games could not be reviewed",
    ];
    assert_eq!(errors.len(), begins.len(), "{errors:?}");
    for (error, begin) in errors.iter().zip(begins) {
        assert!(error.starts_with(begin), "{error}");
    }
    let (code, _, errors) = faults(" \n", &[]);
    assert_eq!((code, errors), (Some(1), vec!["there is no game in it".to_owned()]));
}

#[test]
fn huffs_passes_and_rulings_are_played_through() {
    let parker = "[RuleSet \"parker-checkers\"]\n[SetUp \"1\"]\n[FEN \"B:W18,21,32:B1,14\"]\n\
        /FEN \"W:W18,21,32:B5,14\"/ {[%move 1-5]} /FEN \"W:W18,21,32:B5\"/ {[%huff 14]}\n\
        1... 18-15 *\n";
    let regal = "[RuleSet \"regal-checkers\"]\n[FEN \"B:W9,14,32:B5\"]\n\
        /FEN \"W:W9,14,32:B5\"/ {[%pass]} 1... 32-28 *\n";
    let ruled = format!("[FEN \"B:WK32:BK1\"]\n{} 1-5 *\n", "1-6 32-27 6-1 27-32 ".repeat(25));
    let games = parse_json(&printed(&[parker, regal, &ruled].concat(), &["--json"]));
    let moves = |game: usize| games[game]["moves"].as_array().unwrap();
    let texts = |game: usize| -> Vec<&Value> { moves(game).iter().map(|m| &m["move"]).collect() };
    assert_eq!(texts(0), ["1-5", "huff 14", "18-15"]);
    assert_eq!(moves(0)[1]["best"], "huff 14");
    assert_eq!(texts(1), ["pass", "32-28"]);
    assert_eq!(moves(2).len(), 101);
}

/// Endless input does not fill the memory: games are reviewed before the input ends.
#[test]
fn a_file_is_read_game_by_game() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .env("CROWNHEAD_TABLES", "off")
        .args(["review", "-", "--depth", "1", "--hash", "1", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    // More than the reader takes at a time, in games of a few kilobytes.
    let game = format!("{{{}}} 1. 11-15 *\n", "so ".repeat(2_000));
    input.write_all(game.repeat(24).as_bytes()).expect("it reads");
    let first: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).expect("JSON");
    assert_eq!(first["number"], 1);
    input.write_all(game.as_bytes()).expect("it still reads");
    drop(input);
    assert_eq!(lines.count(), 24);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn files_are_opened_or_refused() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("review two.pdn");
    std::fs::write(&path, TWO).expect("a file");
    let run = |args: &[&str]| -> (Option<i32>, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .env("CROWNHEAD_TABLES", "off")
            .arg("review")
            .args(args)
            .output();
        let output = output.expect("it starts");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let name = path.to_str().expect("a name");
    let (code, out, _) = run(&[name, "--depth", "1", "--json"]);
    assert_eq!((code, out.lines().count()), (Some(0), 2));
    let refusals: &[(&[&str], i32, &str)] = &[
        (&["no such.pdn"], 1, "there is no file no such.pdn, and no game has that name"),
        (&[env!("CARGO_TARGET_TMPDIR")], 1, env!("CARGO_TARGET_TMPDIR")),
        (&[name, "--play", "11-15"], 2, name),
        (&[name, "--game", "0"], 2, "invalid value '0'"),
        (&["tic-tac-toe", "--game", "1"], 2, "--game chooses a game from a file"),
        (&[name, "--game", "1", "--play", "b2"], 2, "the argument '--game <N>' cannot be used"),
        (&[], 2, "the following required arguments were not provided: <FILE|GAME>"),
    ];
    for (args, exit, why) in refusals {
        let (code, out, errors) = run(args);
        assert_eq!((code, out.as_str(), errors.lines().count()), (Some(*exit), "", 1), "{errors}");
        assert!(errors.starts_with(&format!("crownhead: {why}")), "{args:?}: {errors}");
    }
}
