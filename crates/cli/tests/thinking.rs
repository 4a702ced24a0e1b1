//! `crownhead analyse`, `review` and `ladder` from outside: what they print, and their errors.

#[path = "support/command.rs"]
mod support;

use std::process::Command;

use serde_json::{Value, json};
use support::{printed, refused};

/// Five squares are open.
const LATE: &str = "xoxox/oxoxo/xo1xo/2oxx/o1ox1 x";

/// Every line of JSON.
fn json_lines(args: &[&str]) -> Vec<Value> {
    printed(args).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn analyse_prints_every_depth_in_json() {
    let args = ["analyse", "stack-em", "--depth", "4", "--lines", "2", "--json"];
    let depths = json_lines(&args);
    let found: Vec<u64> = depths.iter().map(|found| found["depth"].as_u64().unwrap()).collect();
    assert_eq!(found, [1, 2, 3, 4]);
    for parsed in &depths {
        let keys: Vec<&String> = parsed.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["deepest", "depth", "lines", "nodes", "nps", "time"]);
        let lines = parsed["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2);
        for line in lines {
            let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["kind", "moves", "score"]);
            assert!(line["kind"] == "estimate" && line["moves"][0].is_string(), "{line}");
        }
        assert!(lines[0]["score"].as_f64() >= lines[1]["score"].as_f64());
    }
}

#[test]
fn analyse_prints_the_plies_of_a_forced_win() {
    let args = ["analyse", "tic-tac-toe", "--depth", "3", "--json", "--position"];
    let last = |position: &str| json_lines(&[&args[..], &[position]].concat()).pop().unwrap();
    let wins = json!([{"kind": "mate", "value": "win", "plies": 1, "moves": ["c3"]}]);
    assert_eq!(last("xx1/oo1/3 x")["lines"], wins);
    let loses = &last("x1x/1o1/x1o o")["lines"][0];
    assert_eq!((&loses["kind"], &loses["value"]), (&json!("mate"), &json!("loss")));
    assert_eq!((&loses["plies"], loses.get("score")), (&json!(2), None));
}

#[test]
fn analyse_distinguishes_exact_values_from_estimates() {
    let analyse = |args: &[&str]| {
        let args = [&["analyse"], args, &["--nodes", "20000", "--hash", "1"]].concat();
        let parsed = json_lines(&[&args[..], &["--json"]].concat()).pop().unwrap();
        let text = printed(&args);
        let shown = text.lines().rev().nth(1).unwrap().split("  ").nth(4).unwrap().to_owned();
        (parsed["lines"][0].clone(), shown)
    };
    let (parsed, shown) = analyse(&["tic-tac-toe"]);
    assert_eq!((&parsed["kind"], &parsed["value"]), (&json!("exact"), &json!("draw")));
    assert_eq!(
        (parsed.get("plies"), parsed.get("score"), shown.as_str()),
        (None, None, "exact draw")
    );
    let late = ["checkerboard-tic-tac-toe", "--position", LATE, "--play", "c3"];
    let (parsed, shown) = analyse(&late);
    // The margin is the starting player's, and the other is to move.
    assert_eq!((&parsed["value"], &parsed["margin"]), (&json!("loss"), &json!(2)));
    assert_eq!(shown, "exact loss by 2 tic-tac-toes");
    let (parsed, shown) = analyse(&["coast-to-coast"]);
    assert_eq!(parsed["kind"], "estimate");
    assert!(shown.starts_with('+') && shown.ends_with(" steps"), "{shown}");
    let (parsed, shown) = analyse(&["stack-em", "--position", "R:1R,2R,3R,32b"]);
    assert_eq!((&parsed["kind"], &parsed["value"]), (&json!("mate"), &json!("win")));
    assert_eq!(shown, format!("wins in {}", parsed["plies"]));
}

/// Checks that the fields of an evaluation are those of docs/evaluations.md.
fn check_shape(evaluation: &Value) {
    let has = |field: &str| evaluation.get(field).is_some();
    let value = evaluation["value"].as_str();
    let is_sound = match evaluation["kind"].as_str() {
        Some("exact") if value == Some("draw") => !has("plies") && !has("score"),
        Some("exact") => {
            matches!(value, Some("win" | "loss"))
                && (!has("plies") || evaluation["plies"].is_u64())
                && !has("score")
        }
        Some("mate") => {
            matches!(value, Some("win" | "loss")) && evaluation["plies"].is_u64() && !has("score")
        }
        Some("estimate") => {
            let score = evaluation["score"].as_f64();
            score.is_some_and(|score| score.abs() <= 99.9) && !has("value") && !has("plies")
        }
        _ => false,
    };
    assert!(is_sound, "{evaluation}");
}

#[test]
fn evaluations_are_as_documented_wherever_they_are() {
    let mut kinds = std::collections::BTreeSet::new();
    let mut check = |evaluation: &Value| {
        check_shape(evaluation);
        kinds.insert((evaluation["kind"].to_string(), evaluation["value"].to_string()));
    };
    for play in ["a1,b2,c3,b1,b3,a3,c1,c2,a2", "b2,a3,a1,b1,c3"] {
        for parsed in
            json_lines(&["review", "tic-tac-toe", "--play", play, "--depth", "9", "--json"])
        {
            for reviewed in parsed["moves"].as_array().unwrap() {
                check(&reviewed["before"]);
                check(&reviewed["after"]);
            }
        }
        let before = &play[..play.len() - 6];
        for parsed in json_lines(&["solve", "tic-tac-toe", "--play", before, "--json"]) {
            check(&parsed);
        }
    }
    for (args, unit) in [
        (&["coast-to-coast"][..], " steps"),
        (&["checkerboard-tic-tac-toe", "--play", "c3"], " tic-tac-toes"),
        (&["stack-em", "--position", "R:1r,2r,3r,32b"], ""),
    ] {
        let args = [&["analyse"], args, &["--depth", "2", "--hash", "1"]].concat();
        let parsed = json_lines(&[&args[..], &["--json"]].concat()).pop().unwrap();
        let line = &parsed["lines"][0];
        check(line);
        // People read the same number, with one digit.
        let score = (line["score"].as_f64().unwrap() * 10.0).round() / 10.0;
        let shown = if score == 0.0 { "0.0".to_owned() } else { format!("{score:+.1}{unit}") };
        let text = printed(&args);
        let last = text.lines().rev().nth(1).unwrap();
        assert_eq!(last.split("  ").nth(4), Some(shown.as_str()), "{text}");
    }
    for kind in ["exact\" \"draw", "exact\" \"win", "mate\" \"loss", "estimate\" null"] {
        let found = kinds.iter().any(|(of, value)| format!("{of} {value}").contains(kind));
        assert!(found, "no {kind} among {kinds:?}");
    }
}

#[test]
fn analyse_ends_by_itself_with_the_best_move() {
    let text = printed(&["analyse", "regal-checkers", "--time", "200ms", "--hash", "1"]);
    let last = text.lines().last().unwrap();
    assert!(last.strip_prefix("best ").is_some_and(|text| text.contains('-')), "{text}");
    assert!(text.starts_with("depth 1/") && !text.contains('\x1b'), "{text}");
}

#[cfg(unix)]
#[test]
fn analyse_is_ended_by_an_interrupt_with_its_last_result() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .env("CROWNHEAD_TABLES", "off")
        .args(["analyse", "coast-to-coast", "--time", "1m", "--json", "--hash", "1"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let start = std::time::Instant::now();
    let mut lines = BufReader::new(child.stdout.take().expect("its output"));
    let mut first = String::new();
    lines.read_line(&mut first).expect("a line");
    let interrupt = ["-INT", &child.id().to_string()].map(ToOwned::to_owned);
    assert!(Command::new("kill").args(interrupt).status().expect("kill").success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert!(start.elapsed().as_secs() < 50, "it went on to the end of its time");
    for line in first.lines().chain(rest.lines()) {
        let parsed: Value = serde_json::from_str(line).expect("whole lines");
        assert!(parsed["lines"][0]["moves"][0].is_string());
    }
}

#[test]
fn review_finds_the_blunder() {
    let play = ["review", "tic-tac-toe", "--play", "b2, a3, a1, b1, c3", "--depth", "9"];
    let parsed = json_lines(&[&play[..], &["--json"]].concat()).remove(0);
    assert_eq!((&parsed["game"], &parsed["position"]), (&json!("tic-tac-toe"), &json!("3/3/3 x")));
    let blunder = json!({
        "number": 4,
        "side": "second",
        "move": "b1",
        "before": {"kind": "estimate", "score": 0.0},
        "after": {"kind": "mate", "value": "loss", "plies": 2},
        "best": "c3",
        "loss": 0.5,
        "word": "blunder",
        "turning_point": true,
    });
    assert_eq!(parsed["moves"][3], blunder);
    let won = json!({"kind": "exact", "value": "win", "plies": 1});
    assert_eq!(parsed["moves"][4]["after"], won);
    assert_eq!(parsed["accuracy"]["first"], 100.0);
    let text = printed(&play);
    let line = text.lines().nth(4).unwrap();
    assert!(line.ends_with("50.0%  blunder, the game turns"), "{text}");
    assert!(line.contains("  loses in 2  "), "{text}");
    assert!(text.contains("Accuracy of the starting player: 100 %"), "{text}");
}

#[test]
fn a_ladder_is_the_same_for_the_same_seed() {
    let args = ["ladder", "tic-tac-toe", "--games", "6", "--seed", "3", "--to", "3"];
    let tallies = || -> Vec<String> {
        let text = printed(&args);
        text.lines().map(|line| line.split('%').next().unwrap_or_default().to_owned()).collect()
    };
    let ladder = tallies();
    assert_eq!(ladder.len(), 4);
    assert!(ladder[1].starts_with("   1 against chance  +"), "{ladder:?}");
    assert_eq!(ladder, tallies());
}

#[cfg(unix)]
#[test]
fn memory_that_cannot_be_allocated_is_refused() {
    let commands: &[&[&str]] = &[
        &["analyse", "stack-em", "--depth", "1", "--hash", "65536"],
        &["review", "stack-em", "--play", "11-15", "--hash", "65536"],
        &[
            "match",
            "tic-tac-toe",
            "--games",
            "2",
            "--player",
            "depth=1 hash=4096",
            "--player",
            "depth=1",
        ],
    ];
    for args in commands {
        let limited = "ulimit -v 2000000; exec \"$0\" \"$@\"";
        let output = Command::new("sh")
            .env("CROWNHEAD_TABLES", "off")
            .args(["-c", limited, env!("CARGO_BIN_EXE_crownhead")])
            .args(*args)
            .output()
            .expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        assert!(errors.contains("MiB of memory"), "{errors}");
    }
}

#[test]
fn bad_input_is_refused_on_one_line() {
    let refusals: &[(&[&str], &str)] = &[
        (&["analyse"], "the following required arguments were not provided: <GAME>"),
        (&["analyse", "stack-em", "--time", "5"], "invalid value '5' for '--time <TIME>': a time"),
        (
            &["analyse", "stack-em", "--time", "-5s"],
            "invalid value '-5s' for '--time <TIME>': a time is longer than nothing",
        ),
        (
            &["review", "tic-tac-toe", "--play", "a1", "--time", "0s"],
            "invalid value '0s' for '--time <TIME>': a time is longer than nothing",
        ),
        (
            &["analyse", "stack-em", "--time", "999999999h"],
            "invalid value '999999999h' for '--time <TIME>': a time is longer than nothing, and at",
        ),
        (&["analyse", "stack-em", "--time", "NaN"], "invalid value 'NaN' for '--time <TIME>': a"),
        (&["analyse", "stack-em", "--depth", "-3"], "invalid value '-3' for '--depth <N>'"),
        (&["analyse", "stack-em", "--nodes", "-3"], "invalid value '-3' for '--nodes <N>'"),
        (&["analyse", "stack-em", "--depth", "0"], "invalid value '0'"),
        (&["analyse", "stack-em", "--lines", "0"], "invalid value '0'"),
        (&["analyse", "stack-em", "--threads", "0"], "invalid value '0'"),
        (&["analyse", "stack-em", "--hash", "0"], "invalid value '0'"),
        (&["analyse", "stack-em", "--time", "1s", "--depth", "3"], "the argument '--time <TIME>'"),
        (&["analyse", "regal-checkers", "--position", "B:W:B1"], "The game is over"),
        (&["review", "tic-tac-toe"], "no moves to review"),
        (&["review", "tic-tac-toe", "--play", "a1,a1"], "move 2 (a1):"),
        (&["review", "tic-tac-toe", "--play", "a1", "--level", "11"], "invalid value '11'"),
        (&["ladder", "tic-tac-toe", "--from", "3", "--to", "3"], "--from must be lower than --to"),
        (&["ladder", "tic-tac-toe", "-o", "size=5"], "option \"size=5\": tic-tac-toe has no"),
        (&["ladder", "chess"], "unknown game 'chess'"),
    ];
    for (args, why) in refusals {
        let line = refused(args);
        assert!(line.starts_with(why), "{args:?}: {line}");
    }
}
