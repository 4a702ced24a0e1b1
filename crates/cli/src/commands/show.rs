//! `crownhead show`: the board, and the state of the game.

use std::collections::BTreeMap;
use std::io::Write;

use anstyle::Style;
use crownhead_games::Game;
use crownhead_rules::Side;
use crownhead_terminal::print;
use serde::Serialize;

use crate::args::{Draws, GameArgs};
use crate::failure::Failure;
use crate::wrap;

#[derive(Serialize)]
struct Shown {
    game: &'static str,
    options: BTreeMap<&'static str, &'static str>,
    position: Option<String>,
    side: &'static str,
    phase: &'static str,
    result: &'static str,
    reason: Option<&'static str>,
    legal: Vec<String>,
}

pub(super) fn run(args: &GameArgs, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.game(Draws::End)?;
    if json {
        return super::print_json(&shown(&game), out);
    }
    let rules = game.rules();
    let bold = Style::new().bold();
    write!(out, "{bold}{}{bold:#}", rules.game().title())?;
    rules.options().try_for_each(|(key, value)| write!(out, "  {key}={value}"))?;
    writeln!(out, "\n")?;
    print::board(&game, out)?;
    writeln!(out)?;
    match game.text() {
        Some(text) => writeln!(out, "Position  {text}")?,
        None => writeln!(out, "Position  (has no notation until a regular move is due)")?,
    }
    match (game.outcome(), game.explain_outcome()) {
        (Some(outcome), Some(error)) => {
            writeln!(out, "Result    {} ({})", outcome.score(), outcome.reason.name())?;
            labelled("", &error.to_string(), out)?;
            writeln!(out, "          {}", error.rule)?;
            counted(&game, out)
        }
        _ => {
            let mover = game.side_names()[game.side()].english();
            writeln!(out, "To move   {mover}")?;
            let legal = game.legal_moves();
            let shown = legal.iter().take(40).cloned().collect::<Vec<_>>().join(", ");
            let more = legal.len().saturating_sub(40);
            match more {
                0 => labelled("Moves", &shown, out),
                _ => labelled("Moves", &format!("{shown} and {more} more"), out),
            }
        }
    }
}

/// A text of one or more lines beside its label.
fn labelled(label: &str, text: &str, out: &mut impl Write) -> Result<(), Failure> {
    for (i, line) in wrap::lines(text, 10).iter().enumerate() {
        let label = if i == 0 { label } else { "" };
        writeln!(out, "{label:<10}{}", line.trim_start())?;
    }
    Ok(())
}

/// The tic-tac-toes so far, in the games that count them.
fn counted(game: &Game, out: &mut impl Write) -> Result<(), Failure> {
    for side in Side::ALL {
        let lines = game.tic_tac_toes(side);
        if lines.is_empty() {
            continue;
        }
        let names: Vec<_> =
            lines.iter().map(|line| line.map(|square| square.to_string()).join(" ")).collect();
        let whose = game.side_names()[side].english();
        let counted = format!("{} for {whose}: {}", lines.len(), names.join(", "));
        labelled("Counted", &counted, out)?;
    }
    Ok(())
}

fn shown(game: &Game) -> Shown {
    let outcome = game.outcome();
    Shown {
        game: game.rules().game().name(),
        options: game.rules().options().collect(),
        position: game.text(),
        side: game.side().name(),
        phase: game.phase().name(),
        result: outcome.map_or("*", |outcome| outcome.score()),
        reason: outcome.map(|outcome| outcome.reason.name()),
        legal: game.legal_moves(),
    }
}
