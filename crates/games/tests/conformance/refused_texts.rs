//! Texts that are no legal move: each is refused with an explanation.

use crownhead_games::{AnyPosition, Rules};
use crownhead_rules::Notation;

use crate::{explanations, move_squares, position};

/// Texts that are moves in some game, or almost.
const MALFORMED: [&str; 40] = [
    "",
    " ",
    "-",
    "x",
    "=",
    "pass",
    "Pass",
    "compel",
    "stand",
    "huff",
    "huff 14",
    "huff 99",
    "huff x",
    "0-1",
    "1-1",
    "1-5",
    "9x18",
    "22-17",
    "33-29",
    "1x10x19x28",
    "11-15-19",
    "1--5",
    "a1-b2",
    "h8-g7",
    "c3",
    "C3",
    "z9",
    "i9",
    "a0",
    "b2=d4",
    "b2=b2",
    "d4=b2",
    "a3-h8-a1",
    "a1-a1",
    "11 - 15",
    "11—15",
    "e4\u{301}",
    "１１-１５",
    "\u{202e}51-11",
    "\0\n\t",
];

/// Tries a text: it is a legal move with the same ends, or refused with a complete sentence.
pub(crate) fn try_text<P: Notation>(rules: Rules, position: &P, legal: &[String], text: &str) {
    let short: String = text.chars().take(60).collect();
    let context = format!("{rules}, {position:?}: {short:?}");
    match position.parse_move(text) {
        Ok(mv) => {
            let written = position.move_text(mv);
            assert!(position.is_legal(mv), "{context} is read as {written}");
            assert!(legal.binary_search(&written).is_ok(), "{context} is read as {written}");
            if written != text.trim() {
                let [mut meant, mut said] =
                    [move_squares::squares(&written), move_squares::squares(text.trim())]
                        .map(|names| [names.first().copied(), names.last().copied()]);
                meant.sort();
                said.sort();
                assert_eq!(meant, said, "{context} is read as {written}");
                assert!(legal.binary_search(&text.to_owned()).is_err(), "{context}: {written}");
            }
        }
        Err(refusal) => {
            assert!(legal.binary_search(&text.trim().to_owned()).is_err(), "{context}");
            explanations::check_refusal(rules, position, legal, &refusal, &context);
        }
    }
}

/// Texts to try, beginning with those that are always tried.
pub(crate) fn texts(
    legal: &[String],
    others: &[String],
    random: &mut fastrand::Rng,
) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for source in [legal, others] {
        let Some(text) = random.choice(source) else { continue };
        texts.push(text.clone());
        texts.push(format!("  {text}\n"));
        texts.push(text[..random.usize(..text.len())].to_owned());
        texts.push(garbled(text, random));
        texts.push(text.replace('x', "-"));
        texts.push(text.replacen('-', "x", 1));
        texts.push(format!("{text}{}", random.choice(["x1", "-a1", "=c3", ".", "é"]).unwrap()));
        texts.push(move_squares::squares(text).into_iter().rev().collect::<Vec<_>>().join("-"));
        texts.push(text.to_uppercase());
    }
    texts.extend((0..6).filter_map(|_| random.choice(MALFORMED)).map(str::to_owned));
    texts
}

/// Texts that are too long to be a move.
pub(crate) fn long_texts() -> [String; 5] {
    ["9", "1x", "a1-", "é", "1-5 "].map(|piece| piece.repeat(5_000))
}

fn garbled(text: &str, random: &mut fastrand::Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = random.usize(..letters.len());
    let letter = random.choice(['0', '1', '2', '9', 'a', 'h', '=', 'x', '-', ' ', 'é']).unwrap();
    match random.u8(..4) {
        0 => letters[at] = letter,
        1 => letters.insert(at, letter),
        2 => drop(letters.remove(at)),
        _ => letters.swap(at, 0),
    }
    letters.into_iter().collect()
}

/// Tries every malformed and every long text in a position.
pub(crate) fn check_all<P>(rules: Rules, position: &P)
where
    P: Notation + Into<AnyPosition>,
{
    let legal = position::check(rules, position);
    MALFORMED.iter().for_each(|text| try_text(rules, position, &legal, text));
    long_texts().iter().for_each(|text| try_text(rules, position, &legal, text));
}
