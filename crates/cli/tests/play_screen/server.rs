//! A server for a test.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::request;

/// A running server; it is killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(listen: &str, database: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .env("CROWNHEAD_TABLES", "off")
            .args(["serve", "--rate", "0", "--listen", listen, "--database"])
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let first = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        let address = first.strip_prefix("The games room is open at http://").unwrap().to_owned();
        Server { child, address }
    }

    /// Opens a match in which seat one begins.
    pub(crate) fn open_match(&self, game: &str) -> Value {
        let settings = json!({
            "play": {"game": game}, "ritual": {"kind": "given", "first": "one"},
            "clock": {"kind": "none"}, "takebacks": "agreement", "rated": false
        });
        let (status, opened) =
            self.send("POST", "/api/v1/matches", "", &settings.to_string()).unwrap();
        assert_eq!(status, 201, "{opened}");
        opened
    }

    /// Plays a move in a seat of a match.
    pub(crate) fn play(&self, opened: &Value, seat: &str, text: &str) {
        let id = opened["id"].as_str().unwrap();
        let secret = opened["seats"][seat]["secret"].as_str().unwrap();
        let command = json!({"id": "one", "command": {"kind": "move", "text": text}});
        let path = format!("/api/v1/matches/{id}/commands");
        let (status, done) = self.send("POST", &path, secret, &command.to_string()).unwrap();
        assert_eq!(status, 200, "{done}");
    }

    /// One request on a connection of its own.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        secret: &str,
        body: &str,
    ) -> Option<(u16, Value)> {
        request::send(&self.address, method, path, secret, body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
