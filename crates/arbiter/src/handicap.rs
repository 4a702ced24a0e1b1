//! Handicaps: the stronger player starts with fewer checkers.

use crownhead_games::{Game, GameId, Rules};
use crownhead_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{Checkers, Refusal, RefusalKind, Seat};

/// A handicap. It is there in the games in which checkers are captured: in Coast to Coast fewer
/// checkers would be a help, and the placing games start with none on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Handicap {
    /// The stronger player.
    pub stronger: Seat,
    /// How many checkers that player does without: 1 to 11.
    #[cfg_attr(feature = "schema", schema(value_type = u8, minimum = 1, maximum = 11))]
    pub without: Checkers,
}

/// The start position with a handicap. The checkers are taken from the back row, from the left
/// of the side that has squares 1 to 12 on the page (square 1 first), and from the opposite end
/// for the other side (square 32 first).
pub(crate) fn start(rules: Rules, handicap: Handicap, first: Seat) -> Result<Game, Refusal> {
    let without = usize::from(handicap.without.get());
    if !(1..=11).contains(&without) {
        return Err(Refusal::new(RefusalKind::BadHandicap)
            .saying("A handicap is 1 to 11 checkers of the twelve."));
    }
    let side = if handicap.stronger == first { Side::First } else { Side::Second };
    let skip = |of: Side| if of == side { without } else { 0 };
    let firsts = (1..=12).skip(skip(Side::First));
    let seconds = (21..=32).take(12 - skip(Side::Second));
    let list = |squares: &mut dyn Iterator<Item = i32>, checker: &str| {
        squares.map(|square| format!("{square}{checker}")).collect::<Vec<_>>().join(",")
    };
    let text = match rules.game() {
        GameId::RegalCheckers
        | GameId::KingMeStandard
        | GameId::WinningMovesCheckers
        | GameId::ParkerCheckers => {
            format!("B:W{}:B{}", list(&mut { seconds }, ""), list(&mut { firsts }, ""))
        }
        GameId::StackEm => {
            format!("R:{},{}", list(&mut { firsts }, "r"), list(&mut { seconds }, "b"))
        }
        GameId::TicTacToe | GameId::CoastToCoast | GameId::CheckerboardTicTacToe => {
            return Err(Refusal::new(RefusalKind::BadHandicap)
                .saying(format!("{} has no handicap.", rules.game().title())));
        }
    };
    Game::from_text(rules, &text)
        .map_err(|faults| Refusal::new(RefusalKind::BadHandicap).saying(faults.to_string()))
}
