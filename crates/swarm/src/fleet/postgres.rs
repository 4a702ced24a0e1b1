//! A PostgreSQL of the swarm's own.

mod owner;

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::Port;
use owner::Owner;

const PROGRAMS: [&str; 5] = ["initdb", "postgres", "createdb", "pg_isready", "pg_ctl"];

/// How long it may take to start, also after it was killed.
const LIMIT: Duration = Duration::from_secs(60);

/// A running server.
pub struct Postgres {
    place: Place,
    child: Child,
}

/// Where it is, and who it is run by.
struct Place {
    programs: PathBuf,
    folder: TempDir,
    owner: Owner,
    port: Port,
    durable: bool,
    encrypts: bool,
}

impl Postgres {
    /// Starts one. One that is not durable does not wait for the disk.
    pub fn start(durable: bool) -> Result<Postgres, String> {
        Postgres::start_with(durable, None)
    }

    /// Starts one that encrypts with a certificate and its key, which are PEM files.
    pub fn encrypted(certificate: &Path, key: &Path) -> Result<Postgres, String> {
        Postgres::start_with(false, Some((certificate, key)))
    }

    fn start_with(durable: bool, tls: Option<(&Path, &Path)>) -> Result<Postgres, String> {
        let programs = programs()?;
        let folder = tempfile::tempdir().map_err(words)?;
        let owner = Owner::of_server(folder.path())?;
        owner.give(folder.path())?;
        let encrypts = tls.is_some();
        let place = Place { programs, folder, owner, port: Port::take()?, durable, encrypts };
        place.run(
            place
                .command("initdb")
                .args(["--username=crownhead", "--auth=trust", "--encoding=UTF8", "--locale=C"])
                .args(["--no-sync", "-D"])
                .arg(place.data()),
        )?;
        for (from, to) in tls.into_iter().flat_map(|(one, two)| [(one, "cert"), (two, "key")]) {
            place.keep(from, to)?;
        }
        let child = place.spawn()?;
        Ok(Postgres { place, child })
    }

    /// The address of a database.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://crownhead@127.0.0.1:{}/{database}", self.place.port.number())
    }

    /// Makes a database, and returns its address.
    pub fn database(&self, name: &str) -> Result<String, String> {
        let port = self.place.port.number().to_string();
        let words = ["-h", "127.0.0.1", "-U", "crownhead", "-p", &port, name];
        self.place.run(self.place.command("createdb").args(words))?;
        Ok(self.address(name))
    }

    /// Kills it without warning, and starts it again in the same place.
    pub fn kill(&mut self) -> Result<(), String> {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let begun = Instant::now();
        loop {
            // What is left of it has to notice first.
            match self.place.spawn() {
                Ok(child) => {
                    self.child = child;
                    return Ok(());
                }
                Err(why) if begun.elapsed() > LIMIT => return Err(why),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stop = ["stop", "-m", "immediate", "-D"];
        let _ = self.place.command("pg_ctl").args(stop).arg(self.place.data()).output();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Place {
    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Copies a file to where it is nobody's but the server's.
    fn keep(&self, from: &Path, name: &str) -> Result<(), String> {
        let to = self.data().join(name);
        fs::copy(from, &to).map_err(words)?;
        self.owner.give_alone(&to)
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.stdin(Stdio::null()).stdout(Stdio::null()).current_dir("/");
        self.owner.run(&mut command);
        command
    }

    fn run(&self, command: &mut Command) -> Result<(), String> {
        let done = command.output().map_err(words)?;
        if done.status.success() {
            return Ok(());
        }
        let program = command.get_program().display().to_string();
        Err(format!("{program}: {}", String::from_utf8_lossy(&done.stderr)))
    }

    fn spawn(&self) -> Result<Child, String> {
        let log = fs::File::create(self.folder.path().join("log")).map_err(words)?;
        let fsync = if self.durable { "fsync=on" } else { "fsync=off" };
        let ssl = if self.encrypts { "ssl=on" } else { "ssl=off" };
        let mut child = self
            .command("postgres")
            .arg("-D")
            .arg(self.data())
            .args(["-p", &self.port.number().to_string()])
            .args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
            .args(["-c", fsync, "-c", ssl, "-c", "ssl_cert_file=cert", "-c", "ssl_key_file=key"])
            .stderr(log)
            .spawn()
            .map_err(words)?;
        let begun = Instant::now();
        while !self.is_ready() {
            let ended = child.try_wait().map_err(words)?.is_some();
            if ended || begun.elapsed() > LIMIT {
                let _ = child.kill();
                let _ = child.wait();
                let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL does not start: {log}"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(child)
    }

    fn is_ready(&self) -> bool {
        let port = self.port.number().to_string();
        TcpStream::connect(("127.0.0.1", self.port.number())).is_ok()
            && self
                .command("pg_isready")
                .args(["-h", "127.0.0.1", "-p", &port])
                .status()
                .is_ok_and(|status| status.success())
    }
}

/// Where the programs of the newest PostgreSQL are.
fn programs() -> Result<PathBuf, String> {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = installed.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found: Vec<_> = debian
        .chain(std::env::split_paths(&path))
        .filter(|folder| PROGRAMS.iter().all(|name| folder.join(name).is_file()))
        .collect();
    found.sort();
    found.pop().ok_or_else(|| {
        "PostgreSQL is not here: on Debian, install the package postgresql".to_owned()
    })
}

fn words(why: impl std::fmt::Display) -> String {
    why.to_string()
}
