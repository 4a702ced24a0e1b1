//! Tic-tac-toe by example.

use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

use super::*;
use crate::MoveRefusalKind;

fn game(text: &str) -> TicTacToe {
    text.parse::<TicTacToe>().unwrap()
}

/// Asserts how a text is refused.
#[track_caller]
fn refused(
    position: &str,
    text: &str,
    kind: MoveRefusalKind,
    rule: &str,
    sentence: &str,
) -> MoveRefusal {
    let refusal = game(position).parse_move(text).unwrap_err();
    assert_eq!(refusal.to_string(), sentence);
    assert_eq!((refusal.kind, refusal.explanation.rule), (kind, &*format!("tic-tac-toe.{rule}")));
    refusal
}

fn names(squares: &[AnySquare]) -> Vec<String> {
    squares.iter().map(AnySquare::to_string).collect()
}

#[test]
fn the_first_three_in_a_row_wins_at_once() {
    let mut position = game("3/1oo/1xx x");
    assert_eq!(position.legal_texts(), ["a1", "a2", "a3", "b3", "c3"]);
    let winning = position.parse_move(" a1\n").unwrap();
    let why = position.explain_move(winning);
    assert_eq!(
        why.to_string(),
        "You place a checker on a1 and have three in a row on a1, b1 and c1."
    );
    assert_eq!(why.rule, "tic-tac-toe.end.three-in-a-row");
    position.play(winning).unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome, Outcome::win(Side::First, Reason::ThreeInARow));
    assert_eq!(position.count_moves(), 0);
    assert_eq!(position.text().unwrap(), "3/1oo/xxx o");
    let why = position.explain_outcome(outcome);
    assert_eq!(
        why.to_string(),
        "The game is over: the starting player has three in a row on a1, b1 and c1 and wins."
    );
    assert_eq!(names(&why.squares), ["a1", "b1", "c1"]);
}

#[test]
fn nine_squares_without_a_winner_are_a_tie() {
    let mut position = game("xox/xo1/oxo x");
    let last = position.parse_move("c2").unwrap();
    let why = position.explain_move(last);
    assert_eq!(why.to_string(), "You place the last checker, on c2. Nobody has three in a row.");
    position.play(last).unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome, Outcome::draw(Reason::Full));
    assert_eq!(
        position.explain_outcome(outcome).to_string(),
        "The game is over: all nine squares are full and nobody has three in a row, so it's a tie."
    );
    assert_eq!(position.phase().name(), "placing");
}

#[test]
fn of_two_threes_the_last_mover_owns_the_win() {
    let won = |text| game(text).outcome().unwrap().verdict;
    assert_eq!(won("xxx/ooo/3 x"), crate::Verdict::Win(Side::Second));
    assert_eq!(won("xxx/ooo/1x1 o"), crate::Verdict::Win(Side::First));
    assert_eq!(won("xxx/o2/o1o x"), crate::Verdict::Win(Side::First));
    assert_eq!(game("xxx/ooo/3 x").counted(Side::Second).count(), 1);
}

#[test]
fn two_lines_at_once_are_both_shown() {
    let position = game("xxx/xoo/xoo o");
    assert_eq!(position.counted(Side::First).count(), 2);
    let why = position.explain_outcome(position.outcome().unwrap());
    assert_eq!(names(&why.squares), ["a3", "b3", "c3", "a1", "a2"]);
}

#[test]
fn texts_are_read_generously_and_written_in_one_form() {
    for (read, written) in [
        ("3/3/3 x", "3/3/3 x"),
        ("  111/12/21 \t x\n", "3/3/3 x"),
        ("1x1/o1x/3 o", "1x1/o1x/3 o"),
        ("xox/oxo/oxx o", "xox/oxo/oxx o"),
    ] {
        assert_eq!(game(read).text().unwrap(), written);
    }
}

#[test]
fn every_error_of_a_text_is_reported() {
    let errors = |text: &str| text.parse::<TicTacToe>().unwrap_err().to_string();
    for (text, expected) in [
        ("", "there must be 3 rows, not 0; the side to move is missing, x or o"),
        ("3/3/3", "the side to move is missing, x or o"),
        ("3/3/3 X", "the side to move is neither x nor o"),
        ("3/3/3 x -", "there is more text than the position has"),
        ("3/3 x", "there must be 3 rows, not 2"),
        ("4/3/2 o", "row 3: there must be 3 squares, not 4; row 1: there must be 3 squares, not 2"),
        ("3/1z1/3 x", "row 2: “z” is neither x, o nor a number of empty squares"),
        ("3/3/03 x", "row 1: “0” is neither x, o nor a number of empty squares"),
        ("3/1x1/3 x", "with x to move there are as many x as o, but there are 1 x and 0 o"),
        ("3/3/3 o", "with o to move there is one x more than o, but there are 0 x and 0 o"),
        ("3/3/2o o", "with o to move there is one x more than o, but there are 0 x and 1 o"),
    ] {
        assert_eq!(errors(text), expected, "{text}");
    }
}

#[test]
fn hostile_texts_are_refused() {
    for text in [
        "x".repeat(1_000_000),
        "8".repeat(1_000_000),
        "/".repeat(1_000_000),
        " ".repeat(1_000_000),
        format!("{}/3/3 x", "x".repeat(100_000)),
        "é/ß/\u{1f600} \u{0}".into(),
    ] {
        assert!(text.parse::<TicTacToe>().is_err());
        assert!(TicTacToe::start().parse_move(&text).is_err());
    }
}

#[test]
fn refusals_are_explained() {
    const MIDDLE: &str = "3/1x1/o2 x";
    let refusal = refused(
        MIDDLE,
        "b2",
        MoveRefusalKind::Occupied,
        "turns",
        "Your own checker is already on b2.",
    );
    assert_eq!(names(&refusal.explanation.squares), ["b2"]);
    let theirs = "Your opponent's checker is already on a1.";
    refused(MIDDLE, "a1", MoveRefusalKind::Occupied, "turns", theirs);
    refused(
        MIDDLE,
        "d4",
        MoveRefusalKind::OutsideLayout,
        "board",
        "The square d4 is outside the grid, which goes from a1 to c3.",
    );
    refused(
        MIDDLE,
        "pass",
        MoveRefusalKind::CannotPass,
        "turns",
        "You can't pass in this game: place a checker on an empty square.",
    );
    let refusal = refused(
        MIDDLE,
        "C3",
        MoveRefusalKind::NotAMove,
        "writing",
        "“C3” isn't a move. Did you mean c3?",
    );
    assert_eq!(refusal.candidates, vec!["c3"]);
    let form = "isn't a move. Name an empty square, such as b1.";
    for text in ["B2", "a1=c3", "5", "middle"] {
        refused(MIDDLE, text, MoveRefusalKind::NotAMove, "writing", &format!("“{text}” {form}"));
    }
    refused(MIDDLE, "", MoveRefusalKind::NotAMove, "writing", &format!("An empty text {form}"));
    for text in ["i4", "a9", "J1"] {
        let sentence =
            format!("There's no square “{text}”: the files are a to c and the ranks 1 to 3.");
        refused(MIDDLE, text, MoveRefusalKind::NotAMove, "writing", &sentence);
    }
    refused(
        "1o1/1o1/xxx o",
        "nonsense",
        MoveRefusalKind::GameOver,
        "end.three-in-a-row",
        "The game is over: the starting player has three in a row on a1, b1 and c1 and wins.",
    );
    refused(
        "xox/xox/oxo o",
        "a1",
        MoveRefusalKind::GameOver,
        "end.full",
        "The game is over: all nine squares are full and nobody has three in a row, so it's a tie.",
    );
}

#[test]
fn checkers_on_lists_the_owner_of_each_square() {
    let position = game("3/1x1/o2 x");
    let on = |name| position.checkers_on(Square::from_name(name).unwrap().into());
    assert_eq!(on("b2"), [Checker { side: Side::First, king: false }]);
    assert_eq!(on("a1"), [Checker { side: Side::Second, king: false }]);
    assert!(on("c3").is_empty() && on("h8").is_empty());
    assert!(position.checkers_on(crate::dark::Square::all().next().unwrap().into()).is_empty());
    assert_eq!(names(&position.move_details(Square::from_name("c3").unwrap()).trail), ["c3"]);
}
