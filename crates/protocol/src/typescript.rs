//! TypeScript code generation: collects type declarations in one file, which is committed and
//! compared by a test.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

/// The types of this crate: the whole protocol.
pub fn protocol() -> TypeScriptFile {
    TypeScriptFile::new()
        .with::<crate::ClientMessage>()
        .with::<crate::ServerMessage>()
        .with::<crate::LiveMatchList>()
        .with::<crate::MatchPlayers>()
        .with::<crate::OpenedMatch>()
        .with::<crate::EventPage>()
        .with::<crate::CommandBody>()
        .with::<crate::CommandResponse>()
        .with::<crate::HintResponse>()
        .with::<crate::RenameRequest>()
        .with::<crate::ChallengeList>()
        .with::<crate::ChallengeHost>()
        .with::<crate::ChallengeGuest>()
        .with::<crate::CreatedChallenge>()
        .with::<crate::AcceptedChallenge>()
        .with::<crate::LobbyView>()
        .with::<crate::FinishedGamePage>()
        .with::<crate::NewAccount>()
        .with::<crate::SignIn>()
        .with::<crate::OwnAccount>()
        .with::<crate::NewPassword>()
        .with::<crate::AccountDeletion>()
        .with::<crate::NewMail>()
        .with::<crate::NoticeSettings>()
        .with::<crate::RecoveryRequest>()
        .with::<crate::PasswordRecovery>()
        .with::<crate::Profile>()
        .with::<crate::SessionList>()
        .with::<crate::NewToken>()
        .with::<crate::CreatedToken>()
        .with::<crate::TokenList>()
        .with::<crate::BlockList>()
        .with::<crate::NewReport>()
        .with::<crate::AccountData>()
        .with::<crate::AccountMatchPage>()
        .with::<crate::AccountEvent>()
        .with::<crate::KnownEndgames>()
        .with::<crownhead_computer::Evaluation>()
        .with::<crownhead_computer::EndgameAnswer>()
}

/// A TypeScript file under construction. Adding a type adds every type that it refers to.
pub struct TypeScriptFile {
    config: Config,
    /// Declarations by type name.
    declarations: BTreeMap<String, String>,
    visited: HashSet<TypeId>,
    /// Modules whose types this file imports instead of declaring them.
    modules: Vec<(String, BTreeSet<String>)>,
    /// The imported types, by module.
    imports: BTreeMap<String, BTreeSet<String>>,
}

impl Default for TypeScriptFile {
    fn default() -> TypeScriptFile {
        TypeScriptFile {
            // JSON numbers arrive as JavaScript numbers; ours stay below 2^53.
            config: Config::new().with_large_int("number"),
            declarations: BTreeMap::new(),
            visited: HashSet::new(),
            modules: Vec::new(),
            imports: BTreeMap::new(),
        }
    }
}

impl TypeScriptFile {
    /// An empty file.
    pub fn new() -> TypeScriptFile {
        TypeScriptFile::default()
    }

    /// Imports the types of another generated file from `module` where this file needs them.
    #[must_use]
    pub fn importing(mut self, module: &str, file: &TypeScriptFile) -> TypeScriptFile {
        self.modules.push((module.to_owned(), file.declarations.keys().cloned().collect()));
        self
    }

    /// Adds a type and the types that it refers to.
    #[must_use]
    pub fn with<T: TS + 'static>(mut self) -> TypeScriptFile {
        self.visit::<T>();
        self
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let mut text = String::from(
            "// Generated from Rust types by ts-rs. Do not edit: change the Rust type, then run\n\
             // `UPDATE=1 cargo test --test typescript`.\n",
        );
        let declarations = self.declarations.values();
        let used: HashSet<&str> = declarations.flat_map(|code| words(code)).collect();
        for (module, names) in &self.imports {
            let names = names.iter().map(String::as_str).filter(|name| used.contains(name));
            let names: Vec<_> = names.collect();
            let _ = write!(text, "\nimport type {{ {} }} from '{module}';\n", names.join(", "));
        }
        for declaration in self.declarations.values() {
            let _ = write!(text, "\n{declaration}\n");
        }
        text
    }

    /// Compares the text with a committed file; with `UPDATE` in the environment, writes it
    /// instead.
    ///
    /// # Panics
    ///
    /// Panics if the file is stale or cannot be written, so a test fails.
    #[expect(clippy::panic, reason = "a test calls this")]
    pub fn assert_current(&self, path: &Path) {
        let text = self.text();
        if std::env::var_os("UPDATE").is_some() {
            let folder = path.parent().unwrap_or(path);
            let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
            if let Err(why) = written {
                panic!("{} cannot be written: {why}", path.display());
            }
            return;
        }
        let committed = std::fs::read_to_string(path).unwrap_or_default();
        // Git may check files out with the line endings of Windows.
        assert!(
            committed.replace("\r\n", "\n") == text,
            "{} is stale: run `UPDATE=1 cargo test --test typescript`",
            path.display()
        );
    }
}

/// The identifiers of a declaration.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// A declaration without comments, with each object of a union on a line of its own. Comments stay
/// in Rust, so a change of wording leaves the file current.
fn lines(declaration: &str) -> String {
    let mut code = String::new();
    let mut rest = declaration;
    while let Some((before, comment)) = rest.split_once("/**") {
        code.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code.push_str(rest);
    let parts: Vec<_> = code.split_whitespace().collect();
    parts.join(" ").replace(", }", " }").replace("} | {", "}\n  | {")
}

impl TypeVisitor for TypeScriptFile {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.visited.insert(TypeId::of::<T>()) {
            return;
        }
        // Types without a path of their own are primitives and containers.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            let module = self.modules.iter().find(|(_, names)| names.contains(&name));
            if let Some((module, _)) = module {
                self.imports.entry(module.clone()).or_default().insert(name);
                return;
            }
            let declaration = format!("export {}", lines(&T::decl(&self.config)));
            let clash = self.declarations.insert(name.clone(), declaration.clone());
            assert!(
                clash.is_none_or(|earlier| earlier == declaration),
                "two types are called {name}"
            );
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}
