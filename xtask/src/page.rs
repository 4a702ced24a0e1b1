//! The web page: its two WebAssembly modules, what JavaScript needs to call them, and the page
//! itself, made into `web/dist`. The server embeds what it finds there.

use std::fs;
use std::path::Path;
use std::thread;

use wasm_bindgen_cli_support::Bindgen;

use crate::failure::Failure;
use crate::packages;
use crate::shell::{Line, Shell};
use crate::wasm::{Compiler, Module};

/// The least version of Node that the page's tools work with.
const NODE: (u32, u32) = (20, 19);

/// The modules. The computer's network counts on instructions that work on several numbers at once,
/// which browsers have had since 2023.
const MODULES: [(&str, Module); 2] = [
    ("rules", Module { profile: "browser", features: "", flags: "" }),
    (
        "computer",
        Module {
            profile: "browser-computer",
            features: "--no-default-features --features computer",
            flags: "-C target-feature=+simd128",
        },
    ),
];

/// Builds the page, with everything that it needs.
pub(crate) fn build(shell: &Shell) -> Result<(), Failure> {
    node(shell)?;
    let compiler = Compiler::find(shell)?;
    // At once: the last step of each is a long optimisation on one core.
    thread::scope(|scope| {
        let jobs = MODULES.map(|(folder, module)| {
            scope.spawn(move || {
                let module = compiler.build(shell, "crownhead-wasm", module)?;
                bind(&module, &shell.path("web/wasm").join(folder))
            })
        });
        install(shell)?;
        jobs.into_iter().try_for_each(|job| job.join().expect("building does not panic"))
    })?;
    shell.run("building the page", &npm("run build"))
}

/// Fetches the page's libraries, unless they are those of the lock file already.
pub(crate) fn install(shell: &Shell) -> Result<(), Failure> {
    let written = |path: &str| fs::metadata(shell.path(path)).and_then(|file| file.modified());
    let locked = written("web/package-lock.json");
    match (locked, written("web/node_modules/.package-lock.json")) {
        (Ok(locked), Ok(here)) if here >= locked => Ok(()),
        _ => shell.run("fetching the page's libraries", &npm("ci")),
    }
}

/// Plays in a real browser whatever the page promises, on the server that would serve it.
pub(crate) fn test(shell: &Shell) -> Result<(), Failure> {
    served(shell)?;
    shell.run("the page in a browser", &npm("run test"))
}

/// Prints what the page weighs and how quick it is.
pub(crate) fn figures(shell: &Shell) -> Result<(), Failure> {
    build(shell)?;
    served(shell)?;
    shell.run("measuring the page", &npm("run figures"))
}

/// The command that the browser visits: the one that a test of the command calls, so that nothing is
/// compiled twice.
fn served(shell: &Shell) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::CHROMIUM])?;
    let build = Line::new("cargo test --workspace --test command --no-run");
    shell.run("building the games room", &build)
}

/// An npm command in the page's folder.
pub(crate) fn npm(words: &str) -> Line {
    Line::new("npm --prefix web").and(words)
}

fn node(shell: &Shell) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::NODE, packages::NPM])?;
    let said = shell.ask(&Line::new("node --version")).unwrap_or_default();
    if version(&said).is_some_and(|version| version >= NODE) {
        return Ok(());
    }
    let (major, minor) = NODE;
    let said = said.trim();
    Err(Failure::Missing(format!(
        "the page is built with Node {major}.{minor} or later, and this machine has {said}; \
         install a newer one and try again"
    )))
}

/// The version in what Node says of itself: `v20.19.1`.
fn version(said: &str) -> Option<(u32, u32)> {
    let mut numbers = said.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn bind(module: &Path, folder: &Path) -> Result<(), Failure> {
    let bound =
        Bindgen::new().input_path(module).out_name("crownhead").web(true).and_then(|bindgen| {
            bindgen.typescript(true).omit_default_module_path(false).generate(folder)
        });
    bound.map_err(|why| Failure::Missing(format!("{} cannot be bound: {why:#}", module.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_version_is_read() {
        assert_eq!(version("v20.19.1\n"), Some((20, 19)));
        assert!(version("v22.0.0").is_some_and(|version| version >= NODE));
        assert!(version("v18.20.4").is_some_and(|version| version < NODE));
        assert_eq!(version(""), None);
    }
}
