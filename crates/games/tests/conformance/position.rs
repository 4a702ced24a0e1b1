//! Checks of a single position: its moves, texts, keys, turns and outcomes.

use crownhead_games::{AnyPosition, Rules, each};
use crownhead_rules::perft::perft;
use crownhead_rules::{IllegalMove, Key, Keyed, Notation, Outcome, Phase, Position, Reason};

use crate::{explanations, move_squares};

/// Checks a position and every move in it. Returns the texts of its moves, in byte order.
pub(crate) fn check<P>(rules: Rules, position: &P) -> Vec<String>
where
    P: Notation + Into<AnyPosition>,
{
    let name = format!("{rules}, {position:?}");
    let mut moves = Vec::new();
    position.each_move(|mv| moves.push(mv));
    assert_eq!(position.count_moves(), moves.len() as u64, "{name}");
    let texts = position.legal_texts();
    assert!(texts.is_sorted_by(|one, other| one < other), "{name}: {texts:?}");
    assert_eq!(texts.len(), moves.len(), "{name}: {texts:?}");

    check_text(rules, position, &name);
    check_outcome(rules, position, moves.is_empty(), &name);
    let phases: &[&str] = match rules.to_string().as_str() {
        "parker-checkers" => &["regular", "remedy", "compelled"],
        "tic-tac-toe" => &["placing"],
        placing if placing.contains("exchange=off") => &["placing"],
        placing if placing.contains("exchange=on") => &["placing", "exchange"],
        _ => &["play"],
    };
    assert!(phases.contains(&position.phase().name()), "{name}: {}", position.phase());
    let amid_a_turn = [Phase::Remedy, Phase::Compelled].contains(&position.phase());
    assert_eq!(position.draw_rules_apply(), !amid_a_turn, "{name}");
    assert_eq!(position.text().is_none(), amid_a_turn, "{name}");

    let mut grandchildren = 0;
    for mv in moves {
        let next = check_move(rules, position, mv, &texts, &name);
        grandchildren += next.count_moves();
    }
    assert_eq!(perft(position, 0), 1, "{name}");
    assert_eq!(perft(position, 1), texts.len() as u64, "{name}");
    assert_eq!(perft(position, 2), grandchildren, "{name}");
    texts
}

/// The text parses to the same position with the same key, and is written the same. A position
/// without a text displays as something that cannot be parsed.
fn check_text<P>(rules: Rules, position: &P, name: &str)
where
    P: Notation + Into<AnyPosition>,
{
    let shown = position.to_string();
    explanations::one_line(&shown, name);
    assert_eq!(shown, AnyPosition::to_string(&position.clone().into()), "{name}");
    let Some(text) = position.text() else {
        assert!(AnyPosition::from_text(rules, &shown).is_err(), "{name}: {shown}");
        return;
    };
    assert_eq!(shown, text, "{name}");
    let read = AnyPosition::from_text(rules, &text).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert_eq!(read, position.clone().into(), "{name}");
    let (written, key): (_, Key) = each!(&read, read => (read.text(), read.key()));
    assert_eq!(written, Some(text), "{name}");
    assert_eq!(key, position.key(), "{name}");
}

fn check_outcome<P: Notation>(rules: Rules, position: &P, no_moves: bool, name: &str) {
    let outcome = position.outcome();
    assert_eq!(outcome.is_some(), no_moves, "{name}");
    if let Some(outcome) = outcome {
        explanations::check(rules, &position.explain_outcome(outcome), name);
        let ruled = [Reason::Repetition, Reason::NoProgress].contains(&outcome.reason);
        assert!(!ruled, "{name}: {:?} is not in a position", outcome.reason);
    }
    if P::NO_PROGRESS_LIMIT.is_some() {
        for reason in [Reason::Repetition, Reason::NoProgress] {
            explanations::check(rules, &position.explain_outcome(Outcome::draw(reason)), name);
        }
    }
}

/// Checks a legal move by every function that plays or explains it. Returns the position after it.
fn check_move<P>(rules: Rules, position: &P, mv: P::Move, texts: &[String], name: &str) -> P
where
    P: Notation + Into<AnyPosition>,
{
    let text = position.move_text(mv);
    let name = format!("{name}: {text}");
    assert!(texts.binary_search(&text).is_ok(), "{name}");
    match position.parse_move(&text) {
        Ok(read) => assert_eq!(read, mv, "{name}"),
        Err(refusal) => panic!("{name}: {refusal}"),
    }
    explanations::check(rules, &position.explain_move(mv), &name);
    let trail = position.move_details(mv).trail;
    let mut rest = trail.iter().map(ToString::to_string);
    let named = move_squares::squares(&text);
    assert!(named.iter().all(|square| rest.any(|at| at == *square)), "{name}: {trail:?}");
    assert_eq!(rest.next(), None, "{name}: {trail:?}");
    assert_eq!(trail.first().map(ToString::to_string).as_deref(), named.first().copied(), "{name}");
    assert_eq!(position.makes_progress(mv), move_squares::is_progress(position, &text), "{name}");

    let before = position.clone();
    let mut next = position.clone();
    assert!(position.is_legal(mv), "{name}");
    assert_eq!(next.play(mv), Ok(()), "{name}");
    assert_eq!(*position, before, "{name}: a clone is not independent");
    assert_ne!(next, before, "{name} changes nothing");
    let mut keyed = Keyed::new(before);
    keyed.play_unchecked(mv);
    assert_eq!(*keyed, next, "{name}");
    assert_eq!(keyed.key(), next.key(), "{name}");
    assert_eq!(position.key_change(mv), position.key() ^ next.key(), "{name}");
    assert_ne!(position.key(), next.key(), "{name}");

    // A remedy is not a turn, except that `compel` gives the turn back.
    let same_side = text == "stand" || text.starts_with("huff");
    assert_eq!(next.side() == position.side(), same_side, "{name}");
    let phases: &[&str] = match (position.phase().name(), text.as_str()) {
        ("regular", _) => &["regular", "remedy"],
        ("remedy", "compel") => &["compelled"],
        ("remedy" | "compelled", _) => &["regular"],
        ("placing", _) => &["placing", "exchange"],
        (phase, _) => &[phase],
    };
    assert!(phases.contains(&next.phase().name()), "{name}: {}", next.phase());
    next
}

/// Moves that were generated in other positions are legal or refused without a change.
pub(crate) fn check_foreign<P: Notation>(position: &P, foreign: &[P::Move]) {
    let mut moves = Vec::new();
    position.each_move(|mv| moves.push(mv));
    for mv in foreign {
        let legal = moves.contains(mv);
        assert_eq!(position.is_legal(*mv), legal, "{position:?}: {mv:?}");
        if !legal {
            let mut tried = position.clone();
            assert_eq!(tried.play(*mv), Err(IllegalMove), "{position:?}: {mv:?}");
            assert_eq!(tried, *position, "{mv:?}");
        }
    }
}
