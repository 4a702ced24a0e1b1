//! The parameters of the protocol: game, memory, threads, and search limits.

use std::time::Duration;

use crownhead_computer::SearchLimits;
use crownhead_games::{GameId, Rules};

use super::line::ProtocolLine;

/// The engine's parameters.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) rules: Rules,
    pub(crate) threads: usize,
    /// In MiB.
    pub(crate) hash: usize,
}

/// The numeric parameters: minimum, default, maximum.
const THREADS: [usize; 3] = [1, 1, 256];
const HASH: [usize; 3] = [1, 64, 4096];

impl Default for Settings {
    fn default() -> Settings {
        let rules = GameId::ENGLISH_CHECKERS.rules();
        Settings { rules, threads: THREADS[1], hash: HASH[1] }
    }
}

impl Settings {
    /// The lines that declare the parameters.
    pub(crate) fn declared(&self) -> [ProtocolLine; 3] {
        let games: Vec<_> = GameId::ALL.iter().map(|id| id.name()).collect();
        let number = |name: &str, value: usize, [least, _, most]: [usize; 3]| {
            let line = ProtocolLine::new("param").with("name", name).with("value", value);
            line.with("type", "int").with("min", least).with("max", most)
        };
        [
            ProtocolLine::new("param")
                .with("name", "variant")
                .with("value", self.rules.game())
                .with("type", "enum")
                .with("values", games.join(" ")),
            number("threads", self.threads, THREADS),
            number("hash", self.hash, HASH),
        ]
    }

    /// Sets a parameter by its name. An unknown name changes nothing.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |[least, _, most]: [usize; 3]| match value.trim().parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} is a number from {least} to {most}")),
        };
        match name {
            "variant" => self.rules = variant(value)?,
            "threads" => self.threads = number(THREADS)?,
            "hash" => self.hash = number(HASH)?,
            _ => {}
        }
        Ok(())
    }
}

/// A game and its options: `king-me-standard crowning=continues`. Hub's names of English checkers
/// are accepted, too.
pub(crate) fn variant(text: &str) -> Result<Rules, String> {
    let mut words = text.split_whitespace();
    let game = match words.next() {
        Some("english" | "normal") => GameId::ENGLISH_CHECKERS,
        name => name.unwrap_or_default().parse::<GameId>().map_err(|error| error.to_string())?,
    };
    words.try_fold(game.rules(), |rules, option| {
        let (key, value) = option
            .split_once('=')
            .ok_or_else(|| format!("an option is key=value, not {}", option.escape_debug()))?;
        rules.with(key, value).map_err(|bad| bad.to_string())
    })
}

/// The limits that a `level` line sets.
pub(crate) fn level(line: &ProtocolLine) -> Result<SearchLimits, String> {
    let mut limits = SearchLimits::INFINITE;
    if let Some(time) = seconds(line, "time")? {
        let increment = seconds(line, "inc")?.unwrap_or_default();
        limits = SearchLimits::clock_for(time, increment, whole(line, "moves")?);
    }
    if let Some(time) = seconds(line, "move-time")? {
        limits.hard = Some(limits.hard.map_or(time, |hard| hard.min(time)));
    }
    limits.depth = whole(line, "depth")?;
    limits.nodes = whole(line, "nodes")?;
    let limited = limits != SearchLimits::INFINITE || line.has("infinite") || line.has("ponder");
    if limited {
        Ok(limits)
    } else {
        Err("a level says how long: depth=, nodes=, move-time=, time= or infinite".to_owned())
    }
}

/// A time in seconds, at most a year.
fn seconds(line: &ProtocolLine, name: &str) -> Result<Option<Duration>, String> {
    let Some(text) = line.get(name) else { return Ok(None) };
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 => Ok(Some(Duration::from_secs_f64(seconds.min(3.2e7)))),
        _ => Err(format!("{name} is a time in seconds, such as 1.5")),
    }
}

fn whole<T: std::str::FromStr + Default + PartialEq>(
    line: &ProtocolLine,
    name: &str,
) -> Result<Option<T>, String> {
    let Some(text) = line.get(name) else { return Ok(None) };
    match text.parse::<T>() {
        Ok(number) if number != T::default() => Ok(Some(number)),
        _ => Err(format!("{name} is a whole number above zero")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SearchLimits, String> {
        level(&ProtocolLine::read(text).unwrap().unwrap())
    }

    #[test]
    fn levels_are_limits() {
        assert_eq!(read("level depth=7"), Ok(SearchLimits::depth(7)));
        assert_eq!(read("level nodes=900"), Ok(SearchLimits::nodes(900)));
        assert_eq!(read("level infinite"), Ok(SearchLimits::INFINITE));
        assert_eq!(read("level ponder"), Ok(SearchLimits::INFINITE));
        assert_eq!(
            read("level move-time=0.25"),
            Ok(SearchLimits::move_time(Duration::from_millis(250)))
        );
        let (minute, second) = (Duration::from_secs(60), Duration::from_secs(1));
        assert_eq!(read("level time=60 inc=1"), Ok(SearchLimits::clock(minute, second)));
        let last = read("level time=60 moves=1").unwrap();
        assert!(last.hard > SearchLimits::clock(minute, Duration::ZERO).hard, "{last:?}");
        let both = read("level time=60 move-time=0.01 depth=9").unwrap();
        assert_eq!((both.hard, both.depth), (Some(Duration::from_millis(10)), Some(9)));
    }

    #[test]
    fn bad_levels_are_refused() {
        for text in ["", "depth=0", "depth=-1", "depth=x", "nodes=", "depth"] {
            assert!(read(&format!("level {text}")).is_err(), "{text}");
        }
        for text in ["time=NaN", "time=-1", "move-time=soon", "time=1 inc=-2", "time=1 moves=0"] {
            assert!(read(&format!("level {text}")).is_err(), "{text}");
        }
        assert!(read("level time=1e300").is_ok());
        assert!(read("level time=inf inc=inf").is_ok());
    }

    #[test]
    fn variants_have_options() {
        let rules = variant("king-me-standard crowning=continues").unwrap();
        assert_eq!(rules.option("crowning"), Some("continues"));
        assert_eq!(variant("english"), Ok(GameId::WinningMovesCheckers.rules()));
        for text in ["", "chess", "stack-em size=5", "coast-to-coast setup", "king-me-standard x="]
        {
            assert!(variant(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parameters_keep_their_bounds() {
        let mut settings = Settings::default();
        settings.set("hash", "128").unwrap();
        settings.set("threads", "2").unwrap();
        settings.set("colour", "blue").unwrap();
        assert_eq!((settings.hash, settings.threads), (128, 2));
        for (name, value) in [("hash", "0"), ("hash", "999999"), ("threads", "-1"), ("hash", "")] {
            assert!(settings.set(name, value).is_err(), "{name}={value}");
        }
        assert_eq!((settings.hash, settings.threads), (128, 2));
    }
}
