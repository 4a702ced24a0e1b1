//! Every example is built and run, and says what it should.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The examples that have a test below.
const EXAMPLES: [&str; 4] = ["custom_player", "huff", "perft", "stack_em"];

/// Where cargo has put an example: beside the folder of the tests, which it builds together with
/// the examples.
fn built(name: &str) -> PathBuf {
    let test = env::current_exe().unwrap();
    let target = test.ancestors().nth(2).unwrap();
    let path = target.join("examples").join(format!("{name}{EXE_SUFFIX}"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{name}.rs"));
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let is_fresh = time(&path).is_some_and(|built| time(&source).is_some_and(|now| now <= built));
    assert!(
        is_fresh,
        "{} is missing or older than its source: `cargo test -p crownhead-examples`, without a \
         choice of targets, builds it",
        path.display()
    );
    path
}

/// What an example prints.
fn run(name: &str, arguments: &[&str]) -> String {
    let output = Command::new(built(name)).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {arguments:?}: {}\n{errors}", output.status);
    assert_eq!(errors, "", "{name} {arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// These lines are printed in this order, perhaps with others between them.
fn has_lines(printed: &str, expected: &[&str]) {
    let mut lines = printed.lines();
    for line in expected {
        assert!(lines.any(|printed| printed == *line), "no {line:?} in its place in:\n{printed}");
    }
}

#[test]
fn every_example_is_tested() {
    let files = fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut found: Vec<_> = files
        .filter_map(|file| file.unwrap().file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".rs").map(str::to_owned))
        .collect();
    found.sort();
    assert_eq!(found, EXAMPLES);
    for name in EXAMPLES {
        built(name);
    }
}

#[test]
fn the_huff_has_three_answers() {
    has_lines(
        &run("huff", &[]),
        &[
            "B:W18,32:B1,14",
            "Dark can play 1-5, 1-6, 14-17, 14x23.",
            "Light can answer compel, huff 14, stand.",
            "compel: dark to move, B:W18,32:B1,14 (compelled)",
            "  and can play 14x23",
            "huff 14: light to move, W:W18,32:B5",
            "stand: light to move, W:W18,32:B5,14",
        ],
    );
}

#[test]
fn stack_em_is_played_to_its_end() {
    let printed = run("stack_em", &[]);
    has_lines(&printed, &["  1. 10-14          21-17", "  2. 14x21          22-17"]);
    let end = printed.lines().last().unwrap();
    assert!(end.starts_with("0-1 (no-move): The game is over: "), "{end}");
}

#[test]
fn perft_gives_the_known_counts() {
    has_lines(
        &run("perft", &["winning-moves-checkers", "5"]),
        &[
            "winning-moves-checkers: B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12, depth 5",
            "7361 in all",
        ],
    );
    let jump = run("perft", &["parker-checkers", "1", "B:W18,32:B14,1"]);
    has_lines(&jump, &["1-5                 1", "14x23               1", "4 in all"]);
    has_lines(&run("perft", &["coast-to-coast setup=lines", "3"]), &["35402 in all"]);
}

#[test]
fn a_player_of_ones_own_meets_the_computer() {
    for (game, level, side) in [
        ("winning-moves-checkers", "2", "black"),
        ("tic-tac-toe", "5", "the starting player"),
        ("stack-em", "1", "red"),
    ] {
        let printed = run("custom_player", &[game, level]);
        let lines = [format!("Counter is {side}"), format!("[RuleSet \"{game}\"]")];
        has_lines(&printed, &lines.each_ref().map(String::as_str));
        let end = printed.lines().last().unwrap();
        assert!(end.starts_with("The game is over: "), "{end}");
    }
}
