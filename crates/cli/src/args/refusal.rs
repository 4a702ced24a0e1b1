//! Error messages for a command line, on one line: what is wrong, and what the user may have meant.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use crownhead_games::GameId;
use crownhead_games::english::{any_of, did_you_mean, suggestions};

/// The error as one line.
pub(super) fn line(error: &clap::Error) -> String {
    let said = match error.kind() {
        ErrorKind::InvalidSubcommand => no_such_command(error),
        ErrorKind::UnknownArgument => no_such_option(error),
        ErrorKind::InvalidValue => no_such_value(error),
        _ => None,
    };
    said.unwrap_or_else(|| plain_range(one_line(&error.to_string())))
}

/// The message for a number that is out of range or not a number.
fn plain_range(line: String) -> String {
    let about = |text: &str| text.rsplit_once(": ").map_or(text, |(about, _)| about).to_owned();
    if let Some((before, range)) = line.rsplit_once(" is not in ") {
        let (least, most) = range.split_once("..").unwrap_or((range, ""));
        let most = most.trim_start_matches('=');
        let is_small = most.parse::<u64>().is_ok_and(|most| most < u32::MAX.into());
        return match is_small {
            true => format!("{}: choose {least} to {most}", about(before)),
            false => format!("{}: choose {least} or more", about(before)),
        };
    }
    let ends = [
        "invalid digit found in string",
        "number too large to fit in target type",
        "cannot parse integer from empty string",
    ];
    match ends.iter().any(|end| line.ends_with(end)) {
        true => format!("{}: it is not a number that can be used here", about(&line)),
        false => line,
    }
}

/// The game with a name, or the error that there is none.
pub(crate) fn game(name: &str) -> Result<GameId, String> {
    name.parse().map_err(|_| {
        let close = suggestions(name, GameId::ALL.iter().map(|id| id.name()));
        let none = format!("unknown game '{name}'");
        match close.as_slice() {
            [] => format!("{none}; `crownhead games` lists them"),
            close => format!("{none}. {}", did_you_mean(close)),
        }
    })
}

fn no_such_command(error: &clap::Error) -> Option<String> {
    let typed = text(error, ContextKind::InvalidSubcommand)?;
    let similar = texts(error, ContextKind::SuggestedSubcommand);
    let none = format!("unknown command '{typed}'");
    Some(match suggestions(typed, similar.iter().map(String::as_str)).as_slice() {
        [] => format!("{none}; --help lists the commands"),
        close => format!("{none}. {}", did_you_mean(close)),
    })
}

fn no_such_option(error: &clap::Error) -> Option<String> {
    let typed = text(error, ContextKind::InvalidArg)?;
    if !typed.starts_with('-') {
        return Some(format!("unexpected argument '{typed}'"));
    }
    let none = format!("unknown option '{typed}'");
    Some(match text(error, ContextKind::SuggestedArg) {
        None => format!("{none}; --help lists the options"),
        Some(similar) => format!("{none}. {}", did_you_mean(&[similar])),
    })
}

fn no_such_value(error: &clap::Error) -> Option<String> {
    let of = text(error, ContextKind::InvalidArg)?;
    let typed = text(error, ContextKind::InvalidValue)?;
    let values = texts(error, ContextKind::ValidValue);
    if values.is_empty() {
        return None;
    }
    if typed.is_empty() {
        return Some(format!("{of} needs a value: {}", any_of(values)));
    }
    if values.iter().all(|value| value.parse::<GameId>().is_ok()) {
        return game(typed).err();
    }
    let none = format!("invalid value '{typed}' for {of}");
    Some(match suggestions(typed, values.iter().map(String::as_str)).as_slice() {
        [] => format!("{none}; possible values are {}", any_of(values)),
        close => format!("{none}. {}", did_you_mean(close)),
    })
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        ContextValue::Strings(texts) => texts.first().map(String::as_str),
        _ => None,
    }
}

fn texts(error: &clap::Error, kind: ContextKind) -> &[String] {
    match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts,
        Some(ContextValue::String(text)) => std::slice::from_ref(text),
        _ => &[],
    }
}

/// The message of an error without the usage that follows it, on one line.
fn one_line(message: &str) -> String {
    let message = message.split("\nUsage:").next().unwrap_or_default();
    let message = message.split("\nFor more information").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    // A hint has a paragraph of its own. The one about a flag's name as a value helps nobody here.
    let paragraphs = message.split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>());
    let paragraphs = paragraphs.map(|words| words.join(" "));
    let shown: Vec<_> =
        paragraphs.filter(|text| !text.is_empty() && !text.starts_with("tip: to pass")).collect();
    shown.join("; ")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::Cli;
    use super::*;

    fn refused(words: &str) -> String {
        let words = ["crownhead"].into_iter().chain(words.split(' '));
        line(&Cli::try_parse_from(words).expect_err("a refusal"))
    }

    #[test]
    fn a_wrong_word_gets_a_suggestion() {
        for (words, expected) in [
            ("show chess", "unknown game 'chess'; `crownhead games` lists them"),
            ("show regal", "unknown game 'regal'. Did you mean regal-checkers?"),
            (
                "rules stack-em --diff tictactoe",
                "unknown game 'tictactoe'. \
                 Did you mean tic-tac-toe or checkerboard-tic-tac-toe?",
            ),
            ("shwo stack-em", "unknown command 'shwo'. Did you mean show?"),
            ("table", "unknown command 'table'. Did you mean tablebase?"),
            ("castle", "unknown command 'castle'; --help lists the commands"),
            ("tablebase biuld", "unknown command 'biuld'. Did you mean build?"),
            ("show stack-em --jsn", "unknown option '--jsn'. Did you mean --json?"),
            ("games --sideways", "unknown option '--sideways'; --help lists the options"),
            ("games please", "unexpected argument 'please'"),
            (
                "play stack-em --side frist",
                "invalid value 'frist' for --side <SIDE>. Did you mean first?",
            ),
            (
                "play stack-em --side left",
                "invalid value 'left' for --side <SIDE>; possible values are first, second or two-people",
            ),
            ("show", "the following required arguments were not provided: <GAME>"),
        ] {
            assert_eq!(refused(words), expected, "{words}");
        }
    }

    #[test]
    fn a_number_out_of_range_is_reported_with_the_range() {
        for (words, end) in [
            ("match stack-em --player depth=1 --concurrency 0", ": choose 1 to 1024"),
            ("match stack-em --player depth=1 --games 0", ": choose 1 or more"),
            ("tablebase build regal-checkers --pieces 99", ": choose 2 to 8"),
            ("match stack-em --player depth=1 --seed x", "not a number that can be used here"),
        ] {
            let line = refused(words);
            assert!(line.ends_with(end) && !line.contains("..="), "{line}");
        }
    }

    #[test]
    fn an_invalid_number_is_reported_in_plain_words() {
        for depth in ["x", "-1", "65", "1.5", "99999999999999999999", ""] {
            let line = refused(&format!("perft stack-em --depth {depth}"));
            assert!(line.ends_with("expected a number from 0 to 64"), "{line}");
        }
    }
}
