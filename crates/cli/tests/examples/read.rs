//! Finds examples: after `Examples:` in a help text, and in the code blocks of documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::CommandFactory;

/// A block of examples.
pub(crate) struct Block {
    /// `crownhead show --help` or `docs/api.md:79`
    pub(crate) place: String,
    pub(crate) examples: Vec<Example>,
}

/// A command.
pub(crate) struct Example {
    /// For a shell; in a conversation, the input lines for the engine.
    pub(crate) command: String,
    /// The expected output, if the document shows it.
    pub(crate) shown: Option<String>,
    pub(crate) kind: Kind,
}

#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Shell,
    /// A conversation with the engine: input lines begin with `>`.
    Conversation,
}

impl Block {
    pub(crate) fn mentions(&self, text: &str) -> bool {
        self.examples.iter().any(|example| example.command.contains(text))
    }
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The examples in the help text of the program and of every command below it.
pub(crate) fn helps() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut commands = vec![Vec::new()];
    while let Some(words) = commands.pop() {
        let text = help(&words);
        let below = section(&text, "Commands:").filter(|name| name != "help");
        commands.extend(below.map(|name| [words.clone(), vec![name]].concat()));
        let examples: Vec<_> = of_help(&text).into_iter().map(shell).collect();
        let place = ["crownhead".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ");
        if !examples.is_empty() {
            blocks.push(Block { place: format!("{place} --help"), examples });
        }
    }
    let swarm = crownhead_swarm::command::Args::command().render_help().to_string();
    let examples = of_help(&swarm).into_iter().map(shell).collect();
    blocks.push(Block { place: "crownhead-swarm --help".to_owned(), examples });
    assert!(blocks.len() > 25, "only {} help texts have examples", blocks.len());
    blocks
}

fn help(words: &[String]) -> String {
    let command = &mut Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let output = command.args(words).arg("--help").output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names that begin the lines of a section.
fn section<'a>(text: &'a str, heading: &'a str) -> impl Iterator<Item = String> + 'a {
    let lines = text.lines().skip_while(move |line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    // A name has two blanks before it; lines with more continue a description.
    lines.filter_map(|line| {
        let name = line.strip_prefix("  ")?;
        Some(name.split_whitespace().next()?.to_owned()).filter(|_| !name.starts_with(' '))
    })
}

/// The lines after `Examples:` that have two blanks before them. A backslash at the end continues a
/// line on the next.
fn of_help(text: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|line| !is_heading(line)).skip(1);
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some(line) = line.strip_prefix("  ") else { continue };
        let mut command = line.to_owned();
        while command.ends_with('\\') {
            command.push('\n');
            command.push_str(lines.next().unwrap_or_default());
        }
        found.push(command);
    }
    found
}

fn is_heading(line: &str) -> bool {
    line.ends_with("Examples:") || line.ends_with("Example:")
}

/// The examples in the README and in all documents.
pub(crate) fn documents() -> Vec<Block> {
    let root = root();
    let mut files = vec![root.join("README.md")];
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    files.extend(docs.filter(|path| path.extension() == Some("md".as_ref())));
    files.sort();
    let mut blocks = Vec::new();
    for path in files {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        blocks.extend(of_document(&name, &fs::read_to_string(&path).unwrap()));
    }
    blocks
}

/// A code block: its language, the number of its first line, and its lines.
struct Fence<'a> {
    language: &'a str,
    number: usize,
    lines: Vec<&'a str>,
}

fn of_document(name: &str, text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let fences = fences(text);
    for (i, fence) in fences.iter().enumerate() {
        let mut examples = match fence.language {
            "sh" => commands(&fence.lines).into_iter().map(shell).collect(),
            "text" if fence.lines.iter().any(|line| line.starts_with("$ ")) => {
                session(&fence.lines)
            }
            "text" if fence.lines.first().is_some_and(|line| line.starts_with("> ")) => {
                conversation(&fence.lines)
            }
            _ => continue,
        };
        // JSON right after a command is its output.
        let next = fences.get(i + 1).filter(|next| {
            next.language == "json" && next.number <= fence.number + fence.lines.len() + 4
        });
        if let (Some(next), [.., last]) = (next, examples.as_mut_slice()) {
            last.shown = Some(next.lines.join("\n"));
        }
        blocks.push(Block { place: format!("{name}:{}", fence.number), examples });
    }
    blocks
}

fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut fences: Vec<Fence<'_>> = Vec::new();
    let mut open = false;
    for (line, number) in text.lines().zip(1..) {
        match line.strip_prefix("```") {
            Some(language) if !open => {
                fences.push(Fence { language, number, lines: Vec::new() });
                open = true;
            }
            Some(_) => open = false,
            None if open => fences.last_mut().unwrap().lines.push(line),
            None => {}
        }
    }
    fences
}

/// The commands of a shell block: a line each, unless it ends with a backslash or within quotes.
fn commands(lines: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for line in lines {
        match found.last_mut().filter(|_| open) {
            Some(command) => {
                command.push('\n');
                command.push_str(line);
            }
            None if line.is_empty() || line.starts_with('#') => continue,
            None => found.push((*line).to_owned()),
        }
        open = found.last().is_some_and(|command| goes_on(command));
    }
    found
}

fn goes_on(command: &str) -> bool {
    let mut quote = None;
    for letter in command.chars() {
        match quote {
            Some(open) if open == letter => quote = None,
            None if letter == '\'' || letter == '"' => quote = Some(letter),
            // An apostrophe in a comment opens nothing.
            None if letter == '#' && command.contains(" #") => break,
            _ => {}
        }
    }
    quote.is_some() || command.ends_with('\\')
}

/// Lines after `$`, each with the output below it.
fn session(lines: &[&str]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) => examples.push(Example {
                command: command.to_owned(),
                shown: Some(String::new()),
                kind: Kind::Shell,
            }),
            (None, Some(Example { shown: Some(shown), .. })) => {
                shown.push_str(line);
                shown.push('\n');
            }
            _ => {}
        }
    }
    examples
}

fn conversation(lines: &[&str]) -> Vec<Example> {
    let said: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("> ")).collect();
    let heard: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("  ")).collect();
    let (command, shown) = (said.join("\n"), Some(heard.join("\n")));
    vec![Example { command, shown, kind: Kind::Conversation }]
}

fn shell(command: String) -> Example {
    Example { command, shown: None, kind: Kind::Shell }
}

#[test]
fn examples_are_found_wherever_they_stand() {
    let help = "Do it\n\nUsage: crownhead do\n\nOptions:\n  -h, --help  Help\n\nA note. Examples:\n  \
                one\n  two \\\n    more\n";
    assert_eq!(of_help(help), ["one", "two \\\n    more"]);
    let text = "```sh\n# not this\na  # it's so\nb '{\n  x}'\nc \\\n  d\n```\n\n```json\n{}\n```\n\
                ```text\nno prompt\n```\n```text\n$ e\nout\n$ f\n```\n";
    let blocks = of_document("x.md", text);
    assert_eq!(blocks.len(), 2);
    let commands: Vec<_> = blocks[0].examples.iter().map(|e| e.command.as_str()).collect();
    assert_eq!(commands, ["a  # it's so", "b '{\n  x}'", "c \\\n  d"]);
    assert_eq!(blocks[0].examples[2].shown.as_deref(), Some("{}"));
    assert_eq!(blocks[1].examples[0].shown.as_deref(), Some("out\n"));
    assert_eq!(blocks[1].examples[1].shown.as_deref(), Some(""));
}
