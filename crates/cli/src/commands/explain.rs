//! `crownhead explain`: whether a move is legal, and why.

use std::io::Write;

use anstyle::Style;
use crownhead_games::Legality;
use crownhead_rules::{Explanation, MoveRefusalKind};
use serde::Serialize;

use crate::args::{Draws, GameArgs};
use crate::failure::Failure;
use crate::wrap;

#[derive(Serialize)]
struct Explained {
    legal: bool,
    kind: Option<&'static str>,
    rule: &'static str,
    text: String,
    squares: Vec<String>,
    candidates: Vec<String>,
}

pub(super) fn run(
    args: &GameArgs,
    tried: &str,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = args.game(Draws::End)?;
    let explained = match game.explain(tried) {
        Legality::Legal { explanation: answer, .. } => explained(None, &answer, Vec::new()),
        Legality::Refused(refusal) => {
            explained(Some(refusal.kind), &refusal.explanation, refusal.candidates)
        }
    };
    if json {
        return super::print_json(&explained, out);
    }
    let bold = Style::new().bold();
    for line in wrap::lines(&explained.text, 0) {
        writeln!(out, "{bold}{line}{bold:#}")?;
    }
    let verdict = explained.kind.unwrap_or("legal");
    let rule = game.book().iter().find(|rule| rule.id == explained.rule);
    writeln!(out, "  {verdict}, by {}", explained.rule)?;
    let says = rule.map(|rule| format!("{} ({})", rule.text, rule.source)).unwrap_or_default();
    for line in wrap::lines(&says, 2) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Checks a move, and reports the result by the exit code only.
pub(super) fn check_only(args: &GameArgs, tried: &str) -> Result<(), Failure> {
    match args.game(Draws::End)?.explain(tried) {
        Legality::Legal { .. } => Ok(()),
        Legality::Refused(_) => Err(Failure::No),
    }
}

fn explained(
    kind: Option<MoveRefusalKind>,
    answer: &Explanation,
    candidates: Vec<String>,
) -> Explained {
    Explained {
        legal: kind.is_none(),
        kind: kind.map(MoveRefusalKind::name),
        rule: answer.rule,
        text: answer.to_string(),
        squares: answer.squares.iter().map(ToString::to_string).collect(),
        candidates,
    }
}
