//! The values of whole classes in memory, quick to ask: what a builder builds on.

use std::sync::OnceLock;

use crate::packed::Packed;
use crate::{Class, Counts, Index, Value, View};

/// Values of all positions of some classes.
#[derive(Debug)]
pub struct Store {
    most: u8,
    classes: Vec<Option<Solved>>,
}

/// The values of a class, or of those parts of it that are solved.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) index: Index,
    parts: Vec<OnceLock<Packed>>,
}

impl Store {
    /// An empty store for classes of at most so many checkers.
    pub fn new(most: u8) -> Store {
        let places = Class::places(most);
        Store { most, classes: std::iter::repeat_with(|| None).take(places).collect() }
    }

    /// The value of a position whose class is in the store. Who has no checker has lost.
    #[inline]
    pub fn value(&self, view: &View) -> Option<Value> {
        if view.our_men | view.our_kings == 0 {
            return Some(Value::Loss);
        }
        let solved = self.classes[Class::of(view).place(self.most)].as_ref()?;
        let (part, local) = solved.index.locate(view);
        Some(solved.parts[part].get()?.get(local))
    }

    /// The index of a class that is in the store.
    pub fn index(&self, class: Class) -> Option<&Index> {
        Some(&self.classes.get(class.place(self.most))?.as_ref()?.index)
    }

    /// How many positions of a class have each value.
    pub fn counts(&self, class: Class) -> Option<Counts> {
        let solved = self.classes[class.place(self.most)].as_ref()?;
        let mut counts = Counts::default();
        for (part, values) in solved.index.parts().iter().zip(&solved.parts) {
            let values = values.get()?;
            (0..solved.index.len_of(part)).for_each(|i| counts.count(values.get(i as usize)));
        }
        Some(counts)
    }

    pub(crate) fn begin(&mut self, class: Class) {
        let index = Index::new(class);
        let parts = std::iter::repeat_with(OnceLock::new).take(index.parts().len()).collect();
        self.classes[class.place(self.most)] = Some(Solved { index, parts });
    }

    pub(crate) fn solved(&self, class: Class) -> &Solved {
        self.classes[class.place(self.most)].as_ref().expect("the class was begun")
    }
}

impl Solved {
    /// The value of a position of a part that is solved.
    #[inline]
    pub(crate) fn value(&self, part: usize, number: usize) -> Value {
        self.parts[part].get().map_or(Value::Draw, |values| values.get(number))
    }

    /// Keeps the values of a part. They never change.
    pub(crate) fn keep(&self, part: usize, values: Packed) {
        let _ = self.parts[part].set(values);
    }
}
