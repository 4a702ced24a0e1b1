//! Games of another kind of draughts that do not say so, known by what cannot be in checkers.

use core::ops::RangeInclusive;

use crownhead_pdn::{Game as Pdn, Item, Kind};
use crownhead_rules::Kind as Refused;

use super::Why;

/// Why a game cannot be played: what was found, or what explains all of it.
pub(super) fn instead_of(why: Why, pdn: &Pdn) -> Why {
    let is_named = ["GameType", "RuleSet"].iter().any(|name| pdn.tags.get(name).is_some());
    match why {
        why if is_named => why,
        Why::Begin(_) | Why::Move { .. } if has_large_squares(pdn) => Why::LargerBoard,
        Why::Move { ref refusal, .. }
            if refusal.kind == Refused::WrongSide
                && pdn.tags.get("FEN").is_none()
                && first_moves(&pdn.items).next().is_some_and(|first| refused(&why, first)) =>
        {
            Why::WhiteBegins
        }
        why => why,
    }
}

/// The squares that larger boards have besides: those of ten or twelve rows. A larger number is a
/// slip of the pen.
const LARGE: RangeInclusive<u8> = 33..=72;

/// Whether a move, or the position that it began from, has a square of a larger board.
fn has_large_squares(pdn: &Pdn) -> bool {
    let is_above = |number: &str| number.parse::<u8>().is_ok_and(|number| LARGE.contains(&number));
    let fen = pdn.tags.get("FEN").unwrap_or_default();
    fen.split(|sign: char| !sign.is_ascii_digit()).any(is_above)
        || first_moves(&pdn.items).any(|text| text.split(['-', 'x']).any(is_above))
}

/// The moves of the main line.
fn first_moves(items: &[Item]) -> impl Iterator<Item = &str> {
    items.iter().filter_map(|item| match &item.kind {
        Kind::Move { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

fn refused(why: &Why, wanted: &str) -> bool {
    matches!(why, Why::Move { text, .. } if text == wanted)
}
