//! Explanations of outcomes, and the consistency of the book.

use std::string::ToString;
use std::vec::Vec;

use super::board;
use crate::stack_em::StackEm;
use crate::{Notation, Outcome, Position, Reason, Side};

#[test]
fn every_end_is_explained() {
    let game = StackEm::start();
    let why = |outcome| game.explain_outcome(outcome);
    let repetition = why(Outcome::draw(Reason::Repetition));
    assert_eq!(repetition.rule, "stack-em.draw.repetition");
    assert_eq!(
        repetition.to_string(),
        "The game is over: this position has come up for the third time, so it's a draw."
    );
    let idle = why(Outcome::draw(Reason::NoProgress));
    assert_eq!(idle.rule, "stack-em.draw.no-progress");
    assert_eq!(
        idle.to_string(),
        "The game is over: for 80 turns in a row nobody jumped or moved a stack with a man on top, so it's a draw."
    );
    let lost = board("B:14r,18br");
    let explanation = lost.explain_outcome(lost.outcome().unwrap());
    assert_eq!(lost.outcome(), Some(Outcome::win(Side::First, Reason::NoMove)));
    assert_eq!(explanation.rule, "stack-em.end.no-move");
}

#[test]
fn the_book_has_every_rule_once() {
    let mut ids: Vec<_> = StackEm::BOOK.iter().map(|rule| rule.id).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    for rule in StackEm::BOOK {
        assert!(rule.id.strip_prefix("stack-em.").is_some_and(|id| id.starts_with(rule.topic)));
        assert!(rule.text.ends_with('.'), "{}", rule.id);
    }
}
