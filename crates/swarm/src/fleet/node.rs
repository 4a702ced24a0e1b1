//! A node of the games room as a process of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::free_port;

/// How long it may take to start.
const LIMIT: Duration = Duration::from_secs(60);

/// A running node.
pub struct Node {
    program: PathBuf,
    args: Vec<String>,
    port: u16,
    child: Child,
}

impl Node {
    /// Starts the program as a server with these arguments, on a port of its own.
    pub fn start(program: &Path, args: &[&str]) -> Result<Node, String> {
        let port = free_port()?;
        let args: Vec<_> = args.iter().map(|&arg| arg.to_owned()).collect();
        let child = spawn(program, &args, port)?;
        Ok(Node { program: program.to_owned(), args, port, child })
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Kills it without warning, and starts it again in the same place.
    pub fn kill(&mut self) -> Result<(), String> {
        self.stop();
        let begun = Instant::now();
        loop {
            match spawn(&self.program, &self.args, self.port) {
                Ok(child) => {
                    self.child = child;
                    return Ok(());
                }
                Err(why) if begun.elapsed() > LIMIT => return Err(why),
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Kills it without warning.
    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts it, and waits until it says that it is open.
fn spawn(program: &Path, args: &[String], port: u16) -> Result<Child, String> {
    let mut child = Command::new(program)
        .args(["serve", "--rate", "0", "--listen", &format!("127.0.0.1:{port}")])
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|why| format!("{}: {why}", program.display()))?;
    let mut first = String::new();
    let stdout = child.stdout.take().ok_or("a server without a voice")?;
    let read = BufReader::new(stdout).read_line(&mut first);
    if read.is_ok_and(|read| read > 0) {
        return Ok(child);
    }
    let _ = child.kill();
    let _ = child.wait();
    Err(format!("`{} serve {}` did not start", program.display(), args.join(" ")))
}
