//! The command-line arguments of xtask.

mod storm;

use crate::failure::Failure;
pub(crate) use storm::{HELP as STORM_HELP, Storm, StormOptions};

/// The default time of each fuzz target, in seconds.
const DEFAULT_FUZZ_SECONDS: u32 = 5;

/// The output of `cargo xtask help`.
pub(crate) const HELP: &str = "\
What a maintainer of Crownhead repeats. Each verb first fetches the tools that it needs.

  cargo xtask run [-- ARGS]                 start the games room, or `crownhead ARGS`
  cargo xtask page                          build the web page that the games room serves
  cargo xtask figures                       measure the page: weight, first paint, search
  cargo xtask test [--seconds N]            everything a change must pass; fuzzing takes
                                            N seconds per target (5)
  cargo xtask fuzz [TARGET] [--seconds N]   one fuzz target, or all of them, N seconds each (5)
  cargo xtask storm COMMAND                 the campaign that tries to stop the games room: kills,
                                            cluster, simulate, fuzz or noisy; see `storm --help`
  cargo xtask dist [--profile NAME]         what is handed out: an archive with the command, and its
                                            checksum, in target/dist
  cargo xtask container-check               build the container image as the Containerfile says, and
                                            run it, without a container engine (as root on Debian)
  cargo xtask fmt                           format the code
  cargo xtask help                          this text
";

/// The subcommands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Subcommand {
    /// Start the games room.
    Run { args: Vec<String> },
    /// Run every check that a change must pass.
    Test { seconds: u32 },
    /// One fuzz target, or all.
    Fuzz { target: Option<String>, seconds: u32 },
    /// Try to stop the games room.
    Storm(Storm, StormOptions),
    /// Build the web page.
    Page,
    /// Measure the page.
    Figures,
    /// Build the release archive.
    Dist { profile: String },
    /// Carry out the Containerfile.
    ContainerCheck,
    /// Format the code.
    Fmt,
    /// Print the help.
    Help,
}

/// Parses the arguments after `cargo xtask`.
pub(crate) fn parse(args: impl Iterator<Item = String>) -> Result<Subcommand, Failure> {
    let mut args = args;
    let verb = args.next().ok_or_else(|| usage("no verb given"))?;
    match verb.as_str() {
        "run" => parse_run(args),
        "test" => match parse_fuzz(args)? {
            (None, seconds) => Ok(Subcommand::Test { seconds }),
            (Some(word), _) => Err(usage(&format!("`test` takes no `{word}`"))),
        },
        "fuzz" => {
            let (target, seconds) = parse_fuzz(args)?;
            Ok(Subcommand::Fuzz { target, seconds })
        }
        "storm" => storm::parse(args).map(|(storm, options)| Subcommand::Storm(storm, options)),
        "dist" => parse_dist(args),
        "page" => without_arguments(args, "page", Subcommand::Page),
        "figures" => without_arguments(args, "figures", Subcommand::Figures),
        "container-check" => without_arguments(args, "container-check", Subcommand::ContainerCheck),
        "fmt" => without_arguments(args, "fmt", Subcommand::Fmt),
        "help" | "--help" | "-h" => without_arguments(args, "help", Subcommand::Help),
        _ => Err(usage(&format!("no verb `{verb}`"))),
    }
}

fn parse_run(mut args: impl Iterator<Item = String>) -> Result<Subcommand, Failure> {
    match args.next().as_deref() {
        None | Some("--") => Ok(Subcommand::Run { args: args.collect() }),
        Some(word) => Err(usage(&format!("`run` takes no `{word}` before `--`"))),
    }
}

/// Parses `[TARGET] [--seconds N]`, in either order.
fn parse_fuzz(mut args: impl Iterator<Item = String>) -> Result<(Option<String>, u32), Failure> {
    let (mut target, mut seconds) = (None, DEFAULT_FUZZ_SECONDS);
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

/// Parses `[--profile NAME]`.
fn parse_dist(mut args: impl Iterator<Item = String>) -> Result<Subcommand, Failure> {
    let profile = match args.next().as_deref() {
        None => "release".to_owned(),
        Some("--profile") => {
            args.next().ok_or_else(|| usage("`--profile` wants the name of a profile"))?
        }
        Some(word) => return Err(usage(&format!("`dist` takes no `{word}`"))),
    };
    without_arguments(args, "dist", Subcommand::Dist { profile })
}

fn without_arguments(
    mut args: impl Iterator<Item = String>,
    name: &str,
    verb: Subcommand,
) -> Result<Subcommand, Failure> {
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

    fn line(words: &str) -> Result<Subcommand, Failure> {
        parse(words.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn every_verb_is_read() {
        assert_eq!(line("run"), Ok(Subcommand::Run { args: vec![] }));
        let args = vec!["show".to_owned(), "--move".to_owned()];
        assert_eq!(line("run -- show --move"), Ok(Subcommand::Run { args }));
        assert_eq!(line("test"), Ok(Subcommand::Test { seconds: 5 }));
        assert_eq!(line("test --seconds 1"), Ok(Subcommand::Test { seconds: 1 }));
        assert_eq!(line("fuzz"), Ok(Subcommand::Fuzz { target: None, seconds: 5 }));
        let one = Subcommand::Fuzz { target: Some("pdn".to_owned()), seconds: 60 };
        assert_eq!(line("fuzz --seconds 60 pdn"), Ok(one));
        let storm = |words: &str| match line(words) {
            Ok(Subcommand::Storm(storm, options)) => (storm, options),
            other => panic!("{other:?}"),
        };
        assert_eq!(storm("storm kills").0, Storm::Kills { kills: 1000 });
        assert_eq!(storm("storm cluster --faults 4").0, Storm::Cluster { faults: 4 });
        assert_eq!(storm("storm simulate --seeds 5..9").0, Storm::Simulate { seeds: 5..9 });
        assert_eq!(storm("storm archive --matches 5,7").0, Storm::Archive { matches: vec![5, 7] });
        assert_eq!(storm("storm fuzz --hours 2").0, Storm::Fuzz { hours: 2 });
        let attacks = vec!["searches".to_owned(), "all".to_owned()];
        let (noisy, options) = storm(
            "storm noisy --attack searches --seconds 3 --attack all --state x --minutes 7 --record --nice 12",
        );
        assert_eq!(noisy, Storm::Noisy { seconds: 3, attacks });
        let state = std::path::PathBuf::from("x");
        assert_eq!(
            options,
            StormOptions { state, minutes: Some(7), record: true, built: false, nice: 12 }
        );
        assert_eq!(storm("storm --help").0, Storm::Help);
        assert_eq!(line("page"), Ok(Subcommand::Page));
        assert_eq!(line("figures"), Ok(Subcommand::Figures));
        let dist = |profile: &str| Ok(Subcommand::Dist { profile: profile.to_owned() });
        assert_eq!(line("dist"), dist("release"));
        assert_eq!(line("dist --profile dev"), dist("dev"));
        assert_eq!(line("container-check"), Ok(Subcommand::ContainerCheck));
        assert_eq!(line("fmt"), Ok(Subcommand::Fmt));
        assert_eq!(line("help"), Ok(Subcommand::Help));
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
            ("storm", "which storm"),
            ("storm warning", "`warning`"),
            ("storm kills --kills 0", "`0`"),
            ("storm kills --kills", "1 or more"),
            ("storm kills --faults 3", "`--faults`"),
            ("storm simulate --seeds 5..5", "A..B"),
            ("storm fuzz --state", "folder"),
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
