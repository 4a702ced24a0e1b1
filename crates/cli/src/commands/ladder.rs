//! `crownhead ladder`: each level of the computer against the one below.

use std::io::Write;
use std::time::Instant;

use crownhead_computer::{Analyst, Contestant, Level, LevelMatch, LevelTally};
use crownhead_engine::SearchLimits;
use crownhead_games::english::pluralize;
use crownhead_games::{GameId, Rules};

use crate::args::with_options;
use crate::failure::Failure;
use crate::thinking::LadderArgs;

pub(super) fn run(args: &LadderArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.from >= args.to {
        return Err(Failure::Input("--from must be lower than --to".to_owned()));
    }
    let games: Vec<Rules> = match args.game {
        Some(game) => vec![with_options(game.rules(), &args.options)?],
        None => GameId::ALL.iter().map(|game| game.rules()).collect(),
    };
    let analyst = Analyst::new(8);
    for rules in games {
        let games = pluralize(args.games.into(), "game");
        writeln!(out, "{rules}: {games} a pair, seed {}", args.seed)?;
        let contest =
            LevelMatch { full: SearchLimits::nodes(args.nodes), ..LevelMatch::quick(rules) };
        for upper in args.from + 1..=args.to {
            let start = Instant::now();
            let mut tally = LevelTally::default();
            for number in 0..u64::from(args.games) {
                let (one, other) = (contestant(upper), contestant(upper - 1));
                contest.play([one, other], args.seed, number, &analyst, &mut tally);
            }
            let (percent, time) = (tally.percent(), start.elapsed().as_secs_f64());
            let lower = if upper == 1 { "chance".to_owned() } else { (upper - 1).to_string() };
            writeln!(
                out,
                "  {upper:>2} against {lower:<6}  {:<14} {percent:>5.1} %  {time:>7.1} s",
                tally.to_string()
            )?;
            out.flush()?;
        }
    }
    Ok(())
}

fn contestant(number: u8) -> Contestant {
    Level::new(number).map_or(Contestant::Random, Contestant::Level)
}
