//! The placing games, as a search sees them. They are mostly solved: see `solver`.

use crownhead_rules::Position;
use crownhead_rules::grid::Square;
use crownhead_rules::placing::{CheckerboardTicTacToe, Decision, TicTacToe};

use crate::Score;
use crate::game::{Noise, Searchable, Tag};

impl Searchable for TicTacToe {
    type Eval = ();

    fn default_eval() -> &'static () {
        &()
    }

    fn evaluate(&self, (): &()) -> Score {
        Score::DRAW
    }

    #[inline]
    fn tag(&self, mv: Square) -> Tag {
        Tag::new(mv.index(), 0, 0)
    }

    fn is_tactical(&self, _: Square) -> bool {
        false
    }

    fn noise(&self) -> Noise {
        Noise::Quiet
    }
}

impl Searchable for CheckerboardTicTacToe {
    type Eval = ();

    fn default_eval() -> &'static () {
        &()
    }

    fn evaluate(&self, (): &()) -> Score {
        let side = self.side();
        Score::new(100 * (self.count(side) as i32 - self.count(!side) as i32))
    }

    #[inline]
    fn tag(&self, mv: Decision) -> Tag {
        match mv {
            Decision::Place(square) => Tag::new(square.index(), 0, 0),
            Decision::Exchange(low, high) => Tag::new(low.index(), high.index(), 1),
            Decision::Pass => Tag::new(0, 0, 2),
        }
    }

    fn is_tactical(&self, _: Decision) -> bool {
        false
    }

    fn noise(&self) -> Noise {
        Noise::Quiet
    }
}
