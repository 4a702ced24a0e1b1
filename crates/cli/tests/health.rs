//! `crownhead health` from outside: servers that are ready, and those that are not.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

#[path = "support/command.rs"]
mod command;

use command::{printed, refused, refused_with};

/// A running server, killed when dropped.
struct Server {
    child: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server with these arguments. `FOLDER` in them is its folder.
fn serve(args: &[&str]) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.args(["serve", "--tables", "off", "--database"]).arg(folder.path().join("games.db"));
    command.args(args.iter().map(|arg| arg.replace("FOLDER", &path)));
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let address = first.trim().strip_prefix("The games room is open at ").unwrap().to_owned();
    Server { child, address, _folder: folder }
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/data").join(name)
}

#[test]
fn a_server_is_ready_at_its_url_and_by_its_settings() {
    let server = serve(&["--listen", "127.0.0.1:0"]);
    assert_eq!(printed(&["health", &server.address]), "ready\n");
    assert_eq!(printed(&["health", &server.address, "--live"]), "alive\n");
    let address = server.address.strip_prefix("http://").unwrap();
    assert_eq!(printed(&["health", "--listen", address]), "ready\n");
    // Every address includes the loopback address.
    let port = address.split_once(':').unwrap().1;
    assert_eq!(printed(&["health", "--listen", &format!("0.0.0.0:{port}")]), "ready\n");
    let config = tempfile::NamedTempFile::new().unwrap();
    writeln!(config.as_file(), "listen = \"{address}\"\nrate = 10").unwrap();
    let by_file = ["health", "--config", &config.path().display().to_string()];
    assert_eq!(printed(&by_file), "ready\n");
    // As in a container, where the server has its settings from the environment.
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let output = command.arg("health").env("CROWNHEAD_LISTEN", address).output().unwrap();
    assert_eq!(output.stdout, b"ready\n");
    let elsewhere = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["health", &server.address])
        .env("CROWNHEAD_LISTEN", "127.0.0.1:1")
        .output();
    assert_eq!(elsewhere.unwrap().stdout, b"ready\n", "the URL counts");
}

#[test]
fn a_server_on_a_unix_socket_is_checked_there() {
    let server = serve(&["--listen", "unix:FOLDER/room.sock"]);
    assert_eq!(printed(&["health", "--listen", &server.address]), "ready\n");
}

/// Its certificate is for another name, from an unknown authority.
#[test]
fn a_tls_server_is_checked_over_tls() {
    let (certificate, key) = (data("cert.pem"), data("key.pem"));
    let (certificate, key) = (certificate.to_str().unwrap(), key.to_str().unwrap());
    let server = serve(&["--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key]);
    let address = server.address.strip_prefix("https://").unwrap();
    let known = ["health", "--listen", address, "--tls-cert", certificate];
    assert_eq!(printed(&known), "ready\n");
    // It does not answer unencrypted requests, and a URL is checked as in a browser.
    refused_with(1, &["health", "--listen", address]);
    let distrusted = refused_with(1, &["health", &server.address]);
    assert!(distrusted.starts_with("the server cannot be reached: "), "{distrusted}");
}

#[test]
fn a_server_that_is_not_ready_says_why() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let answering = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 1024];
        let length = stream.read(&mut request).unwrap();
        let body = r#"{"detail": "The server is about to stop."}"#;
        let length_of_body = body.len();
        write!(
            stream,
            "HTTP/1.1 503 Service Unavailable\r\ncontent-length: {length_of_body}\r\n\r\n{body}"
        )
        .unwrap();
        String::from_utf8_lossy(&request[..length]).into_owned()
    });
    let says = refused_with(1, &["health", "--listen", &address]);
    assert_eq!(says, "the server answered 503: The server is about to stop.");
    assert!(answering.join().unwrap().starts_with("GET /readyz HTTP/1.1\r\n"));
    // The server is gone.
    let says = refused_with(1, &["health", "--listen", &address]);
    assert!(says.starts_with("the server cannot be reached: "), "{says}");
}

#[test]
fn urls_that_are_not_of_a_server_are_refused() {
    for url in ["games.example", "ftp://games.example", "unix:/run/room.sock", "http:"] {
        let says = refused(&["health", url]);
        assert!(says.contains("not the http or https URL of a server"), "{says}");
    }
}
