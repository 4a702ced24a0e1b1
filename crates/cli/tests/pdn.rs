//! `crownhead pdn` with files: what is wrong is told with its place, what is right is written, and
//! nothing is there by halves.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A game by numbers, one with a step that is not legal, one with a wide comment that never ends
/// on its line, one of another kind, and one in the form of old programs.
const MIXED: &str = "[Event \"Spring\"]\r\n[Black \"Ann\"]\r\n[White \"Ben\"]\r\n[Date \"1990.04.??\"]\r\n\
    1. 11-15 22-18 (22-17 15-18) 2. 15x22 25x18 0-1\r\n\r\n\
    [Event \"Wrong\"]\r\n1. 11-15 22-18 2. 9-13 *\r\n\r\n\
    [GameType \"25\"]\r\n1. c3-d4 d6-c5 *\r\n\r\n\
    [Event \"Old\"]\r\n[Black \"Cid\"]\r\n1. 11x15 24-19 2. 15-24 28-19 1/2-1/2\r\n";

fn crownhead(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .current_dir(folder)
        .arg("pdn")
        .args(args)
        .output()
        .expect("it starts")
}

/// The exit code, standard output, and standard error.
fn said(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = crownhead(folder, args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mixed.pdn"), text).expect("a file");
    folder
}

#[test]
fn check_tells_every_wrong_game_with_its_place() {
    let folder = folder(MIXED);
    let (code, told, errors) = said(folder.path(), &["check", "mixed.pdn"]);
    assert_eq!(code, Some(1));
    let lines: Vec<_> = told.lines().collect();
    assert!(lines[0].starts_with("mixed.pdn:8:19: game 2, move 2: 9-13: "), "{told}");
    assert!(lines[1].starts_with("mixed.pdn:10:1: game 3: GameType 25 is Russian"), "{told}");
    assert_eq!(lines[2..], ["4 games with 8 plies, 2 of them wrong"]);
    assert_eq!(errors, "crownhead: 2 of 4 games are wrong\n");
    let (code, told, _) = said(folder.path(), &["check", "mixed.pdn", "--json", "--errors", "1"]);
    assert_eq!(code, Some(1));
    let told: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!([&told[0]["line"], &told[0]["column"], &told[0]["move"]], [8, 19, 2]);
    assert_eq!(told[1..], [json!({"games": 4, "wrong": 2, "plies": 8})]);
}

#[test]
fn hostile_bytes_are_told_and_the_next_game_goes_on() {
    let text = b"[Event \"Fad\xe9\"]\n1. 11-15 *\n\0\0\0 *\n\n1. 11-15 {never\n\n[Event \"x\"]\n1. 9-13 *\n} *\n\n\
                 1. 12-16 *\n\n1. 11-15 {open";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("hostile.pdn"), text).expect("a file");
    let (code, told, _) = said(folder.path(), &["check", "hostile.pdn"]);
    let lines: Vec<_> =
        told.lines().map(|line| line.chars().take(33).collect::<String>()).collect();
    assert_eq!(code, Some(1));
    assert_eq!(lines[0], "hostile.pdn:3:1: game 2: a move s");
    assert_eq!(lines[1], "hostile.pdn:13:10: game 5: this c");
    assert!(told.ends_with("5 games with 3 plies, 2 of them wrong\n"), "{told}");
}

#[test]
fn filter_writes_what_is_asked_for_and_leaves_out_what_is_wrong() {
    let folder = folder(MIXED);
    let (code, told, errors) = said(folder.path(), &["filter", "mixed.pdn", "--player", "ann"]);
    assert_eq!(code, Some(1));
    assert!(told.starts_with("[Event \"Spring\"]") && told.contains("(22-17 15-18)"), "{told}");
    assert_eq!(told.matches("[Event").count(), 1);
    assert_eq!(errors.lines().count(), 3, "{errors}");
    assert!(errors.ends_with("crownhead: 2 of 4 games are left out\n"), "{errors}");
    let (code, told, _) = said(folder.path(), &["filter", "mixed.pdn", "--game-type", "25"]);
    assert_eq!((code, told.contains("1. c3-d4 d6-c5 *")), (Some(0), true), "{told}");
    let (code, _, errors) = said(folder.path(), &["filter", "mixed.pdn", "--position", "B:W33:B1"]);
    assert_eq!(code, Some(2));
    assert!(errors.starts_with("crownhead: position: "), "{errors}");
}

#[test]
fn every_form_leads_back_to_the_same_games() {
    let folder = folder(MIXED);
    let to = |from: &str, to: &str, more: &[&str]| {
        let args = [&["convert", from, "-o", to], more].concat();
        said(folder.path(), &args)
    };
    let (code, told, errors) = to("mixed.pdn", "plain.pdn", &[]);
    assert_eq!((code, told.as_str()), (Some(1), ""));
    assert!(errors.contains("1 variations beside main lines"), "{errors}");
    let plain = fs::read_to_string(folder.path().join("plain.pdn")).expect("it is there");
    assert!(plain.contains("1. 11-15 24-19 2. 15x24 28x19 1/2-1/2"), "{plain}");
    for (other, more) in [
        ("a.json", &[][..]),
        ("a.ndjson", &[]),
        ("named.pdn", &["--squares", "names"]),
        ("whole.pdn", &["--whole-jumps"]),
    ] {
        assert_eq!(to("plain.pdn", other, more), (Some(0), String::new(), String::new()));
        assert_eq!(to(other, "again.pdn", &[]), (Some(0), String::new(), String::new()));
        let again = fs::read_to_string(folder.path().join("again.pdn")).expect("it is there");
        assert_eq!(again, plain, "{other}");
    }
    let named = fs::read_to_string(folder.path().join("named.pdn")).expect("it is there");
    assert!(named.contains("1. f6-e5 c3-d4 2. e5xc3 b2xd4 0-1"), "{named}");
    let list = fs::read(folder.path().join("a.json")).expect("it is there");
    let list: Value = serde_json::from_slice(&list).expect("one list");
    assert_eq!(list[0]["moves"][2]["move"], "15x22");
}

#[test]
fn merge_and_dedupe_keep_each_game_once() {
    let folder = folder(MIXED);
    let args = ["merge", "mixed.pdn", "mixed.pdn", "-o", "both.pdn"];
    assert_eq!(said(folder.path(), &args), (Some(0), String::new(), String::new()));
    let both = fs::read_to_string(folder.path().join("both.pdn")).expect("it is there");
    assert_eq!(both.matches("c3-d4").count(), 2);
    let (code, _, errors) = said(folder.path(), &["dedupe", "both.pdn", "-o", "both.pdn"]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("2 of 8 games were there before"), "{errors}");
    let once = fs::read_to_string(folder.path().join("both.pdn")).expect("it is there");
    assert_eq!(once.matches("[Event").count(), 2, "{once}");
}

#[test]
fn stats_count() {
    let folder = folder(MIXED);
    let (code, told, _) = said(folder.path(), &["stats", "mixed.pdn", "--json"]);
    assert_eq!(code, Some(1));
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!([&told["games"], &told["wrong"]], [2, 2]);
    assert_eq!(told["results"], json!({"1-0": 1, "1/2-1/2": 1}));
    assert_eq!(told["openings"]["different"], 2);
    let (_, told, _) = said(folder.path(), &["stats", "mixed.pdn"]);
    assert!(told.contains("11-15 22-18 15x22  (first side won 1)"), "{told}");
}

/// A command that fails leaves what was there, and no other file beside it.
#[test]
fn a_file_is_there_whole_or_not_at_all() {
    let folder = folder(MIXED);
    fs::write(folder.path().join("kept.pdn"), "as it was").expect("a file");
    let args = ["merge", "mixed.pdn", "missing.pdn", "-o", "kept.pdn"];
    let (code, told, errors) = said(folder.path(), &args);
    assert_eq!((code, told.as_str()), (Some(2), ""));
    assert!(errors.starts_with("crownhead: missing.pdn: "), "{errors}");
    assert_eq!(fs::read_to_string(folder.path().join("kept.pdn")).expect("there"), "as it was");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    let (code, _, errors) = said(folder.path(), &["merge", "mixed.pdn", "-o", "no/such/folder"]);
    assert_eq!(code, Some(1));
    assert!(errors.starts_with("crownhead: no/such/folder: "), "{errors}");
}

#[test]
fn the_speed_of_reading_is_measured_over_as_many_games_as_were_asked_for() {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["bench", "pdn", "--games", "200", "--seed", "7"])
        .output()
        .expect("it starts");
    let told = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0));
    assert!(told.starts_with("200 games with "), "{told}");
    assert!(told.contains("million games a minute"), "{told}");
}
