//! Recognises games of other draughts variants that are not tagged as such, by moves that checkers
//! does not have.

use core::ops::RangeInclusive;

use crownhead_pdn::{ItemKind, MovetextItem, PdnGame};
use crownhead_rules::dark::Square;
use crownhead_rules::{MoveRefusalKind, Side};

use super::lenient_board::{LenientBoard, VariantRule};
use super::{Record, ReplayErrorKind, square_names};
use crate::Game;

/// Replaces the error of a start position by its likely cause, another variant.
pub(super) fn diagnose_start(kind: ReplayErrorKind, pdn: &PdnGame) -> ReplayErrorKind {
    match kind {
        ReplayErrorKind::Begin(_) if is_guessed(pdn) && has_large_squares(pdn) => {
            ReplayErrorKind::LargerBoard
        }
        why => why,
    }
}

/// Replaces the error of a move by its likely cause, another variant.
pub(super) fn diagnose_move(
    kind: ReplayErrorKind,
    pdn: &PdnGame,
    record: &Record,
) -> ReplayErrorKind {
    let ReplayErrorKind::Move { refusal, .. } = &kind else { return kind };
    if !is_guessed(pdn) {
        return kind;
    }
    if has_large_squares(pdn) {
        return ReplayErrorKind::LargerBoard;
    }
    if let Some(text) = ten_by_ten(pdn) {
        return ReplayErrorKind::TenByTen(text.to_owned());
    }
    let is_start = !record.set_up && record.plies.is_empty();
    if refusal.kind == MoveRefusalKind::WrongSide && is_start {
        return ReplayErrorKind::WhiteBegins;
    }
    // A jump that stops early may be a longer one by other rules, or just a mistake.
    let needed = if refusal.kind == MoveRefusalKind::MustGoOn { 2 } else { 1 };
    match find_variant_rule(pdn, record, needed) {
        Some((text, VariantRule::Backwards)) => ReplayErrorKind::TakesBackwards(text.to_owned()),
        Some((text, VariantRule::Flying)) => ReplayErrorKind::FlyingKing(text.to_owned()),
        None => kind,
    }
}

/// The error of a set-up position that is another variant: the start position with White to move.
pub(super) fn diagnose_position(pdn: &PdnGame, begin: &Game) -> Option<ReplayErrorKind> {
    let start = || Game::start(begin.rules()).text()?.strip_prefix("B:").map(str::to_owned);
    let white_begins =
        || start().is_some_and(|men| begin.text().as_deref() == Some(&format!("W:{men}")));
    (is_guessed(pdn) && begin.side() == Side::Second && white_begins())
        .then_some(ReplayErrorKind::WhiteBegins)
}

/// Whether the variant may be guessed. A RuleSet tag is reliable; a GameType may be wrong.
fn is_guessed(pdn: &PdnGame) -> bool {
    pdn.tags.get("RuleSet").is_none()
}

/// The squares that only boards of ten or twelve rows have. A larger number is a typing error.
const LARGE: RangeInclusive<u8> = 33..=72;

/// Whether a move, or the position that it began from, has a square of a larger board.
fn has_large_squares(pdn: &PdnGame) -> bool {
    let is_above = |number: &str| number.parse::<u8>().is_ok_and(|number| LARGE.contains(&number));
    let fen = pdn.tags.get("FEN").unwrap_or_default();
    fen.split(|sign: char| !sign.is_ascii_digit()).any(is_above)
        || main_line(&pdn.items).any(|text| text.split(['-', 'x']).any(is_above))
}

/// A step that is impossible on this board, if all steps are possible on a board of ten by ten. A
/// single one may be a typing error.
fn ten_by_ten(pdn: &PdnGame) -> Option<&str> {
    let ends = |text: &str| {
        let (from, to) = text.split_once('-')?;
        Some((from.parse::<u8>().ok()?, to.parse::<u8>().ok()?))
    };
    let steps = || main_line(&pdn.items).filter_map(|text| Some((text, ends(text)?)));
    let mut others = steps().filter(|(_, ends)| !on_diagonal(8, *ends));
    let (text, _) = others.next()?;
    let is_larger = steps().all(|(_, ends)| on_diagonal(10, ends));
    (others.next().is_some() && is_larger).then_some(text)
}

/// Whether two squares are on one diagonal of a board with this many rows.
fn on_diagonal(rows: u8, (from, to): (u8, u8)) -> bool {
    let place = |square: u8| {
        let (row, number) = ((square.max(1) - 1) / (rows / 2), (square.max(1) - 1) % (rows / 2));
        (row, 2 * number + (row + 1) % 2)
    };
    let ((row, file), (other_row, other_file)) = (place(from), place(to));
    row != other_row && row.abs_diff(other_row) == file.abs_diff(other_file)
}

/// The first move that checkers does not have, if the game can be replayed by lenient rules to its
/// end with as many such moves as are needed, or over two of them. A single one may be a typing
/// error.
fn find_variant_rule<'a>(
    pdn: &'a PdnGame,
    record: &Record,
    needed: u32,
) -> Option<(&'a str, VariantRule)> {
    let mut board = LenientBoard::new(&record.begin);
    let (mut first, mut signs) = (None, 0);
    for text in main_line(&pdn.items) {
        let Some(sign) = squares(text).and_then(|squares| board.play(&squares)) else {
            return first.filter(|_| signs > 1);
        };
        if let Some(sign) = sign {
            first.get_or_insert((text, sign));
            signs += 1;
        }
    }
    first.filter(|_| signs >= needed)
}

/// The squares that a move names.
fn squares(text: &str) -> Option<Vec<Square>> {
    let numbered = square_names::move_to_numbers(text);
    numbered.as_deref().unwrap_or(text).split(['-', 'x']).map(Square::from_text).collect()
}

/// The moves of the main line.
fn main_line(items: &[MovetextItem]) -> impl Iterator<Item = &str> {
    items.iter().filter_map(|item| match &item.kind {
        ItemKind::Move { text, .. } => Some(text.as_str()),
        _ => None,
    })
}
