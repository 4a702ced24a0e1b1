//! Set-up of what the operating system has to bring along.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::shell::{Line, Shell, on_path};

/// A program that is expected on the search path, and where it comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    program: &'static str,
    /// Where else it can be; one part of the path may be `*`, for the version.
    folders: &'static str,
    what: &'static str,
    debian: &'static str,
}

/// Every linked program needs it.
pub(crate) const C: Package =
    Package { program: "cc", folders: "", what: "a C compiler", debian: "gcc libc6-dev" };
/// The fuzz runtime is written in C++.
pub(crate) const CXX: Package =
    Package { program: "c++", folders: "", what: "a C++ compiler", debian: "g++" };
/// The server's tests start one of their own. Debian keeps it off the search path.
pub(crate) const POSTGRESQL: Package = Package {
    program: "initdb",
    folders: "/usr/lib/postgresql/*/bin",
    what: "PostgreSQL",
    debian: "postgresql",
};
/// The server's tests start one of their own.
pub(crate) const NATS: Package =
    Package { program: "nats-server", folders: "", what: "a NATS server", debian: "nats-server" };

/// The terminal program is tested in it.
pub(crate) const TMUX: Package =
    Package { program: "tmux", folders: "", what: "tmux", debian: "tmux" };

/// The page is built with it.
pub(crate) const NODE: Package =
    Package { program: "node", folders: "", what: "Node.js", debian: "nodejs" };
/// The page's libraries come with it.
pub(crate) const NPM: Package = Package { program: "npm", folders: "", what: "npm", debian: "npm" };
/// Debian's compiler for the browser, known by the library that it builds along.
pub(crate) const RUST_WEB: Package = Package {
    program: "Cargo.toml",
    folders: "/usr/src/*/library/std",
    what: "a Rust compiler for WebAssembly",
    debian: "rustc-web cargo-web rust-web-src",
};
/// What links its modules.
pub(crate) const LLD: Package =
    Package { program: "wasm-ld-19", folders: "", what: "a linker", debian: "lld-19" };
/// The page is tested in it.
pub(crate) const CHROMIUM: Package =
    Package { program: "chromium", folders: "", what: "Chromium", debian: "chromium" };

/// What Windows does without: its Rust toolchain finds its own compiler, and the tests that need the
/// others run on Unix alone.
const UNIX: [Package; 5] = [C, CXX, POSTGRESQL, NATS, TMUX];

/// What is known of the machine.
#[derive(Copy, Clone)]
struct Machine {
    debian: bool,
    root: bool,
}

/// Installs those of the packages that are missing, or says which they are.
pub(crate) fn ensure(shell: &Shell, packages: &[Package]) -> Result<(), Failure> {
    let needed = packages.iter().filter(|package| !(cfg!(windows) && UNIX.contains(package)));
    let missing: Vec<_> = needed.filter(|package| !package.is_here()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    for line in plan(&missing, Machine::look(shell))? {
        println!("    set-up: {line}");
        shell.run("installing a system package", &line)?;
    }
    Ok(())
}

/// The commands that install what is missing, where xtask may run them.
fn plan(missing: &[&Package], machine: Machine) -> Result<Vec<Line>, Failure> {
    let names: Vec<_> = missing.iter().map(|package| package.debian).collect();
    let install = format!("apt-get install -y --no-install-recommends {}", names.join(" "));
    match machine {
        Machine { debian: true, root: true } => {
            let quiet = |words: &str| Line::new(words).env("DEBIAN_FRONTEND", "noninteractive");
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
    fn is_here(&self) -> bool {
        on_path(self.program) || self.is_below() || self.is_chosen()
    }

    /// Whether a variable of the program's name in capitals says where it is: `CHROMIUM`.
    fn is_chosen(&self) -> bool {
        let path = std::env::var_os(self.program.to_uppercase());
        path.is_some_and(|path| Path::new(&path).is_file())
    }

    fn is_below(&self) -> bool {
        let Some((above, below)) = self.folders.split_once("/*/") else { return false };
        let versions = fs::read_dir(above).into_iter().flatten().flatten();
        versions.into_iter().any(|version| version.path().join(below).join(self.program).is_file())
    }
}

impl Machine {
    fn look(shell: &Shell) -> Machine {
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let user = shell.ask(&Line::new("id -u")).unwrap_or_default();
        Machine { debian: on_path("apt-get") && is_debian(&release), root: user.trim() == "0" }
    }
}

/// Whether an `os-release` file is of Debian or of one that says it is like Debian.
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
        let lines: Vec<_> = lines.iter().map(Line::to_string).collect();
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
    fn others_are_told_what_is_missing() {
        let told = |debian, root| match plan(&[&CXX], Machine { debian, root }) {
            Err(failure @ Failure::Missing(_)) => failure.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            told(true, false),
            "this machine lacks a C++ compiler (`c++`); \
             as root: apt-get update && apt-get install -y --no-install-recommends g++"
        );
        let elsewhere = "this machine lacks a C++ compiler (`c++`); install that and try again";
        assert_eq!(told(false, true), elsewhere);
        assert_eq!(told(false, false), elsewhere);
    }

    #[test]
    fn a_program_beside_the_search_path_is_found() {
        let here = Package { program: "packages.rs", folders: "./*/", ..POSTGRESQL };
        assert!(here.is_below());
        assert!(!Package { program: "no-such-program", ..here }.is_here());
        assert!(!Package { folders: "", ..here }.is_here());
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
