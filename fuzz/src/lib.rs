//! Helpers of the fuzz targets: how an input chooses a game, and the checks of every explanation.

use crownhead_games::{AnyPosition, Rules, rule_book};
use crownhead_rules::{Explanation, MoveRefusal, Notation, PositionErrors};

/// The game that the first byte chooses, `a` for the first, and the rest of an input.
pub fn rules(input: &[u8]) -> Option<(Rules, &[u8])> {
    let (first, rest) = input.split_first()?;
    let all = Rules::all();
    let picked = usize::from(first.wrapping_sub(b'a')) % all.len();
    Some((all[picked], rest))
}

/// Errors of a text are not empty and fit on one line.
pub fn check_errors(errors: &PositionErrors) {
    assert!(errors.iter().count() > 0);
    check_line(&errors.to_string());
}

/// An explanation cites a rule of the book, in a complete sentence.
pub fn check_explanation(rules: Rules, explanation: &Explanation) {
    let cited = |id| rule_book(rules).iter().any(|rule| rule.id == id);
    assert!(cited(explanation.rule), "{} is not in the book of {rules}", explanation.rule);
    check_line(&explanation.to_string());
    for place in explanation.sentence.message.english.split('{').skip(1) {
        let name = place.split('}').next().unwrap_or_default();
        let filled = explanation
            .sentence
            .args
            .iter()
            .any(|(arg, value)| *arg == name && !value.to_string().is_empty());
        assert!(filled, "{}: nothing for {name}", explanation.sentence.message.id);
    }
}

/// A refusal has a valid explanation and sorted legal candidates.
pub fn check_refusal(rules: Rules, legal: &[String], refusal: &MoveRefusal) {
    check_explanation(rules, &refusal.explanation);
    assert!(refusal.candidates.is_sorted());
    assert!(refusal.candidates.iter().all(|text| legal.contains(text)), "{refusal:?}");
}

/// The visited, counted and listed moves are the same.
pub fn check_moves<P: Notation>(position: &P) {
    let mut visited = Vec::new();
    position.each_move(|mv| visited.push(position.move_text(mv)));
    visited.sort();
    assert_eq!(position.count_moves(), visited.len() as u64);
    assert_eq!(position.legal_texts(), visited);
    assert_eq!(position.outcome().is_some(), visited.is_empty());
    visited.dedup();
    assert_eq!(position.count_moves(), visited.len() as u64);
}

/// A position with a text displays as it and is parsed from it; another displays as something that
/// cannot be parsed.
pub fn check_text<P: Notation + Into<AnyPosition>>(rules: Rules, position: &P) {
    let shown = position.to_string();
    let read = AnyPosition::from_text(rules, &shown);
    match position.text() {
        Some(text) => {
            assert_eq!(shown, text);
            assert_eq!(read, Ok(position.clone().into()));
        }
        None => assert!(read.is_err(), "{shown}"),
    }
}

fn check_line(line: &str) {
    assert!(!line.trim().is_empty());
    assert!(!line.contains(char::is_control), "{line:?}");
}
