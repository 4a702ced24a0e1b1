//! `cargo xtask test`: everything a change must pass, in the order of what is quick to fail.

use crate::components::{CLIPPY, RUSTFMT};
use crate::failure::Failure;
use crate::shell::{Line, Shell};
use crate::steps::Steps;
use crate::tools::{DENY, FUZZ, NEXTEST};
use crate::{components, fuzz, packages, page};

/// Runs every check, and stops at the first that fails.
pub(crate) fn run(shell: &Shell, seconds: u32) -> Result<(), Failure> {
    let mut steps = Steps::default();
    let (nextest, deny, cargo_fuzz) = steps.take("set-up", "tools and packages", || {
        let (c, cxx) = (packages::C, packages::CXX);
        let (postgresql, nats, tmux) = (packages::POSTGRESQL, packages::NATS, packages::TMUX);
        packages::ensure(shell, &[c, cxx, postgresql, nats, tmux])?;
        components::ensure(shell, &[RUSTFMT, CLIPPY])?;
        Ok((NEXTEST.ensure(shell)?, DENY.ensure(shell)?, FUZZ.ensure(shell)?))
    })?;
    // Before all that compiles the server, which embeds it.
    steps.take("page", "its modules, and web/dist", || page::build(shell))?;
    for (what, line) in [
        ("format", Line::new("cargo fmt --all --check")),
        ("format of fuzz", Line::new("cargo fmt --manifest-path fuzz/Cargo.toml --check")),
        ("lints", Line::new("cargo clippy --workspace --all-targets -- -D warnings")),
        ("lints of fuzz", lints_of_fuzz()),
        ("tests", nextest.and("run --workspace")),
        ("doc tests", Line::new("cargo test --workspace --doc")),
        ("documentation", documentation()),
        ("dependencies", deny.clone().and("check bans licenses sources")),
        ("dependencies of fuzz", dependencies_of_fuzz(deny)),
    ] {
        steps.run(shell, what, &line)?;
    }
    steps.take("page in a browser", "npm --prefix web run test", || page::test(shell))?;
    fuzz::build(shell, &mut steps, &cargo_fuzz)?;
    for target in fuzz::targets(shell, &cargo_fuzz)? {
        fuzz::one(shell, &mut steps, &cargo_fuzz, &target, seconds)?;
    }
    print!("\nAll is well.\n\n{}", steps.summary());
    Ok(())
}

/// Formats both workspaces, and the page if its tools are here.
pub(crate) fn format(shell: &Shell) -> Result<(), Failure> {
    components::ensure(shell, &[RUSTFMT])?;
    shell.run("formatting", &Line::new("cargo fmt --all"))?;
    shell.run("formatting", &Line::new("cargo fmt --manifest-path fuzz/Cargo.toml"))?;
    match shell.path("web/node_modules").is_dir() {
        true => shell.run("formatting the page", &page::npm("run format")),
        false => Ok(()),
    }
}

/// Checking needs no fuzz runtime, so its C++ is left out.
fn lints_of_fuzz() -> Line {
    Line::new("cargo clippy --manifest-path fuzz/Cargo.toml --all-targets --no-default-features")
        .and("-- -D warnings")
}

/// `RUSTDOCFLAGS` and not `RUSTFLAGS`: that would replace the flags of .cargo/config.toml and
/// build everything anew.
fn documentation() -> Line {
    Line::new("cargo doc --workspace --no-deps --document-private-items")
        .env("RUSTDOCFLAGS", "-D warnings")
}

fn dependencies_of_fuzz(deny: Line) -> Line {
    deny.and("--manifest-path fuzz/Cargo.toml check bans licenses sources")
}
