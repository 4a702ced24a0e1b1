//! `cargo xtask dist`: the release archive. It has the command with the embedded page, its manual
//! pages and completions, all licences, and the documents; its checksum is in a file beside it.

use std::fs;
use std::io;
use std::path::Path;

use crate::failure::Failure;
use crate::shell::{CommandLine, Shell};
use crate::{licences, packages, page};

/// The files that go into the archive unchanged.
pub(crate) const FILES: [&str; 8] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
];

/// The shells with completions, and the names of their files.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "crownhead.bash"),
    ("elvish", "crownhead.elv"),
    ("fish", "crownhead.fish"),
    ("powershell", "_crownhead.ps1"),
    ("zsh", "_crownhead"),
];

/// The file of the licences of all dependencies.
pub(crate) const THIRD_PARTY: &str = "LICENCES-OF-OTHERS.txt";

/// The variable that has the commit where there is no git.
pub(crate) const COMMIT: &str = "CROWNHEAD_COMMIT";

/// Builds the archive in `target/dist`, with a profile.
pub(crate) fn run(shell: &Shell, profile: &str) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::C])?;
    page::build(shell)?;
    let build = CommandLine::new("cargo build --locked -p crownhead-cli --bin crownhead --profile");
    let build = build.and(profile).env(COMMIT, &commit(shell));
    shell.run("building the command", &build)?;
    let name = format!("crownhead-{}-{}", env!("CARGO_PKG_VERSION"), machine(shell)?);
    let folder = shell.path("target/dist").join(&name);
    // A profile's folder has its name, except for the built-in profiles.
    let built = match profile {
        "dev" | "test" => "debug",
        "bench" => "release",
        profile => profile,
    };
    let built = shell.path("target").join(built);
    fill(shell, &folder, &built).map_err(|error| Failure::Missing(format!("{name}: {error}")))?;
    generated(shell, &name)?;
    let third = licences::third_party(shell)?;
    let kept = fs::write(folder.join(THIRD_PARTY), third);
    kept.map_err(|error| Failure::Missing(format!("{name}: {error}")))?;
    pack(shell, &name)?;
    println!("target/dist/{name}.tar.gz");
    Ok(())
}

/// The current commit, marked if there are uncommitted changes. Outside of git it is what the
/// environment says, or empty.
fn commit(shell: &Shell) -> String {
    if let Ok(commit) = std::env::var(COMMIT) {
        return commit;
    }
    let words = "git describe --always --abbrev=12 --dirty --exclude=*";
    shell.capture(&CommandLine::new(words)).unwrap_or_default().trim().to_owned()
}

/// The target triple of the build.
fn machine(shell: &Shell) -> Result<String, Failure> {
    let said = shell.read("asking the compiler", &CommandLine::new("rustc -vV"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::Missing("rustc names no machine".to_owned()))
}

/// Collects all files in a new folder.
fn fill(shell: &Shell, folder: &Path, built: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let command = format!("crownhead{}", std::env::consts::EXE_SUFFIX);
    fs::copy(built.join(&command), folder.join(&command))?;
    for file in FILES {
        fs::copy(shell.path(file), folder.join(file))?;
    }
    copy_folder(&shell.path("docs"), &folder.join("docs"))?;
    copy_folder(&shell.path("deploy"), &folder.join("deploy"))
}

/// Copies a folder with everything in it.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Generates the manual pages, and the completions under the names that the shells expect.
fn generated(shell: &Shell, name: &str) -> Result<(), Failure> {
    let below = |path: &str| format!("target/dist/{name}/{path}");
    let command =
        || CommandLine::new(&below(&format!("crownhead{}", std::env::consts::EXE_SUFFIX)));
    shell.read("the manual pages", &command().and(&format!("man --dir {}", below("man/man1"))))?;
    let wrong = |error: io::Error| Failure::Missing(format!("{name}: {error}"));
    fs::create_dir_all(shell.path(&below("completions"))).map_err(wrong)?;
    for (of, file) in COMPLETIONS {
        let script = command().and(&format!("completions {of}"));
        let script = shell.read("the completions", &script)?;
        fs::write(shell.path(&below(&format!("completions/{file}"))), script).map_err(wrong)?;
    }
    Ok(())
}

/// Packs the archive reproducibly, and writes its checksum.
fn pack(shell: &Shell, name: &str) -> Result<(), Failure> {
    let archive = format!("{name}.tar.gz");
    let tar = "tar --sort=name --owner=0 --group=0 --numeric-owner -C target/dist -czf";
    shell.run("packing", &CommandLine::new(tar).and(&format!("target/dist/{archive} {name}")))?;
    let sum = CommandLine::new("sha256sum").and(&format!("target/dist/{archive}"));
    let sum = shell.read("the checksum", &sum)?;
    // The checksum file names the archive without a folder.
    let sum = sum.replace("target/dist/", "");
    let path = shell.path("target/dist").join(format!("{archive}.sha256"));
    fs::write(path, sum).map_err(|error| Failure::Missing(format!("{archive}: {error}")))
}
