//! Every command that reads a file, with every kind of damage to it, and every command that writes
//! one, to every target that is not writable: the exit code is 1, the error names the file, and nothing
//! else has changed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_crownhead");
/// How long a command may take to fail.
const LIMIT: Duration = Duration::from_secs(120);

/// A kind of damage.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Damage {
    Missing,
    Empty,
    Cut,
    Flipped,
    Garbage,
    Folder,
    Unreadable,
}

use Damage::{Cut, Empty, Flipped, Folder, Garbage, Missing, Unreadable};

const ALL: [Damage; 7] = [Missing, Empty, Cut, Flipped, Garbage, Folder, Unreadable];

/// A command, the file that is damaged, and the kinds of damage that it accepts, such as a missing
/// file that it creates.
struct Reader {
    file: &'static str,
    args: &'static [&'static str],
    sound: &'static [Damage],
    /// Whether the command may rebuild the damaged file besides reporting it.
    repairs: bool,
}

const fn reader(file: &'static str, args: &'static [&'static str]) -> Reader {
    Reader { file, args, sound: &[], repairs: false }
}

const fn but(reader: Reader, sound: &'static [Damage]) -> Reader {
    Reader { sound, ..reader }
}

const PLAYERS: [&str; 4] = ["--player", "depth=1 hash=1", "--player", "depth=1 hash=1"];
const LATE: &str = "xoxox/oxoxo/xo1xo/2oxx/o1ox1 x";
const WLD: &str = "tables/must/2/1k-1m.wld";
const PLIES: &str = "tables/must/2/1m-1m.plies";
const GAME: &str = "winning-moves-checkers";
const TABLES: [&str; 2] = ["--dir", "tables"];
const ENDING: [&str; 2] = ["--position", "W:WK27:BK12"];

const READERS: &[Reader] = &[
    reader("games.pdn", &["review", "games.pdn", "--depth", "1", "--hash", "1"]),
    reader("games.pdn", &["review", "games.pdn", "--game", "1", "--depth", "1", "--json"]),
    but(reader("games.pdn", &["pdn", "stats", "games.pdn"]), &[Empty, Cut, Flipped, Garbage]),
    reader(
        "openings.txt",
        &[
            "match",
            GAME,
            "--games",
            "2",
            "--openings",
            "openings.txt",
            "--save",
            "kept.txt",
            PLAYERS[0],
            PLAYERS[1],
            PLAYERS[2],
            PLAYERS[3],
        ],
    ),
    reader(
        "openings.txt",
        &[
            "tune",
            "data",
            GAME,
            "--shards",
            "0..1",
            "--games",
            "1",
            "--nodes",
            "1",
            "--openings",
            "openings.txt",
            "--out",
            "shards",
        ],
    ),
    reader(
        "engine.sh",
        &[
            "match",
            GAME,
            "--games",
            "2",
            "--save",
            "kept.txt",
            PLAYERS[0],
            PLAYERS[1],
            "--player",
            "depth=1 cmd=./engine.sh",
        ],
    ),
    reader("games/stack-em-1.json", &["play", "--plain", "--resume", "stack-em-1"]),
    reader(
        "stack-em.txt",
        &["bench", "duel", "stack-em", "--nodes", "1", "--games", "2", "--weights", "stack-em.txt"],
    ),
    but(
        reader(
            "checkers.network",
            &["bench", "duel", GAME, "--nodes", "1", "--games", "2", "--weights", "checkers.txt"],
        ),
        &[Missing],
    ),
    but(
        reader(
            "proof.solved",
            &[
                "solve",
                "checkerboard-tic-tac-toe",
                "--hash",
                "1",
                "--position",
                LATE,
                "--resume",
                "proof.solved",
            ],
        ),
        &[Missing],
    ),
    but(
        reader(
            "made.openings",
            &[
                "solve",
                "checkerboard-tic-tac-toe",
                "--hash",
                "1",
                "--plies",
                "0",
                "--position",
                LATE,
                "--make-openings",
                "made.openings",
            ],
        ),
        &[Missing],
    ),
    reader(WLD, &["tablebase", "verify", GAME, TABLES[0], TABLES[1]]),
    reader(PLIES, &["tablebase", "verify", GAME, "--one-in", "7", TABLES[0], TABLES[1]]),
    but(reader(WLD, &["tablebase", "info", GAME, TABLES[0], TABLES[1]]), &[Missing]),
    but(reader(WLD, &["tablebase", "info", GAME, "--json", TABLES[0], TABLES[1]]), &[Missing]),
    but(
        reader(WLD, &["tablebase", "probe", GAME, TABLES[0], TABLES[1], ENDING[0], ENDING[1]]),
        &[Missing],
    ),
    Reader {
        file: WLD,
        args: &["analyse", GAME, "--depth", "1", ENDING[0], ENDING[1]],
        sound: &[Missing],
        repairs: true,
    },
    Reader {
        file: PLIES,
        args: &["review", GAME, "--depth", "1", "--play", "11-15"],
        sound: &[Missing],
        repairs: true,
    },
    Reader {
        file: WLD,
        args: &["match", GAME, "--games", "1", PLAYERS[0], PLAYERS[1], PLAYERS[2], PLAYERS[3]],
        sound: &[Missing],
        repairs: true,
    },
    but(reader("config.toml", &["serve", "--config", "config.toml"]), &[Empty]),
    reader(
        "cert.pem",
        &[
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            "store.db",
            "--tls-cert",
            "cert.pem",
            "--tls-key",
            "key.pem",
        ],
    ),
    reader(
        "key.pem",
        &[
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            "store.db",
            "--tls-cert",
            "cert.pem",
            "--tls-key",
            "key.pem",
        ],
    ),
    but(
        reader("store.db", &["serve", "--listen", "127.0.0.1:0", "--database", "store.db"]),
        &[Missing, Empty],
    ),
    reader("store.db", &["backup", "--database", "store.db", "monday.backup"]),
    reader("store.db", &["restore", "store.db", "--database", "new.db"]),
    reader("store.db", &["migrate", "store.db", "new.db"]),
    reader("store.db", &["doctor", "--database", "store.db"]),
    reader("store.db", &["admin", "reports", "--database", "store.db"]),
    but(
        reader(
            "store.db",
            &[
                "tablebase",
                "build",
                GAME,
                "--pieces",
                "2",
                "--dir",
                "others",
                "--database",
                "store.db",
            ],
        ),
        &[Missing, Empty],
    ),
];

/// Commands that write a file, which is the last argument.
const WRITERS: &[&[&str]] = &[
    &["tune", "weights", "stack-em", "--games", "10", "--nodes", "5", "--out"],
    &["match", GAME, "--games", "1", PLAYERS[0], PLAYERS[1], PLAYERS[2], PLAYERS[3], "--save"],
    &["bench", "pdn", "--games", "10", "--file"],
    &["solve", "checkerboard-tic-tac-toe", "--hash", "1", "--position", LATE, "--resume"],
    &["solve", "checkerboard-tic-tac-toe", "--hash", "1", "--position", LATE, "--make-openings"],
    &["pdn", "convert", "games.pdn", "-o"],
    &["backup", "--database", "store.db"],
    &["restore", "store.db", "--database"],
    &["migrate", "store.db"],
    &["tablebase", "build", GAME, "--pieces", "2", "--dir"],
];

/// Commands that only read in their folder. What they write goes to the folder beside it.
const ONLY_READ: &[&[&str]] = &[
    &["review", "games.pdn", "--depth", "1", "--hash", "1"],
    &["pdn", "check", "games.pdn"],
    &["pdn", "stats", "games.pdn"],
    &["pdn", "convert", "games.pdn"],
    &["pdn", "filter", "games.pdn", "--player", "Ann", "-o", "../out/ann.pdn"],
    &["pdn", "merge", "games.pdn", "games.pdn", "-o", "../out/merged.pdn"],
    &["pdn", "dedupe", "games.pdn"],
    &[
        "match",
        GAME,
        "--games",
        "2",
        "--openings",
        "openings.txt",
        PLAYERS[0],
        PLAYERS[1],
        PLAYERS[2],
        PLAYERS[3],
    ],
    &["bench", "duel", "stack-em", "--nodes", "1", "--games", "2", "--weights", "stack-em.txt"],
    &["bench", "duel", GAME, "--nodes", "1", "--games", "2", "--weights", "checkers.txt"],
    &["tablebase", "verify", GAME, TABLES[0], TABLES[1]],
    &["tablebase", "info", GAME, TABLES[0], TABLES[1]],
    &["tablebase", "probe", GAME, TABLES[0], TABLES[1], ENDING[0], ENDING[1]],
    &["analyse", GAME, "--depth", "1", ENDING[0], ENDING[1]],
    &["backup", "--database", "store.db", "../out/monday.backup"],
    &["restore", "store.db", "--database", "../out/restored.db"],
    &["migrate", "store.db", "../out/migrated.db"],
    &["doctor", "--database", "store.db"],
    &["admin", "reports", "--database", "store.db"],
];

/// A folder with a good file of every kind.
fn good() -> TempDir {
    let made = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let folder = made.path();
    fs::create_dir_all(folder.join("games")).expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file");
    write("games.pdn", b"[Black \"Ann\"]\n[White \"Ben\"]\n1. 11-15 22-18 2. 15x22 25x18 *\n");
    write("openings.txt", b"11-15 22-18 15x22");
    write("kept.txt", b"as it was");
    write("file", b"as it was");
    write("config.toml", b"listen = \"127.0.0.1:0\"\n");
    write("engine.sh", format!("#!/bin/sh\nexec {PROGRAM} engine\n").as_bytes());
    #[cfg(unix)]
    mode(&folder.join("engine.sh"), 0o755);
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crates");
    let copy = |from: &str, to: &str| fs::copy(crates.join(from), folder.join(to)).expect(from);
    copy("server/tests/data/cert.pem", "cert.pem");
    copy("server/tests/data/key.pem", "key.pem");
    copy("engine/weights/stack-em.txt", "stack-em.txt");
    copy("engine/weights/checkers.network", "checkers.network");
    let weights = fs::read_to_string(crates.join("engine/weights/checkers.txt")).expect("a table");
    let network = fs::read(folder.join("checkers.network")).expect("a network");
    let sum = format!("# The checksum of its network is {:08x}.\n", crc32fast::hash(&network));
    write("checkers.txt", (sum + &weights).as_bytes());
    let built = ["tablebase", "build", GAME, "--pieces", "2", "--distance", "--dir", "tables"];
    for (args, typed) in [
        (&[&built[..], &["--database", "store.db"]].concat()[..], ""),
        (READERS_WITH_A_FILE_TO_MAKE[0], ""),
        (READERS_WITH_A_FILE_TO_MAKE[1], ""),
        (&["play", "stack-em", "--plain", "--side", "first", "--level", "1"], "11-15\n"),
    ] {
        let (code, errors) = Run::start(folder, args, typed).end();
        assert_eq!(code, Some(0), "{args:?}: {errors}");
    }
    made
}

const READERS_WITH_A_FILE_TO_MAKE: [&[&str]; 2] = [
    &[
        "solve",
        "checkerboard-tic-tac-toe",
        "--hash",
        "1",
        "--position",
        LATE,
        "--resume",
        "proof.solved",
    ],
    &[
        "solve",
        "checkerboard-tic-tac-toe",
        "--hash",
        "1",
        "--plies",
        "0",
        "--position",
        LATE,
        "--make-openings",
        "made.openings",
    ],
];

#[test]
fn undamaged_files_are_read() {
    let good = good();
    for Reader { args, file, .. } in READERS {
        let folder = copied(&good);
        let mut run = Run::start(folder.path(), args, "");
        if args[0] == "serve" {
            let mut line = String::new();
            let out = run.child.stdout.take().expect("its output");
            BufReader::new(out).read_line(&mut line).expect("a line");
            assert!(line.starts_with("The games room is open"), "{args:?}: {line}");
            run.child.kill().expect("it runs");
            run.child.wait().expect("it has ended");
            continue;
        }
        let (code, errors) = run.end();
        assert_eq!(code, Some(0), "{args:?} with {file}: {errors}");
    }
}

#[test]
fn inputs_may_be_read_only() {
    let good = good();
    let mut wrong = Vec::new();
    for state in [StoreState::Closed, StoreState::Open, StoreState::Crashed, StoreState::Copied] {
        let both = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let [folder, out, temporary] = ["in", "out", "tmp"].map(|name| both.path().join(name));
        copy_all(good.path(), &folder);
        fs::create_dir(&out).expect("a folder");
        fs::create_dir(&temporary).expect("a folder");
        let writer = state.bring_about(&folder.join("store.db"));
        let before = contents(&folder);
        let protected = ReadOnlyFolder::new(&folder);
        for args in ONLY_READ {
            let stores = args.contains(&"store.db");
            if !stores && state != StoreState::Closed {
                continue;
            }
            let mut command = protected.command();
            let output = prepared(&mut command, &folder, args)
                .env("TMPDIR", &temporary)
                .stdin(Stdio::null())
                .output()
                .expect("it starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            if output.status.code() != Some(0) || errors.contains("crownhead: ") {
                wrong.push(format!("{args:?}, {state:?}: {:?}: {errors}", output.status));
            }
            let changed = contents(&folder) != before;
            let left: Vec<_> = contents(&temporary).into_keys().collect();
            if changed || !left.is_empty() {
                wrong.push(format!("{args:?}, {state:?}: changed {changed}, left {left:?}"));
            }
        }
        drop(writer);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The states in which a server may leave a store.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum StoreState {
    Closed,
    Open,
    Crashed,
    /// Crashed, and copied without the shared memory.
    Copied,
}

impl StoreState {
    /// Leaves a store in this state. Returns the process that has it open.
    fn bring_about(self, path: &Path) -> Option<rusqlite::Connection> {
        if self == StoreState::Closed {
            return None;
        }
        let beside = |end: &str| PathBuf::from(format!("{}{end}", path.display()));
        let connection = rusqlite::Connection::open(path).expect("a store");
        let written =
            connection.execute("INSERT INTO nodes (id, until) VALUES ('nodeone1', 0)", []);
        written.expect("a write");
        if self == StoreState::Open {
            return Some(connection);
        }
        let files = ["", "-wal", "-shm"].map(|end| fs::read(beside(end)).expect("a file"));
        drop(connection);
        let copied = if self == StoreState::Copied { 2 } else { 3 };
        for (end, bytes) in ["", "-wal", "-shm"].into_iter().zip(files).take(copied) {
            fs::write(beside(end), bytes).expect("a file");
        }
        None
    }
}

/// A folder in which nothing can be created or changed until this is dropped.
struct ReadOnlyFolder<'a>(&'a Path);

impl ReadOnlyFolder<'_> {
    fn new(folder: &Path) -> ReadOnlyFolder<'_> {
        set_writable(folder, false);
        ReadOnlyFolder(folder)
    }

    /// The program, run by a user whom the protection stops.
    fn command(&self) -> Command {
        let probe = self.0.join("probe");
        if fs::write(&probe, "").is_err() {
            return Command::new(PROGRAM);
        }
        // Only dropping its capabilities stops the superuser.
        fs::remove_file(&probe).expect("it is ours");
        let mut command = Command::new("setpriv");
        command.args(["--inh-caps=-all", "--bounding-set=-all", PROGRAM]);
        command
    }
}

impl Drop for ReadOnlyFolder<'_> {
    fn drop(&mut self) {
        set_writable(self.0, true);
    }
}

/// Protects a file or a folder with all that is in it, or lifts the protection.
#[allow(clippy::permissions_set_readonly_false, reason = "it was so before")]
fn set_writable(path: &Path, writable: bool) {
    let set = |path: &Path| {
        let mut permissions = fs::metadata(path).expect("its kind").permissions();
        permissions.set_readonly(!writable);
        fs::set_permissions(path, permissions).expect("it is ours");
    };
    if writable {
        set(path);
    }
    for entry in fs::read_dir(path).into_iter().flatten().map(|entry| entry.expect("an entry")) {
        set_writable(&entry.path(), writable);
    }
    if !writable {
        set(path);
    }
}

#[test]
fn damage_is_never_success() {
    let good = good();
    let mut wrong = Vec::new();
    for reader in READERS {
        for damage in ALL.into_iter().filter(|damage| !reader.sound.contains(damage)) {
            let folder = copied(&good);
            if damage.apply(&folder.path().join(reader.file)) {
                wrong.extend(refuses(folder.path(), reader, damage));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with how a command reports a file.
fn refuses(folder: &Path, reader: &Reader, damage: Damage) -> Vec<String> {
    let before = contents(folder);
    let (code, errors) = Run::start(folder, reader.args, "").end();
    let name = Path::new(reader.file).file_stem().expect("a name").to_string_lossy();
    let lines: Vec<&str> = errors.lines().collect();
    let kept = [
        ("the exit code", code == Some(1)),
        ("a few lines", (1..=4).contains(&lines.len())),
        ("who speaks", lines.iter().all(|line| line.starts_with("crownhead: "))),
        ("the name of the file", errors.contains(&*name)),
        ("no temporary name", !errors.contains("tmp")),
        ("no panic", !errors.contains("panicked")),
        ("nothing is changed", reader.repairs || contents(folder) == before),
    ];
    let broken = kept.into_iter().filter(|(_, kept)| !kept);
    let about = |(what, _)| {
        format!("{what} ({code:?}): {:?} with {} {damage:?}: {errors}", reader.args, reader.file)
    };
    broken.map(about).collect()
}

#[test]
fn a_failed_write_changes_nothing() {
    let mut places = vec!["none/out", "file/out", "games"];
    if cfg!(target_os = "linux") {
        places.push("/dev/full");
    }
    let good = good();
    let folder = copied(&good);
    let before = contents(folder.path());
    let mut wrong = Vec::new();
    for args in WRITERS {
        for place in &places {
            // The folder of tables is created; a device is not a store, and not a file to resume from.
            let makes_folders = args.last() == Some(&"--dir");
            let reads = ["solve", "backup", "restore", "migrate"].contains(&args[0]);
            match *place {
                "none/out" | "games" if makes_folders => continue,
                "/dev/full" if reads => continue,
                _ => {}
            }
            let args = [args, &[*place][..]].concat();
            let (code, errors) = Run::start(folder.path(), &args, "").end();
            let says = errors.starts_with("crownhead: ") && errors.contains(place);
            let refused = (code, errors.lines().count()) == (Some(1), 1) && says;
            if !refused || errors.contains("tmp") || contents(folder.path()) != before {
                wrong.push(format!("{args:?} ({code:?}): {errors}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

impl Damage {
    /// Damages a file; false if the user who runs the tests can read everything.
    fn apply(self, path: &Path) -> bool {
        let good = fs::read(path).expect("a good file");
        match self {
            Missing => fs::remove_file(path),
            Empty => fs::write(path, ""),
            Cut => fs::write(path, &good[..good.len() / 2]),
            Flipped => {
                let flip = |(at, byte): (usize, u8)| if at % 97 == 0 { !byte } else { byte };
                fs::write(path, good.into_iter().enumerate().map(flip).collect::<Vec<u8>>())
            }
            Garbage => {
                let mut dice = fastrand::Rng::with_seed(7);
                let garbage: Vec<u8> = (0..good.len().max(64)).map(|_| dice.u8(..)).collect();
                fs::write(path, garbage)
            }
            Folder => fs::remove_file(path).and_then(|()| fs::create_dir(path)),
            Unreadable => {
                #[cfg(unix)]
                mode(path, 0o000);
                return fs::read(path).is_err();
            }
        }
        .expect("it can be done");
        true
    }
}

#[cfg(unix)]
fn mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a file of ours");
}

/// A command with its arguments, its folder and its environment.
fn prepared<'a>(command: &'a mut Command, folder: &Path, args: &[&str]) -> &'a mut Command {
    // Only commands that look for tables by themselves should find some.
    let looks = args.contains(&ENDING[0]) || args.contains(&"--play") || args.contains(&"1");
    let tables = if looks && args[0] != "tablebase" { "tables" } else { "off" };
    command
        .current_dir(folder)
        .args(args)
        .env("CROWNHEAD_TABLES", tables)
        .env("CROWNHEAD_GAMES", "games")
}

/// A command that runs in a folder.
struct Run {
    child: Child,
}

impl Run {
    fn start(folder: &Path, args: &[&str], typed: &str) -> Run {
        let input = folder.join(".typed");
        fs::write(&input, typed).expect("a file");
        let child = prepared(&mut Command::new(PROGRAM), folder, args)
            .stdin(fs::File::open(&input).expect("a file"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        fs::remove_file(&input).expect("it is ours");
        Run { child }
    }

    /// The exit code and standard error.
    fn end(mut self) -> (Option<i32>, String) {
        let out = self.child.stdout.take().expect("its output");
        let drained = std::thread::spawn(move || {
            let mut all = Vec::new();
            let _ = BufReader::new(out).read_to_end(&mut all);
        });
        let mut errors = self.child.stderr.take().expect("its errors");
        let text = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let begun = Instant::now();
        let code = loop {
            match self.child.try_wait().expect("it runs or not") {
                Some(status) => break status.code(),
                None if begun.elapsed() > LIMIT => {
                    self.child.kill().expect("it runs");
                    self.child.wait().expect("it has ended");
                    break None;
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        drained.join().expect("it is read");
        (code, text.join().expect("it is read"))
    }
}

/// A copy of a folder.
fn copied(good: &TempDir) -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    copy_all(good.path(), folder.path());
    folder
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type().expect("its kind").is_dir() {
            true => copy_all(&from, &to),
            false => drop(fs::copy(&from, &to).expect("a file")),
        }
    }
}

/// Everything in a folder: the contents of its files; of folders, unreadable files, SQLite's shared
/// memory and a server's lock only that they exist.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry")) {
        let path = entry.path();
        if entry.file_type().expect("its kind").is_dir() {
            all.extend(contents(&path));
        }
        let name = path.to_string_lossy();
        let is_opaque = ["-server", "-shm"].iter().any(|end| name.ends_with(end));
        all.insert(path.clone(), fs::read(&path).ok().filter(|_| !is_opaque));
    }
    all
}
