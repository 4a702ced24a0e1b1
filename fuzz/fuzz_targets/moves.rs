//! Parses any text as a move some plies into any game: it is a legal move, whose canonical text
//! parses to it again, or is refused with a complete sentence.
//!
//! The input: the game, the number of moves to play first (`0` for none), a byte to choose each of
//! them, and the text.
#![no_main]

use crownhead_fuzz::{check_explanation, check_moves, check_refusal, rules};
use crownhead_games::{AnyPosition, Rules, each};
use crownhead_rules::Notation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((rules, input)) = rules(input) else { return };
    let Some((count, input)) = input.split_first() else { return };
    let played = usize::from(count.wrapping_sub(b'0') % 40).min(input.len());
    let (picks, text) = input.split_at(played);
    let text = String::from_utf8_lossy(text);
    each!(AnyPosition::start(rules), start => parse(rules, start, picks, &text));
});

fn parse<P: Notation>(rules: Rules, mut position: P, picks: &[u8], text: &str) {
    for pick in picks {
        let mut moves = Vec::new();
        position.each_move(|mv| moves.push(mv));
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[usize::from(*pick) % moves.len()]);
    }
    check_moves(&position);
    let legal = position.legal_texts();
    match position.parse_move(text) {
        Ok(mv) => {
            assert!(position.is_legal(mv));
            let written = position.move_text(mv);
            assert!(legal.contains(&written));
            assert_eq!(position.parse_move(&written), Ok(mv));
            check_explanation(rules, &position.explain_move(mv));
        }
        Err(refusal) => {
            assert!(!legal.iter().any(|move_text| move_text == text.trim()));
            check_refusal(rules, &legal, &refusal);
        }
    }
}
