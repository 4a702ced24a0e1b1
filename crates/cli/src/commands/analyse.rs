//! `crownhead analyse`: the best lines of a position. In a terminal one table is redrawn in place;
//! elsewhere every depth is a line.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anstyle::Style;
use crownhead_computer::{Evaluation, PositionAnalysis, Variation};
use crownhead_games::Game;
use crownhead_games::english::pluralize;
use crownhead_rules::Side;
use serde::Serialize;

use crate::args::{Draws, GameArgs};
use crate::failure::Failure;
use crate::thinking::AnalyseArgs;
use crate::{endgames, memory};

#[derive(Serialize)]
struct AnalysisJson<'a> {
    depth: u32,
    deepest: u32,
    nodes: u64,
    nps: u64,
    time: f64,
    lines: Vec<LineJson<'a>>,
}

/// A line with its evaluation for the side to move.
#[derive(Serialize)]
struct LineJson<'a> {
    #[serde(flatten)]
    evaluation: Evaluation,
    /// The first player's tic-tac-toes minus the second player's, if that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
    moves: &'a [String],
}

/// The output format of the progress.
#[derive(Copy, Clone, PartialEq, Eq)]
enum OutputFormat {
    Json,
    Lines,
    Table,
}

pub(super) fn run(args: &GameArgs, how: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.game(Draws::End)?;
    if let Some(error) = game.explain_outcome() {
        return Err(Failure::Input(error.to_string()));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let asked_to_stop = Arc::clone(&stop);
    // If no handler can be set, Ctrl-C ends the command at once.
    let _ = ctrlc::set_handler(move || asked_to_stop.store(true, Ordering::Relaxed));
    let shown = match (how.json, io::stdout().is_terminal()) {
        (true, _) => OutputFormat::Json,
        (false, true) => OutputFormat::Table,
        (false, false) => OutputFormat::Lines,
    };
    let analyst = memory::analyst(how.means.hash as usize).map_err(Failure::Input)?;
    let analyst = endgames::known_to(analyst, game.rules());
    let start = Instant::now();
    let mut screen = Screen { shown, drawn: 0, last: Vec::new(), failed: None };
    let thought = analyst.analyse(
        &game,
        how.question(),
        || start.elapsed(),
        &stop,
        |thought| {
            screen.show(&game, thought, out);
            if screen.failed.is_some() {
                stop.store(true, Ordering::Relaxed);
            }
        },
    );
    // The last depth may not have been finished, and has yet found something.
    if shown == OutputFormat::Table || thought.variations != screen.last {
        screen.show(&game, &thought, out);
    }
    if let Some(failed) = screen.failed {
        return Err(failed);
    }
    if shown == OutputFormat::Lines
        && let Some(best) = thought.best()
    {
        writeln!(out, "best {best}")?;
    }
    Ok(())
}

struct Screen {
    shown: OutputFormat,
    /// The height of the table in terminal lines.
    drawn: usize,
    /// The last table.
    last: Vec<Variation>,
    failed: Option<Failure>,
}

impl Screen {
    fn show(&mut self, game: &Game, thought: &PositionAnalysis, out: &mut impl Write) {
        if self.failed.is_none() {
            let done = match self.shown {
                OutputFormat::Json => super::print_json(&to_json(game, thought), out),
                OutputFormat::Lines => lines(thought, out),
                OutputFormat::Table => self.table(game, thought, out),
            };
            self.last.clone_from(&thought.variations);
            self.failed = done.and_then(|()| Ok(out.flush()?)).err();
        }
    }

    /// Draws the table over the previous one.
    fn table(
        &mut self,
        game: &Game,
        thought: &PositionAnalysis,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        if self.drawn > 0 {
            write!(out, "\x1b[{}A\x1b[J", self.drawn)?;
        }
        let bold = Style::new().bold();
        let mover = game.side_names()[game.side()].english();
        let head = format!("{mover} to move, {}", effort(thought));
        writeln!(out, "{bold}{}{bold:#}", cut(&head, width))?;
        for way in &thought.variations {
            let line = format!("{:>12}  {}", way.evaluation, way.moves.join(" "));
            writeln!(out, "{}", cut(&line, width))?;
        }
        self.drawn = 1 + thought.variations.len();
        Ok(())
    }
}

/// One line for each principal variation: `depth 7/9 …  +0.4  11-15 22-18 …`.
fn lines(thought: &PositionAnalysis, out: &mut impl Write) -> Result<(), Failure> {
    for way in &thought.variations {
        writeln!(out, "{}  {}  {}", effort(thought), way.evaluation, way.moves.join(" "))?;
    }
    Ok(())
}

fn effort(thought: &PositionAnalysis) -> String {
    let PositionAnalysis { depth, selective_depth, nodes, time, .. } = thought;
    let speed = speed(*nodes, *time) as f64 / 1e6;
    let time = time.as_secs_f64();
    let positions = pluralize(*nodes, "position");
    format!("depth {depth}/{selective_depth}  {positions}  {time:.1} s  {speed:.1} million/s")
}

fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The moves of a line that fit the width.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn to_json<'a>(game: &Game, thought: &'a PositionAnalysis) -> AnalysisJson<'a> {
    let sign = if game.side() == Side::First { 1 } else { -1 };
    let line = |way: &'a Variation| LineJson {
        evaluation: way.evaluation,
        margin: way.evaluation.margin().map(|margin| sign * margin),
        moves: &way.moves,
    };
    AnalysisJson {
        depth: thought.depth,
        deepest: thought.selective_depth,
        nodes: thought.nodes,
        nps: speed(thought.nodes, thought.time),
        time: thought.time.as_secs_f64(),
        lines: thought.variations.iter().map(line).collect(),
    }
}
