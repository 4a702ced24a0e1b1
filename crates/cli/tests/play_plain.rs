//! `crownhead play --plain` from outside: lines in, sentences out, and every game saved.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn crownhead(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .env("CROWNHEAD_TABLES", "off")
        .env("CROWNHEAD_GAMES", folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A command line that is refused reads no input.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Standard output of a game that exits with 0.
fn played(folder: &Path, args: &[&str], input: &str) -> String {
    let output = crownhead(folder, &[&["play", "--plain"][..], args].concat(), input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn has(text: &str, what: &str) {
    assert!(text.contains(what), "{what:?} is not in:\n{text}");
}

#[test]
fn a_game_saved_by_0_1_0_goes_on() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compatibility/saved-game-0.1.0.json");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(file, folder.path().join("old-1.json")).expect("a copy");
    let text = played(folder.path(), &["--resume", "old-1"], "pieces\n");
    has(&text, "Black: on 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12.");
    has(&text, "Red: on 18, 21, 23, 24, 26, 27, 28, 29, 30, 31, 32.");
}

#[test]
fn a_game_is_played_in_lines_saved_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = ["winning-moves-checkers", "--side", "two-people"];
    let text = played(
        folder.path(),
        &two,
        "1\n2\n11-15\nwhy 22-23\nboard\npieces\nmoves\n22-18\nundo\n22-17\n",
    );
    has(&text, "Player one plays 11-15.");
    has(&text, "Rule winning-moves-checkers.move.step.");
    has(&text, "| b1   |");
    has(&text, "Black: on 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15.");
    has(&text, "Legal moves: 21-17, 22-17, 22-18");
    has(&text, "Player two takes the last move back.");
    has(&text, "To continue: crownhead play --resume winning-moves-checkers-1");
    let file = folder.path().join("winning-moves-checkers-1.json");
    let saved: Value =
        serde_json::from_str(&std::fs::read_to_string(file).expect("a file")).expect("JSON");
    assert!(saved["log"].as_array().expect("a log").len() > 6);
    let text = played(folder.path(), &["--resume"], "moves\nresign\nquit\n");
    has(&text, "Player one resigns, so player two wins.");
    assert_eq!(text.matches("resign").count(), 1, "{text}");
    let text = played(folder.path(), &["--resume", "winning-moves-checkers-1"], "");
    has(&text, "1. Play again.");
}

#[test]
fn lines_wait_for_the_computer() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["tic-tac-toe", "--side", "first", "--level", "10", "--no-save"];
    let text = played(folder.path(), &args, "b2\nmoves\nhint\nquit\n");
    has(&text, "You play b2.\nThe computer plays ");
    has(&text, "Hint: ");
    assert!(!text.contains("saved") && !text.contains("Wait for its move"), "{text}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn the_rituals_follow_the_leaflets() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path(), &["regal-checkers"], "1\n");
    has(&text, "Who is the youngest?");
    has(&text, "1. You are the youngest.");
    has(&text, "The game begins: you play red and move first, and the computer plays black.");
    let text = played(folder.path(), &["parker-checkers"], "1\n1\n");
    has(&text, "Lots are drawn: ");
    has(&text, "The game begins: ");
    let text = played(folder.path(), &["parker-checkers"], "11-15\nmoves\n");
    assert_eq!(text.matches("First choose: 1 Draw lots.").count(), 2, "{text}");
    let text = played(folder.path(), &["checkerboard-tic-tac-toe"], &"1\n".repeat(30));
    has(&text, "tosses");
    has(&text, "The game begins: ");
}

#[test]
fn errors_are_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = ["no game is saved yet", "no game is saved as chess-1"];
    for (args, why) in [
        (&["play", "chess", "--plain"][..], "unknown game 'chess'"),
        (&["play", "stackem", "--plain"], "Did you mean stack-em?"),
        (&["play", "stack-em", "-o", "size=5", "--plain"], "stack-em has no options"),
        (&["play", "stack-em", "--level", "11"], "levels go from 1"),
        (&["play", "stack-em", "--clock", "soon"], "write a clock as minutes + seconds"),
        (&["play", "parker-checkers", "--side", "first"], "chance decides who begins"),
        (&["play", "http://games.example", "--plain"], "use the whole link of the match"),
        (&["play", "http://games.example/AbCdEfGh", "--level", "3"], "a match on a server"),
        (&["play", "--plain", "--resume"], "no game is saved yet"),
        (&["play", "--plain", "--resume", "chess-1"], "no game is saved as chess-1"),
        (&["play", "--plain", "--resume", "../secret"], "is not the name of a saved game"),
        (&["play", "stack-em"], "the full screen needs a terminal"),
    ] {
        let output = crownhead(folder.path(), args, "");
        let code = if missing.contains(&why) { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert!(errors.contains(why), "{args:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    }
}

#[test]
fn a_damaged_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stack-em-1.json");
    std::fs::write(&file, "{\"kind\":\"here\"").expect("a file");
    let output = crownhead(folder.path(), &["play", "--plain", "--resume", "stack-em-1"], "");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("is damaged") && errors.contains("to remove it"), "{errors}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "{\"kind\":\"here\"");
}

#[test]
fn a_game_that_cannot_be_saved_is_no_success() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-games-here");
    std::fs::write(&file, "not a folder").expect("a file");
    let args = ["play", "winning-moves-checkers", "--plain", "--side", "first", "--level", "1"];
    let output = crownhead(&file, &args, "11-15\n");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(&*file.to_string_lossy()), "{errors}");
    assert!(!errors.contains(".tmp"), "{errors}");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(!printed.contains("is saved as"), "{printed}");
}
