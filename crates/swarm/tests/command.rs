//! The program `crownhead-swarm`. The server that it loads is tested with it in `crates/cli`.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead-swarm")).args(args).output().unwrap()
}

#[test]
fn a_swarm_that_cannot_run_fails_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("no-such-program").display().to_string();
    for (args, code, says) in [
        (&["--program", &program, "--seconds", "1"][..], 1, "no-such-program"),
        (&["--node", "127.0.0.1:1", "--seconds", "1", "--matches", "1"], 1, "/api/v1/matches"),
        (&["--matches", "0"], 2, "--matches"),
        (&["--node", "127.0.0.1:1", "--program", &program], 2, "--program"),
    ] {
        let output = run(args);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
        assert!(errors.contains(says), "{args:?}: {errors}");
    }
    let help = run(&["--help"]);
    assert!(help.status.success());
    assert!(String::from_utf8(help.stdout).unwrap().contains("Usage: crownhead-swarm"));
}
