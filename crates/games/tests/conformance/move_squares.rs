//! The squares that the text of a move names, independent of the move's type.

use crownhead_rules::{AnySquare, Notation, dark, grid};

/// The names of the squares in a move's text, in order; none for `pass`, `compel` and `stand`.
/// Ignores spaces around them and leading zeros.
pub(crate) fn squares(text: &str) -> Vec<&str> {
    let names = text.strip_prefix("huff ").unwrap_or(text);
    let is_name = |name: &&str| name.contains(|c: char| c.is_ascii_digit());
    names
        .split(['-', 'x', '='])
        .map(|name| name.trim().trim_start_matches('0'))
        .filter(is_name)
        .collect()
}

/// The square of this name on either board.
pub(crate) fn square(name: &str) -> AnySquare {
    let dark = || dark::Square::all().find(|square| square.to_string() == name);
    let square = grid::Square::from_name(name).map(AnySquare::from);
    square.or_else(|| dark().map(AnySquare::from)).unwrap_or_else(|| panic!("no square {name}"))
}

/// Whether a legal move makes progress, from its text and the board alone.
pub(crate) fn is_progress<P: Notation>(position: &P, text: &str) -> bool {
    let named = squares(text);
    match (position.phase(), P::NO_PROGRESS_LIMIT) {
        (_, None) => true,
        // Coast to Coast: a crowning in the enemy home, or a king that reaches home.
        (_, Some(200)) => named.len() == 3 || matches!(named.last(), Some(&("a1" | "h8"))),
        // The others: a jump, a man's move, a huff.
        _ if text.starts_with("huff") => true,
        _ => named.first().is_some_and(|from| {
            let top = position.checkers_on(square(from)).pop().unwrap();
            text.contains('x') || !top.king
        }),
    }
}
