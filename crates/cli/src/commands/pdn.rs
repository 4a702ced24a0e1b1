//! `crownhead pdn`: checking, converting, filtering, counting and merging files of games.

mod check;
mod convert;
mod dedupe;
mod files;
mod filter;
mod merge;
mod output;
mod stats;

use std::io::Write;

use clap::Subcommand;
use crownhead_games::english::pluralize;

pub(crate) use files::{ResultsArgs, is_json, reversed_results_warning};

use crate::failure::Failure;

/// The commands of `crownhead pdn`.
#[derive(Subcommand, Debug)]
pub(crate) enum Pdn {
    /// Parse and replay every game, and report the errors
    #[command(
        after_help = "A result is wrong if the Result tag and the end of the game differ, or if it contradicts the
last position. If most results of a file name the loser, one line says so. The exit code is 1 if
any game or result is wrong. Examples:
  crownhead pdn check club-evening.pdn
  crownhead pdn check *.pdn --json
  zcat archive.pdn.gz | crownhead pdn check -"
    )]
    Check(check::CheckArgs),
    /// Convert games: to PDN with square numbers or names, or to JSON
    #[command(
        after_help = "Every game is replayed, and its main line is written. Games with errors are reported
and left out. Examples:
  crownhead pdn convert club-evening.pdn --to ndjson
  crownhead pdn convert games.json -o games.pdn
  crownhead pdn convert club-evening.pdn --squares names --whole-jumps -o named.pdn
  crownhead pdn convert archive.pdn --swap-results -o repaired.pdn"
    )]
    Convert(convert::ConvertArgs),
    /// Select games by player, event, date, result, opening or position
    #[command(
        after_help = "A game must meet every condition. Games are written unchanged, with variations and
comments. Games with errors are reported and left out, but if only the moves are wrong and no
condition needs them, the tags decide. Examples:
  crownhead pdn filter archive.pdn --player Tinsley --player Lowder -o pair.pdn
  crownhead pdn filter archive.pdn --since 1950 --until 1959.12.31 --result draw
  crownhead pdn filter archive.pdn --opening \"11-15, 23-19, 8-11\" --min-plies 40
  crownhead pdn filter archive.pdn --position B:W18,21,23-32:B1-10,12,15"
    )]
    Filter(Box<filter::FilterArgs>),
    /// Count games, results, lengths, players, openings and reasons of the end
    #[command(after_help = "Examples:
  crownhead pdn stats archive.pdn
  crownhead pdn stats 1950.pdn 1951.pdn --most 50 --json")]
    Stats(stats::StatsArgs),
    /// Merge the games of several files into one
    #[command(
        after_help = "Moves are not checked, so other kinds of draughts are kept too. Examples:
  crownhead pdn merge 1950.pdn 1951.pdn -o fifties.pdn
  crownhead pdn merge *.pdn | crownhead pdn dedupe - -o all.pdn"
    )]
    Merge(merge::MergeArgs),
    /// Remove duplicate games and keep the first of each
    #[command(after_help = "The notation of moves and names does not matter. Examples:
  crownhead pdn dedupe archive.pdn -o once.pdn
  crownhead pdn dedupe archive.pdn --by moves -o once.pdn")]
    Dedupe(dedupe::DedupeArgs),
}

pub(super) fn run(what: &Pdn, out: &mut impl Write) -> Result<(), Failure> {
    match what {
        Pdn::Check(args) => args.run(out),
        Pdn::Convert(args) => args.run(out),
        Pdn::Filter(args) => args.run(out),
        Pdn::Stats(args) => args.run(out),
        Pdn::Merge(args) => args.run(out),
        Pdn::Dedupe(args) => args.run(out),
    }
}

/// `1 game`, `2 games`.
fn games(count: u64) -> String {
    pluralize(count, "game")
}

/// `1 of 1 game is`, `1 of 4 games is`, `2 of 4 games are`.
fn games_are(some: u64, all: u64) -> String {
    format!("{some} of {} {}", games(all), if some == 1 { "is" } else { "are" })
}
