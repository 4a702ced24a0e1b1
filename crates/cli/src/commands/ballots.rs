//! `crownhead ballots`: balanced start positions for matches.

use std::io::Write;

use clap::Args;
use crownhead_games::english::pluralize;

use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::matches::openings::{BALANCE, BALLOT_DEPTH, Openings};

/// Options of `crownhead ballots`.
#[derive(Args, Debug)]
pub(crate) struct BallotsArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 400,
          value_parser = clap::value_parser!(u32).range(1..=20_000))]
    count: u32,
    /// The random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &BallotsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let rules = args.rules.rules()?;
    let BallotsArgs { count, seed, .. } = *args;
    let openings = Openings::ballots(rules, seed).map_err(Failure::Input)?;
    let positions = openings.ballot_positions(count as usize).map_err(Failure::Machine)?;
    writeln!(
        out,
        "# {} of {rules} with eleven men a side, for matches: one random man of each side is\n\
         # removed, then each side makes a random move. Nobody can jump, and a search to depth {BALLOT_DEPTH}\n\
         # finds at most {BALANCE} hundredths of a man.\n\
         # Made by: crownhead ballots {} --count {count} --seed {seed}",
        pluralize(count.into(), "position"),
        super::tune::game_and_options(rules),
    )?;
    for position in positions {
        writeln!(out, "{position}")?;
    }
    Ok(())
}
