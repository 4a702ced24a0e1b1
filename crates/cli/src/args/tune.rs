//! The arguments of `crownhead tune`.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::RulesArgs;

/// The commands of `crownhead tune`.
#[derive(Debug, Subcommand)]
pub(crate) enum Tune {
    /// Tune the weights of a game's evaluation on self-play games
    #[command(
        after_help = "Tuning is reproducible: the same options and seed give the same weights.

Examples:
  crownhead tune weights stack-em --games 3000 --nodes 2000 --seed 1 --out stack-em.txt
  crownhead bench duel stack-em --weights stack-em.txt --against built-in --nodes 2000"
    )]
    Weights {
        #[command(flatten)]
        rules: RulesArgs,
        /// Number of games
        #[arg(long, value_name = "N", default_value_t = 1_000,
              value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
        games: u32,
        /// Nodes per move
        #[arg(long, value_name = "N", default_value_t = 1_000,
              value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        nodes: u64,
        /// The random seed
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Number of games played at a time; it does not change the weights
        #[arg(long, value_name = "T", default_value_t = 1,
              value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Start from the built-in weights instead of a first guess
        #[arg(long)]
        further: bool,
        /// Write the weights to this file instead of standard output. The weights of a network, if
        /// the game has one, go to a file of that name with the extension `network`
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Record self-play games to train on, in shards that several machines can share
    #[command(after_help = "A shard that exists is skipped, so an interrupted run continues where
it stopped. The same commit, seed and endgame tables give the same bytes.

Examples:
  crownhead tune data winning-moves-checkers --shards 0..4 --games 10 --nodes 500 --out data
  crownhead tune data stack-em --shards 100..200 --seed 7 --out stack-em
  crownhead tune data winning-moves-checkers --positions data --shards 0..2 --games 20 --out more")]
    Data(TuneData),
    /// Fit the weights of an evaluation to recorded games
    #[command(
        after_help = "The games are from `crownhead tune data`. One in twenty is not fitted to, but shows how well
the weights do with other games: the best weights after any epoch are kept. The same games, options
and seed give the same weights.

Examples:
  crownhead tune data stack-em --shards 0..2 --games 10 --nodes 500 --out data
  crownhead tune fit stack-em --data data --out stack-em.txt"
    )]
    Fit(TuneFit),
}

/// Settings of `crownhead tune fit`.
#[derive(Debug, Args)]
pub(crate) struct TuneFit {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// A folder of shards; may be given more than once
    #[arg(long, value_name = "FOLDER", required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Write the weights to this file. The weights of a network, if the game has one, go to a file
    /// of that name with the extension `network`
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Continue from the weights in this file instead of a first guess (checkers only)
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Passes over the games
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) epochs: u32,
    /// The learning rate, compared with the usual one (checkers only)
    #[arg(long, value_name = "R", default_value_t = 1.0)]
    pub(crate) rate: f32,
    /// The weight of the game's result, from 0 to 1; the rest is the search score
    /// [default: the game's]
    #[arg(long, value_name = "W")]
    pub(crate) result_weight: Option<f32>,
    /// How far the searches after a position count as well, from 0 to 1: each ply has this times
    /// the weight of the one before
    #[arg(long, value_name = "D", default_value_t = 0.0)]
    pub(crate) decay: f32,
    /// The random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Settings of `crownhead tune data`.
#[derive(Debug, Args)]
pub(crate) struct TuneData {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The folder of the shards
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Which shards to make: from the first up to, but not including, the last
    #[arg(long, value_name = "FIRST..LAST", value_parser = shards)]
    pub(crate) shards: Range<u32>,
    /// Games in each shard, or positions with --positions
    #[arg(long, value_name = "N", default_value_t = 500,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) games: u32,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 4_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// The seed of the whole data set
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of shards played at a time
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// A file of openings to use besides the start position and ballots
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Instead of playing games, search positions of the games in this folder after up to three
    /// random moves; may be given more than once
    #[arg(long, value_name = "FOLDER", conflicts_with = "openings")]
    pub(crate) positions: Vec<PathBuf>,
    /// The folder of endgame tables that adjudicate games and help the search; none by default
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
}

fn shards(text: &str) -> Result<Range<u32>, String> {
    let range = text.split_once("..").and_then(|(first, last)| {
        Some(first.trim().parse::<u32>().ok()?..last.trim().parse::<u32>().ok()?)
    });
    range.filter(|range| !range.is_empty()).ok_or_else(|| "give a range such as 0..100".to_owned())
}
