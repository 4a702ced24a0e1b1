//! The words for how long the computer thinks and how strong it plays, and reading durations.

use std::time::Duration;

use clap::Args;
use crownhead_computer::{Level, Question};
use crownhead_engine::Limits;
use crownhead_games::GameId;

use crate::args::game_parser;

/// When thinking ends.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct LimitArgs {
    /// Think so long, e.g. 500ms, 2s or 1m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Think so many plies deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Look at about so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits, if any was given.
    fn limits(&self) -> Option<Limits> {
        let time = self.time.map(Limits::move_time);
        time.or(self.depth.map(Limits::depth)).or(self.nodes.map(Limits::nodes))
    }
}

/// What thinks, and what it remembers.
#[derive(Args, Debug)]
pub(crate) struct MeansArgs {
    /// How many threads think
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// How many mebibytes it remembers in
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) hash: u32,
}

/// How a position is analysed.
#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub(crate) means: MeansArgs,
    /// How many ways to go on are shown
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    /// Print a line of JSON for every depth
    #[arg(long)]
    pub(crate) json: bool,
}

impl AnalyseArgs {
    /// The question; five seconds long if nothing was said.
    pub(crate) fn question(&self) -> Question {
        let limits = self.limits.limits();
        Question {
            limits: limits.unwrap_or(Limits::move_time(Duration::from_secs(5))),
            threads: self.means.threads.into(),
            lines: self.lines.into(),
        }
    }
}

/// How a game is reviewed.
#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    /// Judge as this level of the computer would, from 1 to 10
    #[arg(long, value_name = "LEVEL", conflicts_with = "LimitArgs",
          value_parser = |text: &str| text.parse::<Level>())]
    level: Option<Level>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub(crate) means: MeansArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl ReviewArgs {
    /// The question that is asked of every position; 200,000 positions if nothing was said.
    pub(crate) fn question(&self) -> Question {
        let limits = match self.level {
            Some(level) => level.limits(),
            None => self.limits.limits(),
        };
        Question {
            limits: limits.unwrap_or(Limits::nodes(200_000)),
            threads: self.means.threads.into(),
            lines: 1,
        }
    }
}

/// Which levels play each other.
#[derive(Args, Debug)]
pub(crate) struct LadderArgs {
    /// The game; all of them with their usual options if it is left out
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub(crate) game: Option<GameId>,
    /// Set an option of the game; see `crownhead games`
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", requires = "game")]
    pub(crate) options: Vec<String>,
    /// How many games a pair of levels plays
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) games: u32,
    /// What chance is made from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The lowest level that plays; 0 is moves by chance
    #[arg(long, value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=9))]
    pub(crate) from: u8,
    /// The highest level that plays
    #[arg(long, value_name = "LEVEL", default_value_t = 10,
          value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) to: u8,
    /// How many positions full strength looks at for a move
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(crate) nodes: u64,
}

/// Reads `500ms`, `2s`, `1.5s`, `1m` or `1h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let why = || "a time is given as 500ms, 2s or 1m".to_owned();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(why)?;
    let (number, unit) = text.split_at(end);
    let plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let number: f64 = number.parse().ok().filter(|_| plain).ok_or_else(why)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(why()),
    };
    let most = Duration::from_secs(365 * 24 * 3600);
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > Duration::ZERO && time <= most => Ok(time),
        _ => Err("a time is longer than nothing, and at most a year".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("1m"), Ok(Duration::from_secs(60)));
        for bad in ["", "5", "s", "-1s", "1 s", "1e3s", "2days", "0s", "999999999h", "..s", "é"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
