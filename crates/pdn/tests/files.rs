//! Small files that must be read, with what is written for them, and files with faults, with what
//! is said about them. `UPDATE=1` writes the expectations anew, to be looked through.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crownhead_pdn::{PdnError, PdnGame, PdnReader};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "pdn"));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn read(path: &Path) -> Vec<Result<PdnGame, PdnError>> {
    PdnReader::new(fs::File::open(path).unwrap()).collect()
}

fn check(path: &Path, found: &str) {
    let expected = path.with_extension("expected");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&expected, found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&expected).unwrap(), "{}", path.display());
}

#[test]
fn valid_files_are_written_in_one_form_that_reads_back() {
    for path in files("valid") {
        let games: Vec<_> = read(&path).into_iter().map(Result::unwrap).collect();
        let written: Vec<_> = games.iter().map(PdnGame::to_string).collect();
        let written = written.join("\n");
        check(&path, &written);
        let again: Vec<_> = PdnReader::new(written.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(again, games, "{}", path.display());
        assert!(written.lines().all(|line| line.contains("FEN") || line.chars().count() <= 80));
    }
}

#[test]
fn errors_have_their_places_and_reading_continues() {
    for path in files("invalid") {
        let found = read(&path).into_iter().map(|game| match game {
            Ok(game) => format!("game {}: read\n", game.number),
            Err(error) => format!("{error}\n"),
        });
        check(&path, &found.collect::<String>());
    }
}
