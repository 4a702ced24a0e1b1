//! `crownhead tune`: the weights of a game's evaluation, from games of the engine with itself.

use std::io::Write;
use std::path::Path;

use crownhead_engine::tune::{Course, Tunable};
use crownhead_games::{AnyPosition, Rules};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::RulesArgs;
use crate::failure::Failure;

/// Does the same with the position of any game whose evaluation has weights.
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
    course: Course,
    file: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = args.rules()?;
    let (text, network) = each_tunable!(rules, start => Ok(tuned(rules, course, &start)))?;
    let Some(path) = file else {
        return Ok(out.write_all(text.as_bytes())?);
    };
    write_file(path, text.as_bytes())?;
    match network {
        Some(network) => write_file(&path.with_extension("network"), &network),
        None => Ok(()),
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", path.display())))
}

/// The table of the weights that a course comes to, and the network's weights.
fn tuned<P: Tunable>(rules: Rules, course: Course, start: &P) -> (String, Option<Vec<u8>>) {
    let bar = progress_bar(course.steps());
    let tuned = course.run(std::slice::from_ref(start), || bar.inc(1));
    bar.finish_and_clear();
    let Course { games, nodes, seed, further, .. } = course;
    let further = if further { " --further" } else { "" };
    let options: String =
        rules.options().map(|(key, value)| format!(" -o {key}={value}")).collect();
    let head = format!(
        "What is seen of a position, and what it is worth in hundredths of a man.\n\
         Made by: crownhead tune {}{options} --games {games} --nodes {nodes} --seed {seed}{further}\n\
         From {} positions; mean loss {:.4}, that of the first guess {:.4}.",
        rules.game(),
        tuned.samples,
        tuned.loss[1],
        tuned.loss[0],
    );
    (P::write_weights(&tuned.weights, &head), P::write_network(&tuned.weights))
}

/// A bar on standard error, if that is a terminal.
pub(super) fn progress_bar(steps: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} {msg} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}
