//! Property tests of any position that can be written and any text that can be typed.

use crownhead_games::{AnyPosition, Game, Rules, each};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::{explanations, position, refused_texts, setups};

/// Deterministic, so that every run tries the same cases. Endless search is for the fuzz targets.
fn runner(cases: u32) -> TestRunner {
    let failure_persistence = None;
    let rng_seed = RngSeed::Fixed(7);
    TestRunner::new(Config { cases, failure_persistence, rng_seed, ..Config::default() })
}

/// A text is refused with a one-line error, or is a position that passes all checks.
fn check_text(rules: Rules, text: &str) {
    match AnyPosition::from_text(rules, text) {
        Ok(any) => drop(each!(&any, any => position::check(rules, any))),
        Err(errors) => {
            explanations::one_line(&errors.to_string(), text);
            assert!(errors.iter().count() > 0);
            errors.iter().for_each(|fault| explanations::one_line(&fault.to_string(), text));
        }
    }
}

/// Any position that is set up.
pub(crate) fn set_ups(rules: Rules) {
    let run = |text: String| {
        check_text(rules, &text);
        Ok(())
    };
    runner(600).run(&setups::texts(rules), run).unwrap();
}

/// Any text typed as a position, and texts of positions with some letters changed.
pub(crate) fn position_texts(rules: Rules) {
    let start = each!(AnyPosition::start(rules), start => crownhead_rules::Notation::text(&start));
    let valid = prop_oneof![4 => setups::texts(rules), 1 => Just(start.unwrap())];
    let changed = (valid, vec(change(), 1..5)).prop_map(|(text, changes)| changed(&text, &changes));
    let run = |text: String| {
        check_text(rules, &text);
        Ok(())
    };
    runner(2_000).run(&prop_oneof![1 => any::<String>(), 4 => changed], run).unwrap();
}

/// A legal move to begin with, any text, and changes to the move's.
type TypedText = (Index, String, Vec<Change>);

/// Any text typed as a move, some plies into a game.
pub(crate) fn move_texts(rules: Rules) {
    let start = prop_oneof![1 => Just(None), 3 => setups::texts(rules).prop_map(Some)];
    let moves = vec(any::<Index>(), 0..6);
    let texts = vec((any::<Index>(), any::<String>(), vec(change(), 0..4)), 1..6);
    let run = |(start, moves, texts): (_, Vec<Index>, Vec<TypedText>)| {
        let start: Option<String> = start;
        let game = start.map_or(Ok(Game::start(rules)), |text| Game::from_text(rules, &text));
        let Ok(mut game) = game else { return Ok(()) };
        for index in moves {
            let legal = game.legal_moves();
            if !legal.is_empty() {
                game.play(index.get::<String>(&legal)).unwrap();
            }
        }
        let legal = game.moves_ignoring_draws();
        for (index, any, changes) in texts {
            let near = if legal.is_empty() { "1-5" } else { index.get::<String>(&legal).as_str() };
            for text in [changed(near, &changes), any] {
                each!(game.position(), at => refused_texts::try_text(rules, at, &legal, &text));
            }
        }
        Ok(())
    };
    runner(600).run(&(start, moves, texts), run).unwrap();
}

/// A small change to a text.
#[derive(Clone, Debug)]
enum Change {
    Put(Index, char),
    Remove(Index),
    Cut(Index),
    Twice(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let letters: Vec<char> = "0123456789abghxo=-:/,. KWBRrpé\n\u{7}".chars().collect();
    let letter = prop_oneof![9 => prop::sample::select(letters), 1 => any::<char>()];
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), letter).prop_map(|(at, letter)| Change::Put(at, letter)),
        4 => at().prop_map(Change::Remove),
        1 => at().prop_map(Change::Cut),
        1 => at().prop_map(Change::Twice),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for change in changes {
        let places = letters.len() + 1;
        match change {
            Change::Put(at, letter) => letters.insert(at.index(places), *letter),
            Change::Cut(at) => letters.truncate(at.index(places)),
            Change::Twice(at) => letters.extend_from_within(at.index(places)..),
            Change::Remove(_) if letters.is_empty() => {}
            Change::Remove(at) => drop(letters.remove(at.index(places - 1))),
        }
    }
    letters.into_iter().collect()
}
