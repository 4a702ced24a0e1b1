//! Explanations of the checkers games, from files of positions and texts: kind, rule, sentence,
//! squares and candidates. Every message must occur.

use std::collections::BTreeSet;
use std::string::{String, ToString};
use std::vec::Vec;

use super::{KingMe, KingMeContinues, Parker, PlayedGame, Regal, RuleSet, WinningMoves, after};
use crate::checkers::messages;
use crate::{Explanation, Notation, Outcome, Reason};

/// One typed text of the file, and its explanation.
struct Case<'a> {
    game: &'a str,
    position: &'a str,
    moves: Vec<&'a str>,
    typed: &'a str,
    /// The expected rest of the line and the sentence.
    expected: String,
}

fn cases() -> Vec<Case<'static>> {
    let mut cases = Vec::new();
    let (mut game, mut position, mut moves) = ("", "", Vec::new());
    let files = [include_str!("explanations.txt"), include_str!("explanations_parker.txt")];
    let mut lines = files.into_iter().flat_map(str::lines);
    while let Some(line) = lines.next() {
        if let Some(header) = line.strip_prefix("@ ") {
            let mut fields = header.split("  ");
            game = fields.next().unwrap();
            position = fields.next().unwrap();
            moves = fields.collect();
        } else if !line.is_empty() && !line.starts_with('#') {
            let (typed, rest) = line.split_once('|').unwrap();
            let sentence = lines.next().unwrap().trim();
            let expected = [rest.trim(), sentence].join("\n");
            let moves = moves.clone();
            cases.push(Case { game, position, moves, typed: typed.trim(), expected });
        }
    }
    cases
}

/// The explanation of a text in the form of the file, and the id of its message.
fn explain<R: RuleSet>(case: &Case<'_>) -> (String, &'static str) {
    let game = after::<R>(case.position, &case.moves);
    let (kind, explanation, means) = match game.parse_move(case.typed) {
        Ok(mv) => ("plays", game.explain_move(mv), Vec::from([game.move_text(mv)])),
        Err(refusal) => (refusal.kind.name(), refusal.explanation, refusal.candidates),
    };
    let rule =
        explanation.rule.strip_prefix(R::ID).and_then(|rest| rest.strip_prefix('.')).unwrap();
    assert!(R::BOOK.iter().any(|entry| entry.id == explanation.rule), "{}", explanation.rule);
    let squares: Vec<String> = explanation.squares.iter().map(ToString::to_string).collect();
    let line = [kind, rule, &squares.join(" "), &means.join(", ")].join(" | ");
    ([line.trim(), &explanation.to_string()].join("\n"), explanation.sentence.message.id)
}

#[test]
fn every_message_is_used_with_the_expected_explanation() {
    let mut ids = BTreeSet::new();
    for case in cases() {
        let (explained, id) = match case.game {
            "regal-checkers" => explain::<Regal>(&case),
            "king-me-standard" => explain::<KingMe>(&case),
            "king-me-standard,crowning=continues" => explain::<KingMeContinues>(&case),
            "winning-moves-checkers" => explain::<WinningMoves>(&case),
            "parker-checkers" => explain::<Parker>(&case),
            other => panic!("no game {other}"),
        };
        assert_eq!(
            explained, case.expected,
            "{} {} {:?} {}",
            case.game, case.position, case.moves, case.typed
        );
        ids.insert(id);
    }
    ids.extend(draws().iter().map(|explanation| explanation.sentence.message.id));
    let all: BTreeSet<_> = messages::ALL.iter().map(|message| message.id).collect();
    assert_eq!(ids, all);
}

/// The explanations of draws by the history. They highlight no squares.
fn draws() -> Vec<Explanation> {
    fn drawn<R: RuleSet>(reason: Reason, rule: &str, sentence: &str) -> Explanation {
        let explanation = after::<R>("B:WK32:BK1", &[]).explain_outcome(Outcome::draw(reason));
        assert_eq!(explanation.to_string(), sentence);
        assert_eq!(explanation.rule.strip_prefix(R::ID), Some(rule));
        assert!(explanation.squares.is_empty());
        explanation
    }
    Vec::from([
        drawn::<Regal>(
            Reason::Repetition,
            ".draw.repetition",
            "The game is over: this position has come up for the third time, so it's a draw.",
        ),
        drawn::<KingMe>(
            Reason::NoProgress,
            ".draw.no-progress",
            "The game is over: for 80 turns in a row nobody jumped or moved a man, so it's a draw.",
        ),
        drawn::<Parker>(
            Reason::NoProgress,
            ".draw.no-progress",
            "The game is over: for 80 turns in a row nobody jumped, huffed or moved a man, so it's a draw.",
        ),
    ])
}

#[test]
fn no_message_says_invalid_or_illegal() {
    for message in messages::ALL {
        let english = message.english.to_lowercase();
        for word in ["invalid", "illegal", "error"] {
            assert!(!english.contains(word), "{}", message.id);
        }
        assert!(english.ends_with(['.', '?']), "{}", message.id);
    }
}

#[test]
fn hostile_texts_get_short_refusals() {
    let offended = after::<Parker>("B:W18,32:B14,1", &["1-5"]);
    for text in ["x".repeat(100_000), "9".repeat(100_000), "11x".repeat(40_000), "🂡-15".into()] {
        for game in [PlayedGame::<Parker>::from("B:W32:B1").game, offended] {
            let refusal = game.parse_move(&text).unwrap_err();
            assert_eq!(refusal.kind.name(), "not-a-move");
            assert!(refusal.to_string().chars().count() < 200, "{refusal}");
        }
    }
}
