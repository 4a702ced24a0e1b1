//! Converts checkers notation between square names, `a1` to `h8`, and numbers.

use crownhead_pdn::{ItemKind, MoveText, MovetextItem, PdnGame};
use crownhead_rules::{dark, grid};

/// The GameType of English checkers with square names: a1 is at the lower left.
const NAMED: &str = "21,B,8,8,A0,0";

/// Converts a move with names to numbers: `c3-d4`, `c3xe5xg7`, or without separators. None for any
/// other text.
pub(super) fn move_to_numbers(text: &str) -> Option<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (name, after) = rest.split_at_checked(2)?;
        names.push(number(name)?);
        rest = after.strip_prefix(['-', 'x']).unwrap_or(after);
    }
    let is_step = matches!(names[..], [from, to] if from.row().abs_diff(to.row()) == 1);
    let numbers: Vec<_> = names.iter().map(ToString::to_string).collect();
    (numbers.len() > 1).then(|| numbers.join(if is_step { "-" } else { "x" }))
}

/// Converts a FEN with names to numbers. Anything else in it is kept.
pub(super) fn fen_to_numbers(fen: &str) -> String {
    each_square(fen, |name| number(name).map(|square| square.to_string()))
}

/// Converts a checkers game to square names.
pub(super) fn with_names(mut pdn: PdnGame) -> PdnGame {
    let fen = pdn.tags.get("FEN").map(fen_to_names);
    // Both are valid names of tags.
    let _ = fen.map(|fen| pdn.tags.set("FEN", &fen));
    let _ = pdn.tags.set("GameType", NAMED);
    name_items(&mut pdn.items);
    pdn
}

fn name_items(items: &mut [MovetextItem]) {
    for item in items {
        match &mut item.kind {
            ItemKind::Move { text, .. } => {
                let sign = if text.as_str().contains('x') { "x" } else { "-" };
                let names: Option<Vec<_>> = text.as_str().split(sign).map(name).collect();
                if let Some(named) = names.and_then(|names| MoveText::new(&names.join(sign)).ok()) {
                    *text = named;
                }
            }
            ItemKind::SetUp(fen) => *fen = fen_to_names(fen),
            ItemKind::Variation(items) => name_items(items),
            ItemKind::Nag(_) | ItemKind::Comment(_) => {}
        }
    }
}

fn fen_to_names(fen: &str) -> String {
    each_square(fen, name)
}

/// Replaces every square of a FEN, and nothing else, by what `other` returns.
fn each_square(fen: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let is_part = |letter: char| letter.is_ascii_digit() || letter.is_ascii_lowercase();
    let mut made = String::with_capacity(fen.len());
    let mut rest = fen;
    while let Some(begin) = rest.find(is_part) {
        let end = rest[begin..].find(|letter| !is_part(letter)).map_or(rest.len(), |n| begin + n);
        let square = &rest[begin..end];
        made.push_str(&rest[..begin]);
        made.push_str(&other(square).unwrap_or_else(|| square.to_owned()));
        rest = &rest[end..];
    }
    made + rest
}

/// The dark square with a name. Rows count from the top, ranks from the bottom.
fn number(name: &str) -> Option<dark::Square> {
    let square = grid::Square::from_name(name)?;
    dark::Square::all().find(|dark| dark.file() == square.file() && dark.row() == 7 - square.rank())
}

fn name(number: &str) -> Option<String> {
    let square = dark::Square::from_text(number)?;
    Some(grid::Square::at(square.file(), 7 - square.row())?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_convert_between_numbers_and_names() {
        for (named, by_number) in [
            ("b8-a7", "1-5"),
            ("g1f2", "32-27"),
            ("c3xe5", "22x15"),
            ("c3e5g7", "22x15x8"),
            ("c3xe5xg7", "22x15x8"),
        ] {
            assert_eq!(move_to_numbers(named).as_deref(), Some(by_number), "{named}");
        }
        for wrong in ["", "c3", "c3-c4", "11-15", "pass", "c3-dé", "c3--d4", "c"] {
            assert_eq!(move_to_numbers(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn fens_convert_between_numbers_and_names() {
        let (named, by_number) = ("B:Wc3,Kg1:Bb8,Ka7", "B:W22,K32:B1,K5");
        assert_eq!(fen_to_numbers(named), by_number);
        assert_eq!(fen_to_names(by_number), named);
        assert_eq!(fen_to_numbers("W:Wc4:B?"), "W:Wc4:B?");
    }
}
