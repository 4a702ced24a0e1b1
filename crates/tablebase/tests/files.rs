//! Tables in files: written values are found again, and damaged files are reported.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crownhead_rules::checkers::{KingMeContinues, Regal, RuleSet, WinningMoves};
use crownhead_tablebase::{
    BuiltClass, Class, ClassIndex, DistanceSolver, RejectedFile, RetrogradeSolver, RuleFamily,
    SingleMachine, TableFolder, TablebaseBuild, WldTable, build, build_distances,
};

/// A temporary folder for one test, removed at the end.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new(name: &str) -> TemporaryFolder {
        let path = std::env::temp_dir().join(format!("crownhead-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        TemporaryFolder(path)
    }

    fn folder(&self, family: RuleFamily) -> TableFolder {
        TableFolder::new(&self.0, family)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Builds tables; returns the numbers of loaded and built classes, and the rejected files.
fn build_tables<R: RuleSet>(folder: &TableFolder, most: u8) -> (usize, usize, Vec<String>) {
    let (mut found, mut rebuilt, mut refused) = (0, 0, Vec::new());
    let stop = &AtomicBool::new(false);
    let report = &mut |built: Result<BuiltClass, RejectedFile>| match built {
        Ok(made) if made.loaded => found += 1,
        Ok(_) => rebuilt += 1,
        Err(bad) => refused.push(bad.to_string()),
    };
    let mut making = TablebaseBuild {
        folder,
        max_checkers: most,
        stop,
        coordinator: &mut SingleMachine,
        report,
    };
    let builder = build::<R>(&mut making).expect("a folder to write to");
    build_distances::<R>(&mut making, &builder).expect("a folder to write to");
    (found, rebuilt, refused)
}

/// Every position of the files, including those left out, has the solved value.
fn check_files<R: RuleSet>(name: &str) {
    let scratch = TemporaryFolder::new(name);
    let folder = scratch.folder(RuleFamily::of::<R>().expect("a family"));
    build_tables::<R>(&folder, 3);
    let (tables, refused) = folder.load(4);
    assert!(
        refused.is_empty() && tables.max_checkers() == 3 && tables.max_distance_checkers() == 3
    );
    let store = RetrogradeSolver::all::<R>(3);
    let distances = DistanceSolver::all::<R>(&store, 3);
    for class in (2..=3).flat_map(Class::all) {
        let index = ClassIndex::new(class);
        for view in (0..index.len()).map(|number| index.view(number)) {
            let position = view.position::<R>();
            let known = store.value(&view).map(|value| (value, distances.plies(&store, &view)));
            assert_eq!(tables.probe(&position), known, "{class} {view:?}");
        }
        let counts = tables.table(class).map(WldTable::counts);
        assert_eq!(counts, store.counts(class));
    }
}

#[test]
fn files_have_the_solved_values() {
    check_files::<WinningMoves>("must");
    check_files::<KingMeContinues>("must-and-go-on");
    check_files::<Regal>("choice");
}

#[test]
fn missing_files_are_built_from_existing_ones() {
    let scratch = TemporaryFolder::new("resumed");
    let folder = scratch.folder(RuleFamily::Must);
    assert_eq!(build_tables::<WinningMoves>(&folder, 3), (0, 18, Vec::new()));
    let gone = folder.wld_path(Class { our_men: 1, our_kings: 0, their_men: 1, their_kings: 1 });
    let bytes = fs::read(&gone).unwrap();
    fs::remove_file(&gone).unwrap();
    assert_eq!(folder.load(3).0.max_checkers(), 2);
    assert_eq!(build_tables::<WinningMoves>(&folder, 3), (17, 1, Vec::new()));
    assert_eq!(fs::read(&gone).unwrap(), bytes);
}

#[test]
fn a_damaged_file_is_reported_and_rebuilt() {
    let scratch = TemporaryFolder::new("damaged");
    let folder = scratch.folder(RuleFamily::Must);
    build_tables::<WinningMoves>(&folder, 2);
    let class = Class { our_men: 0, our_kings: 1, their_men: 1, their_kings: 0 };
    let path = folder.wld_path(class);
    let good = fs::read(&path).unwrap();
    let mut one_bit_wrong = good.clone();
    one_bit_wrong[good.len() - 7] ^= 4;
    let flipped = fs::read(folder.wld_path(class.flipped())).unwrap();
    let regal = {
        let other = TableFolder::new(&scratch.0.join("regal"), RuleFamily::Choice);
        build_tables::<Regal>(&other, 2);
        fs::read(other.wld_path(class)).unwrap()
    };
    for (bytes, why) in [
        (&good[..good.len() - 1], "cut short"),
        (&good[..60], "cut short"),
        (&[], "empty"),
        (b"[Event \"a game\"]\n1. 11-15 1/2-1/2", "not an endgame table"),
        (&one_bit_wrong, "checksum"),
        (&flipped, "other checkers"),
        (&regal, "other rules"),
        (&[&good[..], &[0]].concat(), "longer"),
    ] {
        fs::write(&path, bytes).unwrap();
        let (tables, refused) = folder.load(2);
        assert_eq!(tables.max_checkers(), 0);
        let said = refused.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(said.contains(&path.display().to_string()) && said.contains(why), "{why}: {said}");
        let (_, rebuilt, refused) = build_tables::<WinningMoves>(&folder, 2);
        assert_eq!((rebuilt, refused.len()), (1, 1));
        assert_eq!(fs::read(&path).unwrap(), good);
    }
}

#[test]
fn missing_files_are_reported() {
    let scratch = TemporaryFolder::new("missing");
    let folder = scratch.folder(RuleFamily::Must);
    let missing = || -> Vec<String> { folder.missing().iter().map(ToString::to_string).collect() };
    assert!(missing().is_empty(), "there are no tables yet");
    build_tables::<WinningMoves>(&folder, 3);
    assert!(missing().is_empty());
    let class = Class { our_men: 1, our_kings: 0, their_men: 0, their_kings: 1 };
    fs::remove_file(folder.wld_path(class)).unwrap();
    fs::remove_file(folder.distance_path(class)).unwrap();
    let [value, distance] = &missing()[..] else { panic!("two are missing") };
    assert!(value.ends_with("1m-1k.wld: this table is missing"), "{value}");
    assert!(distance.ends_with("1m-1k.plies: this table is missing"), "{distance}");
}

#[test]
fn abandoned_temporary_files_are_removed() {
    let scratch = TemporaryFolder::new("drafts");
    let folder = scratch.folder(RuleFamily::Must);
    build_tables::<WinningMoves>(&folder, 2);
    let level = folder.path().join("2");
    let names = || {
        let entries = fs::read_dir(&level).unwrap().map(|entry| entry.unwrap().file_name());
        let hidden = entries.filter(|name| name.to_string_lossy().starts_with('.'));
        let mut names: Vec<_> = hidden.collect();
        names.sort();
        names
    };
    let hour_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for (name, is_old) in [(".1k-1m.wld.4711", true), (".1k-1k.plies.9", false), (".notes", true)] {
        let file = fs::File::create(level.join(name)).unwrap();
        if is_old {
            file.set_modified(hour_ago).unwrap();
        }
    }
    build_tables::<WinningMoves>(&folder, 2);
    // Recent temporary files and foreign files are kept.
    assert_eq!(names(), [".1k-1k.plies.9", ".notes"]);
    // A closed folder is not changed.
    folder.close();
    let class = Class { our_men: 1, our_kings: 0, their_men: 0, their_kings: 1 };
    fs::remove_file(folder.wld_path(class)).unwrap();
    let mut making = TablebaseBuild {
        folder: &folder,
        max_checkers: 2,
        stop: &AtomicBool::new(false),
        coordinator: &mut SingleMachine,
        report: &mut |_| {},
    };
    assert!(build::<WinningMoves>(&mut making).is_err());
    assert!(!folder.wld_path(class).exists());
    assert_eq!(names(), [".1k-1k.plies.9", ".notes"]);
}
