//! The compiler for WebAssembly: rustup's, or Debian's where rustup cannot install the target.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::packages;
use crate::shell::{CommandLine, Shell, on_path};

const TARGET: &str = "wasm32-unknown-unknown";
/// Apart from other builds, because another compiler would rebuild everything there.
const FOLDER: &str = "target/web";

/// Omits panic locations: a browser does not show them, and they are as large as a game. The flag
/// is unstable.
const NO_PANIC_LOCATIONS: &str = "-Zlocation-detail=none";

/// A compiler for WebAssembly.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Compiler {
    /// The toolchain's own, with the target added.
    Rustup,
    /// Debian's, which also builds the standard library.
    Debian,
}

/// The build settings of a module.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Module {
    pub(crate) profile: &'static str,
    pub(crate) features: &'static str,
    /// Compiler flags.
    pub(crate) flags: &'static str,
}

impl Compiler {
    /// The available compiler, after setting it up if necessary.
    pub(crate) fn find(shell: &Shell) -> Result<Compiler, Failure> {
        if on_path("rustup") {
            let added = CommandLine::new("rustup target list --installed");
            let has = |said: String| said.lines().any(|line| line.trim() == TARGET);
            let add = CommandLine::new("rustup target add").and(TARGET);
            if shell.capture(&added).is_some_and(has) || shell.capture(&add).is_some() {
                return Ok(Compiler::Rustup);
            }
        }
        packages::ensure(shell, &[packages::RUST_WEB, packages::LLD])?;
        Ok(Compiler::Debian)
    }

    /// Builds a package as a module, and returns its path.
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

    fn line(self, package: &str, module: Module) -> CommandLine {
        let Module { profile, features, flags } = module;
        let wanted = format!("--profile {profile} --target {TARGET} -p {package} {features}");
        let line = match self {
            Compiler::Rustup => CommandLine::new("cargo build"),
            // Full paths, because rustup's programs come first on the search path. Building the
            // standard library needs unstable features.
            Compiler::Debian => {
                CommandLine::new("/usr/bin/cargo build -Zbuild-std=std,panic_abort")
                    .and("--config target.wasm32-unknown-unknown.linker=\"wasm-ld-19\"")
                    .env("RUSTC", "/usr/bin/rustc")
            }
        };
        // Always set, because otherwise the caller's flags would apply.
        let flags = format!("{NO_PANIC_LOCATIONS} {flags}");
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
