//! The `crownhead` command from outside: what it prints, and its errors.

#[path = "support/command.rs"]
mod support;

use serde_json::{Value, json};
use support::{crownhead, printed, refused, refused_with};

/// Five squares are open.
const LATE: &str = "xoxox/oxoxo/xo1xo/2oxx/o1ox1 x";

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).expect("JSON")
}

#[test]
fn all_games_are_listed() {
    let games = json(&["games", "--json"]);
    let ids: Vec<_> = games.as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(
        ids,
        [
            "regal-checkers",
            "tic-tac-toe",
            "king-me-standard",
            "coast-to-coast",
            "stack-em",
            "winning-moves-checkers",
            "checkerboard-tic-tac-toe",
            "parker-checkers"
        ]
    );
    assert_eq!(games[6]["options"][2]["values"], json!(["5", "6"]));
    let text = printed(&["games"]);
    assert!(text.contains("-o crowning=stops|continues"));
}

#[test]
fn show_prints_position_turn_and_result() {
    let start = json(&["show", "king-me-standard", "--json"]);
    assert_eq!(
        start,
        json!({
            "game": "king-me-standard",
            "options": {"crowning": "stops"},
            "position": "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
            "side": "first",
            "phase": "play",
            "result": "*",
            "reason": null,
            "legal": ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"],
        })
    );
    let args = ["show", "checkerboard-tic-tac-toe", "-o", "size=6", "--option", "exchange=on"];
    let options = &json(&[&args[..], &["--json"]].concat())["options"];
    assert_eq!(options, &json!({"exchange": "on", "floating": "off", "size": "6"}));
}

#[test]
fn parkers_remedy_is_a_phase_without_a_text() {
    let play = ["show", "parker-checkers", "--position", "B:W18,32:B14,1", "--json", "--play"];
    let after = |moves: &str| json(&[&play[..], &[moves]].concat());
    let offence = after("1-5");
    assert_eq!(offence["position"], Value::Null);
    assert_eq!(offence["phase"], "remedy");
    assert_eq!(offence["side"], "second");
    assert_eq!(offence["legal"], json!(["compel", "huff 14", "stand"]));
    let compelled = after("1-5, compel");
    assert_eq!((&compelled["phase"], &compelled["position"]), (&json!("compelled"), &Value::Null));
    assert_eq!(compelled["legal"], json!(["14x23"]));
    let huffed = after(" 1-5,huff 14 ,");
    assert_eq!(huffed["position"], "W:W18,32:B5");
    assert_eq!(huffed["phase"], "regular");
}

#[test]
fn results_have_reasons_and_draw_rulings_are_applied() {
    let show = |game: &str, position: &str, play: &str| {
        let shown = json(&["show", game, "--position", position, "--play", play, "--json"]);
        assert_eq!(shown["legal"], json!([]));
        (shown["result"].as_str().unwrap().to_owned(), shown["reason"].as_str().unwrap().to_owned())
    };
    let is = |result: &str, reason: &str| (result.to_owned(), reason.to_owned());
    let shuffle = "1-6, 32-27, 6-1, 27-32, 1-6, 32-27, 6-1, 27-32";
    assert_eq!(show("stack-em", "R:1R,32B", shuffle), is("1/2-1/2", "repetition"));
    assert_eq!(show("regal-checkers", "B:W18:B14", "14x23"), is("1-0", "captured-all"));
    assert_eq!(show("parker-checkers", "W:W5:B1", ""), is("1-0", "no-move"));
    assert_eq!(show("tic-tac-toe", "xx1/oo1/3 x", "c3"), is("1-0", "three-in-a-row"));
}

#[test]
fn moves_and_perft_ignore_the_draw_rulings() {
    let shuffle = "1-6, 32-27, 6-1, 27-32, 1-6, 32-27, 6-1, 27-32, 1-5";
    let game = ["--position", "B:WK32:BK1", "--play", shuffle];
    let moves = printed(&[&["moves", "regal-checkers"], &game[..]].concat());
    assert_eq!(moves, "32-27\n32-28\n");
    let perft = printed(&[&["perft", "regal-checkers", "--depth", "1"], &game[..]].concat());
    assert_eq!(perft, "2\n");
    assert!(
        refused(&[&["show", "regal-checkers"], &game[..]].concat())
            .starts_with("move 9 (1-5): The game is over")
    );
    assert_eq!(printed(&["moves", "regal-checkers", "--position", "B:W:B1"]), "");
    assert_eq!(json(&["moves", "regal-checkers", "--position", "B:W:B1", "--json"]), json!([]));
}

#[test]
fn explain_answers_either_way() {
    let explain = |moves: &str, tried: &str| {
        let game = ["explain", "winning-moves-checkers", "--play", moves, "--json", "--move"];
        json(&[&game[..], &[tried]].concat())
    };
    let legal = explain("", "11-15");
    assert_eq!(legal["legal"], true);
    assert_eq!(legal["kind"], Value::Null);
    assert_eq!(legal["rule"], "winning-moves-checkers.move.step");
    assert_eq!(legal["squares"], json!(["11", "15"]));
    assert_eq!(legal["candidates"], json!([]));
    let refused = explain("11-15, 22-18", "9-13");
    assert_eq!(refused["legal"], false);
    assert_eq!(refused["kind"], "must-jump");
    assert_eq!(refused["rule"], "winning-moves-checkers.jump.duty");
    assert_eq!(refused["squares"], json!(["15"]));
    assert_eq!(refused["candidates"], json!(["15x22"]));
}

#[test]
fn explain_answers_by_its_exit_code_where_that_is_wanted() {
    let explain = |tried: &str, quiet: &[&str]| {
        let args = ["explain", "winning-moves-checkers", "--move", tried];
        let output = crownhead(&[&args[..], quiet].concat());
        let said = !output.stdout.is_empty() || !output.stderr.is_empty();
        (output.status.code(), said)
    };
    assert_eq!(explain("11-15", &["--quiet"]), (Some(0), false));
    assert_eq!(explain("11-12", &["--quiet"]), (Some(1), false));
    assert_eq!(explain("so what", &["-q"]), (Some(1), false));
    assert_eq!(explain("11-12", &[]), (Some(0), true));
    assert_eq!(explain("11-12", &["--json"]), (Some(0), true));
    assert_eq!(explain("11-12", &["--quiet", "--position", "nonsense"]), (Some(2), true));
}

#[test]
fn a_mistyped_option_gets_a_suggestion() {
    let show = |option: &str| refused(&["show", "checkerboard-tic-tac-toe", "-o", option]);
    let error = show("exchnage=on");
    assert!(
        error.ends_with("it has exchange, floating, size. Did you mean exchange=on?"),
        "{error}"
    );
    let error = show("size=7");
    assert!(error.ends_with("size can be 5 or 6"), "{error}");
    let error = show("colour=red");
    assert!(error.ends_with("it has exchange, floating, size"), "{error}");
}

#[test]
fn one_is_not_counted_as_many() {
    let args = ["match", "tic-tac-toe", "--player", "depth=1", "--player", "depth=1"];
    let text = printed(&[&args[..], &["--games", "1", "--random-plies", "0"]].concat());
    assert!(text.contains("\n1 game: "), "{text}");
    let text = printed(&["ladder", "tic-tac-toe", "--games", "1", "--to", "1"]);
    assert!(text.starts_with("tic-tac-toe: 1 game a pair, "), "{text}");
    let text = printed(&["bench", "pdn", "--games", "1"]);
    assert!(text.starts_with("1 game with "), "{text}");
    let text =
        printed(&["analyse", "tic-tac-toe", "--play", "a1,b1,c1,a2,b2,a3,c2,b3", "--depth", "1"]);
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| word.starts_with("position")).unwrap();
    assert_eq!(words[at] == "position", words[at - 1] == "1", "{text}");
}

#[test]
fn perft_divides_and_shares() {
    let text = printed(&["perft", "stack-em", "--depth", "4", "--divide"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8);
    assert!(lines[0].starts_with("10-14 ") && lines[6].starts_with("9-14 "), "{text}");
    assert_eq!(lines[7], "1469");
    let counts = lines[..7].iter().map(|line| line.split_once(' ').unwrap().1);
    assert_eq!(counts.map(|count| count.parse::<u64>().unwrap()).sum::<u64>(), 1469);
    let shared = printed(&["perft", "parker-checkers", "--depth", "6", "--threads", "3"]);
    assert_eq!(shared, "100670\n");
    assert_eq!(printed(&["perft", "stack-em", "--depth", "0", "--divide"]), "1\n");
}

#[test]
fn rule_books_are_printed_and_compared() {
    let book = printed(&["rules", "stack-em"]);
    assert!(book.contains("stack-em.jump.demote — KING ME"), "{book}");
    let continues = json(&["rules", "king-me-standard", "-o", "crowning=continues", "--json"]);
    let ids: Vec<_> =
        continues.as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"king-me-standard.crown.mid-jump.continues"));
    assert!(!ids.contains(&"king-me-standard.crown.mid-jump.stops"));
    let diff = printed(&["rules", "regal-checkers", "--diff", "winning-moves-checkers"]);
    assert!(diff.contains("jump.duty") && !diff.contains("move.step"), "{diff}");
}

#[test]
fn human_readable_output_fits_eighty_columns() {
    for args in [
        &["rules", "coast-to-coast"][..],
        &["rules", "stack-em", "--diff", "parker-checkers"],
        &["explain", "coast-to-coast", "--move", "hello"],
        &["show", "checkerboard-tic-tac-toe", "-o", "floating=on", "--play", "d4"],
    ] {
        let text = printed(args);
        let long: Vec<_> = text.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{args:?}: {long:?}");
    }
}

#[test]
fn a_refusal_holds_no_control_characters() {
    let line = refused(&["show", "regal-checkers", "--position", "B:W\u{1b}[31m7:B2"]);
    assert!(!line.chars().any(char::is_control), "{line:?}");
}

#[test]
fn positions_are_solved() {
    let solve = |args: &[&str]| json(&[&["solve"], args, &["--json"]].concat());
    let start = solve(&["checkerboard-tic-tac-toe", "--hash", "16"]);
    assert_eq!((&start["margin"], &start["best"]), (&json!(1), &json!(["c3"])));
    assert_eq!(start["proven"], true);
    assert!(start["nodes"].as_u64().unwrap() > 0 && start["seconds"].as_f64().unwrap() > 0.0);
    let grid = solve(&["tic-tac-toe", "--play", "b2,b1"]);
    assert_eq!((&grid["margin"], grid["best"].as_array().unwrap().len()), (&json!(1), 6));
    let text = printed(&["solve", "tic-tac-toe", "--position", "xx1/oo1/3 x"]);
    assert!(text.starts_with("the starting player to move: wins in 1\nbest c3\n"), "{text}");
    let shape = |found: &Value| ["kind", "value", "plies", "score"].map(|key| found[key].clone());
    assert_eq!(shape(&grid), [json!("exact"), json!("win"), grid["plies"].clone(), Value::Null]);
    assert!(grid["plies"].as_u64().is_some_and(|plies| plies > 0), "{grid}");
    assert_eq!(shape(&start), [json!("exact"), json!("win"), Value::Null, Value::Null]);
    // The other player is to move, and the margin stays the starting player's.
    let late = ["checkerboard-tic-tac-toe", "--position", LATE, "--play", "c3"];
    let found = solve(&[&late[..], &["--hash", "1"]].concat());
    let value = match found["margin"].as_i64().unwrap() {
        1.. => "loss",
        0 => "draw",
        _ => "win",
    };
    assert_eq!(found["value"], value);
}

#[test]
fn the_end_of_a_game_is_solved_with_its_exchanges() {
    let at = |position: &str| {
        let game = ["solve", "checkerboard-tic-tac-toe", "-o", "exchange=on", "--json"];
        json(&[&game[..], &["--position", position]].concat())
    };
    let rows = "xoxox/oxoxo/xoxox/oxoxo/xoxo1";
    let first = at(&format!("{rows} x -"));
    assert!(!first["best"].as_array().unwrap().is_empty());
    let over = at(&format!("{rows} x ="));
    assert_eq!((&over["best"], &over["proven"]), (&json!([]), &json!(true)));
}

#[test]
fn a_solve_is_saved_and_resumed() {
    let file = std::env::temp_dir().join(format!("crownhead-{}.solved", std::process::id()));
    let path = file.to_str().unwrap();
    let args = ["solve", "checkerboard-tic-tac-toe", "--play", "c3,b2,d2", "--hash", "8", "--json"];
    let args = [&args[..], &["--resume", path]].concat();
    let (once, again) = (json(&args), json(&args));
    assert_eq!((&once["margin"], &once["best"]), (&again["margin"], &again["best"]));
    assert!(again["nodes"].as_u64() < once["nodes"].as_u64());
    std::fs::write(&file, "something else").unwrap();
    assert!(refused_with(1, &args).contains("this is not a saved solution; move it away"));
    assert_eq!(std::fs::read(&file).unwrap(), b"something else");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn bad_input_is_refused_on_one_line() {
    let refusals: &[(&[&str], &str)] = &[
        (&[], "no command given"),
        (&["dance"], "unknown command 'dance'"),
        (&["show"], "the following required arguments were not provided: <GAME>"),
        (&["show", "chess"], "unknown game 'chess'"),
        (&["show", "stack-em", "-o", "size=5"], "option \"size=5\": stack-em has no options"),
        (&["show", "coast-to-coast", "-o", "setup"], "option \"setup\": write an option as"),
        (&["show", "regal-checkers", "--position", "B:W33:B1"], "position: “33” is not a square"),
        (&["moves", "tic-tac-toe", "--play", "a1,a1"], "move 2 (a1):"),
        (
            &["perft", "tic-tac-toe", "--depth", "-1"],
            "invalid value '-1' for '--depth <N>': expected a number from 0 to 64",
        ),
        (&["perft", "tic-tac-toe", "--depth", "x"], "invalid value 'x'"),
        (&["perft", "tic-tac-toe", "--depth", "2", "--threads", "0"], "invalid value '0'"),
        (&["solve", "stack-em"], "stack-em is not solved; tic-tac-toe and"),
        (&["solve", "tic-tac-toe", "--hash", "0"], "invalid value '0'"),
        (&["explain", "tic-tac-toe"], "the following required arguments were not provided: --move"),
    ];
    for (args, why) in refusals {
        let line = refused(args);
        assert!(line.starts_with(why), "{args:?}: {line}");
    }
}

#[test]
fn the_same_seed_tunes_the_same_weights() {
    let tune = |seed: &str| {
        printed(&["tune", "weights", "stack-em", "--games", "10", "--nodes", "30", "--seed", seed])
    };
    let once = tune("3");
    assert!(
        once.contains(
            "# Made by: crownhead tune weights stack-em --games 10 --nodes 30 --seed 3\n"
        )
    );
    assert!(once.lines().any(|line| line.starts_with("man on top  ")));
    assert_eq!(once, tune("3"));
    assert_ne!(once, tune("4"));
    let further = printed(&[
        "tune",
        "weights",
        "stack-em",
        "--games",
        "10",
        "--nodes",
        "30",
        "--seed",
        "3",
        "--further",
    ]);
    assert!(further.contains(" --nodes 30 --seed 3 --further\n") && further != once);
    assert!(refused(&["tune", "weights", "tic-tac-toe"]).starts_with("tic-tac-toe is solved"));
}

#[test]
fn a_duel_is_counted() {
    let line = printed(&["bench", "duel", "stack-em", "--nodes", "50", "--games", "2"]);
    assert!(line.starts_with("stack-em: ") && line.ends_with(" points of 2\n"), "{line}");
    let missing = ["bench", "duel", "stack-em", "--nodes", "1", "--weights", "no-such-file"];
    assert!(refused_with(1, &missing).starts_with("no-such-file: "));
}
