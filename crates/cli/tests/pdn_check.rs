//! `crownhead pdn check` over small files, each with its expected output beside it. `UPDATE=1` rewrites
//! the outputs, to be reviewed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdn_check");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end != "expected"));
    files.sort();
    files
}

/// The exit code, standard output and standard error.
fn checked(path: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .current_dir(path.parent().expect("its folder"))
        .args(["pdn", "check"])
        .arg(path.file_name().expect("its name"))
        .args(args)
        .output()
        .expect("it starts");
    let [out, errors] = [output.stdout, output.stderr].map(String::from_utf8);
    let code = output.status.code().expect("an end of its own");
    format!("exit {code}\n{}--\n{}", out.expect("text"), errors.expect("text"))
}

#[test]
fn check_prints_the_expected_report_for_each_file() {
    let files = files();
    assert!(files.len() > 10, "{files:?}");
    let mut different = Vec::new();
    for path in files {
        let found = [&[][..], &["--results", "white"], &["--json"]]
            .map(|args| format!("# check {}\n{}", args.join(" "), checked(&path, args)))
            .concat();
        let mut expected = path.clone().into_os_string();
        expected.push(".expected");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&expected, &found).expect("written");
        }
        let expected = fs::read_to_string(&expected).expect("what is expected");
        if found != expected {
            different.push(format!("{}: {found}", path.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
