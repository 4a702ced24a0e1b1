//! Distances in memory: how many plies won and lost positions take to the end.
//!
//! The sides alternate, so a won position takes an odd number of plies and a lost one an even
//! number. Half of it is stored, in a byte.

use std::sync::OnceLock;

use crate::{BoardView, Class, ClassIndex, ValueStore, Wld};

/// The stored distance of a position that is neither won nor lost.
pub(crate) const NEVER: u8 = u8::MAX;

/// The distances of all positions of some classes.
#[derive(Debug)]
pub struct DistanceStore {
    most: u8,
    classes: Vec<Option<Vec<OnceLock<Vec<u8>>>>>,
}

/// The plies to the end of a position with this value.
#[inline]
pub(crate) fn plies(value: Wld, half: u8) -> u32 {
    u32::from(half) * 2 + u32::from(value == Wld::Win)
}

impl DistanceStore {
    /// An empty store for classes of at most so many checkers.
    pub fn new(most: u8) -> DistanceStore {
        let places = Class::places(most);
        DistanceStore { most, classes: std::iter::repeat_with(|| None).take(places).collect() }
    }

    /// Half the plies of a position that is won or lost and whose class is known.
    #[inline]
    pub(crate) fn half(&self, store: &ValueStore, view: &BoardView) -> u8 {
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
    pub fn plies(&self, store: &ValueStore, view: &BoardView) -> Option<u32> {
        let value = store.value(view).filter(|value| *value != Wld::Draw)?;
        let half = self.half(store, view);
        (half != NEVER).then(|| plies(value, half))
    }

    pub(crate) fn begin(&mut self, index: &ClassIndex) {
        let parts = std::iter::repeat_with(OnceLock::new).take(index.parts().len()).collect();
        self.classes[index.class().place(self.most)] = Some(parts);
    }

    pub(crate) fn keep(&self, class: Class, part: usize, halves: Vec<u8>) {
        if let Some(parts) = &self.classes[class.place(self.most)] {
            let _ = parts[part].set(halves);
        }
    }

    /// The plies of the longest win of a class.
    pub fn longest(&self, store: &ValueStore, class: Class) -> Option<u32> {
        let parts = self.classes[class.place(self.most)].as_ref()?;
        let solved = store.solved(class);
        let mut longest = 0;
        for (place, halves) in parts.iter().enumerate() {
            for (number, &half) in halves.get()?.iter().enumerate() {
                if solved.value(place, number) == Wld::Win {
                    longest = longest.max(plies(Wld::Win, half));
                }
            }
        }
        Some(longest)
    }
}
