//! Playouts of each game: when they are cut off, and the result of a playout that is cut off. They
//! are independent of the engine's evaluation.

use crownhead_rules::checkers::{Checkers, RuleSet};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::grid::Square;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{Position, Side};

/// A game that Monte-Carlo tree search can play.
pub trait Playout: Position {
    /// A playout is cut off after this many plies.
    const MAX_PLIES: u32 = 400;

    /// The result of a playout that is cut off here, to the side that moves first, from 0 to 1.
    fn cutoff_result(&self) -> f32 {
        0.5
    }
}

impl<R: RuleSet> Playout for Checkers<R> {}
impl Playout for StackEm {}
impl Playout for TicTacToe {}
impl Playout for CheckerboardTicTacToe {}

/// Checkers that move at random hardly ever get home, so a playout to the end would say nothing.
/// Playouts are cut off early, and a logistic curve turns the lead in steps into a result.
impl Playout for CoastToCoast {
    const MAX_PLIES: u32 = 10;

    fn cutoff_result(&self) -> f32 {
        /// A lead of this many steps makes a win e times as likely as a loss.
        const STEPS: f32 = 6.0;
        let ahead = steps_left(self, Side::Second) - steps_left(self, Side::First);
        1.0 / (1.0 + (-(ahead as f32) / STEPS).exp())
    }
}

/// The steps until all checkers are home, if nothing blocks them and nobody jumps.
fn steps_left(position: &CoastToCoast, side: Side) -> i32 {
    let (home, goal) = (CoastToCoast::home_of(side), CoastToCoast::home_of(!side));
    let steps = |from: Square, to: Square| {
        i32::from(from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())))
    };
    let left = |square: Square| {
        if position.kings().contains(square) {
            steps(square, home)
        } else {
            steps(square, goal) + steps(goal, home)
        }
    };
    position.checkers(side).into_iter().map(left).sum()
}
