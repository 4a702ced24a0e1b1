//! The arguments for search limits and playing strength, and parsing durations.

use std::time::Duration;

use clap::Args;
use clap_complete::engine::ArgValueCandidates;
use crownhead_computer::{AnalysisRequest, Level};
use crownhead_engine::SearchLimits;
use crownhead_games::GameId;

use crate::args::game_parser;
use crate::completions;

/// The search limits.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct LimitArgs {
    /// Search for this long, e.g. 500ms, 2s or 1m
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = duration)]
    time: Option<Duration>,
    /// Search to this depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Search about this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits, if any are given.
    fn limits(&self) -> Option<SearchLimits> {
        let time = self.time.map(SearchLimits::move_time);
        time.or(self.depth.map(SearchLimits::depth)).or(self.nodes.map(SearchLimits::nodes))
    }
}

/// The threads and memory of a search.
#[derive(Args, Debug)]
pub(crate) struct AnalystArgs {
    /// Number of search threads
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) hash: u32,
}

/// Options of `crownhead analyse`.
#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub(crate) means: AnalystArgs,
    /// Number of lines to show
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    /// Print one line of JSON per depth
    #[arg(long)]
    pub(crate) json: bool,
}

impl AnalyseArgs {
    /// The search limits; five seconds by default.
    pub(crate) fn question(&self) -> AnalysisRequest {
        let limits = self.limits.limits();
        AnalysisRequest {
            limits: limits.unwrap_or(SearchLimits::move_time(Duration::from_secs(5))),
            threads: self.means.threads.into(),
            lines: self.lines.into(),
        }
    }
}

/// Options of `crownhead review`.
#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    /// Review with this level of the computer, from 1 to 10
    #[arg(long, value_name = "LEVEL", conflicts_with = "LimitArgs",
          value_parser = |text: &str| text.parse::<Level>())]
    level: Option<Level>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub(crate) means: AnalystArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl ReviewArgs {
    /// The search limits for every position; 200,000 nodes by default.
    pub(crate) fn question(&self) -> AnalysisRequest {
        let limits = match self.level {
            Some(level) => level.limits(),
            None => self.limits.limits(),
        };
        AnalysisRequest {
            limits: limits.unwrap_or(SearchLimits::nodes(200_000)),
            threads: self.means.threads.into(),
            lines: 1,
        }
    }
}

/// Options of `crownhead ladder`.
#[derive(Args, Debug)]
pub(crate) struct LadderArgs {
    /// The game; by default all games with their default options
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub(crate) game: Option<GameId>,
    /// Set an option of the game; see `crownhead games`
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", requires = "game",
          add = ArgValueCandidates::new(completions::options))]
    pub(crate) options: Vec<String>,
    /// Number of games for each pair of levels
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) games: u32,
    /// The random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The lowest level; 0 plays random moves
    #[arg(long, value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=9))]
    pub(crate) from: u8,
    /// The highest level
    #[arg(long, value_name = "LEVEL", default_value_t = 10,
          value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) to: u8,
    /// Nodes per move at full strength
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(crate) nodes: u64,
}

/// Parses `500ms`, `2s`, `1.5s`, `1m` or `1h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let error = || "a time is given as 500ms, 2s or 1m".to_owned();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(error)?;
    let (number, unit) = text.split_at(end);
    let plain = number.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-');
    let number: f64 = number.parse().ok().filter(|_| plain).ok_or_else(error)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(error()),
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
        for bad in ["", "5", "s", "1 s", "1e3s", "2days", "..s", "--1s", "NaN", "infs", "é"] {
            assert_eq!(duration(bad).unwrap_err(), "a time is given as 500ms, 2s or 1m", "{bad}");
        }
        for bad in
            ["-5s", "-0.5m", "0s", "-0ms", "0.0h", "999999999h", &format!("{}s", "9".repeat(400))]
        {
            let error = "a time is longer than nothing, and at most a year";
            assert_eq!(duration(bad).unwrap_err(), error, "{bad}");
        }
    }
}
