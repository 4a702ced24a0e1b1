//! The commands, one file each.

pub(crate) mod admin;
mod analyse;
pub(crate) mod ballots;
mod bench;
mod bench_pdn;
mod bench_proven;
mod bench_search;
mod duel;
mod engine;
mod explain;
mod games;
mod health;
mod ladder;
mod man;
pub(crate) mod matches;
mod moves;
pub(crate) mod pdn;
mod perft;
pub(crate) mod play;
mod review;
mod rules;
mod serve;
mod show;
mod solve;
mod store;
pub(crate) mod tablebase;
mod tune;
mod tune_data;
mod tune_fit;

use std::io::Write;
use std::time::Duration;

pub(crate) use man::below as commands_below;

use crownhead_engine::SearchLimits;
use crownhead_engine::tune::TuningRun;

use crate::args::{Bench, Cli, Command, Tune};
use crate::completions;
use crate::endgames;
use crate::failure::Failure;

/// Runs a command. If it had to do without damaged endgame tables, it fails at the end.
pub(crate) fn run(args: Cli, out: &mut impl Write) -> Result<(), Failure> {
    run_command(args, out)?;
    endgames::undamaged()
}

fn run_command(args: Cli, out: &mut impl Write) -> Result<(), Failure> {
    match args.command {
        Command::Games { json } => games::run(json, out),
        Command::Rules { rules, diff, json } => rules::run(&rules, diff, json, out),
        Command::Show { game, json } => show::run(&game, json, out),
        Command::Moves { game, json } => moves::run(&game, json, out),
        Command::Explain { game, tried, quiet: true, .. } => explain::check_only(&game, &tried),
        Command::Explain { game, tried, json, .. } => explain::run(&game, &tried, json, out),
        Command::Perft { game, depth, divide, threads } => {
            perft::run(&game, depth, divide, threads, out)
        }
        Command::Solve { game, how, json } => solve::run(&game, &how, json, out),
        Command::Analyse { game, how } => analyse::run(&game, &how, out),
        Command::Review { games, how } => review::run(games, &how, out),
        Command::Pdn { what } => pdn::run(&what, out),
        Command::Ladder(how) => ladder::run(&how, out),
        Command::Play(how) => play::run(&how, out),
        Command::Engine => engine::run(out),
        Command::Serve(how) => serve::run(*how, out),
        Command::Health(how) => health::run(how, out),
        Command::Admin(how) => admin::run(how, out),
        Command::Backup { store, file } => store::backup(&store, &file, out),
        Command::Restore { file, store } => store::restore(&file, &store, out),
        Command::Migrate { from, to } => store::migrate(&from, &to, out),
        Command::Doctor { store, repair } => store::doctor(&store, repair, out),
        Command::Bench { what: Bench::Movegen { repeat } } => bench::movegen(repeat, out),
        Command::Bench { what: Bench::Search { depth, threads } } => {
            bench_search::run(depth, threads, out)
        }
        Command::Bench { what: Bench::Pdn { games, seed, file } } => {
            bench_pdn::run(games, seed, file.as_deref(), out)
        }
        Command::Bench { what: Bench::Proven { rules, games, time, seed } } => {
            bench_proven::run(rules.rules()?, games, Duration::from_millis(time), seed, out)
        }
        Command::Tablebase { what } => tablebase::run(&what, out),
        Command::Match(args) => matches::run(&args, out),
        Command::Ballots(args) => ballots::run(&args, out),
        Command::Bench {
            what: Bench::Duel { rules, against, weights, games, time, nodes, seed, threads },
        } => {
            let limits = nodes
                .map_or(SearchLimits::move_time(Duration::from_millis(time)), SearchLimits::nodes);
            let duel = duel::Match { against, weights, games, limits, seed, threads };
            duel.run(&rules, out)
        }
        Command::Tune {
            what: Tune::Weights { rules, games, nodes, seed, threads, further, out: file },
        } => {
            let course = TuningRun { games, nodes, seed, threads, from_built_in: further };
            tune::run(&rules, course, file.as_deref(), out)
        }
        Command::Tune { what: Tune::Data(args) } => tune_data::run(&args, out),
        Command::Tune { what: Tune::Fit(args) } => tune_fit::run(&args, out),
        Command::Completions { shell } => Ok(out.write_all(&completions::script(shell)?)?),
        Command::Man { dir: Some(folder), .. } => man::write_all(&folder, out),
        Command::Man { command, .. } => man::print(&command, out),
    }
}

/// Prints a value as one line of JSON.
fn print_json(value: &impl serde::Serialize, out: &mut impl Write) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(writeln!(out)?)
}
