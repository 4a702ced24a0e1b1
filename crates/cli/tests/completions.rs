//! Completion in a real bash, in a real terminal: it types a line, presses Tab, and reads the result.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

#[path = "play_screen/pane.rs"]
#[allow(dead_code, reason = "other tests press other keys")]
mod pane;

use std::process::Command;

use pane::Pane;

/// Unfinished lines, and what they are after Tab.
const LINES: [(&str, &str); 14] = [
    ("crownhead tabl", "crownhead tablebase "),
    ("crownhead show king", "crownhead show king-me-standard "),
    ("crownhead show stack-em --js", "crownhead show stack-em --json "),
    ("crownhead play coast", "crownhead play coast-to-coast "),
    ("crownhead play stack-em --side t", "crownhead play stack-em --side two-people "),
    // Only the options of the named game, as far as they have a common prefix.
    ("crownhead show king-me-standard -o ", "crownhead show king-me-standard -o crowning="),
    (
        "crownhead rules king-me-standard -o crowning=c",
        "crownhead rules king-me-standard -o crowning=continues ",
    ),
    (
        "crownhead moves coast-to-coast --option=setup=l",
        "crownhead moves coast-to-coast --option=setup=lines ",
    ),
    (
        "crownhead play checkerboard-tic-tac-toe -o size=6 -o ex",
        "crownhead play checkerboard-tic-tac-toe -o size=6 -o exchange=o",
    ),
    ("crownhead show stack-em -o cr", "crownhead show stack-em -o cr"),
    // A colon splits words in bash, too.
    (
        "crownhead show king-me-standard --position B:W18:B14 -o crowning=s",
        "crownhead show king-me-standard --position B:W18:B14 -o crowning=stops ",
    ),
    ("crownhead review club", "crownhead review club-evening.pdn "),
    ("crownhead review par", "crownhead review parker-checkers "),
    ("crownhead pdn check deep", "crownhead pdn check deeper/"),
];

#[test]
fn bash_completes_commands_games_options_and_files() {
    let crownhead = env!("CARGO_BIN_EXE_crownhead");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let script = Command::new(crownhead).args(["completions", "bash"]).output().unwrap();
    std::fs::write(path("script"), script.stdout).unwrap();
    std::fs::write(path("club-evening.pdn"), "").unwrap();
    std::fs::create_dir(path("deeper")).unwrap();
    std::fs::create_dir(path("bin")).unwrap();
    std::os::unix::fs::symlink(crownhead, path("bin/crownhead")).unwrap();
    let pane = Pane::open((120, 30));
    let here = folder.path().display();
    let bash = format!("cd {here}; PATH={here}/bin:$PATH PS1='bash> ' bash --norc --noprofile");
    pane.keys(&[&bash, "Enter"]);
    pane.wait_for("bash> ");
    pane.keys(&["source ./script; clear", "Enter"]);
    for (begun, complete) in LINES {
        pane.keys(&["C-l", begun]);
        pane.wait_for(&format!("bash> {}", begun.trim_end()));
        // The character typed after it shows where the line ended.
        pane.keys(&["Tab", "|"]);
        pane.wait_for(&format!("bash> {complete}|"));
        pane.keys(&["C-u"]);
    }
}

#[test]
fn every_shell_has_a_script_and_every_command_a_page() {
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_crownhead")).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        assert!(script.contains("CROWNHEAD_COMPLETE"), "{script}");
    }
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let names = run(&["man", "--dir", &pages.display().to_string()]);
    for name in ["crownhead.1", "crownhead-show.1", "crownhead-tablebase-build.1"] {
        assert!(names.lines().any(|line| line == name), "{names}");
        let page = std::fs::read_to_string(pages.join(name)).unwrap();
        assert!(page.contains(".SH NAME") && page.contains(".SH OPTIONS"), "{page}");
    }
    assert_eq!(names.lines().count(), std::fs::read_dir(&pages).unwrap().count());
    assert!(run(&["man", "tablebase", "build"]).contains(".SH EXAMPLES"));
}
