//! Answers of the rule book to a move, legal or not: the reply to "why can't I?".

use crownhead_games::Legality;
use crownhead_rules::{AnySquare, Explanation};
use serde::Serialize;

use crate::scene::square_names;
use crate::sentence::LocalizedSentence;
use crate::{WasmResult, from_json};

/// The rule book's answer to a move text or to touched squares.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct MoveExplanation {
    /// The canonical text of the move, if it is legal.
    legal: Option<String>,
    kind: &'static str,
    rule: &'static str,
    sentence: LocalizedSentence,
    squares: Vec<String>,
    candidates: Vec<String>,
}

impl MoveExplanation {
    pub(crate) fn of(explanation: Legality) -> MoveExplanation {
        let with = |legal, kind, answer: &Explanation, candidates| MoveExplanation {
            legal,
            kind,
            rule: answer.rule,
            sentence: LocalizedSentence::of(&answer.sentence),
            squares: square_names(&answer.squares),
            candidates,
        };
        match explanation {
            Legality::Legal { text, explanation: answer } => {
                with(Some(text), "legal", &answer, Vec::new())
            }
            Legality::Refused(no) => with(None, no.kind.name(), &no.explanation, no.candidates),
        }
    }
}

/// Squares from JSON of their names.
pub(crate) fn parse_squares(json: &str) -> WasmResult<Vec<AnySquare>> {
    let names: Vec<String> = from_json(json)?;
    let squares: Result<Vec<AnySquare>, _> = names.iter().map(|name| name.parse()).collect();
    Ok(squares.map_err(|bad| bad.to_string())?)
}
