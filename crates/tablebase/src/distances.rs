//! How many plies won and lost positions take to the end, in memory: what a builder builds on.
//!
//! The sides alternate, so a won position takes an odd number of plies and a lost one an even
//! number, and half of it is kept.

use std::sync::OnceLock;

use crate::{Class, Index, Store, Value, View};

/// Half the plies of a position that is neither won nor lost.
pub(crate) const NEVER: u8 = u8::MAX;

/// Half the plies of all positions of some classes.
#[derive(Debug)]
pub struct Distances {
    most: u8,
    classes: Vec<Option<Vec<OnceLock<Vec<u8>>>>>,
}

/// The plies to the end of a position with this value.
#[inline]
pub(crate) fn plies(value: Value, half: u8) -> u32 {
    u32::from(half) * 2 + u32::from(value == Value::Win)
}

impl Distances {
    /// Nothing yet, for classes of at most so many checkers.
    pub fn new(most: u8) -> Distances {
        let places = Class::places(most);
        Distances { most, classes: std::iter::repeat_with(|| None).take(places).collect() }
    }

    /// Half the plies of a position that is won or lost and whose class is known.
    #[inline]
    pub(crate) fn half(&self, store: &Store, view: &View) -> u8 {
        if view.our_men | view.our_kings == 0 {
            return 0;
        }
        let class = Class::of(view);
        let known = store.index(class).zip(self.classes[class.place(self.most)].as_ref());
        known.map_or(NEVER, |(index, parts)| {
            let (part, local) = index.locate(view);
            parts[part].get().map_or(NEVER, |halves| halves[local])
        })
    }

    /// The plies to the end of a position that is won or lost and whose class is known.
    pub fn plies(&self, store: &Store, view: &View) -> Option<u32> {
        let value = store.value(view).filter(|value| *value != Value::Draw)?;
        let half = self.half(store, view);
        (half != NEVER).then(|| plies(value, half))
    }

    pub(crate) fn begin(&mut self, index: &Index) {
        let parts = std::iter::repeat_with(OnceLock::new).take(index.parts().len()).collect();
        self.classes[index.class().place(self.most)] = Some(parts);
    }

    pub(crate) fn keep(&self, class: Class, part: usize, halves: Vec<u8>) {
        if let Some(parts) = &self.classes[class.place(self.most)] {
            let _ = parts[part].set(halves);
        }
    }

    /// The plies of the longest win of a class.
    pub fn longest(&self, store: &Store, class: Class) -> Option<u32> {
        let parts = self.classes[class.place(self.most)].as_ref()?;
        let solved = store.solved(class);
        let mut longest = 0;
        for (place, halves) in parts.iter().enumerate() {
            for (number, &half) in halves.get()?.iter().enumerate() {
                if solved.value(place, number) == Value::Win {
                    longest = longest.max(plies(Value::Win, half));
                }
            }
        }
        Some(longest)
    }
}
