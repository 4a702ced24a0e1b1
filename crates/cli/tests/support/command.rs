//! Runs `crownhead` without tablebases, and checks how it exits.

use std::process::{Command, Output};

pub(crate) fn crownhead(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .env("CROWNHEAD_TABLES", "off")
        .args(args)
        .output()
        .expect("it starts")
}

/// Standard output of a command that succeeds.
pub(crate) fn printed(args: &[&str]) -> String {
    let output = crownhead(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one line on standard error of a command that is refused with exit code 2.
pub(crate) fn refused(args: &[&str]) -> String {
    refused_with(2, args)
}

/// The same with another exit code, such as 1 for a missing file.
pub(crate) fn refused_with(code: i32, args: &[&str]) -> String {
    let output = crownhead(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors.strip_prefix("crownhead: ").expect("its name").trim_end().to_owned()
}
