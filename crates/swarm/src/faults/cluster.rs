//! The cluster that is broken: nodes with clocks and networks of their own, PostgreSQL on a small disk,
//! and NATS.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::network::{self, BACK, Link};
use crate::fleet::{NatsServer, Node, PostgresServer};

/// The size of the disk of the database, and of its log, in megabytes.
const DISK: u32 = 400;
const LOG: u32 = 96;

/// The library that moves the clock of a process.
const FAKETIME: &str = "faketime/libfaketimeMT.so.1";

/// The servers.
pub(super) struct Cluster {
    nodes: Vec<Node>,
    nats: NatsServer,
    postgres: PostgresServer,
    folder: TempDir,
}

impl Cluster {
    /// Starts so many nodes.
    pub(super) fn start(program: &Path, nodes: usize) -> Result<Cluster, String> {
        network::make(nodes)?;
        let folder = tempfile::tempdir().map_err(message)?;
        let disk = folder.path().join("disk");
        fs::create_dir(&disk).map_err(message)?;
        network::run(&format!("mount -t tmpfs -o size={DISK}m disk {}", disk.display()))?;
        // PostgreSQL runs as another user.
        for path in [folder.path(), &disk] {
            network::run(&format!("chmod 755 {}", path.display()))?;
        }
        let postgres = PostgresServer::start_at(BACK, &disk, LOG)?;
        let nats = NatsServer::start_at(BACK)?;
        let (database, bus) = (postgres.database("crownhead")?, nats.address());
        let faketime = faketime()?;
        let mut cluster = Cluster { nodes: Vec::new(), nats, postgres, folder };
        for number in 0..nodes {
            cluster.set_clock(number, 0)?;
            let name = network::namespace(number);
            let clock = cluster.clock(number);
            let mut command: Vec<OsString> =
                ["ip", "netns", "exec", &name, "env"].map(OsString::from).to_vec();
            for (name, value) in [
                ("LD_PRELOAD", faketime.as_path()),
                ("FAKETIME_TIMESTAMP_FILE", &clock),
                ("FAKETIME_DONT_FAKE_MONOTONIC", Path::new("1")),
                ("FAKETIME_CACHE_DURATION", Path::new("1")),
            ] {
                let mut word = OsString::from(format!("{name}="));
                word.push(value);
                command.push(word);
            }
            let args = ["--rate", "0", "--database", &database, "--bus", &bus];
            let address = network::address(number);
            cluster.nodes.push(Node::start_by(command, program, address, &args)?);
        }
        Ok(cluster)
    }

    pub(super) fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(Node::address).collect()
    }

    pub(super) fn kill_node(&mut self, node: usize) -> Result<(), String> {
        self.nodes[node].kill()
    }

    /// Stops a node where it is, or lets it go on.
    pub(super) fn freeze_node(&self, node: usize, frozen: bool) -> Result<(), String> {
        freeze(self.nodes[node].process(), frozen)
    }

    pub(super) fn freeze_nats(&self, frozen: bool) -> Result<(), String> {
        freeze(self.nats.process(), frozen)
    }

    pub(super) fn kill_nats(&mut self) -> Result<(), String> {
        self.nats.kill()
    }

    pub(super) fn kill_postgres(&mut self) -> Result<(), String> {
        self.postgres.kill()
    }

    /// Cuts a link of a node, or mends it.
    pub(super) fn set_link(&self, link: Link, node: usize, up: bool) -> Result<(), String> {
        network::set(link, node, up)
    }

    /// Sets the clock of a node so many seconds ahead, or behind if negative.
    pub(super) fn set_clock(&self, node: usize, seconds: i64) -> Result<(), String> {
        let (clock, new) = (self.clock(node), self.clock(node).with_extension("new"));
        fs::write(&new, format!("{seconds:+}\n")).map_err(message)?;
        fs::rename(new, clock).map_err(message)
    }

    /// Fills the disk of the database to the last byte, or makes room again.
    pub(super) fn fill_disk(&mut self, full: bool) -> Result<(), String> {
        let ballast = self.folder.path().join("disk/ballast");
        if !full {
            fs::remove_file(ballast).map_err(message)?;
            return self.postgres.revive();
        }
        let mut file = File::create(ballast).map_err(message)?;
        let megabyte = vec![1; 1 << 20];
        while file.write_all(&megabyte).is_ok() {}
        Ok(())
    }

    fn clock(&self, node: usize) -> PathBuf {
        self.folder.path().join(format!("clock{node}"))
    }
}

fn freeze(process: u32, frozen: bool) -> Result<(), String> {
    let number = i32::try_from(process).map_err(message)?;
    let pid = Pid::from_raw(number).ok_or("a process without a number")?;
    kill_process(pid, if frozen { Signal::STOP } else { Signal::CONT }).map_err(message)
}

/// Where the system has the library.
fn faketime() -> Result<PathBuf, String> {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let mut found = folders.map(|folder| folder.path().join(FAKETIME)).filter(|it| it.is_file());
    found.next().ok_or_else(|| {
        "libfaketime is not here: on Debian, install the package libfaketime".to_owned()
    })
}

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}
