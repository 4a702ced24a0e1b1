//! Tic-Tac-Toe On A Checkerboard by example: legal moves and counts.

mod explanations;
mod texts;

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::*;
use crate::Verdict;

const BASE: Variations = Variations { exchange: false, floating: false, size: Size::Five };
const SIX: Variations = Variations { size: Size::Six, ..BASE };
const EXCHANGE: Variations = Variations { exchange: true, ..BASE };
const FLOATING: Variations = Variations { floating: true, ..BASE };

/// The diagonals: ten tic-tac-toes for x and eight for o, the shared e1 among x's.
const CHEQUERED: &str = "xoxox/oxoxo/xoxox/oxoxo/xoxo1";

fn game(variation: Variations, text: &str) -> CheckerboardTicTacToe {
    CheckerboardTicTacToe::from_text(variation, text).unwrap()
}

fn chequered(rest: &str) -> CheckerboardTicTacToe {
    game(EXCHANGE, &format!("{CHEQUERED} {rest}"))
}

fn names(squares: &[AnySquare]) -> Vec<String> {
    squares.iter().map(AnySquare::to_string).collect()
}

fn texts(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

#[test]
fn every_placing_square_is_in_the_area() {
    let start = CheckerboardTicTacToe::start(BASE);
    assert_eq!(start.text().unwrap(), "5/5/5/5/5 x");
    assert_eq!(
        start.legal_texts(),
        texts("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 d1 d2 d3 d4 d5 e1 e2 e3 e4 e5")
    );
    assert_eq!(CheckerboardTicTacToe::start(SIX).count_moves(), 36);
    assert_eq!(game(BASE, "5/5/2x2/5/5 o").count_moves(), 24);
}

#[test]
fn the_count_ends_the_game_with_one_square_empty() {
    let mut position = game(BASE, "xoxox/oxoxo/xoxox/oxoxo/xox2 o");
    assert_eq!(position.legal_texts(), ["d1", "e1"]);
    assert_eq!(position.shared(), None);
    position.play(position.parse_move("d1").unwrap()).unwrap();
    assert_eq!(position.text().unwrap(), format!("{CHEQUERED} x"));
    assert_eq!(position.shared(), Square::from_name("e1"));
    assert_eq!((position.count(Side::First), position.count(Side::Second)), (10, 8));
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome, Outcome::win(Side::First, Reason::Count));
    assert_eq!(position.count_moves(), 0);
    let why = position.explain_outcome(outcome);
    assert_eq!(
        why.to_string(),
        "The game is over: the starting player wins, 10 tic-tac-toes to 8."
    );
    assert_eq!(why.rule, "checkerboard-tic-tac-toe.end.most");
}

#[test]
fn the_empty_square_counts_for_both() {
    let position = game(BASE, "oxoxo/oxoxo/xx1oo/xoxox/xoxox x");
    let centre = Square::from_name("c3").unwrap();
    for side in Side::ALL {
        let with_centre =
            position.counted(side).filter(|three| three.contains(&centre)).collect::<Vec<_>>();
        let row = if side == Side::First { ["a3", "b3", "c3"] } else { ["c3", "d3", "e3"] };
        let row = row.map(|name| Square::from_name(name).unwrap());
        assert!(with_centre.contains(&row), "{with_centre:?}");
        assert_eq!(position.counted(side).count() as u32, position.count(side));
    }
    // One checker less, and the same lines are not complete.
    let before = game(BASE, "oxoxo/oxoxo/xx1oo/xoxox/xox1x o");
    assert!(before.counted(Side::First).all(|three| !three.contains(&centre)));
}

#[test]
fn four_in_a_row_count_two_and_five_count_three() {
    let count = |text| game(BASE, text).count(Side::First);
    assert_eq!(count("5/5/5/oo3/xxx2 o"), 1);
    assert_eq!(count("5/5/5/oo1o1/xxxx1 o"), 2);
    assert_eq!(count("5/5/oo3/oo3/xxxxx o"), 3);
    assert_eq!(count("4x/o2x1/o1x2/ox3/x1o2 o"), 3);
    assert_eq!(count("x4/1x2o/2x1o/3xo/1o3 x"), 2);
}

#[test]
fn an_equal_count_is_a_tie() {
    for (variation, text, each, sentence) in [
        (
            BASE,
            "xxoox/ooxxo/xxoox/ooxxo/1xoxo x",
            1,
            "The game is over: you each made one tic-tac-toe, so it's a tie.",
        ),
        (
            SIX,
            "xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox x",
            16,
            "The game is over: you each made 16 tic-tac-toes, so it's a tie.",
        ),
    ] {
        let position = game(variation, text);
        assert_eq!(Side::ALL.map(|side| position.count(side)), [each, each]);
        let outcome = position.outcome().unwrap();
        assert_eq!(outcome, Outcome::draw(Reason::Count));
        let why = position.explain_outcome(outcome);
        assert_eq!(why.rule, "checkerboard-tic-tac-toe.draw.equal-count");
        assert_eq!(why.to_string(), sentence);
    }
}

#[test]
fn six_by_six_is_filled_and_shares_nothing() {
    let position = game(SIX, "xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox x");
    assert_eq!(position.shared(), None);
    assert_eq!(position.outcome().unwrap(), Outcome::draw(Reason::Count));
    assert_eq!(position.count(Side::First), 16);
}

#[test]
fn a_floating_layout_stays_within_five_rows_and_columns() {
    let position = game(FLOATING, "8/8/8/3x4/8/8/o7/8 x");
    // Files a to d may become a to e; ranks 2 to 5 may become 1 to 5 or 2 to 6.
    let open = "abcde".chars().flat_map(|file| (1..=6).map(move |rank| format!("{file}{rank}")));
    let open: Vec<_> = open.filter(|text| text != "a2" && text != "d5").collect();
    assert_eq!(position.legal_texts(), open);
    assert_eq!(position.count_moves(), open.len() as u64);
    let mut next = position;
    next.play(next.parse_move("c1").unwrap()).unwrap();
    assert!(next.parse_move("c6").is_err() && next.parse_move("e5").is_ok());
}

#[test]
fn a_floating_game_shares_the_empty_square_of_its_layout() {
    let position = game(FLOATING, "8/2xoxox1/2oxoxo1/2xoxox1/2oxoxo1/2xoxo2/8/8 x");
    assert_eq!(position.shared(), Square::from_name("g3"));
    assert_eq!((position.count(Side::First), position.count(Side::Second)), (10, 8));
    assert_eq!(position.phase().name(), "placing");
}

#[test]
fn the_players_exchange_one_after_the_other() {
    let mut position = chequered("x -");
    assert_eq!(position.phase().name(), "exchange");
    assert_eq!(position.count_moves(), 24 * 23 / 2 + 1);
    let exchange = position.parse_move("d4=a2").unwrap();
    assert_eq!(position.move_text(exchange), "a2=d4");
    assert_eq!(names(&position.move_details(exchange).trail), ["a2", "d4"]);
    let CheckerboardMove::Exchange(low, high) = exchange else { panic!("{exchange:?}") };
    assert!(!position.is_legal(CheckerboardMove::Exchange(high, low)));
    position.play(exchange).unwrap();
    assert_eq!(position.text().unwrap(), "xoxox/oxooo/xoxox/xxoxo/xoxo1 o a2=d4");
    assert_eq!(position.count_moves(), 22 * 21 / 2 + 1);
    assert_eq!(position.outcome(), None);
    let texts = position.legal_texts();
    assert!(!texts.iter().any(|text| text.contains("a2") || text.contains("d4")));
    position.play(position.parse_move("a1=b1").unwrap()).unwrap();
    assert_eq!(position.text().unwrap(), "xoxox/oxooo/xoxox/xxoxo/oxxo1 x a2=d4");
    assert!(position.outcome().is_some());
    assert_eq!(position.count_moves(), 0);
    assert_eq!(position.phase().name(), "exchange");
}

#[test]
fn two_of_a_colour_may_be_exchanged_and_are_then_barred() {
    let mut position = chequered("x -");
    let exchange = position.parse_move("a1=c1").unwrap();
    let why = position.explain_move(exchange);
    assert_eq!(why.rule, "checkerboard-tic-tac-toe.exchange.any-two");
    assert_eq!(
        why.to_string(),
        "You swap the checkers on a1 and c1. They're the same colour, so nothing looks different."
    );
    position.play(exchange).unwrap();
    assert_eq!(position, chequered("o a1=c1"));
    assert!(position.parse_move("a1=b1").is_err());
}

#[test]
fn both_may_decline() {
    let mut position = chequered("x -");
    position.play(position.parse_move("pass").unwrap()).unwrap();
    assert_eq!(position, chequered("o ="));
    assert_eq!(position.count_moves(), 24 * 23 / 2 + 1);
    position.play(CheckerboardMove::Pass).unwrap();
    assert_eq!(position, chequered("x ="));
    assert_eq!(position.outcome().unwrap().verdict, Verdict::Win(Side::First));
}

#[test]
fn positions_that_differ_have_different_keys() {
    let mut keys: Vec<Key> = ["x -", "o =", "x =", "o a1=b1", "x a1=b1", "o a1=a2"]
        .into_iter()
        .map(|rest| chequered(rest).key())
        .collect();
    for exchange in [false, true] {
        for floating in [false, true] {
            for size in [Size::Five, Size::Six] {
                let variation = Variations { exchange, floating, size };
                keys.push(CheckerboardTicTacToe::start(variation).key());
            }
        }
    }
    let all = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), all);
}
