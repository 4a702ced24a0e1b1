//! A compiler for WebAssembly: rustup's, or where rustup cannot fetch one, Debian's.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::packages;
use crate::shell::{Line, Shell, on_path};

const TARGET: &str = "wasm32-unknown-unknown";
/// Apart from other builds: another compiler would build everything there anew.
const FOLDER: &str = "target/web";

/// Where in the code something panics is not told in a browser, and the lines of all places that can
/// weigh as much as a game. The flag is not stable yet.
const NOWHERE: &str = "-Zlocation-detail=none";

/// What compiles for the browser.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Compiler {
    /// The toolchain's own, with its target added.
    Rustup,
    /// Debian's, which builds the standard library along.
    Debian,
}

/// How a package is made into a module.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Module {
    pub(crate) profile: &'static str,
    pub(crate) features: &'static str,
    /// For the compiler itself.
    pub(crate) flags: &'static str,
}

impl Compiler {
    /// The compiler that there is, after setting it up if it has to be.
    pub(crate) fn find(shell: &Shell) -> Result<Compiler, Failure> {
        if on_path("rustup") {
            let added = Line::new("rustup target list --installed");
            let has = |said: String| said.lines().any(|line| line.trim() == TARGET);
            let add = Line::new("rustup target add").and(TARGET);
            if shell.ask(&added).is_some_and(has) || shell.ask(&add).is_some() {
                return Ok(Compiler::Rustup);
            }
        }
        packages::ensure(shell, &[packages::RUST_WEB, packages::LLD])?;
        Ok(Compiler::Debian)
    }

    /// Builds a package as a module, and says where it is.
    pub(crate) fn build(
        self,
        shell: &Shell,
        package: &str,
        module: Module,
    ) -> Result<PathBuf, Failure> {
        let line = self.line(package, module);
        println!("    page: {line}");
        shell.run("building a module of the page", &line)?;
        let file = format!("{}.wasm", package.replace('-', "_"));
        Ok(shell.path(FOLDER).join(TARGET).join(module.profile).join(file))
    }

    fn line(self, package: &str, module: Module) -> Line {
        let Module { profile, features, flags } = module;
        let wanted = format!("--profile {profile} --target {TARGET} -p {package} {features}");
        let line = match self {
            Compiler::Rustup => Line::new("cargo build"),
            // By their paths, for rustup's stand before them. The standard library is built with
            // what is not stable yet.
            Compiler::Debian => Line::new("/usr/bin/cargo build -Zbuild-std=std,panic_abort")
                .and("--config target.wasm32-unknown-unknown.linker=\"wasm-ld-19\"")
                .env("RUSTC", "/usr/bin/rustc"),
        };
        // Given with every module: without it the flags of the caller would count.
        let flags = format!("{NOWHERE} {flags}");
        line.and(&wanted)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_DIR", FOLDER)
            .env("RUSTFLAGS", flags.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_compiler_has_its_line() {
        let module = Module { profile: "browser", features: "--features x", flags: "-C lto" };
        let line = |compiler: Compiler| compiler.line("rules", module).to_string();
        assert_eq!(
            line(Compiler::Rustup),
            "RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=target/web \
             RUSTFLAGS='-Zlocation-detail=none -C lto' cargo build --profile browser \
             --target wasm32-unknown-unknown -p rules --features x"
        );
        let debian = line(Compiler::Debian);
        assert!(debian.contains("RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1"), "{debian}");
        assert!(debian.contains("-Zbuild-std=std,panic_abort"), "{debian}");
    }
}
