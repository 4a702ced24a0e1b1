//! A PostgreSQL server process.

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

/// The time limit for starting, also after a kill.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a server may take to come back by itself.
const REVIVE_TIME: Duration = Duration::from_secs(5);

/// The address at which it listens by default.
const LOCAL: &str = "127.0.0.1";

/// A running server.
pub struct PostgresServer {
    files: ServerFiles,
    child: Child,
}

/// The folder, port and owner of a server.
struct ServerFiles {
    /// The address of this machine that it listens at.
    host: String,
    /// More of its settings.
    settings: Vec<String>,
    programs: PathBuf,
    folder: TempDir,
    owner: Owner,
    port: Port,
    durable: bool,
    tls_enabled: bool,
}

impl PostgresServer {
    /// Starts a server. Without `durable` it does not wait for the disk.
    pub fn start(durable: bool) -> Result<PostgresServer, String> {
        PostgresServer::start_with(durable, None)
    }

    /// Starts a server at an address of this machine, for the networks there, with its data in a
    /// folder and a log of about so many megabytes.
    pub fn start_at(host: &str, folder: &Path, log_size: u32) -> Result<PostgresServer, String> {
        let folder = tempfile::tempdir_in(folder).map_err(message)?;
        let settings = [format!("max_wal_size={log_size}MB"), "min_wal_size=32MB".to_owned()];
        PostgresServer::start_in(folder, host, settings.to_vec(), true, None)
    }

    /// Starts the server again if it has ended by itself.
    pub fn revive(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        while !self.files.is_ready() {
            if begun.elapsed() > REVIVE_TIME {
                return self.kill();
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    /// Starts a server with TLS. Certificate and key are PEM files.
    pub fn encrypted(certificate: &Path, key: &Path) -> Result<PostgresServer, String> {
        PostgresServer::start_with(false, Some((certificate, key)))
    }

    fn start_with(durable: bool, tls: Option<(&Path, &Path)>) -> Result<PostgresServer, String> {
        let folder = tempfile::tempdir().map_err(message)?;
        PostgresServer::start_in(folder, LOCAL, Vec::new(), durable, tls)
    }

    fn start_in(
        folder: TempDir,
        host: &str,
        settings: Vec<String>,
        durable: bool,
        tls: Option<(&Path, &Path)>,
    ) -> Result<PostgresServer, String> {
        let programs = programs()?;
        let owner = Owner::of_server(folder.path())?;
        owner.give(folder.path())?;
        let tls_enabled = tls.is_some();
        let (host, port) = (host.to_owned(), Port::reserve()?);
        let files =
            ServerFiles { host, settings, programs, folder, owner, port, durable, tls_enabled };
        files.run(
            files
                .command("initdb")
                .args(["--username=crownhead", "--auth=trust", "--encoding=UTF8", "--locale=C"])
                .args(["--no-sync", "-D"])
                .arg(files.data()),
        )?;
        if files.host != LOCAL {
            files.let_everybody_in()?;
        }
        for (from, to) in tls.into_iter().flat_map(|(one, two)| [(one, "cert"), (two, "key")]) {
            files.copy_private(from, to)?;
        }
        let child = files.spawn()?;
        Ok(PostgresServer { files, child })
    }

    /// The address of a database.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://crownhead@{}:{}/{database}", self.files.host, self.files.port.number())
    }

    /// Creates a database, and returns its address.
    pub fn database(&self, name: &str) -> Result<String, String> {
        let port = self.files.port.number().to_string();
        let message = ["-h", &self.files.host, "-U", "crownhead", "-p", &port, name];
        self.files.run(self.files.command("createdb").args(message))?;
        Ok(self.address(name))
    }

    /// Kills the server, and restarts it at the same port.
    pub fn kill(&mut self) -> Result<(), String> {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let begun = Instant::now();
        loop {
            // The remaining processes of the killed server have to end first.
            match self.files.spawn() {
                Ok(child) => {
                    self.child = child;
                    return Ok(());
                }
                Err(error) if begun.elapsed() > START_TIMEOUT => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let stop = ["stop", "-m", "immediate", "-D"];
        let _ = self.files.command("pg_ctl").args(stop).arg(self.files.data()).output();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl ServerFiles {
    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Lets clients of every network in; the server's address is in a network of its own.
    fn let_everybody_in(&self) -> Result<(), String> {
        let path = self.data().join("pg_hba.conf");
        let known = fs::read_to_string(&path).map_err(message)?;
        fs::write(&path, known + "host all all samenet trust\n").map_err(message)
    }

    /// Copies a file into the server's folder, readable by the server only.
    fn copy_private(&self, from: &Path, name: &str) -> Result<(), String> {
        let to = self.data().join(name);
        fs::copy(from, &to).map_err(message)?;
        self.owner.give_alone(&to)
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.stdin(Stdio::null()).stdout(Stdio::null()).current_dir("/");
        self.owner.run(&mut command);
        command
    }

    fn run(&self, command: &mut Command) -> Result<(), String> {
        let done = command.output().map_err(message)?;
        if done.status.success() {
            return Ok(());
        }
        let program = command.get_program().display().to_string();
        Err(format!("{program}: {}", String::from_utf8_lossy(&done.stderr)))
    }

    fn spawn(&self) -> Result<Child, String> {
        let log = fs::File::create(self.folder.path().join("log")).map_err(message)?;
        let fsync = if self.durable { "fsync=on" } else { "fsync=off" };
        let ssl = if self.tls_enabled { "ssl=on" } else { "ssl=off" };
        let mut child = self
            .command("postgres")
            .arg("-D")
            .arg(self.data())
            .args(["-p", &self.port.number().to_string()])
            .args(["-c", &format!("listen_addresses={}", self.host)])
            .args(["-c", "unix_socket_directories="])
            .args(self.settings.iter().flat_map(|setting| ["-c", setting]))
            .args(["-c", fsync, "-c", ssl, "-c", "ssl_cert_file=cert", "-c", "ssl_key_file=key"])
            .stderr(log)
            .spawn()
            .map_err(message)?;
        let begun = Instant::now();
        while !self.is_ready() {
            let ended = child.try_wait().map_err(message)?.is_some();
            if ended || begun.elapsed() > START_TIMEOUT {
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
        TcpStream::connect((self.host.as_str(), self.port.number())).is_ok()
            && self
                .command("pg_isready")
                .args(["-h", &self.host, "-p", &port])
                .status()
                .is_ok_and(|status| status.success())
    }
}

/// The folder with the programs of the newest PostgreSQL version.
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

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}
