//! `crownhead match` and `crownhead bench search` from outside: what they print and save, and how
//! failing programs lose.

use std::path::PathBuf;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_crownhead");

fn crownhead(args: &[&str]) -> Output {
    Command::new(PROGRAM).env("CROWNHEAD_TABLES", "off").args(args).output().expect("it starts")
}

fn printed(args: &[&str]) -> String {
    let output = crownhead(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn refused(args: &[&str]) -> String {
    refused_with(2, args)
}

/// The error of a command that fails with this exit code.
fn refused_with(code: i32, args: &[&str]) -> String {
    let output = crownhead(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors.strip_prefix("crownhead: ").expect("its name").trim_end().to_owned()
}

/// A file for one test.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A match of two games with a shell script that fails in this way; its summary.
fn against(budget: &str, name: &str, fails: &str) -> String {
    let path = file(&format!("{name}.sh"));
    let greets = "read hub; echo wait; read init; echo ready; read new_game; read ping; echo pong";
    let script = format!("{greets}\nread pos; read level; read go\n{fails}\n");
    std::fs::write(&path, script).expect("written");
    let other = format!("{budget} cmd=sh {}", path.display());
    let args = ["match", "winning-moves-checkers", "--player", "depth=1", "--games", "2"];
    printed(&[&args[..], &["--margin", "300", "--player", &other]].concat())
}

#[test]
fn a_match_prints_a_summary_and_saves_its_games() {
    let save = file("kept.txt");
    let openings = file("openings.txt");
    std::fs::write(&openings, "11-15 22-18 # one\nB:W18,32:B14,1\n").expect("written");
    let args = ["match", "parker-checkers", "--player", "depth=2 hash=1", "--player", "nodes=500"];
    let files = ["--openings", openings.to_str().unwrap(), "--save", save.to_str().unwrap()];
    let once = printed(&[&args[..], &files].concat());
    assert!(once.contains("4 games: +"), "{once}");
    assert!(once.contains("ended by: "), "{once}");
    let kept = std::fs::read_to_string(&save).expect("kept");
    let fields: Vec<Vec<&str>> = kept.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(fields.len(), 4);
    assert!(fields.iter().all(|fields| fields.len() == 7), "{kept}");
    assert_eq!(fields[0][..3], ["parker-checkers", "depth=2 hash=1", "nodes=500"]);
    assert_eq!(fields[1][..3], ["parker-checkers", "nodes=500", "depth=2 hash=1"]);
    assert!(fields[0][4].starts_with("11-15, 22-18, "));
    assert_eq!(fields[2][3], "B:W18,32:B1,14");
    let pdn = file("kept.pdn");
    printed(&[&args[..], &["--games", "1", "--save", pdn.to_str().unwrap()]].concat());
    assert!(std::fs::read_to_string(&pdn).expect("kept").contains("[Black \"depth=2 hash=1\"]"));
    assert_eq!(printed(&[&args[..], &files].concat()), once);
    assert_eq!(std::fs::read_to_string(&save).expect("kept"), kept, "the same every time");
}

#[test]
fn crownhead_plays_crownhead_through_the_protocol() {
    let other = format!("depth=2 hash=1 cmd={PROGRAM} engine");
    let games = ["winning-moves-checkers", "parker-checkers", "stack-em", "coast-to-coast"];
    for game in games {
        let args = ["match", game, "--player", "depth=2 hash=1", "--player", &other];
        let summary = printed(&[&args[..], &["--games", "2", "--random-plies", "3"]].concat());
        // The same search on both sides of the protocol: every pair is even.
        assert!(summary.contains("2: 0 0 1 0 0"), "{summary}");
        for failure in ["error", "crash", "illegal", "time"] {
            assert!(!summary.contains(failure), "{summary}");
        }
    }
    let options = ["match", "checkerboard-tic-tac-toe", "-o", "exchange=on", "-o", "size=6"];
    let players = ["--player", "depth=1 hash=1", "--player", &other, "--games", "2"];
    assert!(printed(&[&options[..], &players].concat()).contains("ended by: count 2"));
}

#[test]
fn a_program_that_fails_loses() {
    let ends = |budget: &str, name: &str, fails: &str, reason: &str| {
        let summary = against(budget, name, fails);
        assert!(summary.contains("+2 =0 -0"), "{name}: {summary}");
        assert!(summary.contains(&format!("ended by: {reason} 2")), "{name}: {summary}");
    };
    // Too short a time limit could only make a loss on time correct; the others have no clock.
    ends("time=50ms", "sleeps", "sleep 3", "time");
    ends("depth=1", "cheats", "echo info depth=1; echo done move=1-32; sleep 1", "illegal move");
    ends("depth=1", "dies", "exit 1", "crash");
    ends("depth=1", "complains", "echo 'error message=\"no idea\"'; sleep 1", "error");
    ends("depth=1", "mumbles", "echo done; sleep 1", "error");
}

#[test]
fn bad_match_arguments_are_refused_on_one_line() {
    let players = ["--player", "depth=1", "--player", "depth=1"];
    let with = |more: &[&str]| refused(&[&["match", "stack-em"], &players[..], more].concat());
    let one = refused(&["match", "stack-em", "--player", "depth=1"]);
    assert!(one.starts_with("a match needs two --player"), "{one}");
    let speed = refused(&["match", "stack-em", "--player", "speed=1", "--player", "depth=1"]);
    assert!(speed.starts_with("player \"speed=1\": there is no “speed=”"), "{speed}");
    let missing = [&["match", "stack-em"], &players[..], &["--openings", "/no/file"]].concat();
    assert!(refused_with(1, &missing).starts_with("/no/file: "));
    assert!(with(&["--random-ballots"]).contains("ballots are for the checkers games"));
    assert!(with(&["--sprt", "elo0=5", "elo1=0"]).starts_with("sprt: elo0 must be less"));
    assert!(with(&["--games", "0"]).starts_with("invalid value '0'"));
    let silent = ["match", "stack-em", "--player", "depth=1", "--player", "depth=1 cmd=true"];
    assert!(refused_with(1, &silent).contains("it does not answer “hub” with “wait” (crash)"));
    let time = ["match", "stack-em", "--player", "time=-5s", "--player", "depth=1"];
    assert!(refused(&time).contains("“-5s” is not a time such as 100ms, 1.5s or 2m"));
}

#[test]
fn the_bench_ends_with_its_nodes() {
    let summary = printed(&["bench", "search", "--depth", "2"]);
    assert!(summary.lines().last().unwrap().starts_with("nodes "), "{summary}");
    assert_eq!(summary.lines().count(), 1 + 17 + 1 + 1);
}

#[test]
fn moves_that_are_proven_are_counted_ply_by_ply() {
    let summary = printed(&["bench", "proven", "tic-tac-toe", "--games", "2"]);
    // Five squares are taken by the one side or four by the other, unless somebody wins before.
    let (own, all) = summary.lines().last().unwrap().split_once(" of ").unwrap();
    let all: u32 = all.strip_suffix(" moves proven").unwrap().parse().unwrap();
    assert_eq!(own.parse(), Ok(all), "{summary}");
    assert!((5..=9).contains(&all), "{summary}");
    // A checkers game is not solved from its start.
    let summary = printed(&["bench", "proven", "stack-em", "--games", "1", "--time", "1"]);
    let first = summary.lines().nth(1).unwrap().split_whitespace().take(3).collect::<Vec<_>>();
    assert_eq!(first, ["0", "1", "0"], "{summary}");
}

/// A match resumes only from games that are legal and end as the file says.
#[test]
fn a_damaged_file_of_a_match_is_refused_with_its_line() {
    let path = file("resumed.txt");
    let _ = std::fs::remove_file(&path);
    let args = ["match", "winning-moves-checkers", "--player", "depth=1 hash=1"];
    let more = ["--player", "depth=2 hash=1", "--games", "3", "--resume", path.to_str().unwrap()];
    let args = [&args[..], &more].concat();
    let summary = printed(&args);
    let sound = std::fs::read_to_string(&path).expect("kept");
    let lines: Vec<&str> = sound.lines().collect();
    assert_eq!(lines.len(), 4, "{sound}");
    assert_eq!(printed(&args), summary, "nothing is played again");
    // A line that was cut off in a crash is dropped, and its game is played again.
    std::fs::write(&path, &sound[..sound.len() - 9]).expect("written");
    let output = crownhead(&args);
    let note = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(0), "{note}");
    assert!(note.contains("resumed.txt: the last line is cut off; its game"), "{note}");
    assert_eq!(String::from_utf8(output.stdout).expect("text"), summary);
    let fields: Vec<&str> = lines[2].split('\t').collect();
    let with = |place: usize, text: &str| {
        let mut fields = fields.clone();
        fields[place] = text;
        fields.join("\t")
    };
    let (last, winner) = (fields[4].rsplit_once(", ").expect("moves"), fields[5]);
    let other_winner = if winner == "1-0" { "0-1" } else { "1-0" };
    for (line, why) in [
        (with(4, &fields[4].replacen(", ", ", 1-32, ", 2)), "another opening"),
        (with(4, &format!("{}, 1-32", last.0)), "1-32: "),
        (with(4, last.0), "by the rules the game is not over"),
        (with(4, &format!("{}, 11-15", fields[4])), "11-15: "),
        (with(5, other_winner), "but by the rules it is"),
        (with(6, "bad-weather"), "but by the rules it is"),
        (with(6, "time"), "but by the rules it is"),
        (with(0, "stack-em"), "other rules or players"),
        (with(1, "depth=9"), "other rules or players"),
        (with(3, "B:W32:B1"), "another opening"),
        (with(7, "1 1"), "more or fewer moves"),
        (with(5, "2-0"), "it is not a game"),
        (lines[3].to_owned(), "other rules or players"),
    ] {
        let damaged = [lines[0], lines[1], &line, lines[3], ""].join("\n");
        std::fs::write(&path, &damaged).expect("written");
        let error = refused_with(1, &args);
        assert!(error.contains("resumed.txt: line 3: ") && error.contains(why), "{why}: {error}");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), damaged, "it stays");
    }
}
