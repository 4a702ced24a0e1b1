//! What the fuzz targets share: how an input picks a game, and what every answer must be like.

use crownhead_games::{AnyPosition, Rules, rule_book};
use crownhead_rules::{Answer, MoveRefusal, Notation, PositionErrors};

/// The game that the first byte picks, `a` for the first of them, and the rest of an input.
pub fn rules(input: &[u8]) -> Option<(Rules, &[u8])> {
    let (first, rest) = input.split_first()?;
    let all = Rules::all();
    let picked = usize::from(first.wrapping_sub(b'a')) % all.len();
    Some((all[picked], rest))
}

/// The faults of a text are named, on one line.
pub fn check_faults(faults: &PositionErrors) {
    assert!(faults.iter().count() > 0);
    check_line(&faults.to_string());
}

/// An answer cites a rule of the book, in a whole sentence.
pub fn check_answer(rules: Rules, answer: &Answer) {
    let cited = |id| rule_book(rules).iter().any(|rule| rule.id == id);
    assert!(cited(answer.rule), "{} is not in the book of {rules}", answer.rule);
    check_line(&answer.to_string());
    for place in answer.sentence.message.english.split('{').skip(1) {
        let name = place.split('}').next().unwrap_or_default();
        let filled = answer
            .sentence
            .args
            .iter()
            .any(|(arg, value)| *arg == name && !value.to_string().is_empty());
        assert!(filled, "{}: nothing for {name}", answer.sentence.message.id);
    }
}

/// A refusal has a sound answer, and proposes legal moves only, in order.
pub fn check_refusal(rules: Rules, legal: &[String], refusal: &MoveRefusal) {
    check_answer(rules, &refusal.answer);
    assert!(refusal.candidates.is_sorted());
    assert!(refusal.candidates.iter().all(|text| legal.contains(text)), "{refusal:?}");
}

/// The moves that are visited, counted and listed are the same ones.
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

/// A position that has a text displays as it, and is what that text is read as; another displays as
/// no position.
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
