//! Probing a position and all its moves.

use std::io::Write;

use crownhead_computer::{EndgameProbe, Endgames, Evaluation, ProbedMove};
use crownhead_games::Game;
use serde::Serialize;

use super::{ProbeArgs, info};
use crate::args::Draws;
use crate::commands::print_json;
use crate::failure::Failure;

#[derive(Serialize)]
struct ProbeJson {
    /// The value for the side to move.
    #[serde(flatten)]
    evaluation: Evaluation,
    /// The best first.
    moves: Vec<ProbedMoveJson>,
    /// Best play to the end, if the distances are known.
    line: Vec<String>,
}

#[derive(Serialize)]
struct ProbedMoveJson {
    #[serde(rename = "move")]
    text: String,
    /// The value for the side that makes the move, with the plies after it.
    #[serde(flatten)]
    evaluation: Evaluation,
}

pub(super) fn run(how: &ProbeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = how.game.game(Draws::Ignored)?;
    let loaded = info::load_tables(&how.tables.folder(game.rules())?);
    let endgames = Endgames::default();
    endgames.insert(loaded.tables);
    match endgames.probe(&game) {
        Some(probed) => print(&game, probed, how.json, out)?,
        None if loaded.damaged.is_empty() => {
            let error = "the tables do not have that position; `tablebase info` lists them";
            return Err(Failure::Machine(error.to_owned()));
        }
        None => {}
    }
    info::report(&loaded.damaged, game.rules(), &how.tables)
}

fn print(
    game: &Game,
    probed: EndgameProbe,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let side = game.side();
    let evaluation = Evaluation::known(probed.verdict, probed.plies, side);
    let moves = probed.moves.into_iter().map(|ProbedMove { text, verdict, plies }| {
        ProbedMoveJson { text, evaluation: Evaluation::known(verdict, plies, side) }
    });
    let answer = ProbeJson { evaluation, moves: moves.collect(), line: probed.line };
    if json {
        return print_json(&answer, out);
    }
    writeln!(out, "{} to move: {evaluation}", game.side_names()[side].english())?;
    if !answer.line.is_empty() {
        writeln!(out, "best play: {}", answer.line.join(" "))?;
    }
    for ProbedMoveJson { text, evaluation } in &answer.moves {
        writeln!(out, "{text:<12} {evaluation}")?;
    }
    Ok(())
}
