//! Values in memory: those of whole classes, uncompressed, for the solver.

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
    parts: Vec<OnceLock<Packed>>,
}

impl ValueStore {
    /// An empty store for classes of at most so many checkers.
    pub fn new(most: u8) -> ValueStore {
        let places = Class::places(most);
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
        let (part, local) = solved.index.locate(view);
        Some(solved.parts[part].get()?.get(local))
    }

    /// The index of a class that is in the store.
    pub fn index(&self, class: Class) -> Option<&ClassIndex> {
        Some(&self.get(class)?.index)
    }

    /// How many positions of a class have each value.
    pub fn counts(&self, class: Class) -> Option<WldCounts> {
        let solved = self.get(class)?;
        let mut counts = WldCounts::default();
        for (part, values) in solved.index.parts().iter().zip(&solved.parts) {
            let values = values.get()?;
            (0..solved.index.len_of(part)).for_each(|i| counts.count(values.get(i as usize)));
        }
        Some(counts)
    }

    /// The values of a class. A class of too many checkers would collide with another.
    #[inline]
    fn get(&self, class: Class) -> Option<&SolvedClass> {
        if class.checkers() > self.most {
            return None;
        }
        self.classes.get(class.place(self.most))?.as_ref()
    }

    pub(crate) fn begin(&mut self, class: Class) {
        let index = ClassIndex::new(class);
        let parts = std::iter::repeat_with(OnceLock::new).take(index.parts().len()).collect();
        self.classes[class.place(self.most)] = Some(SolvedClass { index, parts });
    }

    pub(crate) fn solved(&self, class: Class) -> &SolvedClass {
        self.classes[class.place(self.most)].as_ref().expect("the class was begun")
    }
}

impl SolvedClass {
    /// The value of a position of a solved slice.
    #[inline]
    pub(crate) fn value(&self, part: usize, number: usize) -> Wld {
        self.parts[part].get().map_or(Wld::Draw, |values| values.get(number))
    }

    /// Stores the values of a slice. They never change.
    pub(crate) fn keep(&self, part: usize, values: Packed) {
        let _ = self.parts[part].set(values);
    }
}
