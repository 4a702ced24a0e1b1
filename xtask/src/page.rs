//! Building the web page into `web/dist`: its two WebAssembly modules, their JavaScript bindings,
//! and the page itself. The server embeds it.

use std::fs;
use std::path::Path;
use std::thread;

use wasm_bindgen_cli_support::Bindgen;

use crate::failure::Failure;
use crate::packages;
use crate::shell::{CommandLine, Shell};
use crate::wasm::{Compiler, Module};

/// The minimum version of Node.
const MIN_NODE: (u32, u32) = (20, 19);

/// The WebAssembly modules. The computer's network uses SIMD instructions, which browsers have had
/// since 2023.
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

/// Builds the page and everything that it needs.
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

/// Installs the page's libraries, unless they match the lock file already.
pub(crate) fn install(shell: &Shell) -> Result<(), Failure> {
    let written = |path: &str| fs::metadata(shell.path(path)).and_then(|file| file.modified());
    let locked = written("web/package-lock.json");
    match (locked, written("web/node_modules/.package-lock.json")) {
        (Ok(locked), Ok(here)) if here >= locked => Ok(()),
        _ => shell.run("fetching the page's libraries", &npm("ci")),
    }
}

/// Runs the browser tests on the real server.
pub(crate) fn test(shell: &Shell) -> Result<(), Failure> {
    build_server(shell)?;
    shell.run("the page in a browser", &npm("run test"))
}

/// Prints the size and speed of the page.
pub(crate) fn figures(shell: &Shell) -> Result<(), Failure> {
    build(shell)?;
    build_server(shell)?;
    shell.run("measuring the page", &npm("run figures"))
}

/// Builds the command for the browser tests, as the tests of the command do, so that nothing is
/// compiled twice.
fn build_server(shell: &Shell) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::CHROMIUM])?;
    let build = CommandLine::new("cargo test --workspace --test command --no-run");
    shell.run("building the games room", &build)
}

/// An npm command in the page's folder.
pub(crate) fn npm(words: &str) -> CommandLine {
    CommandLine::new("npm --prefix web").and(words)
}

/// Installs Node and npm if necessary, and checks their version.
pub(crate) fn node(shell: &Shell) -> Result<(), Failure> {
    packages::ensure(shell, &[packages::NODE, packages::NPM])?;
    let said = shell.capture(&CommandLine::new("node --version")).unwrap_or_default();
    if version(&said).is_some_and(|version| version >= MIN_NODE) {
        return Ok(());
    }
    let (major, minor) = MIN_NODE;
    let said = said.trim();
    Err(Failure::Missing(format!(
        "the page is built with Node {major}.{minor} or later, and this machine has {said}; \
         install a newer one and try again"
    )))
}

/// Parses the output of `node --version`: `v20.19.1`.
fn version(said: &str) -> Option<(u32, u32)> {
    let mut numbers = said.trim().strip_prefix('v')?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn bind(module: &Path, folder: &Path) -> Result<(), Failure> {
    let bound =
        Bindgen::new().input_path(module).out_name("crownhead").web(true).and_then(|bindgen| {
            bindgen.typescript(true).omit_default_module_path(false).generate(folder)
        });
    bound.map_err(|error| {
        Failure::Missing(format!("{} cannot be bound: {error:#}", module.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_version_is_read() {
        assert_eq!(version("v20.19.1\n"), Some((20, 19)));
        assert!(version("v22.0.0").is_some_and(|version| version >= MIN_NODE));
        assert!(version("v18.20.4").is_some_and(|version| version < MIN_NODE));
        assert_eq!(version(""), None);
    }
}
