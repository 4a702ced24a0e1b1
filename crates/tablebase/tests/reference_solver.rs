//! A slow reference solver that shares no code with the tablebase: it applies the rules to all
//! positions repeatedly until nothing changes. Both must agree on every position of up to three
//! checkers, under all rules.

use std::collections::HashMap;

use crownhead_rules::checkers::{
    Checkers, CheckersPhase, KingMe, KingMeContinues, Parker, Regal, RuleSet, Setup, WinningMoves,
};
use crownhead_rules::dark::{Square, SquareSet};
use crownhead_rules::{BySide, Key, Notation, Position, Side, Verdict};
use crownhead_tablebase::{
    BoardView, Class, ClassIndex, DistanceSolver, DistanceStore, RetrogradeSolver, ValueStore, Wld,
    WldCounts,
};

/// All positions reachable from a set of positions, and their values.
struct ReferenceSolver<R: RuleSet> {
    positions: Vec<Checkers<R>>,
    /// The position after each move, and whether the same side moves again.
    moves: Vec<Vec<(u32, bool)>>,
    /// The value and the plies to the end; zero plies for a draw.
    settled: Vec<Option<(Wld, u32)>>,
}

impl<R: RuleSet> ReferenceSolver<R> {
    fn of(all: Vec<Checkers<R>>) -> ReferenceSolver<R> {
        let mut numbers: HashMap<Key, u32> = HashMap::new();
        let mut positions = all;
        for (position, number) in positions.iter().zip(0..) {
            assert_eq!(numbers.insert(position.key(), number), None);
        }
        let mut moves = Vec::new();
        let mut settled = Vec::new();
        // Positions in Parker's phases are appended when they are reached.
        while moves.len() < positions.len() {
            let position = positions[moves.len()];
            settled.push(position.outcome().map(|end| match end.verdict {
                Verdict::Draw => (Wld::Draw, 0),
                Verdict::Win(side) if side == position.side() => (Wld::Win, 0),
                Verdict::Win(_) => (Wld::Loss, 0),
            }));
            let mut list = Vec::new();
            position.each_child(|child| {
                let number = *numbers.entry(child.key()).or_insert_with(|| {
                    positions.push(child);
                    positions.len() as u32 - 1
                });
                list.push((number, child.side() == position.side()));
            });
            moves.push(list);
        }
        let mut plain = ReferenceSolver { positions, moves, settled };
        let mut plies = 1;
        while plain.settle(plies) {
            plies += 1;
        }
        plain
    }

    /// Solves the positions that are decided in `plies` plies from those decided in fewer.
    fn settle(&mut self, plies: u32) -> bool {
        let seen = |&(to, same): &(u32, bool)| {
            let value = self.settled[to as usize]?.0;
            Some(if same { value } else { value.flipped() })
        };
        let mut found = Vec::new();
        for (number, moves) in self.moves.iter().enumerate() {
            if self.settled[number].is_some() {
                continue;
            }
            if moves.iter().any(|way| seen(way) == Some(Wld::Win)) {
                found.push((number, Wld::Win));
            } else if moves.iter().all(|way| seen(way) == Some(Wld::Loss)) {
                found.push((number, Wld::Loss));
            }
        }
        // A draw in one ply ends the game and solves no other position.
        for &(number, value) in &found {
            self.settled[number] = Some((value, plies));
        }
        !found.is_empty()
    }

    /// The regular positions with their values, and the plies to the end of won and lost ones.
    fn values(&self) -> impl Iterator<Item = (&Checkers<R>, Wld, u32)> {
        let settled = self.settled.iter().map(|settled| settled.unwrap_or((Wld::Draw, 0)));
        let all = self.positions.iter().zip(settled);
        let regular =
            all.filter(|(position, _)| position.checkers_phase() == CheckersPhase::Regular);
        regular.map(|(position, (value, plies))| (position, value, plies))
    }
}

/// Every position of at most `most` checkers, including those of one side alone.
fn positions<R: RuleSet>(most: u32) -> Vec<Checkers<R>> {
    let mut all = Vec::new();
    let empty = BySide::new(SquareSet::EMPTY, SquareSet::EMPTY);
    let mut setups = vec![(Setup { side: Side::First, men: empty, kings: empty }, 1)];
    while let Some((setup, next)) = setups.pop() {
        for side in Side::ALL {
            all.extend(Setup { side, ..setup }.position::<R>().ok());
        }
        let sets = [setup.men.first, setup.men.second, setup.kings.first, setup.kings.second];
        if sets.iter().map(|set| set.len()).sum::<u32>() == most {
            continue;
        }
        for square in (next..=32).filter_map(Square::from_number) {
            for side in Side::ALL {
                let (mut man, mut king) = (setup, setup);
                man.men[side].insert(square);
                king.kings[side].insert(square);
                setups.extend([(man, square.number() + 1), (king, square.number() + 1)]);
            }
        }
    }
    all
}

fn checkers<R: RuleSet>(position: &Checkers<R>) -> u32 {
    32 - position.board().empty().len()
}

fn has_both<R: RuleSet>(position: &Checkers<R>) -> bool {
    Side::ALL.into_iter().all(|side| !position.board().pieces(side).is_empty())
}

/// Compares every position, and the distances if given; returns the counts for black to move and
/// the longest win in plies.
fn compare<R: RuleSet>(
    store: &ValueStore,
    distances: Option<&DistanceStore>,
    most: u32,
) -> Vec<(WldCounts, u32)> {
    let plain = ReferenceSolver::<R>::of(positions(most));
    let mut counts = vec![(WldCounts::default(), 0); most as usize + 1];
    for (position, value, plies) in plain.values().filter(|(position, ..)| has_both(position)) {
        let view = BoardView::of(position);
        assert_eq!(store.value(&view), Some(value), "{:?}", position.text());
        if let Some(distances) = distances {
            let plies = (value != Wld::Draw).then_some(plies);
            assert_eq!(distances.plies(store, &view), plies, "{:?}", position.text());
        }
        let (counts, longest) = &mut counts[checkers(position) as usize];
        if position.side() == Side::First {
            counts.count(value);
            if value == Wld::Win {
                *longest = plies.max(*longest);
            }
        }
    }
    counts
}

const fn counts(won: u64, lost: u64, drawn: u64) -> WldCounts {
    WldCounts { won, lost, drawn }
}

/// Solves values and distances of all positions of up to three checkers, and compares them.
fn solved<R: RuleSet>() -> (ValueStore, DistanceStore, Vec<(WldCounts, u32)>) {
    let store = RetrogradeSolver::all::<R>(3);
    let distances = DistanceSolver::all::<R>(&store, 3);
    let found = compare::<R>(&store, Some(&distances), 3);
    (store, distances, found)
}

#[test]
fn mandatory_jumps_agree() {
    let (store, distances, found) = solved::<WinningMoves>();
    assert_eq!(found[2], (counts(716, 402, 2370), 13));
    assert_eq!(found[3], (counts(100_250, 87_305, 8_477), 61));
    assert_eq!(compare::<KingMe>(&store, Some(&distances), 3), found);
}

#[test]
fn continuing_crowned_men_agree() {
    let (.., found) = solved::<KingMeContinues>();
    assert_ne!(found[3].0, counts(100_250, 87_305, 8_477));
}

#[test]
fn optional_jumps_agree() {
    let (.., found) = solved::<Regal>();
    assert_ne!(found[2].0, counts(716, 402, 2370));
}

/// In Parker's game a refused jump can be compelled, so refusing never helps; nor do a huff or
/// letting it stand gain more than compelling. Over all phases, the values are those of mandatory
/// jumps.
#[test]
fn parkers_phases_do_not_change_values() {
    let store = RetrogradeSolver::all::<WinningMoves>(3);
    let found = compare::<Parker>(&store, None, 3);
    assert_eq!(found[3].0, counts(100_250, 87_305, 8_477));
}

/// A class that is too large for the store would have the index of another class.
#[test]
fn larger_classes_are_unknown() {
    let store = RetrogradeSolver::all::<Regal>(2);
    assert!(Class::all(2).into_iter().all(|class| store.counts(class).is_some()));
    for class in (3..=5).flat_map(Class::all) {
        let index = ClassIndex::new(class);
        for number in [0, index.len() / 2, index.len() - 1] {
            assert_eq!(store.value(&index.view(number)), None, "{class}");
        }
        assert!(store.counts(class).is_none() && store.index(class).is_none(), "{class}");
    }
}
