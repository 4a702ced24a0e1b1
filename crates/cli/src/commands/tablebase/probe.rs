//! What the tables say of a position and of every move.

use std::io::Write;

use crownhead_computer::{Endgames, Probed, ProbedMove};
use crownhead_rules::{Side, Verdict};
use serde::Serialize;

use super::{ProbeArgs, info};
use crate::args::Draws;
use crate::commands::print_json;
use crate::failure::Failure;

#[derive(Serialize)]
struct Told {
    /// `win`, `loss` or `draw` for the side to move.
    value: &'static str,
    /// To the end of the game, with best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// The best first.
    moves: Vec<ToldMove>,
    /// Best play to the end, where plies are known.
    line: Vec<String>,
}

#[derive(Serialize)]
struct ToldMove {
    #[serde(rename = "move")]
    text: String,
    /// For the side that makes it.
    value: &'static str,
    /// To the end of the game after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

pub(super) fn run(how: &ProbeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = how.game.game(Draws::Ignored)?;
    let endgames = Endgames::default();
    endgames.put(info::found(&how.tables.folder(game.rules())?)?);
    let unknown = || {
        Failure::Input("the tables do not have that position; `tablebase info` lists them".into())
    };
    let Probed { verdict, plies, moves, line } = endgames.probe(&game).ok_or_else(unknown)?;
    let side = game.side();
    let moves = moves.into_iter().map(|ProbedMove { text, verdict, plies }| ToldMove {
        text,
        value: word(verdict, side),
        plies,
    });
    let moves = moves.collect();
    let told = Told { value: word(verdict, side), plies, moves, line };
    if how.json {
        return print_json(&told, out);
    }
    let plies = |plies: Option<u32>| plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
    match verdict {
        Verdict::Draw => writeln!(out, "exact: a draw")?,
        Verdict::Win(side) => {
            let name = game.side_names()[side].english();
            writeln!(out, "exact: {name} wins{}", plies(told.plies))?;
        }
    }
    if !told.line.is_empty() {
        writeln!(out, "best play: {}", told.line.join(" "))?;
    }
    for told in &told.moves {
        writeln!(out, "{:<12} {}{}", told.text, told.value, plies(told.plies))?;
    }
    Ok(())
}

fn word(verdict: Verdict, side: Side) -> &'static str {
    match verdict {
        Verdict::Draw => "draw",
        Verdict::Win(winner) if winner == side => "win",
        Verdict::Win(_) => "loss",
    }
}
