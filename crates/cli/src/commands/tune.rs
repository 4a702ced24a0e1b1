//! `crownhead tune`: tuning the weights of an evaluation on self-play games.

use std::io::Write;
use std::path::Path;

use crownhead_engine::tune::{Tunable, TuningRun};
use crownhead_games::english::pluralize;
use crownhead_games::{AnyPosition, Rules};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::RulesArgs;
use crate::atomic_file::{self, AtomicFile};
use crate::failure::Failure;

/// Runs with the position type of any game that has weights.
macro_rules! each_tunable {
    ($rules:expr, $position:ident => $body:expr) => {
        match AnyPosition::start($rules) {
            AnyPosition::RegalCheckers($position) => $body,
            AnyPosition::KingMeStandard($position) => $body,
            AnyPosition::KingMeStandardContinues($position) => $body,
            AnyPosition::WinningMovesCheckers($position) => $body,
            AnyPosition::ParkerCheckers($position) => $body,
            AnyPosition::StackEm($position) => $body,
            AnyPosition::CoastToCoast($position) => $body,
            AnyPosition::CheckerboardTicTacToe($position) => $body,
            AnyPosition::TicTacToe(_) => Err(Failure::Input(
                "tic-tac-toe is solved: its evaluation has no weights".to_owned(),
            )),
        }
    };
}
pub(super) use each_tunable;

pub(super) fn run(
    args: &RulesArgs,
    course: TuningRun,
    file: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = args.rules()?;
    let file = file.map(WeightsFile::create).transpose()?;
    let (text, network) = each_tunable!(rules, start => Ok(tuned(rules, course, &start)))?;
    match file {
        Some(file) => file.write(&text, network.as_deref()),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

/// A file of weights that is about to be written. A file that cannot be written is an error before
/// hours of work, not after them.
pub(super) struct WeightsFile<'a> {
    path: &'a Path,
    table: AtomicFile,
}

impl WeightsFile<'_> {
    pub(super) fn create(path: &Path) -> Result<WeightsFile<'_>, Failure> {
        atomic_file::remove_when_interrupted();
        Ok(WeightsFile { path, table: AtomicFile::create(path)? })
    }

    /// Writes the table, and the network beside it. Both are whole before either is put in its
    /// place.
    pub(super) fn write(self, text: &str, network: Option<&[u8]>) -> Result<(), Failure> {
        let WeightsFile { path, mut table } = self;
        table.write_all(text.as_bytes()).map_err(|error| table.failure(&error))?;
        if let Some(network) = network {
            let mut beside = AtomicFile::create(&path.with_extension("network"))?;
            beside.write_all(network).map_err(|error| beside.failure(&error))?;
            beside.finish()?;
        }
        table.finish()
    }
}

/// The tuned weights, and the weights of the network.
fn tuned<P: Tunable>(rules: Rules, course: TuningRun, start: &P) -> (String, Option<Vec<u8>>) {
    let bar = progress_bar(course.steps());
    let tuned = course.run(std::slice::from_ref(start), || bar.inc(1));
    bar.finish_and_clear();
    let TuningRun { games, nodes, seed, from_built_in, .. } = course;
    let further = if from_built_in { " --further" } else { "" };
    let made_by = format!(
        "tune weights {} --games {games} --nodes {nodes} --seed {seed}{further}",
        game_and_options(rules)
    );
    let from = format!(
        "From {}; mean loss {:.4}, that of the first guess {:.4}.",
        pluralize(tuned.samples as u64, "position"),
        tuned.loss[1],
        tuned.loss[0],
    );
    files::<P>(&tuned.weights, &made_by, &from)
}

/// `winning-moves-checkers`, and the options after it as they are typed.
pub(super) fn game_and_options(rules: Rules) -> String {
    let options: String =
        rules.options().map(|(key, value)| format!(" -o {key}={value}")).collect();
    format!("{}{options}", rules.game())
}

/// The two files of weights, with the command that made them and a line about the samples.
pub(super) fn files<P: Tunable>(
    weights: &[f32],
    made_by: &str,
    from: &str,
) -> (String, Option<Vec<u8>>) {
    let network = P::write_network(weights);
    let mut head = format!(
        "What is seen of a position, and what it is worth in hundredths of a man.\n\
         Made by: crownhead {made_by}\n{from}"
    );
    if let Some(network) = &network {
        head += &format!("\n{NETWORK}{:08x}.", crc32fast::hash(network));
    }
    (P::write_weights(weights, &head), network)
}

/// The line before the network's checksum in the file of weights.
const NETWORK: &str = "The checksum of its network is ";

/// Whether a network has the checksum in the file of weights.
pub(super) fn belongs(table: &str, network: &[u8]) -> bool {
    let sum = table.lines().find_map(|line| line.split_once(NETWORK));
    sum.is_none_or(|(_, sum)| {
        sum.trim_end_matches('.') == format!("{:08x}", crc32fast::hash(network))
    })
}

/// A progress bar on standard error, if that is a terminal.
pub(super) fn progress_bar(steps: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} {msg} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}
