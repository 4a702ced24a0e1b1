//! `crownhead serve` on a Unix socket: who may connect, and what happens to the file.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server, killed when dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn command(socket: &Path, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let listen = format!("unix:{}", socket.display());
    command.args(["serve", "--listen", &listen, "--database"]).arg(folder.join("games.db"));
    command
}

fn start(socket: &Path, folder: &Path) -> Server {
    let mut child = command(socket, folder).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, format!("The games room is open at unix:{}\n", socket.display()));
    Server(child)
}

fn send(socket: &Path) -> String {
    let mut stream = UnixStream::connect(socket).unwrap();
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: games\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The one line of a start that is refused.
fn refused(socket: &Path, folder: &Path) -> String {
    let mut server = Server(command(socket, folder).stderr(Stdio::piped()).spawn().unwrap());
    let begun = Instant::now();
    let ended = loop {
        if let Some(ended) = server.0.try_wait().unwrap() {
            break ended;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it was not refused");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(ended.code(), Some(1));
    let mut errors = String::new();
    server.0.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors.strip_prefix("crownhead: ").unwrap().trim_end().to_owned()
}

#[test]
fn it_answers_on_the_socket_and_removes_it_when_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("room.sock");
    let mut server = start(&socket, folder.path());
    assert!(send(&socket).starts_with("HTTP/1.1 200"));
    // A proxy runs as another user.
    assert_eq!(std::fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o666);
    let id = server.0.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(server.0.wait().unwrap().code(), Some(0));
    assert!(!socket.exists());
}

#[test]
fn a_file_that_a_killed_server_left_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("room.sock");
    drop(start(&socket, folder.path()));
    assert!(std::fs::symlink_metadata(&socket).unwrap().file_type().is_socket());
    let _server = start(&socket, folder.path());
    assert!(send(&socket).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_socket_in_use_or_another_file_is_not_replaced() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let socket = folder.path().join("room.sock");
    let _server = start(&socket, folder.path());
    let taken = format!("unix:{} is taken: another program listens there", socket.display());
    assert_eq!(refused(&socket, other.path()), taken);
    assert!(send(&socket).starts_with("HTTP/1.1 200"));
    let letter = other.path().join("letter");
    std::fs::write(&letter, "dear").unwrap();
    let taken = format!("unix:{} is taken: there is a file already", letter.display());
    assert_eq!(refused(&letter, other.path()), taken);
    assert_eq!(std::fs::read_to_string(&letter).unwrap(), "dear");
    let nowhere = other.path().join("no/such/socket");
    assert!(refused(&nowhere, other.path()).starts_with("cannot listen at unix:"));
}

#[test]
fn a_text_that_is_no_address_is_refused() {
    for text in ["unix:", "somewhere", "127.0.0.1"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        let output = command.args(["serve", "--listen", text]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("an address is a number and a port"), "{errors}");
    }
}
