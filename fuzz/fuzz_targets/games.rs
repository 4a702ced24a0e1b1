//! Any list of texts played in any game from any position: what is accepted replays to the same
//! game, and what is refused changes nothing.
//!
//! The input: the game, then lines. The first is `start` or a position, the others are moves.
#![no_main]

use crownhead_fuzz::{check_answer, check_faults, check_refusal, check_text, rules};
use crownhead_games::{Explanation, Game, each};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((rules, text)) = rules(input) else { return };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().take(200);
    let start = match lines.next() {
        Some("start") | None => Game::start(rules),
        Some(position) => match Game::from_text(rules, position) {
            Ok(game) => game,
            Err(faults) => return check_faults(&faults),
        },
    };
    let (mut game, mut again) = (start.clone(), start);
    for line in lines {
        let (before, legal) = (game.clone(), game.moves());
        let explained = game.explain(line);
        match (game.play(line), explained) {
            (Ok(written), Explanation::Legal { text, answer }) => {
                assert!(before.outcome().is_none());
                assert!(legal.contains(&written));
                assert_eq!(text, written);
                check_answer(rules, &answer);
                assert_eq!(again.play(&written).as_ref(), Ok(&written));
            }
            (Err(refusal), Explanation::Refused(told)) => {
                assert_eq!(refusal, told);
                assert_eq!(game, before);
                check_refusal(rules, &legal, &refusal);
            }
            (played, explained) => panic!("{line:?}: {played:?}, but {explained:?}"),
        }
        assert_eq!(game, again);
        assert_eq!(game.outcome().is_some(), game.legal().is_empty());
        each!(game.position(), position => check_text(rules, position));
    }
    if let Some(answer) = game.why_ended() {
        check_answer(rules, &answer);
    }
});
