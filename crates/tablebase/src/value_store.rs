//! Values in memory: uncompressed classes, for the solver.

use std::sync::OnceLock;

use crate::packed::Packed;
use crate::{BoardView, Class, ClassIndex, Wld, WldCounts};

/// The values of all positions of some classes.
#[derive(Debug)]
pub struct ValueStore {
    most: u8,
    classes: Vec<Option<SolvedClass>>,
}

/// The values of a class, slice by slice.
#[derive(Debug)]
pub(crate) struct SolvedClass {
    pub(crate) index: ClassIndex,
    slices: Vec<OnceLock<Packed>>,
}

impl ValueStore {
    /// An empty store for classes of at most `most` checkers.
    pub fn new(most: u8) -> ValueStore {
        let places = Class::index_count(most);
        ValueStore { most, classes: std::iter::repeat_with(|| None).take(places).collect() }
    }

    /// The value of a position; none if its class is not in the store. A side without checkers has
    /// lost.
    #[inline]
    pub fn value(&self, view: &BoardView) -> Option<Wld> {
        if view.our_men | view.our_kings == 0 {
            return Some(Wld::Loss);
        }
        let solved = self.get(Class::of(view))?;
        let (slice, local) = solved.index.locate(view);
        Some(solved.slices[slice].get()?.get(local))
    }

    /// The index of a class that is in the store.
    pub fn index(&self, class: Class) -> Option<&ClassIndex> {
        Some(&self.get(class)?.index)
    }

    /// The number of positions of a class by value.
    pub fn counts(&self, class: Class) -> Option<WldCounts> {
        let solved = self.get(class)?;
        let mut counts = WldCounts::default();
        for (slice, values) in solved.index.slices().iter().zip(&solved.slices) {
            let values = values.get()?;
            (0..solved.index.len_of(slice)).for_each(|i| counts.count(values.get(i as usize)));
        }
        Some(counts)
    }

    /// The values of a class. A class of too many checkers would collide with another.
    #[inline]
    fn get(&self, class: Class) -> Option<&SolvedClass> {
        if class.checkers() > self.most {
            return None;
        }
        self.classes.get(class.index(self.most))?.as_ref()
    }

    pub(crate) fn reserve(&mut self, class: Class) {
        let index = ClassIndex::new(class);
        let slices = std::iter::repeat_with(OnceLock::new).take(index.slices().len()).collect();
        self.classes[class.index(self.most)] = Some(SolvedClass { index, slices });
    }

    pub(crate) fn solved(&self, class: Class) -> &SolvedClass {
        self.classes[class.index(self.most)].as_ref().expect("the class was begun")
    }
}

impl SolvedClass {
    /// The value of a position of a solved slice.
    #[inline]
    pub(crate) fn value(&self, slice: usize, number: usize) -> Wld {
        self.slices[slice].get().map_or(Wld::Draw, |values| values.get(number))
    }

    /// Stores the values of a slice. They never change.
    pub(crate) fn store(&self, slice: usize, values: Packed) {
        let _ = self.slices[slice].set(values);
    }
}
