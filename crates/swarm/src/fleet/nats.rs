//! A NATS server process.

use std::ffi::OsString;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::Port;

/// The time limit for starting.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A running server.
pub struct NatsServer {
    host: String,
    port: Port,
    child: Child,
    tls: Vec<OsString>,
}

impl NatsServer {
    /// Starts a server.
    pub fn start() -> Result<NatsServer, String> {
        NatsServer::start_at("127.0.0.1")
    }

    /// Starts a server at an address of this machine.
    pub fn start_at(host: &str) -> Result<NatsServer, String> {
        NatsServer::start_with(host, Vec::new())
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Starts a server with TLS. Certificate and key are PEM files.
    pub fn encrypted(certificate: &Path, key: &Path) -> Result<NatsServer, String> {
        let files = ["--tlscert".into(), certificate.into(), "--tlskey".into(), key.into()];
        let tls = [OsString::from("--tls")].into_iter().chain(files).collect();
        NatsServer::start_with("127.0.0.1", tls)
    }

    fn start_with(host: &str, tls: Vec<OsString>) -> Result<NatsServer, String> {
        let port = Port::reserve()?;
        let child = spawn(host, port.number(), &tls)?;
        Ok(NatsServer { host: host.to_owned(), port, child, tls })
    }

    /// Its address.
    pub fn address(&self) -> String {
        let scheme = if self.tls.is_empty() { "nats" } else { "tls" };
        format!("{scheme}://{}:{}", self.host, self.port.number())
    }

    /// Kills the server, and restarts it at the same port.
    pub fn kill(&mut self) -> Result<(), String> {
        self.stop();
        self.child = spawn(&self.host, self.port.number(), &self.tls)?;
        Ok(())
    }

    /// Kills the server.
    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn spawn(host: &str, port: u16, tls: &[OsString]) -> Result<Child, String> {
    let mut child = Command::new("nats-server")
        .args(["--addr", host, "--port", &port.to_string()])
        .args(tls)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| {
            format!("nats-server: {error}; on Debian, install the package nats-server")
        })?;
    let begun = Instant::now();
    while TcpStream::connect((host, port)).is_err() {
        if begun.elapsed() > START_TIMEOUT || child.try_wait().is_ok_and(|ended| ended.is_some()) {
            let _ = child.kill();
            let _ = child.wait();
            return Err("nats-server did not start".to_owned());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(child)
}
