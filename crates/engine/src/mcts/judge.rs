//! How random playouts of each game are broken off, and what they are then taken for. Nothing of
//! the search's own evaluation is used.

use crownhead_rules::checkers::{Checkers, RuleSet};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::grid::Square;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{Position, Side};

/// A game that can be played at random.
pub trait Playout: Position {
    /// A playout is broken off after so many plies.
    const LONGEST: u32 = 400;

    /// What a playout that was broken off here brings the side that moves first, from 0 to 1.
    fn judge(&self) -> f32 {
        0.5
    }
}

impl<R: RuleSet> Playout for Checkers<R> {}
impl Playout for StackEm {}
impl Playout for TicTacToe {}
impl Playout for CheckerboardTicTacToe {}

/// Checkers that wander at random hardly ever get home, and a playout to the end would tell
/// nothing. It is broken off early, and the side with fewer steps left is as likely to win as a
/// logistic curve has it.
impl Playout for CoastToCoast {
    const LONGEST: u32 = 10;

    fn judge(&self) -> f32 {
        /// Steps ahead that make winning e times as likely as losing.
        const STEPS: f32 = 6.0;
        let ahead = steps_left(self, Side::Second) - steps_left(self, Side::First);
        1.0 / (1.0 + (-(ahead as f32) / STEPS).exp())
    }
}

/// Steps until all checkers are home if nothing is in the way and nobody jumps.
fn steps_left(position: &CoastToCoast, side: Side) -> i32 {
    let (home, goal) = (CoastToCoast::home_of(side), CoastToCoast::home_of(!side));
    let way = |from: Square, to: Square| {
        i32::from(from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())))
    };
    let left = |square: Square| {
        if position.kings().contains(square) {
            way(square, home)
        } else {
            way(square, goal) + way(goal, home)
        }
    };
    position.checkers(side).into_iter().map(left).sum()
}
