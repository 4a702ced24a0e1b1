//! `crownhead review`: every move of a game with the best one beside it.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use crownhead_computer::{Analyst, Judged, Review, Reviewed, review};
use crownhead_engine::Score;
use crownhead_games::Game;
use crownhead_rules::{BySide, Side};
use serde::Serialize;

use crate::args::GameArgs;
use crate::failure::Failure;
use crate::thinking::ReviewArgs;

#[derive(Serialize)]
struct Told<'a> {
    game: &'static str,
    options: BTreeMap<&'static str, &'static str>,
    position: Option<String>,
    moves: Vec<Move<'a>>,
    accuracy: Accuracy,
}

/// Scores are from the first side's view.
#[derive(Serialize)]
struct Move<'a> {
    number: usize,
    side: &'static str,
    #[serde(rename = "move")]
    text: &'a str,
    before: Evaluation,
    after: Evaluation,
    best: &'a str,
    loss: f64,
    word: &'static str,
    turning_point: bool,
    result: Option<String>,
}

#[derive(Serialize)]
struct Evaluation {
    score: Option<f64>,
    first_wins_in: Option<u32>,
    second_wins_in: Option<u32>,
}

#[derive(Serialize)]
struct Accuracy {
    first: Option<f64>,
    second: Option<f64>,
}

/// A game to review: where it begins, and its moves. Whatever a game is read from gives one.
struct Played {
    start: Game,
    moves: Vec<String>,
}

impl Played {
    fn from_args(args: &GameArgs) -> Result<Played, Failure> {
        let moves: Vec<String> = args.moves().map(ToOwned::to_owned).collect();
        if moves.is_empty() {
            return Err(Failure::Input("there is no move to review: give some with --play".into()));
        }
        Ok(Played { start: args.begin()?, moves })
    }
}

pub(super) fn run(args: &GameArgs, how: &ReviewArgs, out: &mut impl Write) -> Result<(), Failure> {
    let Played { start, moves } = Played::from_args(args)?;
    let analyst = Analyst::new(how.means.hash as usize);
    let stop = AtomicBool::new(false);
    let watch = || {
        let start = Instant::now();
        move || start.elapsed()
    };
    let told = review(&start, &moves, &analyst, how.question(), watch, &stop, progress)
        .map_err(|bad| Failure::Input(bad.to_string()))?;
    if how.json {
        return super::print_json(&json(&start, &told), out);
    }
    table(&start, &told, out)
}

/// A counter on a terminal's error stream, which goes when it is done.
fn progress(done: usize, all: usize) {
    let mut screen = anstream::stderr();
    if !io::stderr().is_terminal() {
        return;
    }
    let _ = match done {
        done if done == all => write!(screen, "\r\x1b[K"),
        done => write!(screen, "\rlooking at position {done} of {all}"),
    };
    let _ = screen.flush();
}

fn table(start: &Game, review: &Review, out: &mut impl Write) -> Result<(), Failure> {
    let names = start.side_names();
    let side_width = Side::ALL.map(|side| names[side].english().len()).into_iter().max();
    let wide = side_width.unwrap_or_default();
    let text = review.moves.iter().flat_map(|m| [m.text.len(), m.best.len()]).max();
    let text = text.unwrap_or_default().max(5);
    let bold = Style::new().bold();
    writeln!(
        out,
        "{bold}  no  {:<wide$}  {:<text$}  {:>12}  {:<text$}  {:>6}  word{bold:#}",
        "side", "move", "worth", "best", "loss"
    )?;
    for (i, reviewed) in review.moves.iter().enumerate() {
        let Reviewed { side, text: played, best, loss, judged, .. } = reviewed;
        let (side, worth) = (names[*side].english(), reviewed.after.to_string());
        let (style, loss) = (style(*judged), 100.0 * loss);
        write!(
            out,
            "{:>4}  {side:<wide$}  {played:<text$}  {worth:>12}  {best:<text$}  {loss:>5.1}%  ",
            i + 1
        )?;
        write!(out, "{style}{}{style:#}", judged.word())?;
        if reviewed.turning_point {
            write!(out, ", the game turns")?;
        }
        if let Some(exact) = &reviewed.exact {
            write!(out, ": {exact}")?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "\nWorth is for the side that moved. Loss is how much of its chance to win went."
    )?;
    for side in Side::ALL {
        if let Some(accuracy) = review.accuracy[side] {
            writeln!(out, "Accuracy of {}: {accuracy:.0} %", names[side].english())?;
        }
    }
    Ok(())
}

fn style(judged: Judged) -> Style {
    match judged {
        Judged::Best | Judged::Good => Style::new(),
        Judged::Inaccuracy | Judged::Mistake => AnsiColor::Yellow.on_default(),
        Judged::Blunder => AnsiColor::Red.on_default().bold(),
    }
}

fn json<'a>(start: &Game, review: &'a Review) -> Told<'a> {
    let BySide { first, second } = review.accuracy.map(|percent| percent.map(tenths));
    Told {
        game: start.rules().game().name(),
        options: start.rules().options().collect(),
        position: start.text(),
        moves: review.moves.iter().zip(1..).map(|(m, number)| told(m, number)).collect(),
        accuracy: Accuracy { first, second },
    }
}

fn told(reviewed: &Reviewed, number: usize) -> Move<'_> {
    Move {
        number,
        side: reviewed.side.name(),
        text: &reviewed.text,
        before: evaluation(reviewed.before, reviewed.side),
        after: evaluation(reviewed.after, reviewed.side),
        best: &reviewed.best,
        loss: (reviewed.loss * 1e4).round() / 1e4,
        word: reviewed.judged.word(),
        turning_point: reviewed.turning_point,
        result: reviewed.exact.as_ref().map(ToString::to_string),
    }
}

fn evaluation(score: Score, side: Side) -> Evaluation {
    let score = if side == Side::First { score } else { -score };
    let ends = score.plies_to_end();
    Evaluation {
        score: ends.is_none().then(|| f64::from(score.value()) / 100.0),
        first_wins_in: ends.filter(|_| score.value() > 0),
        second_wins_in: ends.filter(|_| score.value() < 0),
    }
}

fn tenths(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}
