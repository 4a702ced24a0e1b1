//! Tidy checks: house rules that no compiler checks, over the files that git tracks. Each rule is
//! also shown a text that it must refuse.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The crate that everything depends on, with the strictest rules.
const RULES: &str = "crates/rules/";
/// The crates without clock, sleep, file, socket or random source.
const PURE: [&str; 10] = [
    "crates/rules/src/",
    "crates/pdn/src/",
    "crates/games/src/",
    "crates/arbiter/src/",
    "crates/protocol/src/",
    "crates/engine/src/",
    "crates/tablebase/src/",
    "crates/computer/src/",
    "crates/files/src/",
    "crates/wasm/src/",
];
/// The modules of these crates that are an exception. ARCHITECTURE.md says why, in invariant 6.
const IMPURE_MODULES: [&str; 5] = [
    "crates/protocol/src/typescript.rs",
    "crates/tablebase/src/folder.rs",
    "crates/tablebase/src/table_bytes.rs",
    "crates/tablebase/src/distributed_build.rs",
    "crates/wasm/src/computer.rs",
];
/// What a pure crate may not use.
const IMPURE: [&str; 9] = [
    "std::fs",
    "std::net",
    "std::process",
    "std::time::{",
    "Instant",
    "SystemTime",
    "thread::sleep",
    "getrandom",
    "fastrand::Rng::new",
];
/// Their manifests.
const PURE_MANIFESTS: [&str; 3] =
    ["crates/rules/Cargo.toml", "crates/pdn/Cargo.toml", "crates/games/Cargo.toml"];

/// Words that mark unfinished code. They are in two halves, because this file must pass, too.
const UNFINISHED: [&str; 5] = [
    concat!("to", "do!("),
    concat!("unimpl", "emented!("),
    concat!("db", "g!("),
    concat!("FIX", "ME"),
    concat!("#[ig", "nore"),
];

/// Type names that say nothing about what a thing is.
const VAGUE_NAMES: [&str; 10] =
    ["Told", "Said", "What", "How", "Why", "Way", "Made", "Seen", "Wish", "Place"];

/// Public types that may share a name, because each belongs to its game or board and callers name
/// its module, as in `checkers::Move`.
const SHARED_NAMES: [&str; 4] = ["Move", "Setup", "Square", "SquareSet"];

/// Question words. A doc comment of one or two words with one of them explains nothing.
const QUESTION_WORDS: [&str; 9] =
    ["who", "whom", "whose", "what", "which", "when", "where", "why", "how"];

/// Code that may name one game, and why.
const MAY_NAME_A_GAME: [(&str, &str); 3] = [
    ("crates/games/src/list.rs", "the list of games itself"),
    ("crates/cli/src/commands/tune.rs", "which position types have weights: the compiler checks"),
    ("crates/cli/src/commands/solve.rs", "a command for the two games that have a solver"),
];

/// Tables of the page that may name one game, and why.
const MAY_NAME_A_GAME_ON_THE_PAGE: [(&str, &str); 3] = [
    ("web/src/board/palette.ts", "the colours of each box: the compiler asks for every game"),
    ("web/src/generated/", "types generated from the list of games"),
    ("web/src/rule-examples.ts", "boards that show rules: a test asks for every game"),
];

/// A rule returns the problems of a file, given its path and its text.
type Rule = fn(&str, &str) -> Vec<String>;

#[test]
fn every_file_opens_with_a_sentence() {
    holds(opens_with_a_sentence);
    refuses(opens_with_a_sentence, "a.rs", "use core::fmt;\n");
    refuses(opens_with_a_sentence, "a.rs", "//! No full stop\n//!\n//! until here.\n");
    refuses(opens_with_a_sentence, "a.rs", "\n//! Too late.\n");
    refuses(opens_with_a_sentence, "a.rs", "");
    accepts(opens_with_a_sentence, "a.rs", "//! Two lines\n//! of one.\n\nuse core::fmt;\n");
    accepts(opens_with_a_sentence, "a.md", "# Title\n");
}

#[test]
fn no_file_is_long() {
    holds(is_short);
    refuses(is_short, "crates/rules/src/a.rs", &"\n".repeat(501));
    accepts(is_short, "crates/rules/src/a.rs", &"\n".repeat(500));
    refuses(is_short, "xtask/src/a.rs", &"\n".repeat(701));
    accepts(is_short, "xtask/src/a.rs", &"\n".repeat(700));
    accepts(is_short, "a.md", &"\n".repeat(701));
}

#[test]
fn nothing_is_unfinished() {
    holds(is_finished);
    for word in UNFINISHED {
        refuses(is_finished, "a.rs", &format!("fn f() {{}}\n    {word}\n"));
    }
    accepts(is_finished, "a.rs", "//! What is still to do: ignore it.\n");
}

#[test]
fn white_space_is_clean() {
    holds(has_clean_white_space);
    for path in ["a.rs", "a.md", "a.toml"] {
        refuses(has_clean_white_space, path, "one\n\ttwo\n");
        refuses(has_clean_white_space, path, "one \ntwo\n");
        refuses(has_clean_white_space, path, "one\r\ntwo\n");
    }
    accepts(has_clean_white_space, "a.rs", "one\n\n    two\n");
    accepts(has_clean_white_space, "a.txt", "one \n");
}

#[test]
fn the_rules_need_nothing() {
    holds(needs_nothing);
    let refused = |text| refuses(needs_nothing, "crates/rules/Cargo.toml", text);
    refused("[dependencies]\nfastrand.workspace = true\n");
    refused("[dependencies.fastrand]\nversion = \"2\"\n");
    refused("[build-dependencies]\nfastrand = \"2\"\n");
    refused("[target.'cfg(unix)'.dependencies]\nfastrand = \"2\"\n");
    let tests_only = "[package]\nname = \"rules\"\n[dev-dependencies]\nfastrand = \"2\"\n";
    accepts(needs_nothing, "crates/rules/Cargo.toml", tests_only);
    accepts(needs_nothing, "crates/server/Cargo.toml", "[dependencies]\nfastrand = \"2\"\n");
}

#[test]
fn serde_stays_above_the_games() {
    holds(is_free_of_serde);
    for path in PURE_MANIFESTS {
        refuses(is_free_of_serde, path, "[dependencies]\nserde = \"1\"\n");
        refuses(is_free_of_serde, path, "[dependencies]\nserde_json.workspace = true\n");
        refuses(is_free_of_serde, path, "[dependencies.serde]\nversion = \"1\"\n");
        refuses(is_free_of_serde, path, "[dev-dependencies]\nserde = \"1\"\n");
    }
    accepts(is_free_of_serde, "crates/games/Cargo.toml", "[dependencies]\nfastrand = \"2\"\n");
    accepts(is_free_of_serde, "crates/server/Cargo.toml", "[dependencies]\nserde = \"1\"\n");
}

#[test]
fn the_pure_crates_do_no_io() {
    holds(does_no_io);
    for path in ["crates/rules/src/a.rs", "crates/games/src/a/b.rs"] {
        refuses(does_no_io, path, "use std::time::Instant;\n");
        refuses(does_no_io, path, "let text = std::fs::read(path);\n");
        refuses(does_no_io, path, "use std::net;\n");
        refuses(does_no_io, path, "std::thread::sleep(PAUSE);\n");
        refuses(does_no_io, path, "getrandom::fill(&mut seed)\n");
    }
    refuses(does_no_io, "crates/engine/src/a.rs", "let start = Instant::now();\n");
    accepts(does_no_io, "crates/tablebase/src/folder.rs", "use std::fs;\n");
    accepts(does_no_io, "crates/engine/src/a.rs", "use std::time::Duration;\n");
    accepts(does_no_io, "crates/rules/src/a.rs", "use std::string::String;\n");
    accepts(does_no_io, "crates/server/src/a.rs", "use std::net;\n");
    accepts(does_no_io, "crates/rules/tests/a.rs", "use std::fs;\n");
}

#[test]
fn a_panic_in_a_release_unwinds() {
    holds(unwinds);
    refuses(unwinds, "Cargo.toml", "[profile.release]\nlto = \"fat\"\npanic = \"abort\"\n");
    accepts(unwinds, "Cargo.toml", "[profile.release]\n\n[profile.browser]\npanic = \"abort\"\n");
}

#[test]
fn the_rules_are_static() {
    holds(is_static);
    refuses(is_static, "crates/rules/src/a.rs", "fn f(game: &dyn Position) {}\n");
    refuses(is_static, "crates/rules/src/a.rs", "    let f: Box<dyn Fn()>; // a reason\n");
    accepts(is_static, "crates/rules/src/a.rs", "fn f() {} // no dyn here\n/// Nor dyn here.\n");
    accepts(is_static, "crates/games/src/a.rs", "fn f(game: &dyn Game) {}\n");
}

#[test]
fn only_the_list_of_games_asks_which_game_it_is() {
    holds(asks_for_facts);
    let refused = |path, text| refuses(asks_for_facts, path, text);
    refused("crates/a/src/a.rs", "if rules.game() == GameId::StackEm {\n");
    refused("crates/a/src/a.rs", "use GameId::*;\n");
    refused("crates/a/src/a.rs", "    AnyPosition::StackEm(stacks) => stacks,\n");
    refused("crates/a/src/a.rs", "if name == \"stack-em\" {\n");
    refused("web/src/a.svelte", "{#if board.game === 'stack-em'}\n");
    refused("web/src/i18n/a.ts", "const isStacked = game === 'stack-em';\n");
    let accepted = |path, text| accepts(asks_for_facts, path, text);
    accepted("crates/a/src/a.rs", "GameId::ALL; GameId::ENGLISH_CHECKERS; GameId::title(id)\n");
    accepted("crates/a/src/a.rs", "/// let id = GameId::StackEm;\n");
    accepted("crates/a/src/a.rs", "#[cfg(test)]\nmod tests {\n    GameId::StackEm;\n}\n");
    accepted("crates/a/tests/a.rs", "GameId::StackEm;\n");
    accepted("crates/rules/src/stack_em/book.rs", "rule!(\"stack-em\")\n");
    accepted("web/src/i18n/en.ts", "  'about.stack-em': 'What you jump goes under you.',\n");
    accepted("web/src/rule-examples.ts", "const stacks = board('stack-em');\n");
    accepted("web/tests/a.test.js", "begin('stack-em');\n");
}

#[test]
fn every_exception_for_a_game_is_needed() {
    let files = files();
    let pages = MAY_NAME_A_GAME_ON_THE_PAGE.iter();
    for (path, reason) in MAY_NAME_A_GAME.iter().chain(pages) {
        let mut excepted = files.iter().filter(|(file, _)| file.starts_with(path));
        let needed = excepted.any(|(_, text)| text.lines().any(|line| named_game(line).is_some()));
        assert!(needed, "{path} names no game; it was excepted because it is {reason}");
    }
}

#[test]
fn names_of_types_say_something() {
    holds(names_say_something);
    for name in VAGUE_NAMES {
        refuses(names_say_something, "a.rs", &format!("pub(crate) struct {name}<'a> {{\n"));
    }
    refuses(names_say_something, "a.rs", "    enum What {\n");
    refuses(names_say_something, "a.rs", "pub type Place = u8;\n");
    accepts(names_say_something, "a.rs", "struct Whatever;\nenum Action {\n    Place,\n}\n");
    accepts(names_say_something, "a.md", "enum What {\n");
}

#[test]
fn doc_comments_explain_something() {
    holds(comments_explain_something);
    for comment in ["/// Who.", "    /// What.", "/// By whom.", "/// Why not."] {
        refuses(comments_explain_something, "a.rs", &format!("{comment}\npub who: Seat,\n"));
    }
    accepts(comments_explain_something, "a.rs", "/// The winner's seat.\npub winner: Seat,\n");
    accepts(comments_explain_something, "a.rs", "/// Its name.\npub name: String,\n");
    accepts(comments_explain_something, "a.rs", "/// The side that moves, and\n/// who.\n");
    accepts(comments_explain_something, "a.rs", "/// `1-0`\nFirstWon,\n");
}

#[test]
fn public_types_have_names_of_their_own() {
    let mut types = Vec::new();
    for (path, text) in files() {
        types.extend(public_types(&path, &text));
    }
    assert!(types.len() > 300, "only {} public types are found", types.len());
    let mut wrong = shared_names(types);
    wrong.retain(|(name, _)| !SHARED_NAMES.contains(&name.as_str()));
    assert!(wrong.is_empty(), "public types that share a name: {wrong:#?}");
}

#[test]
fn a_name_shared_by_two_public_types_is_found() {
    let one = public_types("crates/a/src/lib.rs", "pub struct Table<T>(T);\nstruct Own;\n");
    let other =
        public_types("crates/b/src/lib.rs", "    pub enum Table {\npub(crate) enum Own {\n");
    let places = vec!["crates/a/src/lib.rs:1".to_owned(), "crates/b/src/lib.rs:1".to_owned()];
    let all = one.into_iter().chain(other).collect();
    assert_eq!(shared_names(all), [("Table".to_owned(), places)]);
    assert!(public_types("crates/a/tests/a.rs", "pub struct Table;\n").is_empty());
}

fn opens_with_a_sentence(path: &str, text: &str) -> Vec<String> {
    let paragraph = text.lines().map_while(|line| line.strip_prefix("//! ")).last();
    let opens = paragraph.is_some_and(|last| last.ends_with(['.', ':', '?', '!']));
    if !path.ends_with(".rs") || opens {
        return Vec::new();
    }
    vec![format!("{path}:1: does not open with a `//!` sentence")]
}

fn is_short(path: &str, text: &str) -> Vec<String> {
    let limit = if path.starts_with(RULES) { 500 } else { 700 };
    let lines = text.lines().count();
    if !path.ends_with(".rs") || lines <= limit {
        return Vec::new();
    }
    vec![format!("{path}: {lines} lines, more than {limit}")]
}

fn is_finished(path: &str, text: &str) -> Vec<String> {
    if !path.ends_with(".rs") {
        return Vec::new();
    }
    lines_where(path, text, |line| {
        UNFINISHED.iter().find(|word| line.contains(**word)).map(|word| format!("`{word}`"))
    })
}

fn has_clean_white_space(path: &str, text: &str) -> Vec<String> {
    if ![".rs", ".md", ".toml"].iter().any(|end| path.ends_with(end)) {
        return Vec::new();
    }
    // Not `lines`, which takes a carriage return for part of the line's end.
    let wrong = text.split('\n').zip(1..).filter_map(|(line, number)| {
        let what = match line {
            _ if line.contains('\t') => "a tab",
            _ if line.trim_end() != line => "white space at the end",
            _ => return None,
        };
        Some(format!("{path}:{number}: {what}"))
    });
    wrong.collect()
}

fn needs_nothing(path: &str, text: &str) -> Vec<String> {
    if path != "crates/rules/Cargo.toml" {
        return Vec::new();
    }
    let needed = dependencies(text).into_iter().filter(|(table, _)| table != "dev-dependencies");
    needed.map(|(table, name)| format!("{path}: `{name}` in [{table}]")).collect()
}

fn is_free_of_serde(path: &str, text: &str) -> Vec<String> {
    if !PURE_MANIFESTS.contains(&path) {
        return Vec::new();
    }
    let serde = dependencies(text).into_iter().filter(|(_, name)| name.starts_with("serde"));
    serde.map(|(table, name)| format!("{path}: `{name}` in [{table}]")).collect()
}

fn does_no_io(path: &str, text: &str) -> Vec<String> {
    if !PURE.iter().any(|folder| path.starts_with(folder)) || IMPURE_MODULES.contains(&path) {
        return Vec::new();
    }
    lines_where(path, text, |line| {
        let code = line.split("//").next().unwrap_or_default();
        IMPURE.iter().find(|impure| code.contains(**impure)).map(|impure| format!("`{impure}`"))
    })
}

/// The server relies on it: a panic must end one request or job, and not everybody's matches.
fn unwinds(path: &str, text: &str) -> Vec<String> {
    if path != "Cargo.toml" {
        return Vec::new();
    }
    let release = text.lines().skip_while(|line| *line != "[profile.release]").skip(1);
    let mut lines = release.take_while(|line| !line.starts_with('['));
    let aborts = lines.any(|line| line.starts_with("panic"));
    aborts.then(|| format!("{path}: `panic` in [profile.release]")).into_iter().collect()
}

fn is_static(path: &str, text: &str) -> Vec<String> {
    if !path.starts_with("crates/rules/src/") {
        return Vec::new();
    }
    lines_where(path, text, |line| {
        let code = line.split("//").next().unwrap_or_default();
        code.contains("dyn ").then(|| "`dyn`".to_owned())
    })
}

fn asks_for_facts(path: &str, text: &str) -> Vec<String> {
    let is_excepted = |list: &[(&str, &str)]| list.iter().any(|(known, _)| path.starts_with(known));
    let is_crate = path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs");
    // A game's own module and the tests name the game.
    let is_code = is_crate && !path.starts_with(RULES) && !is_test(path);
    if is_code && !is_excepted(&MAY_NAME_A_GAME) {
        return lines_where(path, code(text), |line| named_game(line.split("//").next()?));
    }
    if path.starts_with("web/src/") && !is_excepted(&MAY_NAME_A_GAME_ON_THE_PAGE) {
        return lines_where(path, text, named_game);
    }
    Vec::new()
}

/// Whether a file in `src` has tests only.
fn is_test(path: &str) -> bool {
    path.ends_with("tests.rs") || path.contains("/tests/") || path.ends_with("no_neighbours.rs")
}

/// The part of a file before its unit tests.
fn code(text: &str) -> &str {
    text.split("\nmod tests {").next().unwrap_or_default()
}

/// A game that a line names: by its variant, its position or its id.
fn named_game(line: &str) -> Option<String> {
    let is_variant = |rest: &str| {
        let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
        let name = name.unwrap_or_default();
        let constant = name.chars().all(|letter| letter.is_uppercase() || letter == '_');
        rest.starts_with(['*', '{']) || name.starts_with(char::is_uppercase) && !constant
    };
    let mut paths = ["GameId::", "AnyPosition::"].into_iter();
    let typed = paths.find(|path| line.split(path).skip(1).any(is_variant));
    let quoted = || {
        let mut ids = game_ids().iter().filter(|id| {
            ['\'', '"', '`'].iter().any(|quote| line.contains(&format!("{quote}{id}{quote}")))
        });
        ids.next().map(|id| format!("`{id}`"))
    };
    typed.map(|path| format!("`{path}` with one game")).or_else(quoted)
}

/// The ids of the games, from their list.
fn game_ids() -> &'static [String] {
    static IDS: OnceLock<Vec<String>> = OnceLock::new();
    IDS.get_or_init(|| {
        let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/games/src/list.rs");
        let list = fs::read_to_string(list).expect("the list of games");
        let name = |line: &str| {
            Some(line.trim().strip_prefix("name: \"")?.strip_suffix("\",")?.to_owned())
        };
        let ids: Vec<_> = list.lines().filter_map(name).collect();
        assert!(ids.len() >= 8, "only {ids:?} are found in the list of games");
        ids
    })
}

fn names_say_something(path: &str, text: &str) -> Vec<String> {
    if !path.ends_with(".rs") {
        return Vec::new();
    }
    lines_where(path, text, |line| {
        let (_, name) = declared_type(line)?;
        VAGUE_NAMES.contains(&name).then(|| format!("a type called `{name}`"))
    })
}

fn comments_explain_something(path: &str, text: &str) -> Vec<String> {
    if !path.ends_with(".rs") {
        return Vec::new();
    }
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let is_doc = |index: usize| lines.get(index).is_some_and(|line| line.starts_with("///"));
    let alone = |index: usize| !is_doc(index + 1) && (index == 0 || !is_doc(index - 1));
    let wrong = lines.iter().enumerate().filter_map(|(index, line)| {
        let comment = line.strip_prefix("/// ")?.strip_suffix('.')?.to_lowercase();
        let words: Vec<_> = comment.split_whitespace().collect();
        let asks = words.iter().any(|word| QUESTION_WORDS.contains(word));
        let empty = asks && words.len() <= 2;
        (empty && alone(index)).then(|| format!("{path}:{}: `{line}` explains nothing", index + 1))
    });
    wrong.collect()
}

/// The type that a line declares, and whether it is public beyond its crate.
fn declared_type(line: &str) -> Option<(bool, &str)> {
    let line = line.trim_start();
    let (public, rest) = match line.strip_prefix("pub ") {
        Some(rest) => (true, rest),
        None if line.starts_with("pub(") => (false, line.split_once(") ")?.1),
        None => (false, line),
    };
    let (keyword, rest) = rest.split_once(' ')?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric()).next()?;
    let is_type = ["struct", "enum", "trait", "type", "union"].contains(&keyword);
    (is_type && name.starts_with(char::is_uppercase)).then_some((public, name))
}

/// The public types of a crate's file, with where they are.
fn public_types(path: &str, text: &str) -> Vec<(String, String)> {
    if !path.starts_with("crates/") || !path.contains("/src/") || !path.ends_with(".rs") {
        return Vec::new();
    }
    let declared = text.lines().zip(1..).filter_map(|(line, number)| {
        let (public, name) = declared_type(line)?;
        public.then(|| (name.to_owned(), format!("{path}:{number}")))
    });
    declared.collect()
}

/// The names that more than one type has, with where those types are.
fn shared_names(types: Vec<(String, String)>) -> Vec<(String, Vec<String>)> {
    let mut places = BTreeMap::<_, Vec<_>>::new();
    for (name, place) in types {
        places.entry(name).or_default().push(place);
    }
    places.into_iter().filter(|(_, places)| places.len() > 1).collect()
}

/// The lines that something is wrong with.
fn lines_where(path: &str, text: &str, wrong: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let numbered = text.lines().zip(1..);
    numbered
        .filter_map(|(line, number)| Some(format!("{path}:{number}: {}", wrong(line)?)))
        .collect()
}

/// The dependencies in a manifest, each with the table that it stands in.
fn dependencies(manifest: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut table = "";
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            table = header.split(']').next().unwrap_or_default();
            // `[dependencies.name]` is a table and a dependency in one.
            if let Some((outer, name)) = table.rsplit_once('.')
                && outer.ends_with("dependencies")
            {
                found.push((outer.to_owned(), name.to_owned()));
            }
        } else if table.ends_with("dependencies") && !line.starts_with('#') && line.contains('=') {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            found.push((table.to_owned(), name.to_owned()));
        }
    }
    found
}

/// Every text file of the project, with its path.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in a workspace");
    let paths = tracked(root).unwrap_or_else(|| walked(root));
    assert!(paths.iter().any(|path| path == "crates/rules/src/lib.rs"), "the files are not found");
    // A tracked file may be deleted, and a file that is not text has no lines.
    let read = |path: String| fs::read_to_string(root.join(&path)).ok().map(|text| (path, text));
    paths.into_iter().filter_map(read).collect()
}

/// Every file of the project keeps a rule.
fn holds(rule: Rule) {
    let wrong: Vec<_> = files().iter().flat_map(|(path, text)| rule(path, text)).collect();
    assert!(wrong.is_empty(), "against the house rules:\n{}", wrong.join("\n"));
}

fn refuses(rule: Rule, path: &str, text: &str) {
    assert!(!rule(path, text).is_empty(), "{path} is accepted with {text:?}");
}

fn accepts(rule: Rule, path: &str, text: &str) {
    assert_eq!(rule(path, text), Vec::<String>::new(), "{path} is refused with {text:?}");
}

/// The files that git tracks, if this is a repository and git is here.
fn tracked(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output().ok()?;
    let list = String::from_utf8(output.stdout).ok()?;
    let files: Vec<_> = list.split_terminator('\0').map(str::to_owned).collect();
    (output.status.success() && !files.is_empty()).then_some(files)
}

/// The files of the project, where there is no git to ask.
fn walked(root: &Path) -> Vec<String> {
    const MADE: [&str; 6] = [".git", "target", "node_modules", "corpus", "artifacts", "coverage"];
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !MADE.contains(&name.as_str()) => folders.push(path),
                Ok(kind) if kind.is_file() => files.push(path),
                _ => {}
            }
        }
    }
    files
}

#[test]
fn both_ways_of_finding_files_find_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let walked = walked(root);
    let tracked = tracked(root).unwrap_or_else(|| walked.clone());
    for path in tracked.iter().filter(|path| path.ends_with(".rs") && root.join(path).exists()) {
        assert!(walked.contains(path), "{path}");
    }
}
