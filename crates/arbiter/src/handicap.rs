//! Handicaps: the stronger player starts with fewer checkers.

use crownhead_games::{Game, Rules};
use crownhead_rules::{AnySquare, Side, dark};
use serde::{Deserialize, Serialize};

use crate::{CheckerCount, CommandRefusal, CommandRefusalKind, Seat};

/// A handicap, available in games with captures: in Coast to Coast fewer checkers would be an
/// advantage, and the placing games start with an empty board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Handicap {
    /// The stronger player.
    pub stronger: Seat,
    /// The number of checkers that this player starts without: 1 to 11.
    #[cfg_attr(feature = "schema", schema(value_type = u8, minimum = 1, maximum = 11))]
    pub without: CheckerCount,
}

/// The start position with a handicap. The checkers are taken from the back row, from the left
/// of the side that has squares 1 to 12 on the page (square 1 first), and from the opposite end
/// for the other side (square 32 first).
pub(crate) fn start(rules: Rules, handicap: Handicap, first: Seat) -> Result<Game, CommandRefusal> {
    let without = usize::from(handicap.without.get());
    if !(1..=11).contains(&without) {
        return Err(CommandRefusal::new(CommandRefusalKind::BadHandicap)
            .with_sentence("A handicap is 1 to 11 checkers of the twelve."));
    }
    if !rules.game().has_handicap() {
        return Err(CommandRefusal::new(CommandRefusalKind::BadHandicap)
            .with_sentence(format!("{} has no handicap.", rules.game().title())));
    }
    let stronger = if handicap.stronger == first { Side::First } else { Side::Second };
    let start = Game::start(rules);
    let left_out: Vec<AnySquare> = match stronger {
        Side::First => dark::Square::all().take(without).map(AnySquare::from).collect(),
        Side::Second => {
            let squares: Vec<_> = dark::Square::all().collect();
            squares.into_iter().rev().take(without).map(AnySquare::from).collect()
        }
    };
    let text = rules.setup_text(start.side(), &|square| match left_out.contains(&square) {
        true => Vec::new(),
        false => start.checkers_on(square),
    });
    Game::from_text(rules, &text).map_err(|faults| {
        CommandRefusal::new(CommandRefusalKind::BadHandicap).with_sentence(faults.to_string())
    })
}
