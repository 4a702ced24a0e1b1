//! Making all tables of a folder: what is there is taken up, what is missing is made or taken from
//! others, and written.

use std::io;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crownhead_rules::checkers::RuleSet;

use crate::{
    Builder, Class, Counts, Folder, Index, Job, Measurer, Refused, Share, Store, Task, pack,
    pack_plies,
};

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
    /// Who else works on it.
    pub share: &'a mut dyn Share,
    /// Is told of every class, and of every file that cannot be trusted and is made anew.
    pub report: &'a mut (dyn FnMut(Result<Made, Refused>) + Send),
}

/// One kind of tables: how those that are there are taken up, and others made.
trait Kind {
    /// Whether it counts plies.
    const PLIES: bool;

    /// Takes a file of a class up, and says what it holds; nothing if there is none.
    fn adopt(&mut self, folder: &Folder, class: Class) -> Result<Option<Held>, Refused>;

    /// Finds a class and the same turned out.
    fn find_out(&mut self, class: Class);

    /// The file of a class that was found out, and what it holds.
    fn pack(&self, folder: &Folder, class: Class) -> (Vec<u8>, Held);
}

/// What a file holds.
struct Held {
    counts: Counts,
    longest: Option<u32>,
    bytes: usize,
}

struct Values<'a, R> {
    builder: &'a mut Builder,
    rules: PhantomData<R>,
}

struct Lengths<'a, R> {
    store: &'a Store,
    measurer: Measurer<'a>,
    rules: PhantomData<R>,
}

/// Makes the tables that tell who wins. What is done stays done: when it is stopped, or ended by
/// force, the next time it goes on from there.
pub fn make<R: RuleSet>(making: &mut Making<'_>) -> io::Result<Builder> {
    let mut builder = Builder::new(making.most);
    making.all(&mut Values::<R> { builder: &mut builder, rules: PhantomData })?;
    Ok(builder)
}

/// Makes the tables that tell how many plies it takes, for values that are all known.
pub fn make_plies<R: RuleSet>(making: &mut Making<'_>, builder: &Builder) -> io::Result<()> {
    let store = builder.store();
    let measurer = Measurer::new(store, making.most);
    making.all(&mut Lengths::<R> { store, measurer, rules: PhantomData })
}

impl Making<'_> {
    /// Goes through all classes. Those of a group do not need each other, so that one can go on with
    /// the next while another is made elsewhere.
    fn all<K: Kind>(&mut self, kind: &mut K) -> io::Result<()> {
        for mut group in groups(self.most) {
            while !group.is_empty() {
                let mut left = Vec::new();
                for class in group.iter().copied() {
                    if self.stop.load(Relaxed) {
                        return Ok(());
                    }
                    match self.one(kind, class)? {
                        Some(made) => (self.report)(Ok(made)),
                        None => left.push(class),
                    }
                }
                if left.len() == group.len() {
                    self.share.rest();
                }
                group = left;
            }
        }
        Ok(())
    }

    /// A class and the same turned: they are there, are made, or come from elsewhere. Nothing while
    /// somebody else is at it.
    fn one<K: Kind>(&mut self, kind: &mut K, class: Class) -> io::Result<Option<Made>> {
        if let Some(made) = self.found(kind, class) {
            return Ok(Some(Made { found: true, ..made }));
        }
        let job = Job { family: self.folder.family(), class, plies: K::PLIES };
        match self.share.task(job)? {
            Task::Wait => Ok(None),
            Task::Take(files) => {
                for (class, bytes) in both(class).zip(&files) {
                    self.folder.write(&self.file(K::PLIES, class), bytes)?;
                }
                let made = self.found(kind, class);
                made.map(Some).ok_or_else(|| io::Error::other(format!("{class} came damaged")))
            }
            Task::Make => {
                let mut made = Made::new(class);
                kind.find_out(class);
                let mut files = Vec::new();
                for class in both(class) {
                    let (bytes, held) = kind.pack(self.folder, class);
                    made.add(&held);
                    files.push(bytes);
                }
                self.share.hand_in(job, &files)?;
                for (class, bytes) in both(class).zip(&files) {
                    self.folder.write(&self.file(K::PLIES, class), bytes)?;
                }
                Ok(Some(made))
            }
        }
    }

    /// Takes up what is there of a class and the same turned. What cannot be trusted is told.
    fn found<K: Kind>(&mut self, kind: &mut K, class: Class) -> Option<Made> {
        let mut made = Some(Made::new(class));
        for class in both(class) {
            let held = kind.adopt(self.folder, class).unwrap_or_else(|refused| {
                (self.report)(Err(refused));
                None
            });
            match (&mut made, held) {
                (Some(made), Some(held)) => made.add(&held),
                (made, _) => *made = None,
            }
        }
        made
    }

    fn file(&self, plies: bool, class: Class) -> std::path::PathBuf {
        if plies { self.folder.plies_file(class) } else { self.folder.file(class) }
    }
}

impl<R: RuleSet> Kind for Values<'_, R> {
    const PLIES: bool = false;

    fn adopt(&mut self, folder: &Folder, class: Class) -> Result<Option<Held>, Refused> {
        let Some(table) = folder.read(class)? else { return Ok(None) };
        self.builder.adopt::<R, _>(&table);
        Ok(Some(Held { counts: table.counts(), longest: None, bytes: table.size() }))
    }

    fn find_out(&mut self, class: Class) {
        self.builder.solve::<R>(class);
    }

    fn pack(&self, folder: &Folder, class: Class) -> (Vec<u8>, Held) {
        let store = self.builder.store();
        let file = pack(store, folder.family(), class).unwrap_or_default();
        let counts = store.counts(class).unwrap_or_default();
        let held = Held { counts, longest: None, bytes: file.len() };
        (file, held)
    }
}

impl<R: RuleSet> Kind for Lengths<'_, R> {
    const PLIES: bool = true;

    fn adopt(&mut self, folder: &Folder, class: Class) -> Result<Option<Held>, Refused> {
        let Some(table) = folder.read_plies(class)? else { return Ok(None) };
        self.measurer.adopt::<R, _>(&table);
        let counts = self.store.counts(class).unwrap_or_default();
        Ok(Some(Held { counts, longest: Some(table.longest()), bytes: table.size() }))
    }

    fn find_out(&mut self, class: Class) {
        self.measurer.measure::<R>(class);
    }

    fn pack(&self, folder: &Folder, class: Class) -> (Vec<u8>, Held) {
        let distances = self.measurer.distances();
        let file = pack_plies(self.store, distances, folder.family(), class).unwrap_or_default();
        let counts = self.store.counts(class).unwrap_or_default();
        let longest = distances.longest(self.store, class);
        let held = Held { counts, longest, bytes: file.len() };
        (file, held)
    }
}

impl Made {
    fn new(class: Class) -> Made {
        Made { class, counts: Counts::default(), longest: None, bytes: 0, found: false }
    }

    fn add(&mut self, held: &Held) {
        self.counts += held.counts;
        self.longest = self.longest.max(held.longest);
        self.bytes += held.bytes as u64;
    }
}

/// The classes in order, each with the same turned, by groups: a class needs those of the groups
/// before, and no other of its own. A jump leaves fewer checkers, a crowning fewer men.
fn groups(most: u8) -> impl Iterator<Item = Vec<Class>> {
    (2..=most).flat_map(|checkers| {
        let classes: Vec<_> =
            Class::all(checkers).into_iter().filter(|class| *class <= class.turned()).collect();
        let groups = classes.chunk_by(|one, next| one.men() == next.men());
        groups.map(<[Class]>::to_vec).collect::<Vec<_>>()
    })
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
