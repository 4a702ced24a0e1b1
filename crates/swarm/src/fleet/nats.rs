//! A NATS server of the swarm's own.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::free_port;

/// How long it may take to start.
const LIMIT: Duration = Duration::from_secs(30);

/// A running server.
pub struct Nats {
    port: u16,
    child: Child,
}

impl Nats {
    /// Starts one.
    pub fn start() -> Result<Nats, String> {
        let port = free_port()?;
        Ok(Nats { port, child: spawn(port)? })
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it without warning, and starts it again in the same place.
    pub fn kill(&mut self) -> Result<(), String> {
        self.stop();
        self.child = spawn(self.port)?;
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

fn spawn(port: u16) -> Result<Child, String> {
    let mut child = Command::new("nats-server")
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
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
