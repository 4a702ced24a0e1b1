//! Making all tables of a folder: what is there is taken up, what is missing is made and written.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crownhead_rules::checkers::RuleSet;

use crate::{Builder, Class, Counts, Folder, Index, Measurer, Refused, pack, pack_plies};

/// A class and the same turned that are done.
#[derive(Copy, Clone, Debug)]
pub struct Made {
    /// The class.
    pub class: Class,
    /// What its positions are worth, and those of the turned class if it is another.
    pub counts: Counts,
    /// The longest win, of tables that count plies.
    pub longest: Option<u32>,
    /// The size of the files.
    pub bytes: u64,
    /// Whether the files were there before.
    pub found: bool,
}

/// What is made, and who wants to know.
pub struct Making<'a> {
    /// Where.
    pub folder: &'a Folder,
    /// Of at most so many checkers.
    pub most: u8,
    /// Set when it is to end after the class that it is at.
    pub stop: &'a AtomicBool,
    /// Is told of every class, and of every file that cannot be trusted and is made anew.
    pub report: &'a mut (dyn FnMut(Result<Made, Refused>) + Send),
}

/// Makes the tables that tell who wins. What is done stays done: when it is stopped, or ended by
/// force, the next time it goes on from there.
pub fn make<R: RuleSet>(making: &mut Making<'_>) -> io::Result<Builder> {
    let mut builder = Builder::new(making.most);
    for class in classes(making.most) {
        if making.stop.load(Relaxed) {
            break;
        }
        let mut made = Made::new(class);
        for class in both(class) {
            let table = made.found_or_told(making.folder.read(class), making.report);
            if let Some(table) = table {
                made.add(table.counts(), None, table.size());
                builder.adopt::<R, _>(&table);
            }
        }
        if !made.found {
            made = Made { found: false, ..Made::new(class) };
            builder.solve::<R>(class);
            for class in both(class) {
                let bytes = pack(builder.store(), making.folder.family(), class);
                let bytes = bytes.unwrap_or_default();
                making.folder.write(&making.folder.file(class), &bytes)?;
                made.add(builder.store().counts(class).unwrap_or_default(), None, bytes.len());
            }
        }
        (making.report)(Ok(made));
    }
    Ok(builder)
}

/// Makes the tables that tell how many plies it takes, for values that are all known.
pub fn make_plies<R: RuleSet>(making: &mut Making<'_>, builder: &Builder) -> io::Result<()> {
    let store = builder.store();
    let mut measurer = Measurer::new(store, making.most);
    for class in classes(making.most) {
        if making.stop.load(Relaxed) {
            break;
        }
        let mut made = Made::new(class);
        for class in both(class) {
            let table = made.found_or_told(making.folder.read_plies(class), making.report);
            if let Some(table) = table {
                let longest = Some(table.longest());
                made.add(store.counts(class).unwrap_or_default(), longest, table.size());
                measurer.adopt::<R, _>(&table);
            }
        }
        if !made.found {
            made = Made { found: false, ..Made::new(class) };
            measurer.measure::<R>(class);
            for class in both(class) {
                let distances = measurer.distances();
                let bytes = pack_plies(store, distances, making.folder.family(), class);
                let bytes = bytes.unwrap_or_default();
                making.folder.write(&making.folder.plies_file(class), &bytes)?;
                let longest = distances.longest(store, class);
                made.add(store.counts(class).unwrap_or_default(), longest, bytes.len());
            }
        }
        (making.report)(Ok(made));
    }
    Ok(())
}

impl Made {
    fn new(class: Class) -> Made {
        Made { class, counts: Counts::default(), longest: None, bytes: 0, found: true }
    }

    fn add(&mut self, counts: Counts, longest: Option<u32>, bytes: usize) {
        self.counts += counts;
        self.longest = self.longest.max(longest);
        self.bytes += bytes as u64;
    }

    /// A table that was there; that it was not, or cannot be trusted, is remembered.
    fn found_or_told<T>(
        &mut self,
        read: Result<Option<T>, Refused>,
        report: &mut (dyn FnMut(Result<Made, Refused>) + Send),
    ) -> Option<T> {
        let table = read.unwrap_or_else(|refused| {
            report(Err(refused));
            None
        });
        self.found &= table.is_some();
        table
    }
}

/// The classes in order, each with the same turned.
fn classes(most: u8) -> impl Iterator<Item = Class> {
    (2..=most).flat_map(Class::all).filter(|class| *class <= class.turned())
}

fn both(class: Class) -> impl Iterator<Item = Class> {
    let turned = Some(class.turned()).filter(|turned| *turned != class);
    [class].into_iter().chain(turned)
}

/// About how many bytes of memory it takes to make the tables of so many checkers: two bits for
/// every position of all classes, a byte if plies are counted, and while a part is solved some
/// bytes for each of its.
pub fn memory_to_make(most: u8, with_plies: bool) -> u64 {
    let indexes = (2..=most).flat_map(Class::all).map(Index::new);
    let (positions, largest) = indexes.fold((0, 0), |(positions, largest), index| {
        let parts = index.parts().iter().map(|part| index.len_of(part));
        (positions + index.len(), parts.max().unwrap_or(0).max(largest))
    });
    let plies = if with_plies { positions } else { 0 };
    positions / 4 + plies + largest * 24 + (64 << 20)
}
