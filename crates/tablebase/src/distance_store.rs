//! Distances in memory: the plies to the end of won and lost positions.
//!
//! The sides alternate, so a won position has an odd distance and a lost one an even distance. Half
//! of it is stored in a byte.

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
    /// An empty store for classes of at most `most` checkers.
    pub fn new(most: u8) -> DistanceStore {
        let places = Class::index_count(most);
        DistanceStore { most, classes: std::iter::repeat_with(|| None).take(places).collect() }
    }

    /// Half the plies of a position that is won or lost and whose class is known.
    #[inline]
    pub(crate) fn half(&self, store: &ValueStore, view: &BoardView) -> u8 {
        if view.our_men | view.our_kings == 0 {
            return 0;
        }
        let class = Class::of(view);
        let known = store.index(class).zip(self.classes[class.index(self.most)].as_ref());
        known.map_or(NEVER, |(index, slices)| {
            let (slice, local) = index.locate(view);
            slices[slice].get().map_or(NEVER, |halves| halves[local])
        })
    }

    /// The plies to the end of a position that is won or lost and whose class is known.
    pub fn plies(&self, store: &ValueStore, view: &BoardView) -> Option<u32> {
        let value = store.value(view).filter(|value| *value != Wld::Draw)?;
        let half = self.half(store, view);
        (half != NEVER).then(|| plies(value, half))
    }

    pub(crate) fn reserve(&mut self, index: &ClassIndex) {
        let slices = std::iter::repeat_with(OnceLock::new).take(index.slices().len()).collect();
        self.classes[index.class().index(self.most)] = Some(slices);
    }

    pub(crate) fn store(&self, class: Class, slice: usize, halves: Vec<u8>) {
        if let Some(slices) = &self.classes[class.index(self.most)] {
            let _ = slices[slice].set(halves);
        }
    }

    /// The plies of the longest win of a class.
    pub fn longest(&self, store: &ValueStore, class: Class) -> Option<u32> {
        let slices = self.classes[class.index(self.most)].as_ref()?;
        let solved = store.solved(class);
        let mut longest = 0;
        for (slice_number, halves) in slices.iter().enumerate() {
            for (number, &half) in halves.get()?.iter().enumerate() {
                if solved.value(slice_number, number) == Wld::Win {
                    longest = longest.max(plies(Wld::Win, half));
                }
            }
        }
        Some(longest)
    }
}
