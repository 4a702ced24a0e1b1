//! Tables in files: what is written is found again, and what is not a table is refused by name.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crownhead_rules::checkers::{KingMeContinues, Regal, RuleSet, WinningMoves};
use crownhead_tablebase::{
    Alone, Builder, Class, Family, Folder, Index, Made, Making, Measurer, Refused, Table, make,
    make_plies,
};

/// A folder of its own for each test, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("crownhead-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }

    fn folder(&self, family: Family) -> Folder {
        Folder::new(&self.0, family)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Makes tables; gives how many classes were found, made anew, and refused.
fn made<R: RuleSet>(folder: &Folder, most: u8) -> (usize, usize, Vec<String>) {
    let (mut found, mut anew, mut refused) = (0, 0, Vec::new());
    let stop = &AtomicBool::new(false);
    let report = &mut |told: Result<Made, Refused>| match told {
        Ok(made) if made.found => found += 1,
        Ok(_) => anew += 1,
        Err(bad) => refused.push(bad.to_string()),
    };
    let mut making = Making { folder, most, stop, share: &mut Alone, report };
    let builder = make::<R>(&mut making).expect("a folder to write to");
    make_plies::<R>(&mut making, &builder).expect("a folder to write to");
    (found, anew, refused)
}

/// Every position of the files, those that are left out too, has the value that was solved.
fn agrees<R: RuleSet>(name: &str) {
    let scratch = Scratch::new(name);
    let folder = scratch.folder(Family::of::<R>().expect("a family"));
    made::<R>(&folder, 3);
    let (tables, refused) = folder.load(4);
    assert!(refused.is_empty() && tables.most() == 3 && tables.most_plies() == 3);
    let store = Builder::all::<R>(3);
    let distances = Measurer::all::<R>(&store, 3);
    for class in (2..=3).flat_map(Class::all) {
        let index = Index::new(class);
        for view in (0..index.len()).map(|number| index.view(number)) {
            let position = view.position::<R>();
            let known = store.value(&view).map(|value| (value, distances.plies(&store, &view)));
            assert_eq!(tables.value(&position), known, "{class} {view:?}");
        }
        let counts = tables.get(class).map(Table::counts);
        assert_eq!(counts, store.counts(class));
    }
}

#[test]
fn values_are_found_again() {
    agrees::<WinningMoves>("must");
    agrees::<KingMeContinues>("must-and-go-on");
    agrees::<Regal>("choice");
}

#[test]
fn what_is_missing_is_made_from_what_is_there() {
    let scratch = Scratch::new("resumed");
    let folder = scratch.folder(Family::Must);
    assert_eq!(made::<WinningMoves>(&folder, 3), (0, 18, Vec::new()));
    let gone = folder.file(Class { our_men: 1, our_kings: 0, their_men: 1, their_kings: 1 });
    let bytes = fs::read(&gone).unwrap();
    fs::remove_file(&gone).unwrap();
    assert_eq!(folder.load(3).0.most(), 2);
    assert_eq!(made::<WinningMoves>(&folder, 3), (17, 1, Vec::new()));
    assert_eq!(fs::read(&gone).unwrap(), bytes);
}

#[test]
fn a_file_that_cannot_be_trusted_is_named_and_made_anew() {
    let scratch = Scratch::new("damaged");
    let folder = scratch.folder(Family::Must);
    made::<WinningMoves>(&folder, 2);
    let class = Class { our_men: 0, our_kings: 1, their_men: 1, their_kings: 0 };
    let path = folder.file(class);
    let good = fs::read(&path).unwrap();
    let mut flipped = good.clone();
    flipped[good.len() - 7] ^= 4;
    let turned = fs::read(folder.file(class.turned())).unwrap();
    let regal = {
        let other = Folder::new(&scratch.0.join("regal"), Family::Choice);
        made::<Regal>(&other, 2);
        fs::read(other.file(class)).unwrap()
    };
    for (bytes, why) in [
        (&good[..good.len() - 1], "cut short"),
        (&good[..60], "not an endgame table"),
        (&[], "not an endgame table"),
        (b"[Event \"a game\"]\n1. 11-15 1/2-1/2", "not an endgame table"),
        (&flipped, "checksum"),
        (&turned, "other checkers"),
        (&regal, "other rules"),
        (&[&good[..], &[0]].concat(), "longer"),
    ] {
        fs::write(&path, bytes).unwrap();
        let (tables, refused) = folder.load(2);
        assert_eq!(tables.most(), 0);
        let said = refused.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(said.contains(&path.display().to_string()) && said.contains(why), "{why}: {said}");
        let (_, anew, refused) = made::<WinningMoves>(&folder, 2);
        assert_eq!((anew, refused.len()), (1, 1));
        assert_eq!(fs::read(&path).unwrap(), good);
    }
}
