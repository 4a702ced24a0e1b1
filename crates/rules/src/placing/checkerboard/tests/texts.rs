//! Position texts, good and bad.

use super::*;
use crate::PositionError;

#[test]
fn texts_are_read_generously_and_written_in_one_form() {
    for (variation, read, written) in [
        (BASE, " 5/11111/2x2/41/5\to ", "5/5/2x2/5/5 o"),
        (FLOATING, "8/8/8/8/8/8/8/x7 o", "8/8/8/8/8/8/8/x7 o"),
        (EXCHANGE, "5/5/5/5/5 x -", "5/5/5/5/5 x -"),
        (EXCHANGE, &format!("{CHEQUERED} o d4=a2"), &format!("{CHEQUERED} o a2=d4")),
    ] {
        assert_eq!(game(variation, read).text().unwrap(), written);
    }
}

#[test]
fn every_error_of_a_text_is_reported() {
    let errors = |variation, text: &str| {
        CheckerboardTicTacToe::from_text(variation, text).unwrap_err().to_string()
    };
    let full = |rest: &str| format!("{CHEQUERED} {rest}");
    for (variation, text, expected) in [
        (BASE, "".into(), "there must be 5 rows, not 0; the side to move is missing, x or o"),
        (SIX, "5/5/5/5/5 x".into(), "there must be 6 rows, not 5"),
        (BASE, "5/5/5/5/5 x -".into(), "there is more text than the position has"),
        (
            EXCHANGE,
            "5/5/5/5/5 x".into(),
            "what the starting player exchanged is missing: -, = or two squares as in b2=d4",
        ),
        (
            EXCHANGE,
            "5/5/5/5/5 x b2=b2".into(),
            "what the starting player exchanged is neither -, = nor two squares as in b2=d4",
        ),
        (
            BASE,
            "5/5/5/5/xx3 o".into(),
            "with o to move there is one x more than o, but there are 2 x and 0 o",
        ),
        (
            BASE,
            "xoxox/oxoxo/xoxox/oxoxo/xoxox o".into(),
            "the starting player has placed 13 checkers, 12 is the most",
        ),
        (BASE, full("o"), "with o to move there is one x more than o, but there are 12 x and 12 o"),
        (
            EXCHANGE,
            full("o -"),
            "all checkers are placed and nothing was exchanged or declined, so x is to move",
        ),
        (EXCHANGE, full("o a1=e1"), "e1 is empty, so no checker was exchanged there"),
        (
            EXCHANGE,
            full("x f1=e1"),
            "e1 is empty, so no checker was exchanged there; f1 is empty, so no checker was \
             exchanged there",
        ),
        (
            EXCHANGE,
            "5/5/5/5/xo3 x =".into(),
            "nothing is exchanged or declined before there are 12 x and 12 o, but there are 1 x \
             and 1 o",
        ),
        (
            FLOATING,
            "x7/8/8/8/8/8/8/5o2 o".into(),
            "the layout is 6 by 8 squares, 5 by 5 is the most; with o to move there is \
             one x more than o, but there are 1 x and 1 o",
        ),
        (
            FLOATING,
            "x7/8/8/8/8/8/8/5o2 z".into(),
            "the side to move is neither x nor o; the layout is 6 by 8 squares, 5 by 5 \
             is the most",
        ),
    ] {
        assert_eq!(errors(variation, &text), expected, "{text}");
    }
    let errors = CheckerboardTicTacToe::from_text(FLOATING, "8/8/8/8/8/8/8/x4o2 x").unwrap_err();
    let expected = PositionError::LayoutTooLarge { columns: 6, rows: 1, most: 5 };
    assert_eq!(errors.iter().collect::<Vec<_>>(), [&expected]);
    assert_eq!(errors.to_string(), "the layout is 6 by 1 squares, 5 by 5 is the most");
}

#[test]
fn hostile_texts_are_refused() {
    let start = CheckerboardTicTacToe::start(EXCHANGE);
    for text in [
        "x".repeat(1_000_000),
        "/".repeat(1_000_000),
        "5/5/5/5/5 x -=".into(),
        "b2=".repeat(300_000),
        "ä1=ö2".into(),
        "a1ä".into(),
        "aä".into(),
        "\u{0}".into(),
    ] {
        assert!(CheckerboardTicTacToe::from_text(EXCHANGE, &text).is_err());
        assert!(start.parse_move(&text).is_err());
        assert!(chequered("x -").parse_move(&text).is_err());
    }
}
