//! `cargo xtask dist`: what is handed out. One archive with the command, in which the page is, its
//! manual pages and completions, the licences of everything in it, and the documents; and beside it
//! the archive's checksum.

use std::fs;
use std::io;
use std::path::Path;

use crate::failure::Failure;
use crate::shell::{Line, Shell};
use crate::{licences, packages, page};

/// What goes into the archive as it is.
const FILES: [&str; 8] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
];

/// The shells that have completions, and what their files are called.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "crownhead.bash"),
    ("elvish", "crownhead.elv"),
    ("fish", "crownhead.fish"),
    ("powershell", "_crownhead.ps1"),
    ("zsh", "_crownhead"),
];

/// Makes the archive in `target/dist`, from a build of a profile.
pub(crate) fn run(shell: &Shell, profile: &str) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::C])?;
    page::build(shell)?;
    let build = Line::new("cargo build --locked -p crownhead-cli --bin crownhead --profile");
    let build = build.and(profile).env("CROWNHEAD_COMMIT", &commit(shell));
    shell.run("building the command", &build)?;
    let name = format!("crownhead-{}-{}", env!("CARGO_PKG_VERSION"), machine(shell)?);
    let folder = shell.path("target/dist").join(&name);
    // Profiles have folders of their names, but for those that are built in.
    let built = match profile {
        "dev" | "test" => "debug",
        "bench" => "release",
        profile => profile,
    };
    let built = shell.path("target").join(built);
    fill(shell, &folder, &built).map_err(|why| Failure::Missing(format!("{name}: {why}")))?;
    generated(shell, &name)?;
    let third = licences::of_others(shell)?;
    let kept = fs::write(folder.join("LICENCES-OF-OTHERS.txt"), third);
    kept.map_err(|why| Failure::Missing(format!("{name}: {why}")))?;
    pack(shell, &name)?;
    println!("target/dist/{name}.tar.gz");
    Ok(())
}

/// The commit that is built, marked if there is more than was committed; nothing outside of git.
fn commit(shell: &Shell) -> String {
    let words = "git describe --always --abbrev=12 --dirty --exclude=*";
    shell.ask(&Line::new(words)).unwrap_or_default().trim().to_owned()
}

/// For what machine it is built.
fn machine(shell: &Shell) -> Result<String, Failure> {
    let said = shell.read("asking the compiler", &Line::new("rustc -vV"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::Missing("rustc names no machine".to_owned()))
}

/// Puts everything into a fresh folder.
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
    copy_folder(&shell.path("docs"), &folder.join("docs"))
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

/// What the command writes of itself: its manual pages, and completions for shells under the names
/// that these look for.
fn generated(shell: &Shell, name: &str) -> Result<(), Failure> {
    let below = |path: &str| format!("target/dist/{name}/{path}");
    let command = || Line::new(&below(&format!("crownhead{}", std::env::consts::EXE_SUFFIX)));
    shell.read("the manual pages", &command().and(&format!("man --dir {}", below("man/man1"))))?;
    let wrong = |why: io::Error| Failure::Missing(format!("{name}: {why}"));
    fs::create_dir_all(shell.path(&below("completions"))).map_err(wrong)?;
    for (of, file) in COMPLETIONS {
        let script = command().and(&format!("completions {of}"));
        let script = shell.read("the completions", &script)?;
        fs::write(shell.path(&below(&format!("completions/{file}"))), script).map_err(wrong)?;
    }
    Ok(())
}

/// The archive, with the same owner and order wherever it is made, and its checksum.
fn pack(shell: &Shell, name: &str) -> Result<(), Failure> {
    let archive = format!("{name}.tar.gz");
    let tar = "tar --sort=name --owner=0 --group=0 --numeric-owner -C target/dist -czf";
    shell.run("packing", &Line::new(tar).and(&format!("target/dist/{archive} {name}")))?;
    let sum = Line::new("sha256sum").and(&format!("target/dist/{archive}"));
    let sum = shell.read("the checksum", &sum)?;
    // Whoever checks it has the archive beside it.
    let sum = sum.replace("target/dist/", "");
    let path = shell.path("target/dist").join(format!("{archive}.sha256"));
    fs::write(path, sum).map_err(|why| Failure::Missing(format!("{archive}: {why}")))
}
