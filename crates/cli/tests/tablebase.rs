//! `crownhead tablebase` as a user calls it: building, asking, and what happens when it is ended by
//! force or its files are damaged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.env("CROWNHEAD_TABLES", "off").arg("tablebase").args(args);
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().expect("it starts")
}

fn printed(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refused(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("text")
}

/// A folder that is empty at first.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

const GAME: &str = "winning-moves-checkers";

#[test]
fn tables_are_built_checked_listed_and_asked() {
    let path = folder("tables");
    let dir = ["--dir", path.to_str().expect("a name")];
    let built = printed(&[&["build", GAME, "--pieces", "3", "--distance"][..], &dir].concat());
    let rows: Vec<Vec<&str>> =
        built.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[2][..5], ["3", "100250", "87305", "8477", "-"], "{built}");
    assert_eq!(rows[4][..5], ["3", "100250", "87305", "8477", "61"], "{built}");
    if cfg!(target_os = "linux") {
        assert!(rows[5].len() == 6 && rows[5][0].parse::<u32>().is_ok_and(|mb| mb > 0), "{built}");
    }
    let checked = printed(&[&["verify", GAME][..], &dir].concat());
    assert!(checked.starts_with("199520 positions agree"), "{checked}");
    let info = printed(&[&["info", GAME][..], &dir].concat());
    assert!(info.ends_with("complete up to 3 checkers, with plies up to 3\n"), "{info}");
    let position = ["--position", "W:WK27,K23:BK28"];
    let asked = [&["probe", GAME, "--json"][..], &dir, &position].concat();
    let told: Value = serde_json::from_str(&printed(&asked)).expect("JSON");
    let best = &told["moves"][0];
    assert_eq!((&told["value"], &best["value"]), (&"win".into(), &"win".into()), "{told}");
    assert_eq!(told["plies"].as_u64(), best["plies"].as_u64().map(|plies| plies + 1), "{told}");
    let line = told["line"].as_array().expect("a line");
    assert_eq!((line.len() as u64, &line[0]), (told["plies"].as_u64().unwrap(), &best["move"]));
    // The same tables do for Parker's game, without the plies.
    let asked = [&["probe", "parker-checkers"][..], &dir, &position].concat();
    assert!(printed(&asked).starts_with("exact: light wins\n"));
}

#[test]
fn what_cannot_be_done_is_told() {
    let path = folder("no-tables");
    let dir = ["--dir", path.to_str().expect("a name")];
    let build = |args: &[&str]| refused(&[&["build"], args, &dir].concat());
    assert!(build(&["stack-em", "--pieces", "3"]).contains("stack-em has no endgame tables"));
    assert!(build(&[GAME, "--pieces", "8"]).contains("GiB of memory, and --memory allows 4"));
    assert!(build(&[GAME, "--pieces", "9"]).contains("9"));
    assert!(refused(&[&["verify", GAME][..], &dir].concat()).contains("there are no tables yet"));
    let asked = [&["probe", GAME, "--position", "B:WK1:BK32"][..], &dir].concat();
    assert!(refused(&asked).contains("do not have that position"));
    assert!(refused(&["info", GAME]).contains("name one with --dir"));
}

#[test]
fn a_damaged_file_is_named_and_made_anew() {
    let path = folder("damaged-tables");
    let dir = ["--dir", path.to_str().expect("a name")];
    let build = [&["build", GAME, "--pieces", "2"][..], &dir].concat();
    printed(&build);
    let file = path.join("must/2/1k-1m.wld");
    let good = fs::read(&file).expect("a table");
    fs::write(&file, &good[..good.len() / 2]).expect("written");
    let said = |output: Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let listed = said(run(&[&["info", GAME][..], &dir].concat()));
    assert!(listed.contains("1k-1m.wld: it is cut short"), "{listed}");
    let anew = said(run(&build));
    assert!(anew.contains("it is made anew") && anew.contains("1k-1m.wld"), "{anew}");
    assert_eq!(fs::read(&file).expect("a table"), good);
}

/// How many whole files there are.
fn files(path: &Path) -> usize {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).count()
}

#[test]
fn a_build_that_was_killed_goes_on() {
    let path = folder("killed-tables");
    let dir = ["--dir", path.to_str().expect("a name")];
    let build = [&["build", GAME, "--pieces", "4"][..], &dir].concat();
    let mut child = command(&build).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while files(&path.join("must/4")) < 3 && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be ended");
    child.wait().expect("it has ended");
    let done = files(&path.join("must/4"));
    assert!((3..25).contains(&done), "{done}");
    let built = run(&build);
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(!said.contains("anew") && !said.contains("1k-3k is done"), "{said}");
    assert!(String::from_utf8_lossy(&built.stdout).contains("2574304     1917090     1717922"));
    let checked = printed(&[&["verify", GAME, "--one-in", "97"][..], &dir].concat());
    assert!(checked.contains("positions agree"), "{checked}");
}

#[test]
fn machines_share_the_work_over_a_database() {
    let (one, two) = (folder("shared-one"), folder("shared-two"));
    fs::create_dir_all(&two).expect("a folder");
    let database = two.join("jobs.db");
    let database = ["--database", database.to_str().expect("a name")];
    let build = |path: &Path| {
        let dir = ["--dir", path.to_str().expect("a name")];
        printed(&[&["build", GAME, "--pieces", "3"][..], &dir, &database].concat())
    };
    let counts = |built: &str| {
        let line = built.lines().nth(2).expect("a line").to_owned();
        line.split_whitespace().take(4).map(str::to_owned).collect::<Vec<_>>()
    };
    let (first, second) = (build(&one), build(&two));
    assert_eq!(counts(&first), ["3", "100250", "87305", "8477"], "{first}");
    assert_eq!(counts(&second), counts(&first), "{second}");
    let nowhere = ["--database", "postgres://127.0.0.1:1/none"];
    let dir = ["--dir", one.to_str().expect("a name")];
    let output = run(&[&["build", GAME, "--pieces", "2"][..], &dir, &nowhere].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("postgres://127.0.0.1:1/none"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}
