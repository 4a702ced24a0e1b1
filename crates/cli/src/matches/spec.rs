//! Parsing the specification of a player: `level=5`, `depth=6`, `time=100ms hash=64`, `nodes=20000
//! cmd=PROGRAM ARGS`.

use std::fmt;
use std::time::Duration;

use crownhead_computer::Level;

/// The search limit of a player.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    /// A level; full strength searches a million nodes.
    Level(Level),
    /// A depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// A time per move.
    MoveTime(Duration),
    /// A time for the game, with an increment.
    Clock {
        /// The time for the game.
        time: Duration,
        /// The increment per move.
        increment: Duration,
    },
}

impl Budget {
    /// Whether it uses a clock.
    pub(crate) fn is_timed(self) -> bool {
        matches!(self, Budget::MoveTime(_) | Budget::Clock { .. })
    }
}

/// The specification of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    /// The text of the specification.
    pub(crate) name: String,
    pub(crate) budget: Budget,
    /// In MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    /// Whether it probes endgame tables.
    pub(crate) tables: bool,
    /// The program and its arguments; `None` for Crownhead itself.
    pub(crate) program: Option<Vec<String>>,
}

impl Spec {
    /// Parses a specification. The error says what is wrong.
    pub(crate) fn read(text: &str) -> Result<Spec, String> {
        let (settings, program) = match command_start(text) {
            Some(at) => (&text[..at], Some(words(&text[at + "cmd=".len()..])?)),
            None => (text, None),
        };
        if program.as_ref().is_some_and(Vec::is_empty) {
            return Err("cmd= needs a program".to_owned());
        }
        let mut budget = None;
        let (mut hash, mut threads, mut tables) = (16, 1, true);
        for word in settings.split_whitespace() {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| format!("“{word}” is not of the form key=value"))?;
            let given = match key {
                "depth" => Some(Budget::Depth(number(key, value, 120)? as u32)),
                "nodes" => Some(Budget::Nodes(number(key, value, u64::MAX)?)),
                "time" => Some(Budget::MoveTime(duration(value)?)),
                "clock" => Some(clock(value)?),
                "level" => {
                    let level = value.parse::<Level>();
                    Some(Budget::Level(level.map_err(|error| format!("“{word}”: {error}"))?))
                }
                "hash" => {
                    hash = number(key, value, 4096)? as usize;
                    None
                }
                "threads" => {
                    threads = number(key, value, 256)? as usize;
                    None
                }
                "tables" => {
                    tables = on_or_off(key, value)?;
                    None
                }
                _ => return Err(format!("there is no “{key}=”; {KEYS}")),
            };
            if given.is_some() && budget.is_some() {
                return Err(format!("only one of {BUDGETS}"));
            }
            budget = budget.or(given);
        }
        if program.is_some() && matches!(budget, Some(Budget::Level(_))) {
            return Err("levels are Crownhead's own: a program has another budget".to_owned());
        }
        let budget = budget.ok_or_else(|| format!("one of {BUDGETS} is needed"))?;
        Ok(Spec { name: text.trim().to_owned(), budget, hash, threads, tables, program })
    }

    /// Whether it always plays the same move in the same position.
    #[cfg(test)]
    pub(crate) fn is_deterministic(&self) -> bool {
        !self.budget.is_timed() && self.threads == 1
    }
}

const BUDGETS: &str = "level=, depth=, nodes=, time= or clock=";
const KEYS: &str =
    "a player has level=, depth=, nodes=, time= or clock=, and hash=, threads=, tables=, cmd=";

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The position of `cmd=` as a word of its own; the rest is the program's command line.
fn command_start(text: &str) -> Option<usize> {
    let starts = text.match_indices("cmd=").map(|(at, _)| at);
    let is_word = |at: &usize| text[..*at].chars().next_back().is_none_or(char::is_whitespace);
    starts.into_iter().find(is_word)
}

/// Splits a command line into words; quotation marks group words.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quotation mark in cmd= is not closed".to_owned());
    }
    words.extend(word);
    Ok(words)
}

fn on_or_off(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("“{key}={value}”: it is on or off")),
    }
}

fn number(key: &str, value: &str, most: u64) -> Result<u64, String> {
    match value.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("“{key}={value}” is not a number from 1 to {most}")),
    }
}

/// `100ms`, `1.5s`, `2m`, or seconds without a unit.
fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0)];
    let (digits, unit) = units
        .into_iter()
        .find_map(|(name, unit)| text.strip_suffix(name).map(|digits| (digits, unit)))
        .unwrap_or((text, 1.0));
    match digits.parse::<f64>() {
        Ok(count) if count > 0.0 && count < 1e6 => Ok(Duration::from_secs_f64(count * unit)),
        _ => Err(format!("“{text}” is not a time such as 100ms, 1.5s or 2m")),
    }
}

/// `60s+500ms`, or a time without an increment.
fn clock(text: &str) -> Result<Budget, String> {
    let (time, increment) = text.split_once('+').unwrap_or((text, ""));
    let increment = if increment.is_empty() { Duration::ZERO } else { duration(increment)? };
    Ok(Budget::Clock { time: duration(time)?, increment })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let spec = Spec::read("depth=6 hash=8 threads=2").unwrap();
        assert_eq!((spec.budget, spec.hash, spec.threads), (Budget::Depth(6), 8, 2));
        assert!(!spec.is_deterministic() && Spec::read("nodes=9").unwrap().is_deterministic());
        let budget = |text: &str| Spec::read(text).unwrap().budget;
        assert_eq!(budget("level=5"), Budget::Level(Level::new(5).unwrap()));
        assert_eq!(budget("nodes=20000"), Budget::Nodes(20_000));
        assert_eq!(budget("time=100ms"), Budget::MoveTime(Duration::from_millis(100)));
        assert_eq!(budget("time=2"), Budget::MoveTime(Duration::from_secs(2)));
        let (time, increment) = (Duration::from_secs(60), Duration::from_millis(500));
        assert_eq!(budget("clock=1m+0.5s"), Budget::Clock { time, increment });
        let program = Spec::read("time=1s cmd=/opt/a\\ b 'two words' hub depth=3").unwrap().program;
        assert_eq!(program.unwrap(), ["/opt/a\\", "b", "two words", "hub", "depth=3"]);
    }

    #[test]
    fn players_that_make_no_sense_are_refused() {
        for (text, error) in [
            ("", "one of level="),
            ("hash=4", "one of level="),
            ("depth=0", "“depth=0” is not a number"),
            ("depth=6 nodes=3", "only one of"),
            ("time=soon", "“soon” is not a time"),
            ("time=NaN", "“NaN” is not a time"),
            ("speed=3", "there is no “speed=”"),
            ("depth=3 tables=few", "“tables=few”: it is on or off"),
            ("fast", "“fast” is not of the form"),
            ("level=11", "“level=11”: levels go from 1"),
            ("level=5 cmd=x", "levels are Crownhead's own"),
            ("depth=3 cmd=", "cmd= needs a program"),
            ("depth=3 cmd='a", "a quotation mark"),
        ] {
            let refusal = Spec::read(text).unwrap_err();
            assert!(refusal.starts_with(error), "{text}: {refusal}");
        }
    }
}
