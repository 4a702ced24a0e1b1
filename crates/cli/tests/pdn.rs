//! `crownhead pdn` with files: errors have their line and column, valid games are written, and no
//! output is incomplete.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A game by numbers, one with an illegal step, one with a comment of several lines, one of another
/// kind, and one in the form of old programs.
const MIXED: &str = "[Event \"Spring\"]\r\n[Black \"Ann\"]\r\n[White \"Ben\"]\r\n[Date \"1990.04.??\"]\r\n\
    1. 11-15 22-18 (22-17 15-18) 2. 15x22 25x18 1-0\r\n\r\n\
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
fn pdn(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
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
fn check_reports_every_error_with_its_place() {
    let folder = folder(MIXED);
    let (code, printed, errors) = pdn(folder.path(), &["check", "mixed.pdn"]);
    assert_eq!(code, Some(1));
    let lines: Vec<_> = printed.lines().collect();
    assert!(lines[0].starts_with("mixed.pdn:8:19: game 2, move 2: 9-13: "), "{printed}");
    assert!(lines[1].starts_with("mixed.pdn:10:1: game 3: GameType 25 is Russian"), "{printed}");
    assert_eq!(lines[2..], ["4 games with 8 plies: 2 wrong"]);
    assert_eq!(errors, "crownhead: 2 of 4 games are wrong\n");
    let (code, printed, _) = pdn(folder.path(), &["check", "mixed.pdn", "--json", "--errors", "1"]);
    assert_eq!(code, Some(1));
    let lines: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!([&lines[0]["line"], &lines[0]["column"], &lines[0]["move"]], [8, 19, 2]);
    assert_eq!(
        lines[1..],
        [json!({"games": 4, "wrong": 2, "contradictory": 0, "empty": 0, "plies": 8})]
    );
}

#[test]
fn hostile_bytes_are_reported_and_the_next_game_follows() {
    let text = b"[Event \"Fad\xe9\"]\n1. 11-15 *\n\0\0\0 *\n\n1. 11-15 {never\n\n[Event \"x\"]\n1. 9-13 *\n} *\n\n\
                 1. 12-16 *\n\n1. 11-15 {open";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("hostile.pdn"), text).expect("a file");
    let (code, printed, _) = pdn(folder.path(), &["check", "hostile.pdn"]);
    let lines: Vec<_> =
        printed.lines().map(|line| line.chars().take(33).collect::<String>()).collect();
    assert_eq!(code, Some(1));
    assert_eq!(lines[0], "hostile.pdn:3:1: game 2: a move s");
    assert_eq!(lines[1], "hostile.pdn:13:10: game 5: this c");
    assert!(printed.ends_with("5 games with 3 plies: 2 wrong\n"), "{printed}");
}

#[test]
fn filter_writes_matching_games_and_omits_wrong_ones() {
    let folder = folder(MIXED);
    let (code, printed, errors) = pdn(folder.path(), &["filter", "mixed.pdn", "--player", "ann"]);
    assert_eq!(code, Some(1));
    assert!(
        printed.starts_with("[Event \"Spring\"]") && printed.contains("(22-17 15-18)"),
        "{printed}"
    );
    assert_eq!(printed.matches("[Event").count(), 1);
    assert_eq!(errors.lines().count(), 3, "{errors}");
    let last = "crownhead: 1 of 4 games is left out, and 1 judged by tags alone\n";
    assert!(errors.ends_with(last), "{errors}");
    let (code, printed, _) = pdn(folder.path(), &["filter", "mixed.pdn", "--game-type", "25"]);
    assert_eq!((code, printed.contains("1. c3-d4 d6-c5 *")), (Some(0), true), "{printed}");
    let (code, _, errors) = pdn(folder.path(), &["filter", "mixed.pdn", "--position", "B:W33:B1"]);
    assert_eq!(code, Some(2));
    assert!(errors.starts_with("crownhead: position: "), "{errors}");
}

#[test]
fn every_form_leads_back_to_the_same_games() {
    let folder = folder(MIXED);
    let to = |from: &str, to: &str, more: &[&str]| {
        let args = [&["convert", from, "-o", to], more].concat();
        pdn(folder.path(), &args)
    };
    let (code, printed, errors) = to("mixed.pdn", "plain.pdn", &[]);
    assert_eq!((code, printed.as_str()), (Some(1), ""));
    assert!(errors.contains("1 variation beside the main line is left out"), "{errors}");
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
    assert!(named.contains("1. f6-e5 c3-d4 2. e5xc3 b2xd4 1-0"), "{named}");
    let list = fs::read(folder.path().join("a.json")).expect("it is there");
    let list: Value = serde_json::from_slice(&list).expect("one list");
    assert_eq!(list[0]["moves"][2]["move"], "15x22");
}

#[test]
fn merge_and_dedupe_keep_each_game_once() {
    let folder = folder(MIXED);
    let args = ["merge", "mixed.pdn", "mixed.pdn", "-o", "both.pdn"];
    assert_eq!(pdn(folder.path(), &args), (Some(0), String::new(), String::new()));
    let both = fs::read_to_string(folder.path().join("both.pdn")).expect("it is there");
    assert_eq!(both.matches("c3-d4").count(), 2);
    let (code, _, errors) = pdn(folder.path(), &["dedupe", "both.pdn", "-o", "once.pdn"]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("2 of 8 games were removed as duplicates"), "{errors}");
    let once = fs::read_to_string(folder.path().join("once.pdn")).expect("it is there");
    assert_eq!(once.matches("[Event").count(), 2, "{once}");
}

#[test]
fn stats_count() {
    let folder = folder(MIXED);
    let (code, counts, _) = pdn(folder.path(), &["stats", "mixed.pdn", "--json"]);
    assert_eq!(code, Some(1));
    let counts: Value = serde_json::from_str(&counts).expect("JSON");
    assert_eq!([&counts["games"], &counts["wrong"]], [2, 2]);
    assert_eq!(counts["results"], json!({"1-0": 1, "1/2-1/2": 1}));
    assert_eq!(counts["openings"]["different"], 2);
    let (_, printed, _) = pdn(folder.path(), &["stats", "mixed.pdn"]);
    assert!(printed.contains("\nEnded by\n"), "{printed}");
    assert!(printed.contains("11-15 22-18 15x22  (first side won 1)"), "{printed}");
}

/// Ann has won with black and with white; Ben once with each, and one game is a draw.
const RESULTS: &str = "[Event \"1\"]\n[White \"Ben\"]\n[Black \"Ann\"]\n[Result \"1-0\"]\n\
    [FEN \"B:W18:B14\"]\n\n1. 14x23 1-0\n\n\
    [Event \"2\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"0-1\"]\n\n1. 11-15 22-18 0-1\n\n\
    [Event \"3\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. 11-15 *\n\n\
    [Event \"4\"]\n[White \"Ben\"]\n[Black \"Ann\"]\n\n1. 11-15 0-1\n\n\
    [Event \"5\"]\n[White \"Ben\"]\n[Black \"Ann\"]\n\n1. 12-16 1/2-1/2\n\n\
    [Event \"6\"]\n[First \"Ann\"]\n[Second \"Ben\"]\n[RuleSet \"tic-tac-toe\"]\n\n1. b2 1-0\n";

/// The same games from a program that writes White's score first.
fn white_first() -> String {
    let (checkers, other) = RESULTS.split_at(RESULTS.find("[Event \"6\"]").expect("it is there"));
    checkers.replace("1-0", "?").replace("0-1", "1-0").replace('?', "0-1") + other
}

/// The events of the games that a command writes.
fn events(folder: &Path, args: &[&str]) -> String {
    let (code, printed, errors) = pdn(folder, args);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{args:?}");
    let lines = printed.lines().filter_map(|line| line.strip_prefix("[Event \""));
    lines.map(|line| line.trim_end_matches("\"]")).collect()
}

#[test]
fn the_winner_is_found_by_name_and_by_side() {
    for (text, more) in [(RESULTS.to_owned(), &[][..]), (white_first(), &["--results", "white"])] {
        let folder = folder(&text);
        for (wanted, found) in [
            (["--winner", "Ann"], "126"),
            (["--winner", "Ben"], "34"),
            (["--result", "first"], "136"),
            (["--result", "second"], "24"),
            (["--result", "draw"], "5"),
        ] {
            let args = [&["filter", "mixed.pdn"], &wanted[..], more].concat();
            assert_eq!(events(folder.path(), &args), found, "{args:?}");
        }
        let (code, counts, _) =
            pdn(folder.path(), &[&["stats", "mixed.pdn", "--json"], more].concat());
        let counts: Value = serde_json::from_str(&counts).expect("JSON");
        assert_eq!(code, Some(0));
        assert_eq!(counts["results"], json!({"1-0": 3, "0-1": 2, "1/2-1/2": 1}));
    }
}

/// However a file with White's score first is read, the output has the first mover's score first.
#[test]
fn output_has_the_first_movers_score_first() {
    let folder = folder(&white_first());
    let white = ["mixed.pdn", "--results", "white"];
    for command in ["filter", "merge", "dedupe"] {
        let (code, printed, errors) = pdn(folder.path(), &[&[command], &white[..]].concat());
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{command}");
        assert_eq!(printed, RESULTS, "{command}");
    }
    fs::write(folder.path().join("right.pdn"), RESULTS).expect("a file");
    let (_, right, _) = pdn(folder.path(), &["convert", "right.pdn"]);
    for way in [
        &["convert", "mixed.pdn", "--swap-results"][..],
        &["convert", "mixed.pdn", "--results", "white"],
    ] {
        assert_eq!(pdn(folder.path(), way), (Some(0), right.clone(), String::new()));
    }
    let (code, _, errors) =
        pdn(folder.path(), &["convert", "mixed.pdn", "--swap-results", "--results", "white"]);
    assert_eq!(code, Some(2), "{errors}");
    // JSON converted from such a file is repaired too, and the other games stay unchanged.
    let json = ["convert", "mixed.pdn", "-o", "wrong.json"];
    assert_eq!(pdn(folder.path(), &json).0, Some(1));
    let repair = ["convert", "wrong.json", "--swap-results"];
    assert_eq!(pdn(folder.path(), &repair), (Some(0), right, String::new()));
}

/// Commands that would print wrong winners warn, and correct results are not swapped.
#[test]
fn files_with_the_other_order_are_noticed() {
    let folder = folder(&white_first());
    fs::write(folder.path().join("right.pdn"), RESULTS).expect("a file");
    let doubt = "mixed.pdn: 1 of 1 game decided on the board has a result that names the loser as the \
                 winner. It seems to have White's score first: read it with --results white\n";
    for command in ["filter", "stats", "convert"] {
        let (code, printed, errors) = pdn(folder.path(), &[command, "mixed.pdn"]);
        assert_eq!((code, errors), (Some(1), format!("crownhead: {doubt}")), "{command}");
        assert!(!printed.is_empty());
    }
    let swap = ["convert", "right.pdn", "--swap-results", "-o", "right.pdn"];
    let (code, printed, errors) = pdn(folder.path(), &swap);
    assert_eq!((code, printed.as_str()), (Some(1), ""));
    assert!(
        errors.ends_with("Its scores must not be exchanged: they were right before\n"),
        "{errors}"
    );
    assert_eq!(fs::read_to_string(folder.path().join("right.pdn")).expect("there"), RESULTS);
}

#[test]
fn one_game_is_not_spoken_of_as_many() {
    let folder = folder("1. 11-15 11-16 *");
    let (_, printed, errors) = pdn(folder.path(), &["check", "mixed.pdn"]);
    assert!(printed.ends_with("\n1 game with 0 plies: 1 wrong\n"), "{printed}");
    assert_eq!(errors, "crownhead: 1 of 1 game is wrong\n");
    let (_, _, errors) = pdn(folder.path(), &["convert", "mixed.pdn"]);
    assert!(errors.ends_with("\ncrownhead: 1 of 1 game is left out\n"), "{errors}");
    fs::write(folder.path().join("good.pdn"), "1. 11-15 *").expect("a file");
    let (_, printed, _) = pdn(folder.path(), &["check", "good.pdn"]);
    assert_eq!(printed, "1 game with 1 ply: 0 wrong\n");
    let (_, _, errors) = pdn(folder.path(), &["dedupe", "good.pdn", "good.pdn"]);
    assert_eq!(errors, "crownhead: 1 of 2 games was removed as a duplicate\n");
}

/// Every command that reads JSON.
#[test]
fn json_that_is_cut_off_is_an_error_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = r#"{"game": "tic-tac-toe", "moves": [{"move": "b2"}]}"#;
    fs::write(folder.path().join("begun.json"), "[").expect("a file");
    fs::write(folder.path().join("cut.json"), format!("[{game},\n")).expect("a file");
    for command in ["check", "convert", "filter", "stats", "merge", "dedupe"] {
        for (file, place) in
            [("begun.json", "begun.json:1:2: game 1: "), ("cut.json", "cut.json:2:1: game 2: ")]
        {
            let (code, printed, errors) = pdn(folder.path(), &[command, file]);
            assert_eq!(code, Some(1), "{command} {file}");
            let says = if command == "check" { printed } else { errors };
            assert!(says.contains(&format!("{place}the file ends ")), "{command}: {says}");
        }
    }
}

/// A damaged input costs no game of an existing output file: it stays. A new file gets the games that
/// could be read.
#[test]
fn a_file_never_loses_games_because_an_input_is_damaged() {
    let good = "1. 12-16 *\n\n1. 9-13 *\n\n1. 10-14 *\n";
    let game = r#"{"game": "winning-moves-checkers", "moves": [{"move": "11-15"}]}"#;
    for (name, text, can_be_read) in [
        ("bad.json", "[".to_owned(), false),
        ("bad.json", "{}".to_owned(), false),
        ("bad.json", "null".to_owned(), false),
        ("bad.json", format!("{game}\n{{\"game\": \"chess\"}}\n"), true),
        ("bad.json", format!("[{game},\n"), true),
        ("bad.pdn", "1. 11-15 *\n\n1. 11-16 {open".to_owned(), true),
    ] {
        for command in ["convert", "merge", "filter", "dedupe"] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = |name: &str| folder.path().join(name);
            fs::write(path(name), &text).expect("a file");
            fs::write(path("good.pdn"), good).expect("a file");
            for inputs in [&[name][..], &["good.pdn", name]] {
                let args = [&[command], inputs, &["-o", "good.pdn"]].concat();
                let (code, printed, errors) = pdn(folder.path(), &args);
                assert_eq!((code, printed.as_str()), (Some(1), ""), "{args:?} {text}");
                assert_eq!(fs::read_to_string(path("good.pdn")).expect("there"), good, "{text}");
                let last = errors.lines().last().expect("a line");
                assert!(last.contains("good.pdn"), "{args:?} {text}: {errors}");
            }
            let (code, ..) = pdn(folder.path(), &[command, name, "-o", name]);
            assert_eq!(code, Some(1));
            assert_eq!(fs::read_to_string(path(name)).expect("there"), text, "{command}");
            let (code, _, errors) = pdn(folder.path(), &[command, name, "-o", "new.pdn"]);
            assert_eq!((code, path("new.pdn").exists()), (Some(1), can_be_read), "{errors}");
            if can_be_read {
                let new = fs::read_to_string(path("new.pdn")).expect("there");
                assert_eq!(new.matches("11-15").count(), 1, "{command}: {new}");
            }
            let files = fs::read_dir(folder.path()).expect("a folder").count();
            assert_eq!(files, 2 + usize::from(can_be_read), "nothing else is left");
        }
    }
}

/// An interrupt leaves the old file, and no temporary one.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_temporary_file() {
    use std::io::Write as _;
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("kept.pdn"), "as it was").expect("a file");
        let files = || fs::read_dir(folder.path()).expect("a folder").count();
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .current_dir(folder.path())
            .args(["pdn", "convert", "-", "-o", "kept.pdn"])
            .stdin(std::process::Stdio::piped())
            .spawn()
            .expect("it starts");
        // Waiting for the child would close its input, and it would finish.
        let mut input = child.stdin.take().expect("its input");
        input.write_all(b"1. 11-15 *\n").expect("it reads");
        while files() == 1 {
            assert!(child.try_wait().expect("a child").is_none(), "it waits for more");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(
            Command::new("kill").args(["-s", signal, &id]).status().expect("it runs").success()
        );
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{signal}");
        drop(input);
        assert_eq!(files(), 1, "{signal}");
        assert_eq!(fs::read_to_string(folder.path().join("kept.pdn")).expect("there"), "as it was");
    }
}

/// Repairing results changes nothing else.
#[test]
fn a_repair_keeps_variations() {
    let wrong = "[Result \"0-1\"]\n[FEN \"B:W18:B14\"]\n\n1. 14x23 (1. 14x23 {so}) 0-1\n";
    let folder = folder(wrong);
    let repair = ["convert", "mixed.pdn", "--swap-results"];
    let (code, printed, errors) = pdn(folder.path(), &repair);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(printed, wrong.replace("0-1", "1-0"));
    for form in [&["-o", "a.json"][..], &["--squares", "names", "-o", "a.pdn"]] {
        let (code, _, errors) = pdn(folder.path(), &[&repair[..], form].concat());
        assert_eq!(code, Some(1), "{form:?}");
        assert!(errors.starts_with("crownhead: 1 variation would be lost: "), "{errors}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}

#[test]
fn a_file_without_games_is_named() {
    let folder = folder(MIXED);
    fs::create_dir(folder.path().join("deeper")).expect("a folder");
    let (code, printed, errors) = pdn(folder.path(), &["check", "deeper"]);
    assert_eq!((code, printed.as_str()), (Some(1), ""));
    assert_eq!(errors, "crownhead: deeper: it is a folder, not a file\n");
}

/// A command that fails leaves the old file, and no other file beside it.
#[test]
fn a_file_is_written_completely_or_not_at_all() {
    let folder = folder(MIXED);
    fs::write(folder.path().join("kept.pdn"), "as it was").expect("a file");
    let args = ["merge", "mixed.pdn", "missing.pdn", "-o", "kept.pdn"];
    let (code, printed, errors) = pdn(folder.path(), &args);
    assert_eq!((code, printed.as_str()), (Some(1), ""));
    assert!(errors.starts_with("crownhead: missing.pdn: "), "{errors}");
    assert_eq!(fs::read_to_string(folder.path().join("kept.pdn")).expect("there"), "as it was");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    let (code, _, errors) = pdn(folder.path(), &["merge", "mixed.pdn", "-o", "no/such/folder"]);
    assert_eq!(code, Some(1));
    assert_eq!(errors, "crownhead: no/such/folder: there is no such file or folder\n");
}

#[test]
fn the_speed_of_reading_is_measured_over_the_requested_games() {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["bench", "pdn", "--games", "200", "--seed", "7"])
        .output()
        .expect("it starts");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0));
    assert!(printed.starts_with("200 games with "), "{printed}");
    assert!(printed.contains("million games a minute"), "{printed}");
}

#[test]
fn the_other_files_are_read_if_one_is_missing() {
    let folder = folder("[Black \"Ann\"]\n1. 11-15 22-18 *\n");
    let missing = "crownhead: gone.pdn: there is no such file or folder\n\
                   crownhead: 1 of 3 files could not be read";
    let files = ["mixed.pdn", "gone.pdn", "mixed.pdn"];
    let (code, printed, errors) = pdn(folder.path(), &[&["check"], &files[..]].concat());
    assert_eq!((code, printed.trim_end()), (Some(1), "2 games with 4 plies: 0 wrong"));
    assert_eq!(errors.trim_end(), missing);
    let (code, printed, errors) = pdn(folder.path(), &[&["stats"], &files[..]].concat());
    assert_eq!((code, printed.lines().next()), (Some(1), Some("2 games")));
    assert_eq!(errors.trim_end(), missing);
    let (code, printed, errors) = pdn(folder.path(), &[&["merge"], &files[..]].concat());
    assert_eq!((code, printed.matches("Ann").count()), (Some(1), 2));
    assert_eq!(errors.trim_end(), missing);
    // An existing file does not lose games to a missing input.
    let into = [&["merge"], &files[..], &["-o", "mixed.pdn"]].concat();
    let before = fs::read(folder.path().join("mixed.pdn")).expect("the file");
    let (code, _, errors) = pdn(folder.path(), &into);
    assert_eq!(code, Some(1));
    assert!(errors.contains("so mixed.pdn stays as it was"), "{errors}");
    assert_eq!(fs::read(folder.path().join("mixed.pdn")).expect("the file"), before);
}

#[test]
fn an_opening_that_no_game_can_have_is_refused() {
    let folder = folder("[FEN \"B:W32:B1\"]\n1. 1-5 *\n");
    for (opening, error) in [
        ("11-14", "crownhead: opening: 11-14: "),
        ("zz", "crownhead: opening: zz: "),
        ("", "crownhead: opening: there is no move in it"),
        (" ,", "crownhead: opening: there is no move in it"),
    ] {
        let args = ["filter", "mixed.pdn", "--opening", opening, "-o", "out.pdn"];
        let (code, printed, errors) = pdn(folder.path(), &args);
        assert_eq!((code, printed.as_str()), (Some(2), ""), "{opening}");
        assert!(errors.starts_with(error) && errors.lines().count() == 1, "{errors}");
        assert!(!folder.path().join("out.pdn").exists(), "{opening}");
    }
    // Possible from the start, or from the position that a game begins with.
    for (opening, games) in [("11-15", 0), ("1-5", 1), ("c3-d4", 0)] {
        let args = ["filter", "mixed.pdn", "--opening", opening];
        let (code, printed, errors) = pdn(folder.path(), &args);
        assert_eq!((code, printed.matches("FEN").count()), (Some(0), games), "{opening}: {errors}");
    }
}

#[test]
fn a_jump_that_stops_early_is_not_another_kind_of_draughts() {
    let folder = folder("[FEN \"B:W6,7,14,15,32:B2,12\"]\n1. 2x11 *\n");
    let (code, printed, _) = pdn(folder.path(), &["check", "mixed.pdn"]);
    assert_eq!(code, Some(1));
    assert!(printed.contains("From 11 your checker can keep jumping"), "{printed}");
}
