//! `crownhead tablebase` from outside: building, probing, and what happens when it is killed or its
//! files are damaged.

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
    refused_with(2, args)
}

fn refused_with(code: i32, args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code));
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
fn tables_are_built_verified_listed_and_probed() {
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
    let probed: Value = serde_json::from_str(&printed(&asked)).expect("JSON");
    let best = &probed["moves"][0];
    assert_eq!((&probed["value"], &best["value"]), (&"win".into(), &"win".into()), "{probed}");
    assert_eq!(probed["plies"].as_u64(), best["plies"].as_u64().map(|plies| plies + 1), "{probed}");
    let line = probed["line"].as_array().expect("a line");
    assert_eq!((line.len() as u64, &line[0]), (probed["plies"].as_u64().unwrap(), &best["move"]));
    // The same tables serve Parker's game, without the plies.
    let asked = [&["probe", "parker-checkers"][..], &dir, &position].concat();
    assert!(printed(&asked).starts_with("light to move: exact win\n"));
    let asked = [&["probe", GAME][..], &dir, &position].concat();
    let plies = probed["plies"].as_u64().unwrap();
    assert!(printed(&asked).starts_with(&format!("red to move: wins in {plies}\n")));
    let keys: Vec<&String> = best.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["kind", "move", "plies", "value"]);
    assert_eq!(probed["kind"], "exact");
}

#[test]
fn bad_tablebase_arguments_are_refused() {
    let path = folder("no-tables");
    let dir = ["--dir", path.to_str().expect("a name")];
    let build = |args: &[&str]| refused(&[&["build"], args, &dir].concat());
    assert!(build(&["stack-em", "--pieces", "3"]).contains("stack-em has no endgame tables"));
    assert!(build(&[GAME, "--pieces", "8"]).contains("GiB of memory, and --memory allows 4"));
    assert!(build(&[GAME, "--pieces", "9"]).contains("9"));
    let verify = [&["verify", GAME][..], &dir].concat();
    assert!(refused_with(1, &verify).contains("there are no tables yet"));
    let asked = [&["probe", GAME, "--position", "B:WK1:BK32"][..], &dir].concat();
    assert!(refused_with(1, &asked).contains("do not have that position"));
    assert!(refused(&["info", GAME]).contains("name one with --dir"));
}

#[test]
fn a_damaged_file_is_named_and_rebuilt() {
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
    let rebuild = format!("`crownhead tablebase build {GAME} --pieces 2 --dir {}`", path.display());
    assert!(listed.contains(&rebuild), "{listed}");
    let anew = said(run(&build));
    assert!(anew.contains("rebuilding it") && anew.contains("1k-1m.wld"), "{anew}");
    assert_eq!(fs::read(&file).expect("a table"), good);
}

/// `verify` names every damaged file, whatever the damage.
#[test]
fn every_damaged_file_is_named() {
    let path = folder("many-damaged-tables");
    let dir = ["--dir", path.to_str().expect("a name")];
    printed(&[&["build", GAME, "--pieces", "2", "--distance"][..], &dir].concat());
    let file = |name: &str| path.join("must/2").join(name);
    let change = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = fs::read(file(name)).expect("a table");
        change(&mut bytes);
        fs::write(file(name), bytes).expect("written");
    };
    change("1k-1k.wld", &|bytes| bytes.truncate(bytes.len() - 1));
    change("1k-1k.plies", &|bytes| bytes.truncate(3));
    change("1k-1m.wld", &|bytes| *bytes.last_mut().expect("a byte") ^= 1);
    change("1k-1m.plies", &|bytes| bytes[100] ^= 0x80);
    change("1m-1k.wld", &|bytes| bytes[7] = b'9');
    change("1m-1k.plies", &|bytes| bytes[..4].copy_from_slice(b"JUNK"));
    change("1m-1m.wld", &Vec::clear);
    fs::remove_file(file("1m-1m.plies")).expect("it was there");
    fs::create_dir(file("1m-1m.plies")).expect("a folder");
    let said = refused_with(1, &[&["verify", GAME][..], &dir].concat());
    for (name, why) in [
        ("1k-1k.wld", "it is cut short"),
        ("1k-1k.plies", "it is cut short"),
        ("1k-1m.wld", "its checksum is wrong"),
        ("1k-1m.plies", "its checksum is wrong"),
        ("1m-1k.wld", "it was made by another version"),
        ("1m-1k.plies", "it is not an endgame table"),
        ("1m-1m.wld", "it is empty"),
        ("1m-1m.plies", "it is not a file"),
    ] {
        let line = said.lines().find(|line| line.contains(name)).unwrap_or_default();
        assert!(line.contains(why), "{name}: {said}");
    }
    assert!(said.contains("tables of 2 or more checkers were not compared"), "{said}");
    assert_eq!(said.lines().count(), 10, "{said}");
    assert!(said.contains("8 tables are damaged") && said.contains("--distance"), "{said}");
    // A folder is named and not replaced.
    let build = [&["build", GAME, "--pieces", "2", "--distance"][..], &dir].concat();
    assert!(refused_with(1, &build).contains("1m-1m.plies"));
    fs::remove_dir(file("1m-1m.plies")).expect("a folder");
    printed(&build);
    printed(&[&["verify", GAME][..], &dir].concat());
}

/// The rules find what no checksum finds.
#[test]
fn a_file_that_is_whole_and_wrong_is_named() {
    let path = folder("wrong-tables");
    let dir = ["--dir", path.to_str().expect("a name")];
    printed(&[&["build", GAME, "--pieces", "2"][..], &dir].concat());
    // The header counts wins and losses, and has a new checksum.
    let file = path.join("must/2/1k-1k.wld");
    let mut bytes = fs::read(&file).expect("a table");
    bytes[48] ^= 1;
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
    fs::write(&file, bytes).expect("written");
    let said = refused_with(1, &[&["verify", GAME][..], &dir].concat());
    assert!(said.contains("1k-1k.wld: its counts are wrong"), "{said}");
}

/// The number of complete files.
fn files(path: &Path) -> usize {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).count()
}

#[test]
fn a_killed_build_resumes() {
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
    assert!(!said.contains("rebuilding") && !said.contains("1k-3k is done"), "{said}");
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
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("postgres://127.0.0.1:1/none"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

/// A short command exits while tables are built in the background, and leaves no incomplete file.
#[test]
fn a_short_command_leaves_no_temporary_file() {
    for turn in 0..4 {
        let path = folder(&format!("unasked-{turn}"));
        let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .env("CROWNHEAD_TABLES", &path)
            .args(["analyse", GAME, "--depth", "2"])
            .output()
            .expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        for level in fs::read_dir(path.join("must")).into_iter().flatten().flatten() {
            for file in fs::read_dir(level.path()).expect("a folder").flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                assert!(!name.starts_with('.'), "{name}");
            }
        }
    }
}

#[test]
fn a_file_in_place_of_the_table_folder_is_reported() {
    let path = folder("no-folder");
    fs::write(&path, "a file").expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .env("CROWNHEAD_TABLES", &path)
        .args(["analyse", GAME, "--depth", "1"])
        .output()
        .expect("it starts");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("no-folder") && errors.contains("not a folder"), "{errors}");
    assert!(!errors.contains("os error"), "{errors}");
    fs::remove_file(&path).expect("it is ours");
}
