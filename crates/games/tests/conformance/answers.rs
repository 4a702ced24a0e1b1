//! What is asked of every answer to a "why?": its rule is in the book, its sentence is whole.

use crownhead_games::{Rules, rule_book};
use crownhead_rules::{Answer, MessageArg, MoveRefusal, MoveRefusalKind, Notation};

/// Checks an answer; `where_` is told when it is wrong.
pub(crate) fn check(rules: Rules, answer: &Answer, where_: &str) {
    let id = answer.sentence.message.id;
    let in_book = rule_book(rules).iter().any(|rule| rule.id == answer.rule);
    assert!(in_book, "{where_}: {id} cites {}, not in the book", answer.rule);
    let mut places = answer.sentence.message.english;
    while let Some((_, rest)) = places.split_once('{') {
        let (name, rest) = rest.split_once('}').unwrap();
        let arg = answer.sentence.args.iter().find(|(arg, _)| *arg == name);
        let (_, arg) = arg.unwrap_or_else(|| panic!("{where_}: {id} has nothing for {name}"));
        assert!(!arg.to_string().is_empty(), "{where_}: {id} has an empty {name}");
        places = rest;
    }
    let typed = answer.sentence.args.iter().any(|(_, arg)| matches!(arg, MessageArg::Typed(_)));
    let sentence = answer.to_string();
    one_line(&sentence, where_);
    assert!(sentence.ends_with(['.', '!', '?', ')']), "{where_}: {sentence}");
    assert!(typed || !sentence.contains(['{', '}']), "{where_}: {sentence}");
    assert!(typed || !sentence.contains("  "), "{where_}: {sentence}");
    let begins = sentence.chars().next().unwrap();
    assert!(!begins.is_lowercase(), "{where_}: {sentence}");
    for (i, square) in answer.squares.iter().enumerate() {
        assert!(!answer.squares[..i].contains(square), "{where_}: points twice at {square}");
    }
}

/// Checks the refusal of a text in a position.
pub(crate) fn check_refusal<P: Notation>(
    rules: Rules,
    position: &P,
    legal: &[String],
    refusal: &MoveRefusal,
    where_: &str,
) {
    check(rules, &refusal.answer, where_);
    assert_eq!(refusal.to_string(), refusal.answer.to_string());
    assert_eq!(refusal.kind == MoveRefusalKind::GameOver, position.outcome().is_some(), "{where_}");
    let candidates = &refusal.candidates;
    assert!(candidates.is_sorted_by(|one, other| one < other), "{where_}: {candidates:?}");
    for text in candidates {
        assert!(legal.binary_search(text).is_ok(), "{where_}: {text} is no legal candidate");
    }
    assert!(
        refusal.kind != MoveRefusalKind::Ambiguous || candidates.len() > 1,
        "{where_}: {candidates:?}"
    );
}

/// Checks that something is said, on one line.
pub(crate) fn one_line(sentence: &str, where_: &str) {
    assert!(!sentence.trim().is_empty(), "{where_}: nothing is said");
    assert!(!sentence.contains(char::is_control), "{where_}: {sentence:?}");
}
