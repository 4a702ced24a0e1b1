//! Building the tables of a folder, class after class. Existing files are loaded; missing ones are
//! solved here or downloaded from another machine.

use std::io;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crownhead_rules::checkers::RuleSet;

use crate::{
    Assignment, BuildCoordinator, BuildJob, Class, ClassIndex, DistanceSolver, RejectedFile,
    RetrogradeSolver, TableFolder, ValueStore, WldCounts, encode, encode_distances,
};

/// A class that is done, together with its flipped class.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BuiltClass {
    /// The class of the side to move.
    pub class: Class,
    /// The number of positions by value, including those of the flipped class if it differs.
    pub counts: WldCounts,
    /// The longest win in plies, if distances were built.
    pub longest: Option<u32>,
    /// The size of the files in bytes.
    pub bytes: u64,
    /// Whether the files existed before.
    pub loaded: bool,
}

/// The settings of a build.
pub struct TablebaseBuild<'a> {
    /// The folder of the files.
    pub folder: &'a TableFolder,
    /// The maximal number of checkers.
    pub max_checkers: u8,
    /// Set this to stop after the current class.
    pub stop: &'a AtomicBool,
    /// Decides which classes are built here.
    pub coordinator: &'a mut dyn BuildCoordinator,
    /// Called with every class, and with every damaged file, which is built again.
    pub report: &'a mut (dyn FnMut(Result<BuiltClass, RejectedFile>) + Send),
}

/// A kind of table: how to load one, and how to solve one.
trait TableKind {
    /// Whether these are distances.
    const DISTANCES: bool;

    /// Loads the file of a class; none if there is no file.
    fn load(
        &mut self,
        folder: &TableFolder,
        class: Class,
    ) -> Result<Option<FileSummary>, RejectedFile>;

    /// Solves a class and its flipped class.
    fn solve(&mut self, class: Class);

    /// Encodes the file of a solved class.
    fn encode(&self, folder: &TableFolder, class: Class) -> (Vec<u8>, FileSummary);
}

struct FileSummary {
    counts: WldCounts,
    longest: Option<u32>,
    bytes: usize,
}

struct WldTables<'a, R> {
    solver: &'a mut RetrogradeSolver,
    rules: PhantomData<R>,
}

struct DistanceTables<'a, R> {
    store: &'a ValueStore,
    solver: DistanceSolver<'a>,
    rules: PhantomData<R>,
}

/// Builds the values: who wins each position. Finished classes are kept: after an interruption, the
/// next call continues from there.
pub fn build<R: RuleSet>(build: &mut TablebaseBuild<'_>) -> io::Result<RetrogradeSolver> {
    build.folder.remove_abandoned();
    let mut solver = RetrogradeSolver::new(build.max_checkers);
    build.build_all(&mut WldTables::<R> { solver: &mut solver, rules: PhantomData })?;
    Ok(solver)
}

/// Builds the distances. All values must be known.
pub fn build_distances<R: RuleSet>(
    build: &mut TablebaseBuild<'_>,
    solver: &RetrogradeSolver,
) -> io::Result<()> {
    let store = solver.store();
    let solver = DistanceSolver::new(store, build.max_checkers);
    build.build_all(&mut DistanceTables::<R> { store, solver, rules: PhantomData })
}

impl TablebaseBuild<'_> {
    /// Goes through all classes. The classes of a group do not depend on each other: while one is
    /// built elsewhere, the next can be built here.
    fn build_all<K: TableKind>(&mut self, kind: &mut K) -> io::Result<()> {
        for mut group in groups(self.max_checkers) {
            while !group.is_empty() {
                let mut left = Vec::new();
                for class in group.iter().copied() {
                    if self.stop.load(Relaxed) {
                        return Ok(());
                    }
                    match self.build_class(kind, class)? {
                        Some(made) => (self.report)(Ok(made)),
                        None => left.push(class),
                    }
                }
                if left.len() == group.len() {
                    self.coordinator.wait();
                }
                group = left;
            }
        }
        Ok(())
    }

    /// Loads, builds or downloads a class and its flipped class. None while another machine builds
    /// them.
    fn build_class<K: TableKind>(
        &mut self,
        kind: &mut K,
        class: Class,
    ) -> io::Result<Option<BuiltClass>> {
        if let Some(made) = self.load_existing(kind, class) {
            return Ok(Some(BuiltClass { loaded: true, ..made }));
        }
        let job = BuildJob { family: self.folder.family(), class, distances: K::DISTANCES };
        match self.coordinator.assign(job)? {
            Assignment::Wait => Ok(None),
            Assignment::Download(files) => {
                for (class, bytes) in both(class).zip(&files) {
                    self.folder.write(&self.file(K::DISTANCES, class), bytes)?;
                }
                let made = self.load_existing(kind, class);
                made.map(Some).ok_or_else(|| io::Error::other(format!("{class} arrived damaged")))
            }
            Assignment::Build => {
                let mut made = BuiltClass::new(class);
                kind.solve(class);
                let mut files = Vec::new();
                for class in both(class) {
                    let (bytes, held) = kind.encode(self.folder, class);
                    made.add(&held);
                    files.push(bytes);
                }
                self.coordinator.submit(job, &files)?;
                for (class, bytes) in both(class).zip(&files) {
                    self.folder.write(&self.file(K::DISTANCES, class), bytes)?;
                }
                Ok(Some(made))
            }
        }
    }

    /// Loads a class and its flipped class, if their files exist. Reports damaged files.
    fn load_existing<K: TableKind>(&mut self, kind: &mut K, class: Class) -> Option<BuiltClass> {
        let mut made = Some(BuiltClass::new(class));
        for class in both(class) {
            let held = kind.load(self.folder, class).unwrap_or_else(|refused| {
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
        if plies { self.folder.distance_path(class) } else { self.folder.wld_path(class) }
    }
}

impl<R: RuleSet> TableKind for WldTables<'_, R> {
    const DISTANCES: bool = false;

    fn load(
        &mut self,
        folder: &TableFolder,
        class: Class,
    ) -> Result<Option<FileSummary>, RejectedFile> {
        let Some(table) = folder.read_wld(class)? else { return Ok(None) };
        self.solver.import::<R, _>(&table);
        Ok(Some(FileSummary { counts: table.counts(), longest: None, bytes: table.size() }))
    }

    fn solve(&mut self, class: Class) {
        self.solver.solve::<R>(class);
    }

    fn encode(&self, folder: &TableFolder, class: Class) -> (Vec<u8>, FileSummary) {
        let store = self.solver.store();
        let file = encode(store, folder.family(), class).unwrap_or_default();
        let counts = store.counts(class).unwrap_or_default();
        let held = FileSummary { counts, longest: None, bytes: file.len() };
        (file, held)
    }
}

impl<R: RuleSet> TableKind for DistanceTables<'_, R> {
    const DISTANCES: bool = true;

    fn load(
        &mut self,
        folder: &TableFolder,
        class: Class,
    ) -> Result<Option<FileSummary>, RejectedFile> {
        let Some(table) = folder.read_distances(class)? else { return Ok(None) };
        self.solver.import::<R, _>(&table);
        let counts = self.store.counts(class).unwrap_or_default();
        Ok(Some(FileSummary { counts, longest: Some(table.longest()), bytes: table.size() }))
    }

    fn solve(&mut self, class: Class) {
        self.solver.solve::<R>(class);
    }

    fn encode(&self, folder: &TableFolder, class: Class) -> (Vec<u8>, FileSummary) {
        let distances = self.solver.distances();
        let file =
            encode_distances(self.store, distances, folder.family(), class).unwrap_or_default();
        let counts = self.store.counts(class).unwrap_or_default();
        let longest = distances.longest(self.store, class);
        let held = FileSummary { counts, longest, bytes: file.len() };
        (file, held)
    }
}

impl BuiltClass {
    fn new(class: Class) -> BuiltClass {
        BuiltClass { class, counts: WldCounts::default(), longest: None, bytes: 0, loaded: false }
    }

    fn add(&mut self, held: &FileSummary) {
        self.counts += held.counts;
        self.longest = self.longest.max(held.longest);
        self.bytes += held.bytes as u64;
    }
}

/// The classes in groups, each class together with its flipped class. A class depends only on
/// earlier groups: a jump leaves fewer checkers, a crowning fewer men.
fn groups(most: u8) -> impl Iterator<Item = Vec<Class>> {
    (2..=most).flat_map(|checkers| {
        let classes: Vec<_> =
            Class::all(checkers).into_iter().filter(|class| *class <= class.flipped()).collect();
        let groups = classes.chunk_by(|one, next| one.men() == next.men());
        groups.map(<[Class]>::to_vec).collect::<Vec<_>>()
    })
}

fn both(class: Class) -> impl Iterator<Item = Class> {
    let flipped = Some(class.flipped()).filter(|flipped| *flipped != class);
    [class].into_iter().chain(flipped)
}

/// The approximate memory of a build in bytes: two bits per position of all classes, one more byte
/// with distances, and some bytes per position of the slice being solved.
pub fn memory_to_build(most: u8, with_plies: bool) -> u64 {
    let indexes = (2..=most).flat_map(Class::all).map(ClassIndex::new);
    let (positions, largest) = indexes.fold((0, 0), |(positions, largest), index| {
        let slices = index.slices().iter().map(|slice| index.len_of(slice));
        (positions + index.len(), slices.max().unwrap_or(0).max(largest))
    });
    let plies = if with_plies { positions } else { 0 };
    positions / 4 + plies + largest * 24 + (64 << 20)
}
