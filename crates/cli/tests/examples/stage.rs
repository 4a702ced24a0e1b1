//! The fixtures of the examples: a folder with files of games and a server's database, a server with
//! a match and accounts, PostgreSQL and NATS, and endgame tables.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crownhead_swarm::fleet::{NatsServer, PostgresServer};
use serde_json::Value;
use tempfile::TempDir;

use crate::read::{Block, root};

/// The settings of a match, as members of a body.
const SETTINGS: &str = "\"play\": {\"game\": \"stack-em\"}, \
    \"ritual\": {\"kind\": \"given\", \"first\": \"one\"}, \"clock\": {\"kind\": \"none\"}, \
    \"takebacks\": \"agreement\", \"rated\": false";

/// Three games of a club evening.
const CLUB_EVENING: &str = "\
[Event \"Club evening\"]\n[Date \"1951.03.02\"]\n[Black \"Ann\"]\n[White \"Ben\"]\n\
1. 11-15 22-18 2. 15x22 25x18 1/2-1/2\n\n\
[Event \"Club evening\"]\n[Date \"1951.03.02\"]\n[Black \"Ben\"]\n[White \"Cid\"]\n\
1. 9-13 22-18 2. 12-16 24-20 *\n\n\
[Event \"Club evening\"]\n[RuleSet \"parker-checkers\"]\n[Black \"Cid\"]\n[White \"Ann\"]\n\
1. 11-15 22-18 2. 15x22 25x18 *\n";

/// Two games for examples that search.
const ARCHIVE: &str = "\
[Event \"Ohio\"]\n[Date \"1950.08.15\"]\n[Black \"M. Tinsley\"]\n[White \"N. Lowder\"]\n\
1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 1/2-1/2\n\n\
[Event \"Ohio\"]\n[Date \"1951.08.15\"]\n[Black \"Ann\"]\n[White \"M. Tinsley\"]\n\
1. 11-15 22-18 2. 15x22 25x18 1/2-1/2\n";

const GAMES_JSON: &str =
    "[{\"game\": \"winning-moves-checkers\", \"moves\": [{\"move\": \"11-15\"}]}]";

/// The document whose examples need endgame tables.
const ASKS_FOR_TABLES: &str = ".tables";

/// Everything that exists before the first example runs.
pub(crate) struct Stage {
    /// Programs, the store as it was made, and tables.
    folder: TempDir,
    server: Server,
    postgres: PostgresServer,
    nats: NatsServer,
    /// The id and the first player's secret of a match on the server.
    opened: (String, String),
    /// The id of a report in the store.
    report: String,
    /// The id of a waiting challenge in the store, and the source of all of them.
    challenge: (String, String),
    databases: AtomicU32,
}

/// A server that is killed when dropped.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Shuts it down, so that its database is one file that can be copied.
    fn shut_down(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    fn start(program: &Path, store: &Path, tables: &Path, rate: &str) -> Server {
        let mut command = Command::new(program);
        command.args(["serve", "--rate", rate, "--listen", "127.0.0.1:0", "--database"]).arg(store);
        command.arg("--tables").arg(tables).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("The games room is open at http://").unwrap();
        Server { address: address.to_owned(), child }
    }

    /// Sends a request with curl as a browser would, and returns the response as JSON.
    fn send(&self, jar: &Path, path: &str, body: &str) -> Value {
        let address = &self.address;
        let mut curl = Command::new("curl");
        curl.args(["-sf", "-b"]).arg(jar).arg("-c").arg(jar);
        curl.args(["-H", "content-type: application/json", "-d", body]);
        curl.args(["-H", &format!("origin: http://{address}")]);
        let output = curl.arg(format!("http://{address}/api/v1/{path}")).output().unwrap();
        assert!(output.status.success(), "{path} {body}: {output:?}");
        serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
    }
}

impl Stage {
    pub(crate) fn set() -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("bin")).unwrap();
        symlink(env!("CARGO_BIN_EXE_crownhead"), path("bin/crownhead")).unwrap();
        let data = root().join("crates/server/tests/data");
        let (certificate, key) = (data.join("cert.pem"), data.join("key.pem"));
        let program = path("bin/crownhead");
        let (postgres, nats) = std::thread::scope(|scope| {
            let tables = scope.spawn(|| build_tables(&program, &path("tables")));
            let postgres = PostgresServer::encrypted(&certificate, &key).unwrap();
            let nats = NatsServer::encrypted(&certificate, &key).unwrap();
            tables.join().unwrap();
            (postgres, nats)
        });
        let store = path("games.db");
        let made = Server::start(&program, &store, &path("tables"), "1000");
        for name in ["Rowdy", "Ghost", "Ann"] {
            let account = format!("{{\"name\": \"{name}\", \"password\": \"correct horse\"}}");
            made.send(&path(name), "accounts", &account);
        }
        let report = "{\"about\": \"Rowdy\", \"words\": \"Was rude.\"}";
        made.send(&path("Ann"), "reports", report);
        for name in ["Ann", "Rowdy"] {
            let challenge = format!("{{{SETTINGS}, \"name\": \"{name}\"}}");
            made.send(&path("nobody"), "challenges", &challenge);
        }
        made.shut_down();
        let challenge = challenge(&program, &store);
        let report = report_id(&program, &store);
        copy_store(&program, &store.display().to_string(), &postgres.database("kept").unwrap());
        let server = Server::start(&program, &path("live.db"), &path("tables"), "0");
        let opened = server.send(&path("nobody"), "matches", &format!("{{{SETTINGS}}}"));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let opened = (text(&opened["id"]), text(&opened["seats"]["one"]["secret"]));
        let databases = AtomicU32::new(0);
        Stage { folder, server, postgres, nats, opened, report, challenge, databases }
    }

    /// A new folder with every file that the examples name.
    pub(crate) fn folder(&self, block: &Block) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).unwrap();
        write("club-evening.pdn", CLUB_EVENING);
        for name in ["archive.pdn", "1950.pdn", "1951.pdn"] {
            write(name, ARCHIVE);
        }
        write("games.json", GAMES_JSON);
        gzip(&path("archive.pdn"));
        // A copy, because some examples write there.
        fs::create_dir_all(path("data/openings")).unwrap();
        for file in fs::read_dir(root().join("data/openings")).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), path("data/openings").join(file.file_name())).unwrap();
        }
        for name in ["games.db", "crownhead.db", "monday.backup"] {
            // A backup does not replace an existing one.
            if name != "monday.backup" || !block.mentions("crownhead backup") {
                fs::copy(self.folder.path().join("games.db"), path(name)).unwrap();
            }
        }
        if block.mentions("tablebase") {
            write(ASKS_FOR_TABLES, "");
        }
        if block.mentions("tablebase") && !block.mentions("tablebase build") {
            let tables = path(".local/share/crownhead");
            fs::create_dir_all(&tables).unwrap();
            symlink(self.folder.path().join("tables"), tables.join("tables")).unwrap();
        }
        folder
    }

    /// The environment of an example: the folder is the user's home.
    pub(crate) fn environment(&self, command: &mut Command, folder: &Path) {
        let programs = self.folder.path().join("bin");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path)));
        command.env("PATH", path.unwrap()).env("HOME", folder);
        command.env("ID", &self.opened.0).env("SECRET", &self.opened.1);
        let ours = std::env::vars_os().map(|(name, _)| name);
        let ours = ours.filter(|name| name.to_string_lossy().starts_with("CROWNHEAD_"));
        for name in ours {
            command.env_remove(name);
        }
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "NO_COLOR"] {
            command.env_remove(name);
        }
        // Other commands do not build tables in the background.
        if !folder.join(ASKS_FOR_TABLES).exists() {
            command.env("CROWNHEAD_TABLES", "off");
        }
    }

    /// A command with this machine's values for the hosts, system folders and secrets that it names.
    pub(crate) fn stand_in(&self, command: &str, folder: &Path) -> String {
        let makes = ["restore", "migrate"].iter().any(|word| command.contains(word));
        let database = match makes && command.contains("db.example") {
            true => {
                let number = self.databases.fetch_add(1, Ordering::Relaxed);
                self.postgres.database(&format!("empty{number}")).unwrap()
            }
            false => self.postgres.address("kept"),
        };
        let authority = root().join("crates/server/tests/data/ca.pem").display().to_string();
        let (id, secret) = &self.opened;
        let here = folder.display();
        let link = format!("http://{}/{id}#{secret}", self.server.address);
        let bus = format!("{} --bus-ca {authority}", self.nats.address());
        let server = &self.server.address;
        let stand_ins = [
            ("crownhead health\n", &*format!("crownhead health --listen {server}\n")),
            ("health --listen unix:/run/crownhead/room.sock", &format!("health --listen {server}")),
            ("health https://games.example", &format!("health http://{server}")),
            ("https://games.example/AbCdEfGh#0123456789ab", &link),
            ("postgres://crownhead@db.example/crownhead", &database),
            ("postgres://db.example/crownhead", &database),
            ("postgres://db.example/games", &database),
            ("tls://bus.example", &self.nats.address()),
            ("nats://bus.example", &bus),
            ("/etc/crownhead/ca.pem", &authority),
            ("/var/lib/crownhead/", &format!("{here}/")),
            ("/run/crownhead/", &format!("{here}/")),
            ("/srv/tables", &format!("{here}/srv-tables")),
            ("--listen 0.0.0.0:80", "--listen 127.0.0.1:0"),
            ("localhost:8080", &self.server.address),
            ("--node 127.0.0.1:8080", &format!("--node {}", self.server.address)),
            ("--settle AbCdEfGh", &format!("--settle {}", self.report)),
            ("--remove AbCdEfGh", &format!("--remove {}", self.challenge.0)),
            ("--remove 0123456789ab", &format!("--remove {}", self.challenge.1)),
        ];
        stand_ins.iter().fold(command.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}

/// Tables of up to four checkers, because the documents' position has four.
fn build_tables(program: &Path, folder: &PathBuf) {
    let words = "tablebase build winning-moves-checkers --pieces 4 --distance --dir";
    let output = Command::new(program).args(words.split(' ')).arg(folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

fn report_id(program: &Path, store: &Path) -> String {
    let output =
        Command::new(program).args(["admin", "reports", "--database"]).arg(store).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().next().unwrap_or_else(|| panic!("no report: {text}")).to_owned()
}

/// The id of a waiting challenge, and its source.
fn challenge(program: &Path, store: &Path) -> (String, String) {
    let words = ["admin", "challenges", "--database"];
    let output = Command::new(program).args(words).arg(store).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let id = text.split_whitespace().next().unwrap_or_else(|| panic!("no challenge: {text}"));
    let (_, source) = text.split_once(", from ").unwrap_or_else(|| panic!("no source: {text}"));
    let (source, _) = source.split_once(',').unwrap_or_else(|| panic!("no end: {text}"));
    (id.to_owned(), source.to_owned())
}

fn copy_store(program: &Path, from: &str, to: &str) {
    let output = Command::new(program).args(["migrate", from, to]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

fn gzip(path: &Path) {
    assert!(Command::new("gzip").arg("-k").arg(path).status().unwrap().success());
}
