//! `crownhead serve` is killed and frozen for longer than the player to move has left, and the
//! player still makes the next move.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The time of each player, in milliseconds: more than a busy machine needs for a request.
const TIME: u64 = 8_000;

/// Longer than the flag of a player takes to fall, grace included.
const AWAY: Duration = Duration::from_millis(TIME + 3_000);

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(database: &Path) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        command.args(["serve", "--rate", "0", "--listen", "127.0.0.1:0", "--database"]);
        let mut child = command.arg(database).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("it says where it is").unwrap();
        let address = first.strip_prefix("The games room is open at http://").unwrap().to_owned();
        Server { child, address }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    fn send(&self, method: &str, path: &str, secret: &str, body: &Value) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let body = body.to_string();
        let authorization = match secret {
            "" => String::new(),
            secret => format!("authorization: Bearer {secret}\r\n"),
        };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             {authorization}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Opens a match, and makes the untimed moves.
    fn open(&self) -> Value {
        let settings = json!({
            "play": {"game": "stack-em"},
            "ritual": {"kind": "given", "first": "one"},
            "clock": {"kind": "main", "time": TIME, "increment": 0},
            "takebacks": "off",
            "rated": false
        });
        let (status, opened) = self.send("POST", "/api/v1/matches", "", &settings);
        assert_eq!(status, 201, "{opened}");
        self.play(&opened, "one");
        self.play(&opened, "two");
        opened
    }

    fn show(&self, opened: &Value) -> Value {
        let path = format!("/api/v1/matches/{}", opened["id"].as_str().unwrap());
        self.send("GET", &path, "", &Value::Null).1
    }

    fn play(&self, opened: &Value, seat: &str) {
        let shown = self.show(opened);
        assert_eq!(shown["view"]["turn"], seat, "{shown}");
        let command = json!({"kind": "move", "text": shown["view"]["legal"][0]});
        let body = json!({"id": format!("c{}", shown["view"]["version"]), "command": command});
        let path = format!("/api/v1/matches/{}/commands", opened["id"].as_str().unwrap());
        let secret = opened["seats"][seat]["secret"].as_str().unwrap();
        let (status, done) = self.send("POST", &path, secret, &body);
        assert_eq!(status, 200, "{done}");
    }

    /// The player to move still has time, and makes a move.
    fn plays_on(&self, opened: &Value) {
        self.play(opened, "one");
        let shown = self.show(opened);
        assert_eq!(shown["view"]["stage"]["kind"], "playing", "{shown}");
        assert_ne!(shown["view"]["clocks"]["left"]["one"], 0, "{shown}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until the flag of a player would have fallen.
fn until_the_time_is_up(since: Instant) {
    while since.elapsed() < AWAY {
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_killed_server_costs_the_player_to_move_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let mut server = Server::start(&database);
    let opened = server.open();
    server.signal("-KILL");
    server.child.wait().unwrap();
    until_the_time_is_up(Instant::now());
    Server::start(&database).plays_on(&opened);
}

#[test]
fn a_frozen_server_costs_the_player_to_move_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("games.db"));
    let opened = server.open();
    server.signal("-STOP");
    until_the_time_is_up(Instant::now());
    server.signal("-CONT");
    server.plays_on(&opened);
}
