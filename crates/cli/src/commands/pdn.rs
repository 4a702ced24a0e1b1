//! `crownhead pdn`: files of many games, checked, converted, sifted, counted and put together.

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

use crate::failure::Failure;

/// What is done with files of games.
#[derive(Subcommand, Debug)]
pub(crate) enum Pdn {
    /// Read and play through every game, and tell what is wrong with which
    #[command(after_help = "The exit code is 1 if any game is wrong. Examples:
  crownhead pdn check club-evening.pdn
  crownhead pdn check *.pdn --json
  zcat archive.pdn.gz | crownhead pdn check -")]
    Check(check::CheckArgs),
    /// Write games in another form: PDN by numbers or names, or JSON
    #[command(
        after_help = "Every game is played through, and what is written is its main line; games that
are wrong are told of and left out. Examples:
  crownhead pdn convert club-evening.pdn --to ndjson
  crownhead pdn convert games.json -o games.pdn
  crownhead pdn convert club-evening.pdn --squares names --whole-jumps -o named.pdn"
    )]
    Convert(convert::ConvertArgs),
    /// Write the games that somebody played, that opened so, that came to a position …
    #[command(
        after_help = "All that is asked for must hold. Games are written as they stand, with variations
and comments; those that are wrong are told of and left out. Examples:
  crownhead pdn filter archive.pdn --player Tinsley --player Lowder -o pair.pdn
  crownhead pdn filter archive.pdn --since 1950 --until 1959.12.31 --result draw
  crownhead pdn filter archive.pdn --opening \"11-15, 23-19, 8-11\" --min-plies 40
  crownhead pdn filter archive.pdn --position B:W18,21,23-32:B1-10,12,15"
    )]
    Filter(Box<filter::FilterArgs>),
    /// Count games, results, lengths, players, openings and ends
    #[command(after_help = "Examples:
  crownhead pdn stats archive.pdn
  crownhead pdn stats 1950.pdn 1951.pdn --most 50 --json")]
    Stats(stats::StatsArgs),
    /// Write the games of several files one after the other, in one form
    #[command(
        after_help = "Games need only be readable: other kinds of draughts are kept too. Examples:
  crownhead pdn merge 1950.pdn 1951.pdn -o fifties.pdn
  crownhead pdn merge *.pdn | crownhead pdn dedupe - -o all.pdn"
    )]
    Merge(merge::MergeArgs),
    /// Leave out games that are there twice, and keep the first
    #[command(after_help = "How moves and names are written does not matter. Examples:
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
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}
