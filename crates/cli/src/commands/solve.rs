//! `crownhead solve`: the exact value of a tic-tac-toe position, and every move that keeps it.

mod openings;

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crownhead_computer::{Evaluation, Score};
use crownhead_engine::solver::{
    ProofTable, SavedProofsError, SolveProgress, TicTacToeTable, solve_on_threads,
};
use crownhead_games::english::pluralize;
use crownhead_games::{AnyPosition, Game, GameId};
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::{Position, Side, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::args::{Draws, GameArgs, SolveArgs};
use crate::atomic_file::AtomicFile;
use crate::failure::Failure;
use crate::{atomic_file, memory};

/// The maximum number of proven positions in a file: 16 MB.
const MAX_SAVED: usize = 1 << 20;

/// How often the progress bar is updated, and how often a line is printed without a terminal.
const SHOW_EVERY: Duration = Duration::from_millis(100);
const PRINT_EVERY: Duration = Duration::from_secs(5);

/// How often the proven positions are saved during the search.
const SAVE_EVERY: Duration = Duration::from_secs(120);

#[derive(Serialize)]
struct Solution {
    /// The value for the side to move.
    #[serde(flatten)]
    evaluation: Evaluation,
    /// The first player's tic-tac-toes minus the second player's.
    margin: i32,
    best: Vec<String>,
    proven: bool,
    nodes: u64,
    seconds: f64,
    #[serde(skip)]
    within: (i32, i32),
}

pub(super) fn run(
    args: &GameArgs,
    how: &SolveArgs,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = args.game(Draws::Ignored)?;
    if let (Some(file), AnyPosition::CheckerboardTicTacToe(position)) =
        (&how.make_openings, game.position())
    {
        return openings::make(position, how, file, out);
    }
    let start = Instant::now();
    let mut found = match game.position() {
        AnyPosition::TicTacToe(_) if how.resume.is_some() => {
            let error = "tic-tac-toe is solved at once; --resume is for checkerboard-tic-tac-toe";
            return Err(Failure::Input(error.to_owned()));
        }
        AnyPosition::TicTacToe(position) => tic_tac_toe(position),
        AnyPosition::CheckerboardTicTacToe(position) => {
            checkerboard(game.rules().game(), position, how)?
        }
        _ => {
            let name = game.rules().game().name();
            return Err(Failure::Input(format!(
                "{name} is not solved; tic-tac-toe and checkerboard-tic-tac-toe are"
            )));
        }
    };
    found.seconds = start.elapsed().as_secs_f64();
    found.best.sort();
    if json {
        return super::print_json(&found, out);
    }
    print_solution(&game, &found, out)
}

fn print_solution(game: &Game, found: &Solution, out: &mut impl Write) -> Result<(), Failure> {
    if found.evaluation.is_exact() {
        let mover = game.side_names()[game.side()].english();
        writeln!(out, "{mover} to move: {}", found.evaluation)?;
    }
    let (low, high) = found.within;
    if low != high {
        writeln!(out, "margin not proven; it is not below {low} and not above {high}")?;
    }
    if !found.best.is_empty() {
        writeln!(out, "best {}", found.best.join(" "))?;
    }
    Ok(writeln!(out, "{} in {:.3} s", pluralize(found.nodes, "node"), found.seconds)?)
}

/// The winner by a margin.
fn verdict(margin: i32) -> Verdict {
    match margin {
        1.. => Verdict::Win(Side::First),
        0 => Verdict::Draw,
        _ => Verdict::Win(Side::Second),
    }
}

/// The bounds of a margin, from one side's point of view.
fn evaluation(game: GameId, (low, high): (i32, i32), side: Side) -> Evaluation {
    let own = |margin: i32| if side == Side::First { margin } else { -margin };
    let nearest = 0.clamp(low, high);
    match (low, high) {
        _ if low == high => Evaluation::known(verdict(low), None, side).with_margin(Some(own(low))),
        (1.., _) | (_, ..=-1) => Evaluation::known(verdict(nearest), None, side),
        _ => Evaluation::of(game, Score::new(100 * own(nearest))),
    }
}

fn tic_tac_toe(position: &TicTacToe) -> Solution {
    let table = TicTacToeTable::new();
    let fate = table.value(position);
    let margin = i32::from(fate.margin);
    let evaluation =
        Evaluation::known(verdict(margin), Some(fate.distance.into()), position.side());
    let best = table.best_moves(position).into_iter().map(|square| square.to_string()).collect();
    let nodes = table.positions() as u64;
    let within = (margin, margin);
    Solution { evaluation, margin, best, proven: true, nodes, seconds: 0.0, within }
}

fn checkerboard(
    game: GameId,
    position: &CheckerboardTicTacToe,
    how: &SolveArgs,
) -> Result<Solution, Failure> {
    memory::check(how.hash as usize).map_err(Failure::Input)?;
    let table = ProofTable::with_openings((how.hash as usize) << 20);
    if let Some(file) = &how.resume {
        load(&table, file)?;
    }
    let stop = stopped_by_interrupt();
    let bar = bar("moves");
    let (mut shown, mut kept) = (Instant::now(), Instant::now());
    let solved = solve_on_threads(position, &table, how.threads, &stop, |progress| {
        if shown.elapsed() < if bar.is_hidden() { PRINT_EVERY } else { SHOW_EVERY } {
            return;
        }
        shown = Instant::now();
        show(&bar, progress);
        if let Some(file) = &how.resume
            && kept.elapsed() > SAVE_EVERY
        {
            // An error here is reported at the end, by the last save.
            let _ = save(&table, MAX_SAVED, file);
            kept = Instant::now();
        }
    });
    bar.finish_and_clear();
    if let Some(file) = &how.resume {
        save(&table, MAX_SAVED, file)?;
    }
    Ok(Solution {
        evaluation: evaluation(game, solved.within, position.side()),
        margin: solved.margin,
        best: solved.best.iter().map(ToString::to_string).collect(),
        proven: solved.proven,
        nodes: solved.nodes,
        seconds: 0.0,
        within: solved.within,
    })
}

/// The flag that an interrupt sets.
fn stopped_by_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    // Without a handler an interrupt just ends the command, which loses nothing but the answer.
    let _ = ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed));
    stop
}

/// A progress bar on standard error, if that is a terminal.
fn bar(things: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    let template = format!("{{elapsed}} [{{bar:30}}] {{pos}}/{{len}} {things}, {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

fn show(bar: &ProgressBar, progress: SolveProgress) {
    let SolveProgress { within: (low, high), moves_known, moves, nodes } = progress;
    bar.set_length(moves as u64);
    bar.set_position(moves_known as u64);
    let millions = nodes as f64 / 1e6;
    let message = format!("margin {low} to {high}, {millions:.1} million nodes");
    if bar.is_hidden() {
        // An unread line is no error.
        let _ = writeln!(std::io::stderr(), "{moves_known}/{moves} moves, {message}");
    }
    bar.set_message(message);
}

fn load(table: &ProofTable, file: &Path) -> Result<(), Failure> {
    read(file, |bytes| table.load(bytes).map(|_| ()))
}

fn save(table: &ProofTable, most: usize, file: &Path) -> Result<(), Failure> {
    atomic_file::write(file, &table.save(most))
}

/// Loads the proven positions of a file, if it exists.
fn read(
    file: &Path,
    with: impl FnOnce(&[u8]) -> Result<(), SavedProofsError>,
) -> Result<(), Failure> {
    match std::fs::read(file) {
        Ok(bytes) => with(&bytes).map_err(|bad| {
            Failure::damaged(
                file,
                format!("{bad}; move it away to start over, or name another file"),
            )
        }),
        // A file that cannot be written is an error before the work, not after it.
        Err(error) if error.kind() == ErrorKind::NotFound => AtomicFile::create(file).map(drop),
        Err(error) => Err(Failure::file(file, &error)),
    }
}
