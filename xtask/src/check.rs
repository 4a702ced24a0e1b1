//! `cargo xtask test`: every check that a change must pass, the quick ones first.

use crate::components::{CLIPPY, RUSTFMT};
use crate::failure::Failure;
use crate::shell::{CommandLine, Shell};
use crate::steps::Steps;
use crate::tools::{DENY, FUZZ, NEXTEST};
use crate::{clients, components, deploy, fuzz, packages, page};

/// Runs every check, and stops at the first that fails.
pub(crate) fn run(shell: &Shell, seconds: u32) -> Result<(), Failure> {
    let mut steps = Steps::default();
    let (nextest, deny, cargo_fuzz) = steps.take("set-up", "tools and packages", || {
        let (c, cxx) = (packages::C, packages::CXX);
        let (postgresql, nats, tmux) = (packages::POSTGRESQL, packages::NATS, packages::TMUX);
        let (nginx, caddy, python) = (packages::NGINX, packages::CADDY, packages::PYTHON);
        packages::ensure(shell, &[c, cxx, postgresql, nats, tmux, nginx, caddy, python])?;
        if cfg!(target_os = "linux") {
            packages::ensure(shell, &[packages::SYSTEMD])?;
        }
        components::ensure(shell, &[RUSTFMT, CLIPPY])?;
        Ok((NEXTEST.ensure(shell)?, DENY.ensure(shell)?, FUZZ.ensure(shell)?))
    })?;
    for (what, line) in [
        ("format", CommandLine::new("cargo fmt --all --check")),
        ("format of fuzz", CommandLine::new("cargo fmt --manifest-path fuzz/Cargo.toml --check")),
        ("dependencies", deny.clone().and("check bans licenses sources")),
        ("dependencies of fuzz", dependencies_of_fuzz(deny)),
    ] {
        steps.run(shell, what, &line)?;
    }
    // The server embeds the page, so the page comes before everything that compiles the server. Its
    // types need the compiled modules.
    steps.take("page", "its modules, and web/dist", || page::build(shell))?;
    for (what, line) in [
        ("format and types of the page", page::npm("run check")),
        ("lints", CommandLine::new("cargo clippy --workspace --all-targets -- -D warnings")),
        ("lints of fuzz", lints_of_fuzz()),
        ("tests", nextest.and("run --workspace")),
        ("doc tests", CommandLine::new("cargo test --workspace --doc")),
        ("documentation", documentation()),
    ] {
        steps.run(shell, what, &line)?;
    }
    steps.take("page in a browser", "npm --prefix web run test", || page::test(shell))?;
    // The programs of an environment for Python have other places on Windows.
    if cfg!(unix) {
        deploy::check(shell, &mut steps)?;
        clients::test(shell, &mut steps)?;
    }
    // The fuzz runtime is built with the tools of Unix.
    if cfg!(unix) {
        fuzz::build(shell, &mut steps, &cargo_fuzz)?;
        for target in fuzz::targets(shell, &cargo_fuzz)? {
            fuzz::one(shell, &mut steps, &cargo_fuzz, &target, seconds)?;
        }
    }
    print!("\nAll checks passed.\n\n{}", steps.summary());
    Ok(())
}

/// Formats both workspaces, and the page if its tools are installed.
pub(crate) fn format(shell: &Shell) -> Result<(), Failure> {
    components::ensure(shell, &[RUSTFMT])?;
    shell.run("formatting", &CommandLine::new("cargo fmt --all"))?;
    shell.run("formatting", &CommandLine::new("cargo fmt --manifest-path fuzz/Cargo.toml"))?;
    match shell.path("web/node_modules").is_dir() {
        true => shell.run("formatting the page", &page::npm("run format")),
        false => Ok(()),
    }
}

/// Clippy needs no fuzz runtime, so this leaves out its C++.
fn lints_of_fuzz() -> CommandLine {
    CommandLine::new(
        "cargo clippy --manifest-path fuzz/Cargo.toml --all-targets --no-default-features",
    )
    .and("-- -D warnings")
}

/// `RUSTDOCFLAGS`, because `RUSTFLAGS` would replace the flags of .cargo/config.toml and rebuild
/// everything.
fn documentation() -> CommandLine {
    CommandLine::new("cargo doc --workspace --no-deps --document-private-items")
        .env("RUSTDOCFLAGS", "-D warnings")
}

fn dependencies_of_fuzz(deny: CommandLine) -> CommandLine {
    deny.and("--manifest-path fuzz/Cargo.toml check bans licenses sources")
}
