//! The command line: which verb, with what.

use crate::failure::Failure;

/// How long each fuzz target runs unless told otherwise.
const SECONDS: u32 = 5;

/// How often a storm kills unless told otherwise.
const KILLS: u32 = 100;

/// What `cargo xtask help` prints.
pub(crate) const HELP: &str = "\
What a maintainer of Crownhead repeats. Each verb first fetches the tools that it needs.

  cargo xtask run [-- ARGS]                 start the games room, or `crownhead ARGS`
  cargo xtask page                          build the web page that the games room serves
  cargo xtask figures                       measure the page: weight, first paint, search
  cargo xtask test [--seconds N]            everything a change must pass; fuzzing takes
                                            N seconds per target (5)
  cargo xtask fuzz [TARGET] [--seconds N]   one fuzz target, or all of them, N seconds each (5)
  cargo xtask storm [--kills N] [--cluster] many players, and a server that is killed N times (100);
                                            with --cluster two nodes, NATS and PostgreSQL in turn
  cargo xtask dist [--profile NAME]         what is handed out: an archive with the command, and its
                                            checksum, in target/dist
  cargo xtask fmt                           format the code
  cargo xtask help                          this text
";

/// What xtask is asked to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    /// Start the games room.
    Run { args: Vec<String> },
    /// Everything a change must pass.
    Test { seconds: u32 },
    /// One fuzz target, or all.
    Fuzz { target: Option<String>, seconds: u32 },
    /// Many players, and servers that are killed.
    Storm { kills: u32, cluster: bool },
    /// Build the web page.
    Page,
    /// Measure it.
    Figures,
    /// Make what is handed out.
    Dist { profile: String },
    /// Format the code.
    Fmt,
    /// Say what there is.
    Help,
}

/// Reads what stands after `cargo xtask`.
pub(crate) fn read(args: impl Iterator<Item = String>) -> Result<Verb, Failure> {
    let mut args = args;
    let verb = args.next().ok_or_else(|| usage("no verb given"))?;
    match verb.as_str() {
        "run" => read_run(args),
        "test" => match read_fuzzing(args)? {
            (None, seconds) => Ok(Verb::Test { seconds }),
            (Some(word), _) => Err(usage(&format!("`test` takes no `{word}`"))),
        },
        "fuzz" => {
            let (target, seconds) = read_fuzzing(args)?;
            Ok(Verb::Fuzz { target, seconds })
        }
        "storm" => read_storm(args),
        "dist" => read_dist(args),
        "page" => nothing_more(args, "page", Verb::Page),
        "figures" => nothing_more(args, "figures", Verb::Figures),
        "fmt" => nothing_more(args, "fmt", Verb::Fmt),
        "help" | "--help" | "-h" => nothing_more(args, "help", Verb::Help),
        _ => Err(usage(&format!("no verb `{verb}`"))),
    }
}

fn read_run(mut args: impl Iterator<Item = String>) -> Result<Verb, Failure> {
    match args.next().as_deref() {
        None | Some("--") => Ok(Verb::Run { args: args.collect() }),
        Some(word) => Err(usage(&format!("`run` takes no `{word}` before `--`"))),
    }
}

/// Reads `[TARGET] [--seconds N]`, in either order.
fn read_fuzzing(mut args: impl Iterator<Item = String>) -> Result<(Option<String>, u32), Failure> {
    let (mut target, mut seconds) = (None, SECONDS);
    while let Some(word) = args.next() {
        if word == "--seconds" {
            let number = args.next().unwrap_or_default();
            // The fuzz runtime takes 0 for "no limit".
            seconds = match number.parse() {
                Ok(0) | Err(_) => {
                    return Err(usage(&format!("`--seconds` wants 1 or more, not `{number}`")));
                }
                Ok(seconds) => seconds,
            };
        } else if word.starts_with('-') {
            return Err(usage(&format!("no flag `{word}`")));
        } else if target.is_some() {
            return Err(usage(&format!("one word too many: `{word}`")));
        } else {
            target = Some(word);
        }
    }
    Ok((target, seconds))
}

/// Reads `[--kills N] [--cluster]`, in either order.
fn read_storm(mut args: impl Iterator<Item = String>) -> Result<Verb, Failure> {
    let (mut kills, mut cluster) = (KILLS, false);
    while let Some(word) = args.next() {
        match word.as_str() {
            "--cluster" => cluster = true,
            "--kills" => {
                let number = args.next().unwrap_or_default();
                kills = match number.parse() {
                    Ok(0) | Err(_) => {
                        return Err(usage(&format!("`--kills` wants 1 or more, not `{number}`")));
                    }
                    Ok(kills) => kills,
                };
            }
            _ => return Err(usage(&format!("`storm` takes no `{word}`"))),
        }
    }
    Ok(Verb::Storm { kills, cluster })
}

/// Reads `[--profile NAME]`.
fn read_dist(mut args: impl Iterator<Item = String>) -> Result<Verb, Failure> {
    let profile = match args.next().as_deref() {
        None => "release".to_owned(),
        Some("--profile") => {
            args.next().ok_or_else(|| usage("`--profile` wants the name of a profile"))?
        }
        Some(word) => return Err(usage(&format!("`dist` takes no `{word}`"))),
    };
    nothing_more(args, "dist", Verb::Dist { profile })
}

fn nothing_more(
    mut args: impl Iterator<Item = String>,
    name: &str,
    verb: Verb,
) -> Result<Verb, Failure> {
    match args.next() {
        None => Ok(verb),
        Some(word) => Err(usage(&format!("`{name}` takes no `{word}`"))),
    }
}

fn usage(what: &str) -> Failure {
    Failure::Usage(what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &str) -> Result<Verb, Failure> {
        read(words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn every_verb_is_read() {
        assert_eq!(line("run"), Ok(Verb::Run { args: vec![] }));
        let args = vec!["show".to_owned(), "--move".to_owned()];
        assert_eq!(line("run -- show --move"), Ok(Verb::Run { args }));
        assert_eq!(line("test"), Ok(Verb::Test { seconds: 5 }));
        assert_eq!(line("test --seconds 1"), Ok(Verb::Test { seconds: 1 }));
        assert_eq!(line("fuzz"), Ok(Verb::Fuzz { target: None, seconds: 5 }));
        let one = Verb::Fuzz { target: Some("pdn".to_owned()), seconds: 60 };
        assert_eq!(line("fuzz --seconds 60 pdn"), Ok(one));
        assert_eq!(line("storm"), Ok(Verb::Storm { kills: 100, cluster: false }));
        let short = Verb::Storm { kills: 4, cluster: true };
        assert_eq!(line("storm --cluster --kills 4"), Ok(short));
        assert_eq!(line("page"), Ok(Verb::Page));
        assert_eq!(line("figures"), Ok(Verb::Figures));
        let dist = |profile: &str| Ok(Verb::Dist { profile: profile.to_owned() });
        assert_eq!(line("dist"), dist("release"));
        assert_eq!(line("dist --profile dev"), dist("dev"));
        assert_eq!(line("fmt"), Ok(Verb::Fmt));
        assert_eq!(line("help"), Ok(Verb::Help));
    }

    /// Every call of xtask in the code blocks of the README and the documents.
    fn documented() -> Vec<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let folders = ["docs", "docs/measurements"];
        let docs = folders.map(|folder| std::fs::read_dir(root.join(folder)).expect("documents"));
        let docs = docs.into_iter().flatten().map(|entry| entry.expect("a document").path());
        let mut calls = Vec::new();
        for path in docs.chain([root.join("README.md"), root.join("CONTRIBUTING.md")]) {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let lines = text.lines().filter_map(|line| line.strip_prefix("cargo xtask "));
            calls.extend(lines.map(|line| line.split(" #").next().unwrap_or_default().to_owned()));
        }
        calls
    }

    #[test]
    fn every_call_in_the_documents_is_understood() {
        let calls = documented();
        assert!(calls.len() >= 4, "{calls:?}");
        for call in calls {
            assert!(line(call.trim()).is_ok(), "cargo xtask {call}");
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (words, named) in [
            ("", "no verb given"),
            ("tset", "`tset`"),
            ("run show", "`show`"),
            ("test square_names", "`square_names`"),
            ("test --fast", "`--fast`"),
            ("fuzz one two", "`two`"),
            ("fuzz --seconds", "1 or more"),
            ("fuzz --seconds 0", "`0`"),
            ("fuzz --seconds -3", "`-3`"),
            ("storm --kills 0", "`0`"),
            ("storm --kills", "1 or more"),
            ("storm warning", "`warning`"),
            ("dist now", "`now`"),
            ("dist --profile", "name of a profile"),
            ("dist --profile dev now", "`now`"),
            ("fmt now", "`now`"),
        ] {
            match line(words) {
                Err(Failure::Usage(message)) => assert!(message.contains(named), "{message}"),
                other => panic!("`{words}` was read as {other:?}"),
            }
        }
    }
}
