//! Coast to Coast, as a search sees it.

use crownhead_rules::coast_to_coast::{CoastToCoast, Move};
use crownhead_rules::{Position, Side};

use crate::Score;
use crate::game::{Noise, Searchable, Tag};

impl Searchable for CoastToCoast {
    type Eval = ();

    fn default_eval() -> &'static () {
        &()
    }

    fn evaluate(&self, (): &()) -> Score {
        let far = |side: Side| {
            let own = CoastToCoast::home_of(side);
            let other = CoastToCoast::home_of(!side);
            let steps = |square: crownhead_rules::grid::Square,
                         home: crownhead_rules::grid::Square| {
                i32::from(square.file().abs_diff(home.file()))
                    + i32::from(square.rank().abs_diff(home.rank()))
            };
            let left: i32 = self
                .checkers(side)
                .into_iter()
                .map(|square| {
                    if self.kings().contains(square) {
                        steps(square, own)
                    } else {
                        steps(square, other) + 16
                    }
                })
                .sum();
            left
        };
        Score::new(10 * (far(!self.side()) - far(self.side())))
    }

    #[inline]
    fn tag(&self, mv: Move) -> Tag {
        match mv {
            Move::Go { from, to, crowned } => {
                Tag::new(from.index(), to.index(), u32::from(crowned))
            }
            Move::Pass => Tag::new(0, 0, 0),
        }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.makes_progress(mv)
    }

    fn noise(&self) -> Noise {
        Noise::Quiet
    }
}
