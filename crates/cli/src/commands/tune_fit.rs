//! `crownhead tune fit`: weights from recorded games.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crownhead_engine::SplitMix64;
use crownhead_engine::tune::samples::{Target, deduplicate};
use crownhead_engine::tune::{Fit, TrainingSample, Tunable};
use crownhead_games::english::pluralize;
use crownhead_games::{AnyPosition, Rules};
use crownhead_rules::Notation;

use super::tune::{WeightsFile, each_tunable, files, game_and_options, progress_bar};
use super::tune_data::for_each_game;
use crate::args::TuneFit;
use crate::failure::Failure;

/// One game in this many is a validation game.
const VALIDATION_EVERY: u32 = 20;

pub(super) fn run(args: &TuneFit, out: &mut impl Write) -> Result<(), Failure> {
    let rules = args.rules.rules()?;
    let file = WeightsFile::create(&args.out)?;
    let (text, network) = each_tunable!(rules, start => fit(args, rules, start, out))?;
    file.write(&text, network.as_deref())
}

/// Samples of recorded games, each position once.
struct Samples<P> {
    training: Vec<TrainingSample<P>>,
    validation: Vec<TrainingSample<P>>,
    games: u32,
}

fn fit<P>(
    args: &TuneFit,
    rules: Rules,
    _start: P,
    out: &mut impl Write,
) -> Result<(String, Option<Vec<u8>>), Failure>
where
    P: Tunable + Notation + FromStr,
{
    let result_weight = args.result_weight.unwrap_or(P::RESULT_WEIGHT);
    let target = Target { result_weight, decay: args.decay };
    let initial = args.from.as_deref().map(numbers::<P>).transpose()?;
    let Samples { training, validation, games } = samples::<P>(&args.data, rules, target)?;
    let bar = progress_bar(args.epochs.into());
    let fit = Fit {
        training: &training,
        validation: &validation,
        games,
        initial: initial.as_deref(),
        steps: args.epochs,
        rate: args.rate,
    };
    let mut losses = Vec::new();
    let weights = P::fit(&fit, &mut SplitMix64::new(args.seed), |loss| {
        bar.inc(1);
        losses.extend(loss);
    });
    bar.finish_and_clear();
    let best = losses.iter().copied().reduce(f32::min);
    let best = best.map_or(String::new(), |loss| format!("; mean loss {loss:.4}"));
    let from = format!("From {}{best}.", pluralize(training.len() as u64, "position"));
    for (epoch, loss) in (1..).zip(&losses) {
        writeln!(out, "epoch {epoch}: mean loss {loss:.5}")?;
    }
    writeln!(out, "{from}")?;
    Ok(files::<P>(&weights, &made_by(args, rules, result_weight), &from))
}

/// The command, as the head of the file has it.
fn made_by(args: &TuneFit, rules: Rules, result_weight: f32) -> String {
    let TuneFit { epochs, rate, decay, seed, .. } = args;
    format!(
        "tune fit {} --epochs {epochs} --rate {rate} --result-weight {result_weight} \
         --decay {decay} --seed {seed}",
        game_and_options(rules)
    )
}

/// The weights of a file as numbers.
fn numbers<P: Tunable>(path: &Path) -> Result<Vec<f32>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let network = fs::read(path.with_extension("network")).ok();
    P::parse_numbers(&text, network.as_deref()).map_err(|error| Failure::damaged(path, error))
}

/// Reads all shards of the folders.
fn samples<P: Tunable + Notation + FromStr>(
    folders: &[PathBuf],
    rules: Rules,
    target: Target,
) -> Result<Samples<P>, Failure> {
    let mut samples = Samples { training: Vec::new(), validation: Vec::new(), games: 0 };
    for_each_game(folders, rules, |game| {
        samples.games += 1;
        let validates = samples.games.is_multiple_of(VALIDATION_EVERY);
        let set = if validates { &mut samples.validation } else { &mut samples.training };
        set.extend(target.samples(game)?);
        Ok(())
    })?;
    samples.training = deduplicate(samples.training);
    samples.validation = deduplicate(samples.validation);
    Ok(samples)
}
