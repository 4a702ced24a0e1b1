//! A NATS server of the swarm's own.

use std::ffi::OsString;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::Port;

/// How long it may take to start.
const LIMIT: Duration = Duration::from_secs(30);

/// A running server.
pub struct Nats {
    port: Port,
    child: Child,
    tls: Vec<OsString>,
}

impl Nats {
    /// Starts one.
    pub fn start() -> Result<Nats, String> {
        Nats::start_with(Vec::new())
    }

    /// Starts one that encrypts with a certificate and its key, which are PEM files.
    pub fn encrypted(certificate: &Path, key: &Path) -> Result<Nats, String> {
        let files = ["--tlscert".into(), certificate.into(), "--tlskey".into(), key.into()];
        Nats::start_with([OsString::from("--tls")].into_iter().chain(files).collect())
    }

    fn start_with(tls: Vec<OsString>) -> Result<Nats, String> {
        let port = Port::take()?;
        let child = spawn(port.number(), &tls)?;
        Ok(Nats { port, child, tls })
    }

    /// Its address.
    pub fn address(&self) -> String {
        let scheme = if self.tls.is_empty() { "nats" } else { "tls" };
        format!("{scheme}://127.0.0.1:{}", self.port.number())
    }

    /// Kills it without warning, and starts it again in the same place.
    pub fn kill(&mut self) -> Result<(), String> {
        self.stop();
        self.child = spawn(self.port.number(), &self.tls)?;
        Ok(())
    }

    /// Kills it without warning.
    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}

fn spawn(port: u16, tls: &[OsString]) -> Result<Child, String> {
    let mut child = Command::new("nats-server")
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .args(tls)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|why| format!("nats-server: {why}; on Debian, install the package nats-server"))?;
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if begun.elapsed() > LIMIT || child.try_wait().is_ok_and(|ended| ended.is_some()) {
            let _ = child.kill();
            let _ = child.wait();
            return Err("nats-server did not start".to_owned());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(child)
}
