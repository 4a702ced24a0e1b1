//! Installing operating-system packages.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::shell::{CommandLine, Shell, on_path};

/// A program that must be on the search path, and the package that provides it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    program: &'static str,
    /// Other folders to look in; one segment may be `*`, for the version.
    folders: &'static str,
    what: &'static str,
    debian: &'static str,
}

/// Linking needs it.
pub(crate) const C: Package =
    Package { program: "cc", folders: "", what: "a C compiler", debian: "gcc libc6-dev" };
/// The fuzz runtime is written in C++.
pub(crate) const CXX: Package =
    Package { program: "c++", folders: "", what: "a C++ compiler", debian: "g++" };
/// The server's tests start a PostgreSQL server. Debian keeps it off the search path.
pub(crate) const POSTGRESQL: Package = Package {
    program: "initdb",
    folders: "/usr/lib/postgresql/*/bin",
    what: "PostgreSQL",
    debian: "postgresql",
};
/// The server's tests start a NATS server.
pub(crate) const NATS: Package =
    Package { program: "nats-server", folders: "", what: "a NATS server", debian: "nats-server" };

/// The server's tests put it in front of a room, as docs/hosting.md describes. Debian keeps it off the
/// search path of users.
pub(crate) const NGINX: Package =
    Package { program: "nginx", folders: "/usr/*/", what: "nginx", debian: "nginx" };
/// The same.
pub(crate) const CADDY: Package =
    Package { program: "caddy", folders: "", what: "Caddy", debian: "caddy" };
/// The example of a service is checked with it.
pub(crate) const SYSTEMD: Package =
    Package { program: "systemd-analyze", folders: "", what: "systemd", debian: "systemd" };
/// The container's image is made with it.
pub(crate) const DEBOOTSTRAP: Package = Package {
    program: "debootstrap",
    folders: "/usr/*/",
    what: "debootstrap",
    debian: "debootstrap",
};
/// The generator of a client, and the schemas of deploy/, are Python programs.
pub(crate) const PYTHON: Package = Package {
    program: "python3",
    folders: "",
    what: "Python 3 with venv and pip",
    debian: "python3 python3-venv",
};
/// The nodes of a cluster get networks of their own with it.
pub(crate) const IPROUTE: Package =
    Package { program: "ip", folders: "", what: "the program ip", debian: "iproute2" };
/// The clocks of nodes are moved with it.
pub(crate) const FAKETIME: Package = Package {
    program: "libfaketimeMT.so.1",
    folders: "/usr/lib/*/faketime",
    what: "libfaketime",
    debian: "libfaketime",
};

/// The terminal client is tested in it.
pub(crate) const TMUX: Package =
    Package { program: "tmux", folders: "", what: "tmux", debian: "tmux" };

/// The page is built with it.
pub(crate) const NODE: Package =
    Package { program: "node", folders: "", what: "Node.js", debian: "nodejs" };
/// The page's libraries are installed with it.
pub(crate) const NPM: Package = Package { program: "npm", folders: "", what: "npm", debian: "npm" };
/// Debian's compiler for WebAssembly, detected by its source of the standard library.
pub(crate) const RUST_WEB: Package = Package {
    program: "Cargo.toml",
    folders: "/usr/src/*/library/std",
    what: "a Rust compiler for WebAssembly",
    debian: "rustc-web cargo-web rust-web-src",
};
/// The linker for WebAssembly.
pub(crate) const LLD: Package =
    Package { program: "wasm-ld-19", folders: "", what: "a linker", debian: "lld-19" };
/// The page is tested in it.
pub(crate) const CHROMIUM: Package =
    Package { program: "chromium", folders: "", what: "Chromium", debian: "chromium" };

/// The packages that Windows does not need: its Rust toolchain has its own compiler, and the tests
/// that need the others run on Unix only.
const UNIX: [Package; 9] = [C, CXX, POSTGRESQL, NATS, NGINX, CADDY, SYSTEMD, PYTHON, TMUX];

/// The facts about the machine.
#[derive(Copy, Clone)]
struct Machine {
    debian: bool,
    root: bool,
}

/// Installs the missing packages, or reports them.
pub(crate) fn ensure(shell: &Shell, packages: &[Package]) -> Result<(), Failure> {
    let needed = packages.iter().filter(|package| !(cfg!(windows) && UNIX.contains(package)));
    let missing: Vec<_> = needed.filter(|package| !package.is_installed()).copied().collect();
    install(shell, &missing)
}

/// Installs packages, or reports them.
pub(crate) fn install(shell: &Shell, packages: &[Package]) -> Result<(), Failure> {
    if packages.is_empty() {
        return Ok(());
    }
    let missing: Vec<_> = packages.iter().collect();
    for line in plan(&missing, Machine::detect(shell))? {
        println!("    set-up: {line}");
        shell.run("installing a system package", &line)?;
    }
    Ok(())
}

/// The commands that install the missing packages, if xtask may run them.
fn plan(missing: &[&Package], machine: Machine) -> Result<Vec<CommandLine>, Failure> {
    let names: Vec<_> = missing.iter().map(|package| package.debian).collect();
    let install = format!("apt-get install -y --no-install-recommends {}", names.join(" "));
    match machine {
        Machine { debian: true, root: true } => {
            let quiet =
                |words: &str| CommandLine::new(words).env("DEBIAN_FRONTEND", "noninteractive");
            Ok(vec![quiet("apt-get update"), quiet(&install)])
        }
        Machine { debian: true, root: false } => Err(Failure::Missing(format!(
            "this machine lacks {}; as root: apt-get update && {install}",
            wanted(missing)
        ))),
        Machine { debian: false, .. } => Err(Failure::Missing(format!(
            "this machine lacks {}; install that and try again",
            wanted(missing)
        ))),
    }
}

fn wanted(missing: &[&Package]) -> String {
    let each: Vec<_> =
        missing.iter().map(|package| format!("{} (`{}`)", package.what, package.program)).collect();
    each.join(" and ")
}

impl Package {
    fn is_installed(&self) -> bool {
        on_path(self.program) || self.is_in_folders() || self.is_in_environment()
    }

    /// Whether an environment variable with the program's name in capitals, such as `CHROMIUM`, has
    /// its path.
    fn is_in_environment(&self) -> bool {
        let path = std::env::var_os(self.program.to_uppercase());
        path.is_some_and(|path| Path::new(&path).is_file())
    }

    fn is_in_folders(&self) -> bool {
        let Some((above, below)) = self.folders.split_once("/*/") else { return false };
        let versions = fs::read_dir(above).into_iter().flatten().flatten();
        versions.into_iter().any(|version| version.path().join(below).join(self.program).is_file())
    }
}

impl Machine {
    fn detect(shell: &Shell) -> Machine {
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let user = shell.capture(&CommandLine::new("id -u")).unwrap_or_default();
        Machine { debian: on_path("apt-get") && is_debian(&release), root: user.trim() == "0" }
    }
}

/// Whether an `os-release` file is Debian's, or of a derivative.
fn is_debian(release: &str) -> bool {
    release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
        .any(|ids| ids.trim_matches('"').split_whitespace().any(|id| id == "debian"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_on_debian_installs() {
        let lines = plan(&[&C, &CXX], Machine { debian: true, root: true }).unwrap();
        let lines: Vec<_> = lines.iter().map(CommandLine::to_string).collect();
        assert_eq!(
            lines,
            [
                "DEBIAN_FRONTEND=noninteractive apt-get update",
                "DEBIAN_FRONTEND=noninteractive \
                 apt-get install -y --no-install-recommends gcc libc6-dev g++",
            ]
        );
    }

    #[test]
    fn other_systems_are_told_what_to_install() {
        let answer = |debian, root| match plan(&[&CXX], Machine { debian, root }) {
            Err(failure @ Failure::Missing(_)) => failure.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            answer(true, false),
            "this machine lacks a C++ compiler (`c++`); \
             as root: apt-get update && apt-get install -y --no-install-recommends g++"
        );
        let elsewhere = "this machine lacks a C++ compiler (`c++`); install that and try again";
        assert_eq!(answer(false, true), elsewhere);
        assert_eq!(answer(false, false), elsewhere);
    }

    #[test]
    fn a_program_beside_the_search_path_is_found() {
        let here = Package { program: "packages.rs", folders: "./*/", ..POSTGRESQL };
        assert!(here.is_in_folders());
        assert!(!Package { program: "no-such-program", ..here }.is_installed());
        assert!(!Package { folders: "", ..here }.is_installed());
    }

    #[test]
    fn debian_and_its_children_are_known() {
        assert!(is_debian("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(is_debian("ID=ubuntu\nID_LIKE=debian\n"));
        assert!(is_debian("ID=mint\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian("ID=fedora\nVERSION_ID=40\nHOME=debian\n"));
        assert!(!is_debian(""));
    }
}
