//! What the games answer, from files of positions and texts: kind, rule, whole sentence, squares
//! and candidates. Every sentence that there is must have been said.

use std::collections::BTreeSet;
use std::string::{String, ToString};
use std::vec::Vec;

use super::{KingMe, KingMeContinues, Parker, Played, Regal, RuleSet, WinningMoves, after};
use crate::checkers::words;
use crate::{Answer, Notation, Outcome, Reason};

/// One typed text of the file, and what was said to it.
struct Case<'a> {
    game: &'a str,
    position: &'a str,
    moves: Vec<&'a str>,
    typed: &'a str,
    /// The rest of the line, and the sentence.
    said: String,
}

fn cases() -> Vec<Case<'static>> {
    let mut cases = Vec::new();
    let (mut game, mut position, mut moves) = ("", "", Vec::new());
    let files = [include_str!("answers.txt"), include_str!("answers_parker.txt")];
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
            let said = [rest.trim(), sentence].join("\n");
            let moves = moves.clone();
            cases.push(Case { game, position, moves, typed: typed.trim(), said });
        }
    }
    cases
}

/// What a game says to a text, as it stands in the file, and the name of the sentence.
fn say<R: RuleSet>(case: &Case<'_>) -> (String, &'static str) {
    let game = after::<R>(case.position, &case.moves);
    let (kind, answer, means) = match game.read_move(case.typed) {
        Ok(mv) => ("plays", game.permit(mv), Vec::from([game.move_text(mv)])),
        Err(refusal) => (refusal.kind.name(), refusal.answer, refusal.candidates),
    };
    let rule = answer.rule.strip_prefix(R::ID).and_then(|rest| rest.strip_prefix('.')).unwrap();
    assert!(R::BOOK.iter().any(|entry| entry.id == answer.rule), "{}", answer.rule);
    let squares: Vec<String> = answer.squares.iter().map(ToString::to_string).collect();
    let line = [kind, rule, &squares.join(" "), &means.join(", ")].join(" | ");
    ([line.trim(), &answer.to_string()].join("\n"), answer.sentence.message.id)
}

#[test]
fn every_sentence_is_said_where_it_is_true() {
    let mut ids = BTreeSet::new();
    for case in cases() {
        let (said, id) = match case.game {
            "regal-checkers" => say::<Regal>(&case),
            "king-me-standard" => say::<KingMe>(&case),
            "king-me-standard,crowning=continues" => say::<KingMeContinues>(&case),
            "winning-moves-checkers" => say::<WinningMoves>(&case),
            "parker-checkers" => say::<Parker>(&case),
            other => panic!("no game {other}"),
        };
        assert_eq!(
            said, case.said,
            "{} {} {:?} {}",
            case.game, case.position, case.moves, case.typed
        );
        ids.insert(id);
    }
    ids.extend(draws().iter().map(|answer| answer.sentence.message.id));
    let all: BTreeSet<_> = words::ALL.iter().map(|message| message.id).collect();
    assert_eq!(ids, all);
}

/// Why a game ended in a draw that its past demands. Nothing is pointed at.
fn draws() -> Vec<Answer> {
    fn drawn<R: RuleSet>(reason: Reason, rule: &str, says: &str) -> Answer {
        let answer = after::<R>("B:WK32:BK1", &[]).why_ended(Outcome::draw(reason));
        assert_eq!(answer.to_string(), says);
        assert_eq!(answer.rule.strip_prefix(R::ID), Some(rule));
        assert!(answer.squares.is_empty());
        answer
    }
    Vec::from([
        drawn::<Regal>(
            Reason::Repetition,
            ".draw.repetition",
            "The game is over: this position has come up for the third time, so it is a draw.",
        ),
        drawn::<KingMe>(
            Reason::NoProgress,
            ".draw.no-progress",
            "The game is over: for 80 turns in a row nobody jumped or moved a man, so it is a draw.",
        ),
        drawn::<Parker>(
            Reason::NoProgress,
            ".draw.no-progress",
            "The game is over: for 80 turns in a row nobody jumped, huffed or moved a man, so it \
             is a draw.",
        ),
    ])
}

#[test]
fn nobody_is_told_that_something_is_invalid() {
    for message in words::ALL {
        let english = message.english.to_lowercase();
        for word in ["invalid", "illegal", "error"] {
            assert!(!english.contains(word), "{}", message.id);
        }
        assert!(english.ends_with(['.', '?']), "{}", message.id);
    }
}

#[test]
fn hostile_texts_are_answered_shortly() {
    let offended = after::<Parker>("B:W18,32:B14,1", &["1-5"]);
    for text in ["x".repeat(100_000), "9".repeat(100_000), "11x".repeat(40_000), "🂡-15".into()] {
        for game in [Played::<Parker>::from("B:W32:B1").game, offended] {
            let refusal = game.read_move(&text).unwrap_err();
            assert_eq!(refusal.kind.name(), "not-a-move");
            assert!(refusal.to_string().chars().count() < 200, "{refusal}");
        }
    }
}
