//! A server node as a process.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The time limit for starting.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A running node.
pub struct Node {
    /// The program, after the words that run it elsewhere.
    command: Vec<OsString>,
    args: Vec<String>,
    address: String,
    child: Child,
}

impl Node {
    /// Starts the program as a server that listens at an address, with these arguments.
    pub fn start(program: &Path, address: String, args: &[&str]) -> Result<Node, String> {
        Node::start_by(Vec::new(), program, address, args)
    }

    /// The same with words before the program, such as `ip netns exec one`, that must become the
    /// program and not start it.
    pub fn start_by(
        mut command: Vec<OsString>,
        program: &Path,
        address: String,
        args: &[&str],
    ) -> Result<Node, String> {
        command.push(program.into());
        let args: Vec<_> = args.iter().map(|&arg| arg.to_owned()).collect();
        let child = spawn(&command, &args, &address)?;
        Ok(Node { command, args, address, child })
    }

    /// Its address.
    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process, and restarts it at the same address.
    pub fn kill(&mut self) -> Result<(), String> {
        self.stop();
        let begun = Instant::now();
        loop {
            match spawn(&self.command, &self.args, &self.address) {
                Ok(child) => {
                    self.child = child;
                    return Ok(());
                }
                Err(error) if begun.elapsed() > START_TIMEOUT => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Kills the process.
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

/// Starts the process, and waits until it reports that it is ready.
fn spawn(command: &[OsString], args: &[String], address: &str) -> Result<Child, String> {
    let (first, others) = command.split_first().ok_or("a server without a program")?;
    let program = Path::new(command.last().unwrap_or(first));
    let mut child = Command::new(first)
        .args(others)
        .args(["serve", "--listen", address])
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
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
