//! `crownhead serve` with a certificate that is renewed while it runs, and with wrong settings of
//! encryption.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server, killed when dropped.
struct Server {
    child: Child,
    log: std::io::Lines<BufReader<ChildStderr>>,
    url: String,
    folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/data").join(name)
}

impl Server {
    /// Starts with copies of the first certificate and its key.
    fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::copy(data("cert.pem"), at("cert.pem")).unwrap();
        std::fs::copy(data("key.pem"), at("key.pem")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        command.args(["serve", "--tables", "off", "--listen", "127.0.0.1:0", "--database"]);
        command.arg(at("games.db")).arg("--tls-cert").arg(at("cert.pem"));
        command.arg("--tls-key").arg(at("key.pem"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let port = first.trim().rsplit_once(':').unwrap().1;
        let url = format!("https://localhost:{port}");
        let log = BufReader::new(child.stderr.take().unwrap()).lines();
        Server { child, log, url, folder }
    }

    fn replace(&self, name: &str, from: &Path) {
        std::fs::copy(from, self.folder.path().join(name)).unwrap();
    }

    fn hang_up(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
    }

    /// Waits for a line of the log.
    fn logs(&mut self, text: &str) -> String {
        self.log.find_map(|line| line.ok().filter(|line| line.contains(text))).unwrap()
    }

    /// Whether a client that trusts only this authority gets an answer.
    fn is_trusted_with(&self, authority: &str) -> bool {
        let mut health = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        health.args(["health", &self.url]).env("SSL_CERT_FILE", data(authority));
        health.env_remove("SSL_CERT_DIR");
        health.output().unwrap().status.success()
    }
}

#[test]
fn a_renewed_certificate_is_used_and_a_broken_one_is_not() {
    let mut server = Server::start();
    assert!(server.is_trusted_with("ca.pem") && !server.is_trusted_with("renewed-ca.pem"));
    // A file that is no certificate, and a certificate of another key.
    for broken in ["key.pem", "renewed-cert.pem"] {
        server.replace("cert.pem", &data(broken));
        server.hang_up();
        let line = server.logs("the old certificate stays in use");
        assert!(line.contains("cert.pem cannot be used for encryption"), "{line}");
        assert!(server.is_trusted_with("ca.pem") && !server.is_trusted_with("renewed-ca.pem"));
    }
    server.replace("key.pem", &data("renewed-key.pem"));
    server.hang_up();
    let begun = Instant::now();
    while !server.is_trusted_with("renewed-ca.pem") {
        assert!(begun.elapsed() < Duration::from_secs(60), "the new certificate is not used");
    }
    assert!(!server.is_trusted_with("ca.pem"));
}

/// The one line on standard error of wrong settings.
fn refused(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead")).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

#[test]
fn settings_of_encryption_that_contradict_each_other_are_refused() {
    let says = refused(&["serve", "--tls-cert", "cert.pem"]);
    assert!(says.contains("--tls-cert and --tls-key"), "{says}");
    let files = ["serve", "--tls-cert", "cert.pem", "--tls-key", "key.pem"];
    let says = refused(&[&files[..], &["--acme", "games.example"]].concat());
    assert!(says.contains("--tls-cert or --acme"), "{says}");
    let says = refused(&["serve", "--acme", "https://games.example"]);
    assert!(says.contains("`https://games.example` is not a host"), "{says}");
    let database = "postgres://127.0.0.1:1/none";
    let says = refused(&["serve", "--acme", "games.example", "--database", database]);
    assert!(says.contains("--acme-folder"), "{says}");
}
