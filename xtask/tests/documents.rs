//! Documents that stay true: their links lead somewhere, the paths that they name exist, and so do
//! the tests that docs/security.md cites.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a path in a document may begin, seen from the root of the project.
const FOLDERS: [&str; 10] = [
    ".cargo/",
    ".github/",
    "crates/",
    "deploy/",
    "docs/",
    "examples/",
    "fuzz/",
    "web/src/",
    "web/tests/",
    "xtask/",
];

/// The ends by which a file is known without its folder.
const EXTENSIONS: [&str; 8] =
    [".rs", ".ts", ".js", ".svelte", ".toml", ".txt", ".json", ".network"];

/// Folders whose documents are not the project's own, or not written by hand.
const SKIPPED: [&str; 5] = ["target", "node_modules", ".git", "artifacts", "corpus"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

#[test]
fn every_link_leads_somewhere() {
    let root = root();
    let documents = files_below(&root, ".md");
    assert!(documents.len() > 20, "only {} documents were found", documents.len());
    let mut wrong = Vec::new();
    for path in documents {
        let text = fs::read_to_string(&path).expect("a document");
        for target in links(&text) {
            if !leads_somewhere(&path, &text, target) {
                wrong.push(format!("{}: ({target})", path.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
}

#[test]
fn every_path_exists() {
    let root = root();
    let mut wrong = Vec::new();
    for path in files_below(&root, ".md") {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        // The changelog speaks of what once was.
        if name == "CHANGELOG.md" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a document");
        wrong.extend(missing(&root, &text).into_iter().map(|what| format!("{name}: `{what}`")));
    }
    assert!(wrong.is_empty(), "paths that do not exist:\n{}", wrong.join("\n"));
}

/// In the map, paths below a heading such as "### `crates/engine`" begin in that folder or its `src`.
#[test]
fn every_path_of_the_map_exists() {
    let root = root();
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the map");
    let (mut base, mut found, mut wrong) = (root.clone(), 0, Vec::new());
    for line in text.lines() {
        if line.starts_with('#') {
            base = root.join(code_spans(line).next().unwrap_or_default());
            if !base.is_dir() {
                wrong.push(line.to_owned());
            }
        }
        for path in code_spans(line).filter(|span| is_path(span)) {
            found += 1;
            let places = [root.join(path), base.join(path), base.join("src").join(path)];
            if !places.iter().any(|place| place.exists()) {
                wrong.push(format!("`{path}` in {}", base.display()));
            }
        }
    }
    assert!(found > 100, "the map names only {found} paths");
    for entry in fs::read_dir(root.join("crates")).expect("the crates").flatten() {
        let krate = format!("crates/{}", entry.file_name().to_string_lossy());
        if !text.contains(&krate) {
            wrong.push(format!("`{krate}` is not on the map"));
        }
    }
    assert!(wrong.is_empty(), "paths of the map that do not exist:\n{}", wrong.join("\n"));
}

/// A code block that begins with `# deploy/FILE:` is that file.
#[test]
fn examples_of_deploying_are_the_files() {
    let root = root();
    let text = fs::read_to_string(root.join("docs/hosting.md")).expect("a document");
    let mut found = 0;
    for block in text.split("\n```").skip(1).step_by(2) {
        let Some((_, block)) = block.split_once('\n') else { continue };
        let Some(path) = block.strip_prefix("# ").and_then(|rest| rest.split(':').next()) else {
            continue;
        };
        if path.starts_with("deploy/") {
            found += 1;
            let file = fs::read_to_string(root.join(path)).expect(path);
            assert_eq!(format!("{block}\n"), file, "docs/hosting.md shows {path} otherwise");
        }
    }
    assert_eq!(found, 3);
}

#[test]
fn the_tests_of_the_security_document_exist() {
    let root = root();
    let text = fs::read_to_string(root.join("docs/security.md")).expect("a document");
    let sources: Vec<String> = files_below(&root.join("crates"), ".rs")
        .into_iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect();
    let is_test = |span: &&str| {
        span.matches('_').count() >= 2 && span.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    let tests: HashSet<&str> = code_spans(&text).filter(is_test).collect();
    assert!(tests.len() > 20, "{tests:?}");
    let exists = |name: &str| sources.iter().any(|text| text.contains(&format!("fn {name}(")));
    let missing: Vec<_> = tests.into_iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "no such tests: {missing:?}");
}

/// The targets of inline links: what stands in `](…)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

fn leads_somewhere(document: &Path, text: &str, target: &str) -> bool {
    if target.contains("://") {
        return true;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = document.parent().expect("a folder").join(file);
    let other =
        if file.is_empty() { Some(text.to_owned()) } else { fs::read_to_string(&path).ok() };
    match (anchor, other) {
        ("", _) => path.exists(),
        (anchor, Some(text)) => headings(&text).any(|heading| heading == anchor),
        (_, None) => false,
    }
}

/// The anchors of a document's headings: lower case, with hyphens for blanks.
fn headings(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let heading = line.trim_start_matches('#').strip_prefix(' ')?;
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        line.starts_with('#').then(|| kept.collect::<String>().to_lowercase().replace(' ', "-"))
    })
}

/// What stands between backticks, outside of code blocks.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let mut block = false;
    let lines = text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        block ^= fence;
        !block && !fence
    });
    lines.flat_map(|line| line.split('`').skip(1).step_by(2))
}

fn is_path(span: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let file = EXTENSIONS.iter().any(|end| span.ends_with(end) && span != *end);
    (span.contains('/') || file) && !span.starts_with('/') && span.chars().all(plain)
}

/// The paths that a document names from the root of the project and that do not exist.
fn missing<'a>(root: &Path, text: &'a str) -> Vec<&'a str> {
    let begins = |span: &&str| FOLDERS.iter().any(|folder| span.starts_with(folder));
    let paths = code_spans(text).filter(|span| is_path(span)).filter(begins);
    paths.filter(|path| !root.join(path).exists()).collect()
}

/// The files of the project whose names end so.
fn files_below(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() && !SKIPPED.contains(&name.as_str()) {
            files.extend(files_below(&path, end));
        } else if path.is_file() && name.ends_with(end) {
            files.push(path);
        }
    }
    files
}

#[test]
fn links_paths_and_headings_are_recognised() {
    let text =
        "# One `two`, three\n[a](b.md#c) and [d](e)\n```\n`not/this.rs`\n```\n`f/g.rs` `h`\n";
    assert_eq!(links(text).collect::<Vec<_>>(), ["b.md#c", "e"]);
    assert_eq!(headings(text).collect::<Vec<_>>(), ["one-two-three"]);
    assert_eq!(code_spans(text).collect::<Vec<_>>(), ["two", "f/g.rs", "h"]);
    assert!(is_path("a/b") && is_path("a.rs") && is_path("src/"));
    assert!(!is_path("/api/v1") && !is_path("a b/c") && !is_path("serde") && !is_path("GET /x"));
    assert_eq!(missing(&root(), "`crates/rules` `crates/none` `other/none`"), ["crates/none"]);
}
