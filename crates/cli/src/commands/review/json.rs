//! A review as JSON, one line a game.

use std::collections::BTreeMap;

use crownhead_computer::{Evaluation, Review, ReviewedMove};
use crownhead_games::RecordedResult;
use crownhead_rules::{BySide, Side};
use serde::Serialize;

use super::{GameToReview, Origin};

#[derive(Serialize)]
pub(super) struct ReviewJson<'a> {
    /// Present for a game from a file.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    origin: Option<InFile<'a>>,
    game: &'static str,
    options: BTreeMap<&'static str, &'static str>,
    position: Option<String>,
    moves: Vec<Move<'a>>,
    accuracy: Accuracy,
}

#[derive(Serialize)]
struct InFile<'a> {
    number: u64,
    line: u32,
    /// The first side's score first.
    result: &'static str,
    tags: BTreeMap<&'a str, &'a str>,
}

/// Evaluations are those of the side that moved, counted from the position before its move.
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
}

#[derive(Serialize)]
struct Accuracy {
    first: Option<f64>,
    second: Option<f64>,
}

pub(super) fn to_json<'a>(played: &'a GameToReview, review: &'a Review) -> ReviewJson<'a> {
    let start = &played.start;
    let BySide { first, second } = review.accuracy.map(|percent| percent.map(tenths));
    ReviewJson {
        origin: played.origin.as_ref().map(in_file),
        game: start.rules().game().name(),
        options: start.rules().options().collect(),
        position: start.text(),
        moves: review.moves.iter().zip(1..).map(|(m, number)| one(m, number)).collect(),
        accuracy: Accuracy { first, second },
    }
}

fn in_file(origin: &Origin) -> InFile<'_> {
    let Origin { number, line, tags, result } = origin;
    InFile {
        number: *number,
        line: *line,
        result: match result {
            RecordedResult::Open => "*",
            RecordedResult::Won(Side::First) => "1-0",
            RecordedResult::Won(Side::Second) => "0-1",
            RecordedResult::Drawn => "1/2-1/2",
            RecordedResult::BothLost => "0-0",
        },
        tags: tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
    }
}

fn one(reviewed: &ReviewedMove, number: usize) -> Move<'_> {
    Move {
        number,
        side: reviewed.side.name(),
        text: &reviewed.text,
        before: reviewed.before,
        after: reviewed.after,
        best: &reviewed.best,
        loss: (reviewed.loss * 1e4).round() / 1e4,
        word: reviewed.quality.name(),
        turning_point: reviewed.turning_point,
    }
}

fn tenths(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}
