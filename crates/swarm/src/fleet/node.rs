//! A node of the games room as a process of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long it may take to start.
const LIMIT: Duration = Duration::from_secs(60);

/// A running node.
pub struct Node {
    program: PathBuf,
    args: Vec<String>,
    address: String,
    child: Child,
}

impl Node {
    /// Starts the program as a server that listens at an address, with these arguments.
    pub fn start(program: &Path, address: String, args: &[&str]) -> Result<Node, String> {
        let args: Vec<_> = args.iter().map(|&arg| arg.to_owned()).collect();
        let child = spawn(program, &args, &address)?;
        Ok(Node { program: program.to_owned(), args, address, child })
    }

    /// Where it is.
    pub fn address(&self) -> String {
        self.address.clone()
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
            match spawn(&self.program, &self.args, &self.address) {
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
fn spawn(program: &Path, args: &[String], address: &str) -> Result<Child, String> {
    let mut child = Command::new(program)
        .args(["serve", "--rate", "0", "--listen", address])
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
