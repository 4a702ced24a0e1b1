//! Explanations of Tic-Tac-Toe On A Checkerboard, sentence by sentence.

use std::format;
use std::vec;

use super::*;
use crate::MoveRefusalKind;

/// Asserts how a text is refused.
#[track_caller]
fn refused(
    game: &CheckerboardTicTacToe,
    text: &str,
    kind: MoveRefusalKind,
    rule: &str,
    sentence: &str,
) -> MoveRefusal {
    let refusal = game.parse_move(text).unwrap_err();
    assert_eq!(refusal.to_string(), sentence);
    assert_eq!(refusal.kind, kind);
    assert_eq!(refusal.explanation.rule, format!("checkerboard-tic-tac-toe.{rule}"));
    refusal
}

#[test]
fn refused_placings_are_explained() {
    let base = game(BASE, "5/5/2x2/5/o4 x");
    refused(&base, "c3", MoveRefusalKind::Occupied, "turns", "Your own checker is already on c3.");
    refused(
        &base,
        "a1",
        MoveRefusalKind::Occupied,
        "turns",
        "Your opponent's checker is already on a1.",
    );
    let refusal = refused(
        &base,
        "f6",
        MoveRefusalKind::OutsideLayout,
        "board",
        "The square f6 is outside the area between the corners a1 and e5.",
    );
    assert_eq!(names(&refusal.explanation.squares), ["f6", "a1", "e5", "e1", "a5"]);
    refused(
        &CheckerboardTicTacToe::start(SIX),
        "g1",
        MoveRefusalKind::OutsideLayout,
        "board.six",
        "The square g1 is outside the area between the corners a1 and f6.",
    );
    let no_passing = "You can't pass in this game: place a checker on an empty square.";
    refused(&base, "pass", MoveRefusalKind::CannotPass, "turns", no_passing);
    let no_exchange =
        "You don't swap checkers in this game: that's variation 1, which isn't switched on.";
    refused(&base, "a1=c3", MoveRefusalKind::NotAMove, "writing", no_exchange);
    let refusal = refused(
        &base,
        "B2",
        MoveRefusalKind::NotAMove,
        "writing",
        "“B2” isn't a move. Did you mean b2?",
    );
    assert_eq!(refusal.candidates, vec!["b2"]);
    for text in ["i4", "a9", "J1"] {
        let sentence =
            format!("There's no square “{text}”: the files are a to h and the ranks 1 to 8.");
        refused(&base, text, MoveRefusalKind::NotAMove, "writing", &sentence);
    }
    for text in ["C3", "F6", "what now", "PASS"] {
        let sentence = format!("“{text}” isn't a move. Name an empty square, such as b1.");
        refused(&base, text, MoveRefusalKind::NotAMove, "writing", &sentence);
    }
    let placing = game(EXCHANGE, "5/5/2x2/5/o4 x -");
    refused(
        &placing,
        "a1=c3",
        MoveRefusalKind::NotNow,
        "exchange.how",
        "You can swap checkers once all of them are placed; 22 are still to come.",
    );
    refused(
        &game(EXCHANGE, "xoxox/oxoxo/xoxox/oxoxo/xox2 o -"),
        "a1=a2",
        MoveRefusalKind::NotNow,
        "exchange.how",
        "You can swap checkers once all of them are placed; one is still to come.",
    );
    refused(
        &placing,
        "pass",
        MoveRefusalKind::CannotPass,
        "turns",
        "You can pass once all the checkers are placed. Now place one on an empty square.",
    );
}

#[test]
fn refused_floating_placings_are_explained() {
    let refusal = refused(
        &CheckerboardTicTacToe::start(FLOATING),
        "c3",
        MoveRefusalKind::OutsideLayout,
        "float.first",
        "The first checker goes on one of the centre squares, d4, e4, d5 and e5.",
    );
    assert_eq!(names(&refusal.explanation.squares), ["d4", "e4", "d5", "e5"]);
    assert_eq!(refusal.candidates, ["d4", "d5", "e4", "e5"]);
    let position = game(FLOATING, "8/8/8/3x4/8/8/1o6/8 x");
    let refusal = refused(
        &position,
        "h8",
        MoveRefusalKind::OutsideLayout,
        "float.layout",
        "With a checker on h8 the area would be 7 by 7 squares, and 5 by 5 is the most. You can use any empty square between the corners a1 and f6.",
    );
    assert_eq!(names(&refusal.explanation.squares), ["h8", "a1", "f6", "f1", "a6"]);
    let why = position.explain_move(position.parse_move("f6").unwrap());
    assert_eq!(why.rule, "checkerboard-tic-tac-toe.float.layout");
    assert_eq!(
        why.to_string(),
        "You place a checker on f6, and the area is 5 by 5; 5 by 5 is the most."
    );
    let start = CheckerboardTicTacToe::start(FLOATING);
    assert_eq!(
        start.explain_move(start.parse_move("e5").unwrap()).to_string(),
        "You place the first checker on e5, at the centre of the board."
    );
}

#[test]
fn refused_exchanges_are_explained() {
    let second = chequered("o a2=d4");
    let used = "Your opponent swapped the checker on d4, so you can't use it.";
    let refusal =
        refused(&second, "d4=e5", MoveRefusalKind::AlreadyExchanged, "exchange.used", used);
    assert_eq!(names(&refusal.explanation.squares), ["d4"]);
    let refusal =
        refused(&second, "d4=a2", MoveRefusalKind::AlreadyExchanged, "exchange.used", used);
    assert_eq!(names(&refusal.explanation.squares), ["a2", "d4"]);
    let empty = "There's no checker on e1 to exchange.";
    refused(&second, "a1=e1", MoveRefusalKind::EmptySquare, "exchange.how", empty);
    refused(&second, "e1=e1", MoveRefusalKind::EmptySquare, "exchange.how", empty);
    let outside = "There's no checker on h8 to exchange.";
    refused(&second, "a1=h8", MoveRefusalKind::EmptySquare, "exchange.how", outside);
    let same = "A swap takes two checkers, and a1 is only one square.";
    refused(&second, "a1=a1", MoveRefusalKind::SameSquare, "exchange.how", same);
    let placed = "All the checkers are placed. Swap two of them, or pass.";
    refused(&second, "e1", MoveRefusalKind::NotNow, "exchange.how", placed);
    for (text, meant) in [("b2-e5", "b2=e5"), ("E5xB2", "b2=e5"), ("b2 e5", "b2=e5"), ("=", "pass")]
    {
        let sentence = format!("“{text}” isn't a move. Did you mean {meant}?");
        let refusal =
            refused(&second, text, MoveRefusalKind::NotAMove, "writing.exchange", &sentence);
        assert_eq!(refusal.candidates, vec![meant]);
    }
    refused(
        &second,
        "i4=a1",
        MoveRefusalKind::NotAMove,
        "writing.exchange",
        "There's no square “i4”: the files are a to h and the ranks 1 to 8.",
    );
    refused(
        &second,
        "swap",
        MoveRefusalKind::NotAMove,
        "writing.exchange",
        "“swap” isn't a move. Swap two checkers, as in a1=b1, or pass.",
    );
}

#[test]
fn after_the_end_every_text_gets_the_count() {
    let over = "The game is over: the starting player wins, 10 tic-tac-toes to 8.";
    refused(
        &game(BASE, &format!("{CHEQUERED} x")),
        "e1",
        MoveRefusalKind::GameOver,
        "end.most",
        over,
    );
    refused(&chequered("x a1=a3"), "", MoveRefusalKind::GameOver, "end.most", over);
    let one = "The game is over: you each made one tic-tac-toe, so it's a tie.";
    let tie = game(BASE, "xxoox/ooxxo/xxoox/ooxxo/1xoxo x");
    refused(&tie, "a1", MoveRefusalKind::GameOver, "draw.equal-count", one);
}

#[test]
fn a_legal_move_is_explained_by_its_rule() {
    let base = CheckerboardTicTacToe::start(BASE);
    let why = base.explain_move(base.parse_move("c3").unwrap());
    assert_eq!(why.to_string(), "You place a checker on c3, which is empty.");
    let position = chequered("x -");
    let why = position.explain_move(position.parse_move("a1=b1").unwrap());
    assert_eq!(why.to_string(), "You swap the checkers on a1 and b1.");
    let why = position.explain_move(CheckerboardMove::Pass);
    assert_eq!(why.to_string(), "You swap nothing, and the checkers stay where they are.");
    assert_eq!(why.rule, "checkerboard-tic-tac-toe.pass");
}
