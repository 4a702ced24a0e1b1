//! The licences of all third-party parts of the command: its crates, and the libraries and fonts of
//! the page.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::failure::Failure;
use crate::shell::{CommandLine, Shell};

/// The libraries of the page that are part of the built page.
const PAGE_LIBRARIES: [&str; 4] =
    ["svelte", "uqr", "@fontsource-variable/figtree", "@fontsource/fraunces"];

/// All licences as one text.
pub(crate) fn third_party(shell: &Shell) -> Result<String, Failure> {
    let tree = "cargo tree --locked -p crownhead-cli -e normal --prefix none --format {p}";
    let tree = shell.read("listing the crates", &CommandLine::new(tree))?;
    let metadata = CommandLine::new("cargo metadata --locked --format-version 1");
    let metadata = shell.read("asking for the crates' licences", &metadata)?;
    let metadata: Value = serde_json::from_str(&metadata)
        .map_err(|error| Failure::Missing(format!("cargo metadata is not understood: {error}")))?;
    let mut text = String::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let word = |name: &str| package[name].as_str().unwrap_or_default();
        let line = format!("{} v{}", word("name"), word("version"));
        let is_in =
            tree.lines().any(|known| known == line || known.starts_with(&format!("{line} (")));
        let is_ours = package["source"].is_null();
        if is_in && !is_ours {
            let folder = Path::new(word("manifest_path")).parent().unwrap_or(Path::new(""));
            entry(&mut text, &line, word("license"), folder);
        }
    }
    for name in PAGE_LIBRARIES {
        let folder = shell.path("web/node_modules").join(name);
        let manifest = fs::read_to_string(folder.join("package.json")).unwrap_or_default();
        let manifest: Value = serde_json::from_str(&manifest).unwrap_or_default();
        let word = |name: &str| manifest[name].as_str().unwrap_or_default();
        entry(&mut text, &format!("{name} v{}", word("version")), word("license"), &folder);
    }
    Ok(text)
}

/// The entry of one work: its name, its licence, and its licence texts.
fn entry(text: &mut String, name: &str, licence: &str, folder: &Path) {
    let _ = writeln!(text, "{}\n{name}: {licence}\n", "=".repeat(72));
    let mut files: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && is_licence(path))
        .collect();
    files.sort();
    for file in files {
        let _ = writeln!(text, "{}\n", fs::read_to_string(file).unwrap_or_default().trim_end());
    }
}

fn is_licence(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "NOTICE", "OFL"].iter().any(|word| name.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_known_by_their_names() {
        for name in ["LICENSE", "LICENSE-MIT", "license.txt", "COPYING", "NOTICE.md", "OFL.txt"] {
            assert!(is_licence(Path::new(name)), "{name}");
        }
        for name in ["README.md", "Cargo.toml", "src"] {
            assert!(!is_licence(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn an_entry_has_the_texts_of_its_folder() {
        let mut text = String::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        entry(&mut text, "crownhead v1", "MIT OR Apache-2.0", root);
        assert!(text.contains("crownhead v1: MIT OR Apache-2.0"), "{text}");
        assert!(text.contains("Permission is hereby granted"), "{text}");
        assert!(text.contains("TERMS AND CONDITIONS"), "{text}");
    }
}
