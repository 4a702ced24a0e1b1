//! Plays any list of texts in any game from any position: accepted moves replay to the same game,
//! and refused ones change nothing.
//!
//! The input: the game, then lines. The first is `start` or a position, the others are moves.
#![no_main]

use crownhead_fuzz::{check_errors, check_explanation, check_refusal, check_text, rules};
use crownhead_games::{Game, Legality, each};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((rules, text)) = rules(input) else { return };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().take(200);
    let start = match lines.next() {
        Some("start") | None => Game::start(rules),
        Some(position) => match Game::from_text(rules, position) {
            Ok(game) => game,
            Err(errors) => return check_errors(&errors),
        },
    };
    let (mut game, mut again) = (start.clone(), start);
    for line in lines {
        let (before, legal) = (game.clone(), game.moves_ignoring_draws());
        let explained = game.explain(line);
        match (game.play(line), explained) {
            (Ok(written), Legality::Legal { text, explanation }) => {
                assert!(before.outcome().is_none());
                assert!(legal.contains(&written));
                assert_eq!(text, written);
                check_explanation(rules, &explanation);
                assert_eq!(again.play(&written).as_ref(), Ok(&written));
            }
            (Err(refusal), Legality::Refused(explained_refusal)) => {
                assert_eq!(refusal, explained_refusal);
                assert_eq!(game, before);
                check_refusal(rules, &legal, &refusal);
            }
            (played, explained) => panic!("{line:?}: {played:?}, but {explained:?}"),
        }
        assert_eq!(game, again);
        assert_eq!(game.outcome().is_some(), game.legal_moves().is_empty());
        each!(game.position(), position => check_text(rules, position));
    }
    if let Some(explanation) = game.explain_outcome() {
        check_explanation(rules, &explanation);
    }
});
