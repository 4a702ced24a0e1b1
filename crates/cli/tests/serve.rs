//! `crownhead serve` from outside: how it starts, fails and stops, and that it loses nothing when it
//! is killed.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

#[path = "support/request.rs"]
mod request;

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use request::send;
use serde_json::{Value, json};

/// A running server.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(database: &Path) -> Server {
        let mut child = command("127.0.0.1:0", database).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("it says where it is").unwrap();
        let address = first.strip_prefix("The games room is open at http://").unwrap().to_owned();
        assert_eq!(
            lines.next().unwrap().unwrap(),
            format!("Matches are kept in {}", database.display())
        );
        Server { child, address }
    }

    fn signal(&mut self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    fn send(&self, method: &str, path: &str, secret: &str, body: &str) -> Option<(u16, Value)> {
        send(&self.address, method, path, secret, body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(listen: &str, database: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.args(["serve", "--rate", "0", "--listen", listen, "--database"]).arg(database);
    command
}

fn settings() -> String {
    json!({
        "play": {"game": "stack-em"},
        "ritual": {"kind": "given", "first": "one"},
        "clock": {"kind": "none"},
        "takebacks": "off",
        "rated": false
    })
    .to_string()
}

/// The one line on standard error of a start that fails.
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty());
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors.strip_prefix("crownhead: ").unwrap().trim_end().to_owned()
}

/// Plays one match as fast as it can, until the server is gone. Returns the version and text of each
/// acknowledged move, if the match was opened at all.
fn play(
    address: &str,
    killed: &AtomicBool,
    made: &AtomicUsize,
) -> Option<(String, Vec<(u64, String)>)> {
    let Some((_, opened)) = send(address, "POST", "/api/v1/matches", "", &settings()) else {
        assert!(killed.load(Ordering::SeqCst), "no match was opened");
        return None;
    };
    let id = opened["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/matches/{id}");
    let mut acknowledged = Vec::new();
    for number in 0.. {
        let Some((200, shown)) = send(address, "GET", &path, "", "") else { break };
        let (turn, text) = (&shown["view"]["turn"], &shown["view"]["legal"][0]);
        let (Some(turn), Some(text)) = (turn.as_str(), text.as_str()) else { break };
        let secret = opened["seats"][turn]["secret"].as_str().unwrap();
        let command = json!({
            "id": format!("c{number}"), "command": {"kind": "move", "text": text}
        });
        match send(address, "POST", &format!("{path}/commands"), secret, &command.to_string()) {
            Some((200, done)) => {
                acknowledged.push((done["from"].as_u64().unwrap(), text.to_owned()));
                made.fetch_add(1, Ordering::SeqCst);
            }
            other => {
                assert!(killed.load(Ordering::SeqCst), "{other:?}");
                break;
            }
        }
    }
    Some((id, acknowledged))
}

#[test]
fn a_database_of_0_1_0_is_served_as_0_1_0_served_it() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compatibility");
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    std::fs::copy(files.join("matches-0.1.0.db"), &database).unwrap();
    let responses = std::fs::read_to_string(files.join("responses-0.1.0.json")).unwrap();
    let responses: serde_json::Map<String, Value> = serde_json::from_str(&responses).unwrap();
    let server = Server::start(&database);
    for (path, expected) in responses {
        let (status, mut response) = server.send("GET", &path, "", "").unwrap();
        assert_eq!(status, 200, "{path}");
        // The time of the response.
        response.as_object_mut().unwrap().remove("now");
        assert_eq!(response, expected, "{path}");
    }
}

/// How many moves are made before a server is killed.
const EACH_TIME: usize = 40;

#[test]
fn no_acknowledged_move_is_lost_when_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let mut total = 0;
    for _ in 0..3 {
        let mut server = Server::start(&database);
        let (address, killed) = (server.address.clone(), AtomicBool::new(false));
        let made = AtomicUsize::new(0);
        let played = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let one = play(&address, &killed, &made);
                    played.lock().unwrap().extend(one);
                });
            }
            // In the middle of the game.
            while made.load(Ordering::SeqCst) < EACH_TIME {
                std::thread::sleep(Duration::from_millis(1));
            }
            killed.store(true, Ordering::SeqCst);
            server.signal("-KILL");
        });
        server.child.wait().unwrap();
        let server = Server::start(&database);
        for (id, acknowledged) in played.into_inner().unwrap() {
            let path = format!("/api/v1/matches/{id}/events");
            let (_, events) = server.send("GET", &path, "", "").unwrap();
            let events = events["events"].as_array().unwrap();
            for (index, event) in events.iter().enumerate() {
                assert_eq!(event["version"], index + 1, "{id}: a gap");
            }
            for (version, text) in &acknowledged {
                let kept = &events[usize::try_from(*version).unwrap() - 1]["what"];
                assert_eq!(kept["text"], *text, "{id}: move {version} is lost");
            }
            total += acknowledged.len();
        }
    }
    assert!(total >= 3 * EACH_TIME, "only {total} moves were made");
}

#[test]
fn sigterm_shuts_the_server_down_gracefully() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(&folder.path().join("games.db"));
    assert_eq!(server.send("GET", "/readyz", "", "").unwrap().0, 200);
    let (status, opened) = server.send("POST", "/api/v1/matches", "", &settings()).unwrap();
    assert_eq!(status, 201, "{opened}");
    // An idle connection does not delay it.
    let _idle = TcpStream::connect(&server.address).unwrap();
    server.signal("-TERM");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    // The write-ahead log was merged into the file.
    assert!(!folder.path().join("games.db-wal").exists());
    let server = Server::start(&folder.path().join("games.db"));
    let path = format!("/api/v1/matches/{}", opened["id"].as_str().unwrap());
    assert_eq!(server.send("GET", &path, "", "").unwrap().0, 200);
}

#[test]
fn startup_errors_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    let database = folder.path().join("games.db");
    let why = refused(&command(&taken, &database).output().unwrap());
    assert_eq!(why, format!("{taken} is taken: another program listens there"));
    assert!(!database.exists());

    let connection = rusqlite::Connection::open(&database).unwrap();
    connection.pragma_update(None, "application_id", 0x4372_776e).unwrap();
    connection.pragma_update(None, "user_version", 999).unwrap();
    drop(connection);
    let why = refused(&command("127.0.0.1:0", &database).output().unwrap());
    assert!(why.contains("was written by a newer Crownhead: its schema has version 999"), "{why}");

    let nowhere = folder.path().join("no/such/folder.db");
    let why = refused(&command("127.0.0.1:0", &nowhere).output().unwrap());
    assert!(why.contains("cannot be opened"), "{why}");
    let nobody = Path::new("postgres://crownhead:hidden@127.0.0.1:1/games");
    let why = refused(&command("127.0.0.1:0", nobody).output().unwrap());
    assert!(
        why.starts_with("postgres://127.0.0.1:1/games cannot be reached at 127.0.0.1:1"),
        "{why}"
    );
}

#[test]
fn an_unreachable_bus_is_reported_on_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command("127.0.0.1:0", &folder.path().join("games.db"));
    let why = refused(&command.args(["--bus", "nats://me:hidden@127.0.0.1:1"]).output().unwrap());
    assert!(why.starts_with("nats://127.0.0.1:1 cannot be used as the bus: "), "{why}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "it created a file");
}

#[test]
fn flags_count_before_the_environment_and_that_before_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let config = at("crownhead.toml");
    let text = format!("listen = \"127.0.0.1:0\"\ndatabase = {:?}\n", at("file.db"));
    std::fs::write(&config, text).unwrap();
    let kept_in = |flags: &[&str], variable: Option<&Path>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        command.args(["serve", "--config"]).arg(&config).args(flags).stdout(Stdio::piped());
        variable.map(|path| command.env("CROWNHEAD_DATABASE", path));
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let second = lines.map_while(Result::ok).nth(1).unwrap();
        let _server = Server { child, address: String::new() };
        second.strip_prefix("Matches are kept in ").unwrap().to_owned()
    };
    let flag = at("flag.db").display().to_string();
    assert_eq!(kept_in(&[], None), at("file.db").display().to_string());
    assert_eq!(kept_in(&[], Some(&at("env.db"))), at("env.db").display().to_string());
    assert_eq!(kept_in(&["--database", &flag], Some(&at("env.db"))), flag);

    for origin in ["origin = \"https://a.example\"", "origins = [\"https://a.example\"]"] {
        let text = format!("listen = \"127.0.0.1:0\"\ndatabase = {:?}\n{origin}\n", at("file.db"));
        std::fs::write(&config, text).unwrap();
        assert_eq!(kept_in(&[], None), at("file.db").display().to_string(), "{origin}");
    }

    std::fs::write(&config, "listen = \"127.0.0.1:0\"\ncolour = \"red\"\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let output = command.args(["serve", "--config"]).arg(&config).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let why = String::from_utf8(output.stderr).unwrap();
    assert!(why.contains("crownhead.toml: line 2: unknown field `colour`"), "{why}");
    assert_eq!(why.lines().count(), 1, "{why}");
}

#[test]
fn a_store_is_backed_up_restored_and_examined() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let mut server = Server::start(Path::new(&at("games.db")));
    assert_eq!(server.send("POST", "/api/v1/matches", "", &settings()).unwrap().0, 201);
    let crownhead =
        |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_crownhead")).args(args).output().unwrap();
    let said = |output: &Output| {
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout.clone()).unwrap()
    };
    let (games, backup, again) = (at("games.db"), at("monday"), at("again.db"));
    let done = said(&crownhead(&["backup", "--database", &games, &backup]));
    assert_eq!(done, format!("{backup}: 1 match of {games}\n"));
    said(&crownhead(&["restore", &backup, "--database", &again]));
    let done = said(&crownhead(&["doctor", "--database", &again]));
    assert_eq!(done, format!("{again}: sound, with 1 match\n"));
    let why = refused(&crownhead(&["migrate", &games, &again]));
    assert!(why.ends_with("is in use by a server; stop the server first"), "{why}");
    server.signal("-TERM");
    server.child.wait().unwrap();
    let why = refused(&crownhead(&["migrate", &games, &again]));
    assert!(why.ends_with("there is something already, and nothing is overwritten"), "{why}");
    let connection = rusqlite::Connection::open(&again).unwrap();
    connection.execute("DELETE FROM events WHERE version = 1", []).unwrap();
    drop(connection);
    let output = crownhead(&["doctor", "--database", &again]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("does not match its hash"));
}

#[test]
fn a_store_that_can_only_be_read_is_refused() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    use std::os::unix::process::CommandExt;

    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let mut server = Server::start(&database);
    server.signal("-TERM");
    server.child.wait().unwrap();
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(&database, 0o444);
    mode(folder.path(), 0o555);
    // Root may write everywhere, so another user must try, with a copy of the program.
    let root = std::fs::metadata(&database).unwrap().uid() == 0;
    let programs = tempfile::tempdir().unwrap();
    let program = programs.path().join("crownhead");
    std::fs::copy(env!("CARGO_BIN_EXE_crownhead"), &program).unwrap();
    let mut command = Command::new(&program);
    command.args(["serve", "--listen", "127.0.0.1:0", "--database"]).arg(&database);
    if root {
        mode(programs.path(), 0o755);
        mode(&program, 0o755);
        chown(folder.path(), Some(65534), Some(65534)).unwrap();
        command.uid(65534).gid(65534).current_dir("/");
    }
    let why = refused(&command.output().unwrap());
    assert_eq!(why, format!("{} cannot be written to", database.display()));
    mode(folder.path(), 0o755);
}

fn admin(database: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("admin")
        .args(args)
        .arg("--database")
        .arg(database)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

#[test]
fn the_operator_looks_after_accounts_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let (code, says) = admin(&database, &["ban", "Ann"]);
    assert!(code == 1 && says.contains("does not exist"), "{says}");
    assert!(!database.exists());
    let server = Server::start(&database);
    let account = json!({"name": "Ann", "password": "correct horse"}).to_string();
    let (status, _) = server.send("POST", "/api/v1/accounts", "", &account).unwrap();
    assert_eq!(status, 201);
    assert_eq!(admin(&database, &["ban", "ann"]), (0, "The account is closed.\n".to_owned()));
    let (status, _) = server.send("POST", "/api/v1/session", "", &account).unwrap();
    assert_eq!(status, 403);
    assert_eq!(admin(&database, &["unban", "ann"]).0, 0);
    let (code, says) = admin(&database, &["password", "Ann"]);
    let password = says.trim().strip_prefix("The new password is ").unwrap();
    assert_eq!((code, password.len()), (0, 16));
    let (status, _) = server.send("POST", "/api/v1/session", "", &account).unwrap();
    assert_eq!(status, 401);
    let account = json!({"name": "Ann", "password": password}).to_string();
    let (status, _) = server.send("POST", "/api/v1/session", "", &account).unwrap();
    assert_eq!(status, 200);
    assert_eq!(admin(&database, &["rename", "Ann", "Beth"]).0, 0);
    assert_eq!(admin(&database, &["reports"]), (0, "There are no reports.\n".to_owned()));
    assert_eq!(admin(&database, &["delete", "Beth"]).0, 0);
    for args in [["ban", "Beth"], ["ban", "<b>"], ["password", "Nobody"]] {
        let (code, says) = admin(&database, &args);
        assert!(code == 2 && says.lines().count() >= 1, "{args:?}: {says}");
    }
}
