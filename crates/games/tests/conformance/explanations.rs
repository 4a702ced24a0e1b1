//! Checks of every explanation: its rule is in the book, and its sentence is complete.

use crownhead_games::{Rules, rule_book};
use crownhead_rules::{Explanation, MessageArg, MoveRefusal, MoveRefusalKind, Notation};

/// Checks an explanation; `context` is printed if it is wrong.
pub(crate) fn check(rules: Rules, explanation: &Explanation, context: &str) {
    let id = explanation.sentence.message.id;
    let in_book = rule_book(rules).iter().any(|rule| rule.id == explanation.rule);
    assert!(in_book, "{context}: {id} cites {}, not in the book", explanation.rule);
    let mut places = explanation.sentence.message.english;
    while let Some((_, rest)) = places.split_once('{') {
        let (name, rest) = rest.split_once('}').unwrap();
        let arg = explanation.sentence.args.iter().find(|(arg, _)| *arg == name);
        let (_, arg) = arg.unwrap_or_else(|| panic!("{context}: {id} has nothing for {name}"));
        assert!(!arg.to_string().is_empty(), "{context}: {id} has an empty {name}");
        places = rest;
    }
    let typed =
        explanation.sentence.args.iter().any(|(_, arg)| matches!(arg, MessageArg::Typed(_)));
    let sentence = explanation.to_string();
    one_line(&sentence, context);
    assert!(sentence.ends_with(['.', '!', '?', ')']), "{context}: {sentence}");
    assert!(typed || !sentence.contains(['{', '}']), "{context}: {sentence}");
    assert!(typed || !sentence.contains("  "), "{context}: {sentence}");
    let begins = sentence.chars().next().unwrap();
    assert!(!begins.is_lowercase(), "{context}: {sentence}");
    for (i, square) in explanation.squares.iter().enumerate() {
        assert!(!explanation.squares[..i].contains(square), "{context}: points twice at {square}");
    }
}

/// Checks the refusal of a text in a position.
pub(crate) fn check_refusal<P: Notation>(
    rules: Rules,
    position: &P,
    legal: &[String],
    refusal: &MoveRefusal,
    context: &str,
) {
    check(rules, &refusal.explanation, context);
    assert_eq!(refusal.to_string(), refusal.explanation.to_string());
    assert_eq!(
        refusal.kind == MoveRefusalKind::GameOver,
        position.outcome().is_some(),
        "{context}"
    );
    let candidates = &refusal.candidates;
    assert!(candidates.is_sorted_by(|one, other| one < other), "{context}: {candidates:?}");
    for text in candidates {
        assert!(legal.binary_search(text).is_ok(), "{context}: {text} is no legal candidate");
    }
    assert!(
        refusal.kind != MoveRefusalKind::Ambiguous || candidates.len() > 1,
        "{context}: {candidates:?}"
    );
}

/// Checks that a sentence is one line and not empty.
pub(crate) fn one_line(sentence: &str, context: &str) {
    assert!(!sentence.trim().is_empty(), "{context}: nothing is said");
    assert!(!sentence.contains(char::is_control), "{context}: {sentence:?}");
}
