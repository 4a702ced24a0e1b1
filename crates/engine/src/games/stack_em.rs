//! Stack'Em, as a search sees it.

use crownhead_rules::dark::Path;
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{Position, Side};

use crate::Score;
use crate::game::{Noise, Searchable, Tag};

impl Searchable for StackEm {
    type Eval = ();

    fn default_eval() -> &'static () {
        &()
    }

    fn evaluate(&self, (): &()) -> Score {
        let worth = |side: Side| {
            let tops = self.controlled(side);
            let kings = (tops & self.kings()).len() as i32;
            let inside: i32 = tops
                .into_iter()
                .map(|square| {
                    let stack = self.stack(square);
                    15 * stack.count(side) as i32 + 25 * stack.count(!side) as i32
                })
                .sum();
            100 * tops.len() as i32 + 50 * kings + inside
        };
        Score::new(worth(self.side()) - worth(!self.side()))
    }

    #[inline]
    fn tag(&self, mv: Path) -> Tag {
        Tag::new(mv.from().slot(), mv.to().slot(), mv.code())
    }

    #[inline]
    fn is_tactical(&self, mv: Path) -> bool {
        mv.is_jump()
    }

    fn noise(&self) -> Noise {
        let mut jumps = false;
        self.each_move(|mv| jumps |= mv.is_jump());
        if jumps { Noise::Forced } else { Noise::Quiet }
    }
}
