//! `crownhead analyse`, `review` and `ladder` from outside: what they print, and how they refuse.

use std::process::{Command, Output};

use serde_json::{Value, json};

fn crownhead(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .env("CROWNHEAD_TABLES", "off")
        .args(args)
        .output()
        .expect("it starts")
}

/// Standard output of a call that succeeds.
fn printed(args: &[&str]) -> String {
    let output = crownhead(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Every line of JSON.
fn json_lines(args: &[&str]) -> Vec<Value> {
    printed(args).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn refused(args: &[&str]) -> String {
    let output = crownhead(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors.strip_prefix("crownhead: ").expect("its name").trim_end().to_owned()
}

#[test]
fn analyse_tells_every_depth_in_json() {
    let args = ["analyse", "stack-em", "--depth", "4", "--lines", "2", "--json"];
    let depths = json_lines(&args);
    let told: Vec<u64> = depths.iter().map(|told| told["depth"].as_u64().unwrap()).collect();
    assert_eq!(told, [1, 2, 3, 4]);
    for told in &depths {
        let keys: Vec<&String> = told.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["deepest", "depth", "lines", "nodes", "nps", "time"]);
        let lines = told["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2);
        for line in lines {
            assert!(line["score"].is_f64() && line["wins_in"].is_null(), "{line}");
            assert!(line["loses_in"].is_null() && line["moves"][0].is_string(), "{line}");
        }
        assert!(lines[0]["score"].as_f64() >= lines[1]["score"].as_f64());
    }
}

#[test]
fn analyse_tells_proven_ends_exactly() {
    let args = ["analyse", "tic-tac-toe", "--depth", "3", "--json", "--position"];
    let last = |position: &str| json_lines(&[&args[..], &[position]].concat()).pop().unwrap();
    let wins = json!([{"score": null, "wins_in": 1, "loses_in": null, "moves": ["c3"]}]);
    assert_eq!(last("xx1/oo1/3 x")["lines"], wins);
    let loses = &last("x1x/1o1/x1o o")["lines"][0];
    assert_eq!((&loses["loses_in"], &loses["score"]), (&json!(2), &Value::Null));
}

#[test]
fn analyse_ends_in_time_and_says_the_best_move() {
    let start = std::time::Instant::now();
    let text = printed(&["analyse", "regal-checkers", "--time", "200ms", "--hash", "1"]);
    assert!(start.elapsed().as_secs() < 60);
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
        let told: Value = serde_json::from_str(line).expect("whole lines");
        assert!(told["lines"][0]["moves"][0].is_string());
    }
}

#[test]
fn review_finds_the_blunder() {
    let play = ["review", "tic-tac-toe", "--play", "b2, a3, a1, b1, c3", "--depth", "9"];
    let told = json_lines(&[&play[..], &["--json"]].concat()).remove(0);
    assert_eq!((&told["game"], &told["position"]), (&json!("tic-tac-toe"), &json!("3/3/3 x")));
    let blunder = json!({
        "number": 4,
        "side": "second",
        "move": "b1",
        "before": {"score": 0.0, "first_wins_in": null, "second_wins_in": null},
        "after": {"score": null, "first_wins_in": 2, "second_wins_in": null},
        "best": "c3",
        "loss": 0.5,
        "word": "blunder",
        "turning_point": true,
        "result": null,
    });
    assert_eq!(told["moves"][3], blunder);
    assert_eq!(told["moves"][4]["result"], "the starting player wins");
    assert_eq!(told["accuracy"]["first"], 100.0);
    let text = printed(&play);
    let line = text.lines().nth(4).unwrap();
    assert!(line.ends_with("50.0%  blunder, the game turns"), "{text}");
    assert!(text.contains("Accuracy of the starting player: 100 %"), "{text}");
}

#[test]
fn a_ladder_is_the_same_for_the_same_seed() {
    let args = ["ladder", "tic-tac-toe", "--games", "6", "--seed", "3", "--to", "3"];
    let tallies = || -> Vec<String> {
        let text = printed(&args);
        text.lines().map(|line| line.split('%').next().unwrap_or_default().to_owned()).collect()
    };
    let told = tallies();
    assert_eq!(told.len(), 4);
    assert!(told[1].starts_with("   1 against chance  +"), "{told:?}");
    assert_eq!(told, tallies());
}

#[cfg(unix)]
#[test]
fn memory_that_is_not_there_is_refused() {
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
        (&["analyse", "stack-em", "--depth", "0"], "invalid value '0'"),
        (&["analyse", "stack-em", "--lines", "0"], "invalid value '0'"),
        (&["analyse", "stack-em", "--threads", "0"], "invalid value '0'"),
        (&["analyse", "stack-em", "--hash", "0"], "invalid value '0'"),
        (&["analyse", "stack-em", "--time", "1s", "--depth", "3"], "the argument '--time <TIME>'"),
        (&["analyse", "regal-checkers", "--position", "B:W:B1"], "The game is over"),
        (&["review", "tic-tac-toe"], "there is no move to review"),
        (&["review", "tic-tac-toe", "--play", "a1,a1"], "move 2 (a1):"),
        (&["review", "tic-tac-toe", "--play", "a1", "--level", "11"], "invalid value '11'"),
        (&["ladder", "tic-tac-toe", "--from", "3", "--to", "3"], "--from is the lower level"),
        (&["ladder", "tic-tac-toe", "-o", "size=5"], "option \"size=5\": tic-tac-toe has no"),
        (&["ladder", "chess"], "invalid value 'chess'"),
    ];
    for (args, why) in refusals {
        let line = refused(args);
        assert!(line.starts_with(why), "{args:?}: {line}");
    }
}
