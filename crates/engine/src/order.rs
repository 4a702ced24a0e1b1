//! Which moves are looked at first: what was good in positions nearby.

use crate::game::Tag;

/// The largest value that a move's history can have.
const MOST: i32 = 8_000;

/// What a search learns about moves while it goes on.
pub(crate) struct Order {
    /// How often a move of a side was good, and how often not.
    history: [Box<[i16]>; 2],
    /// Two moves that refuted something at the same distance from the root.
    killers: Vec<[Option<Tag>; 2]>,
    /// What refuted a move.
    counters: Box<[Option<Tag>]>,
}

impl Order {
    pub(crate) fn new(plies: usize) -> Order {
        let table = || vec![0; Tag::PLACES].into_boxed_slice();
        Order {
            history: [table(), table()],
            killers: vec![[None; 2]; plies + 1],
            counters: vec![None; Tag::PLACES].into_boxed_slice(),
        }
    }

    /// The rank of a quiet move: the larger, the sooner it is looked at.
    #[inline]
    pub(crate) fn rank(&self, side: usize, ply: u32, previous: Option<Tag>, tag: Tag) -> i32 {
        let [first, second] = self.killers[ply as usize];
        if first == Some(tag) {
            return 3 * MOST;
        }
        if second == Some(tag) {
            return 3 * MOST - 1;
        }
        let counters = previous.is_some_and(|tried| self.counters[tried.place()] == Some(tag));
        i32::from(self.history[side][tag.place()]) + if counters { MOST } else { 0 }
    }

    /// How good a move was elsewhere, from -8000 to 8000.
    #[inline]
    pub(crate) fn history(&self, side: usize, tag: Tag) -> i32 {
        i32::from(self.history[side][tag.place()])
    }

    /// A quiet move was too good; those looked at before it were not.
    pub(crate) fn refuted(
        &mut self,
        side: usize,
        ply: u32,
        depth: i32,
        previous: Option<Tag>,
        tag: Tag,
        before: impl Iterator<Item = Tag>,
    ) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(tag) {
            *killers = [Some(tag), killers[0]];
        }
        if let Some(tried) = previous {
            self.counters[tried.place()] = Some(tag);
        }
        let bonus = (16 * depth * depth).min(1_600);
        self.learn(side, tag, bonus);
        before.for_each(|other| self.learn(side, other, -bonus));
    }

    /// The nearer to its bound a value is, the less it grows.
    fn learn(&mut self, side: usize, tag: Tag, bonus: i32) {
        let value = &mut self.history[side][tag.place()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MOST) as i16;
    }
}
