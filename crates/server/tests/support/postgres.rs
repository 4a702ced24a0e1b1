//! A PostgreSQL of the tests' own: on a loopback port, in a temporary folder, gone when dropped.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const PROGRAMS: [&str; 5] = ["initdb", "postgres", "createdb", "pg_isready", "pg_ctl"];

/// A running server.
pub(crate) struct Server {
    programs: PathBuf,
    folder: TempDir,
    user: Option<(u32, u32)>,
    port: u16,
    child: Child,
}

impl Server {
    /// Starts one.
    pub(crate) fn start() -> Server {
        let programs = programs();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let user = user(folder.path());
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).expect("the folder is given away");
        }
        let data = folder.path().join("data");
        let made = command(&programs, "initdb", user)
            .args(["--username=crownhead", "--auth=trust", "--encoding=UTF8", "--locale=C"])
            .args(["--no-sync", "-D"])
            .arg(&data)
            .output()
            .expect("initdb starts");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let port = free_port();
        let log = fs::File::create(folder.path().join("log")).expect("a log");
        let child = command(&programs, "postgres", user)
            .arg("-D")
            .arg(&data)
            .args(["-p", &port.to_string()])
            .args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
            .args(["-c", "fsync=off"])
            .stderr(log)
            .spawn()
            .expect("postgres starts");
        let mut server = Server { programs, folder, user, port, child };
        server.wait();
        server
    }

    /// The address of a database.
    pub(crate) fn address(&self, database: &str) -> String {
        format!("postgres://crownhead@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes a database, and returns its address.
    pub(crate) fn database(&self, name: &str) -> String {
        let made = command(&self.programs, "createdb", self.user)
            .args(["-h", "127.0.0.1", "-U", "crownhead", "-p", &self.port.to_string(), name])
            .output()
            .expect("createdb starts");
        assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
        self.address(name)
    }

    fn wait(&mut self) {
        let begun = Instant::now();
        let ready = |port: u16| {
            TcpStream::connect(("127.0.0.1", port)).is_ok()
                && command(&self.programs, "pg_isready", self.user)
                    .args(["-h", "127.0.0.1", "-p", &port.to_string()])
                    .status()
                    .is_ok_and(|status| status.success())
        };
        while !ready(self.port) {
            let log = || fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            let ended = self.child.try_wait().expect("postgres can be asked for");
            assert!(ended.is_none(), "postgres ended: {}", log());
            assert!(begun.elapsed() < Duration::from_secs(60), "postgres is not ready: {}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = command(&self.programs, "pg_ctl", self.user)
            .args(["stop", "-m", "immediate", "-D"])
            .arg(self.folder.path().join("data"))
            .output();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where the programs of the newest PostgreSQL are.
fn programs() -> PathBuf {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = installed.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found: Vec<_> = debian
        .chain(std::env::split_paths(&path))
        .filter(|folder| PROGRAMS.iter().all(|name| folder.join(name).is_file()))
        .collect();
    found.sort();
    found.pop().expect("these tests need PostgreSQL: on Debian, install the package `postgresql`")
}

/// PostgreSQL does not run as root: then it runs as a user of its own, or as nobody.
fn user(folder: &Path) -> Option<(u32, u32)> {
    if fs::metadata(folder).expect("the folder is there").uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("a list of users");
    let numbers = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(|field| field.parse().ok());
        Some((fields.next()??, fields.next()??))
    };
    Some(numbers("postgres").or_else(|| numbers("nobody")).expect("a user for PostgreSQL"))
}

fn command(programs: &Path, name: &str, user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(programs.join(name));
    command.stdin(Stdio::null()).stdout(Stdio::null()).current_dir("/");
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    command
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address").port()
}
