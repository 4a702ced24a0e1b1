//! Answers of the rule book to a move, legal or not: the reply to "why can't I?".

use crownhead_games::{Game, Legality, OtherBox};
use crownhead_rules::{AnySquare, Explanation};
use serde::Serialize;

use crate::scene::square_names;
use crate::sentence::LocalizedSentence;
use crate::{WasmResult, from_json};

/// The rule book's answer to a move text or to touched squares.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct MoveExplanation {
    /// The text of the move as it was typed, or as squares were understood.
    text: String,
    /// The canonical text of the move, if it is legal.
    legal: Option<String>,
    kind: &'static str,
    rule: &'static str,
    sentence: LocalizedSentence,
    squares: Vec<String>,
    candidates: Vec<String>,
    /// What other boxes of checkers say differently about it.
    others: Vec<OtherBoxRemark>,
}

/// What another box of checkers says differently about a move.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OtherBoxRemark {
    /// The other game.
    game: &'static str,
    /// The topic on which the rule books differ.
    topic: &'static str,
    /// The rule in the other game's book.
    rule: &'static str,
    sentence: LocalizedSentence,
}

impl OtherBoxRemark {
    /// What the other boxes say about a move; the game is the one before it.
    pub(crate) fn all_of(game: &Game, text: &str) -> Vec<OtherBoxRemark> {
        game.other_boxes(text).iter().map(OtherBoxRemark::of).collect()
    }

    fn of(OtherBox { rules, topic, explanation }: &OtherBox) -> OtherBoxRemark {
        OtherBoxRemark {
            game: rules.game().name(),
            topic,
            rule: explanation.rule,
            sentence: LocalizedSentence::of(&explanation.sentence),
        }
    }
}

impl MoveExplanation {
    /// The answer to a move text, with what other boxes say.
    pub(crate) fn of(game: &Game, text: &str) -> MoveExplanation {
        let others = OtherBoxRemark::all_of(game, text);
        MoveExplanation { others, ..MoveExplanation::alone(text, game.explain(text)) }
    }

    /// The answer of one game.
    pub(crate) fn alone(text: &str, explanation: Legality) -> MoveExplanation {
        let with = |legal, kind, answer: &Explanation, candidates| MoveExplanation {
            text: text.to_owned(),
            legal,
            kind,
            rule: answer.rule,
            sentence: LocalizedSentence::of(&answer.sentence),
            squares: square_names(&answer.squares),
            candidates,
            others: Vec::new(),
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
