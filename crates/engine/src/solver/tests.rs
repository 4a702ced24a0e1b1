//! Compares the solver with plain minimax and with itself: symmetric positions, small tables,
//! stops.

mod openings;
mod small;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use crownhead_rules::placing::{
    CheckerboardMove, CheckerboardTicTacToe, Size, TicTacToe, Variations,
};
use crownhead_rules::{Notation, Position, Side};

use super::solve::{BestMoves, solve_with_progress};
use super::{
    ProofTable, Solution, SolveProgress, TicTacToeTable, TicTacToeValue, best_move, solve,
    solve_on_threads,
};

static NOT_STOPPED: AtomicBool = AtomicBool::new(false);

fn variations() -> Vec<Variations> {
    (0..8)
        .map(|number| Variations {
            exchange: number & 1 != 0,
            floating: number & 2 != 0,
            size: if number & 4 == 0 { Size::Five } else { Size::Six },
        })
        .collect()
}

fn solved(position: &CheckerboardTicTacToe, bytes: usize) -> Solution {
    solve(position, &ProofTable::with_bytes(bytes), &NOT_STOPPED, |_| {})
}

/// A position after `plies` random plies.
fn random(variation: Variations, plies: u32, rng: &mut fastrand::Rng) -> CheckerboardTicTacToe {
    let mut position = CheckerboardTicTacToe::start(variation);
    for _ in 0..plies {
        let moves = moves(&position);
        position.play_unchecked(moves[rng.usize(..moves.len())]);
    }
    position
}

fn moves(position: &CheckerboardTicTacToe) -> Vec<CheckerboardMove> {
    let mut moves = Vec::new();
    position.each_move(|decision| moves.push(decision));
    moves
}

/// The margin for the side to move and all best moves, by exhaustive search.
fn minimax(
    position: &CheckerboardTicTacToe,
    known: &mut HashMap<CheckerboardTicTacToe, i32>,
) -> (i32, Vec<CheckerboardMove>) {
    let sign = if position.side() == Side::First { 1 } else { -1 };
    let values: Vec<(CheckerboardMove, i32)> = moves(position)
        .into_iter()
        .map(|decision| {
            let mut next = *position;
            next.play_unchecked(decision);
            let value = known.get(&next).copied().unwrap_or_else(|| minimax(&next, known).0);
            known.insert(next, value);
            (decision, -value)
        })
        .collect();
    let Some(best) = values.iter().map(|(_, value)| *value).max() else {
        let margin = position.count(Side::First) as i32 - position.count(Side::Second) as i32;
        return (sign * margin, Vec::new());
    };
    (best, values.into_iter().filter(|(_, value)| *value == best).map(|m| m.0).collect())
}

#[test]
fn late_positions_match_minimax() {
    let mut rng = fastrand::Rng::with_seed(6);
    for variation in variations() {
        let checkers = 2 * variation.size.checkers();
        let early = match (variation.exchange, variation.size) {
            (false, _) => 6,
            (true, Size::Five) => 2,
            (true, Size::Six) => 1,
        };
        for plies in checkers - early..=checkers + if variation.exchange { 2 } else { 0 } {
            for _ in 0..if plies < checkers && variation.exchange { 2 } else { 5 } {
                let position = random(variation, plies, &mut rng);
                let (value, best) = minimax(&position, &mut HashMap::new());
                let sign = if position.side() == Side::First { 1 } else { -1 };
                let solved = solved(&position, 1 << 16);
                let text = position.text().unwrap();
                assert!(solved.proven, "{text}");
                assert_eq!(solved.margin, sign * value, "{text} {variation:?}");
                assert_eq!(solved.best, best, "{text} {variation:?}");
                let one = best_move(&position, &ProofTable::with_bytes(1 << 16), |_| true).unwrap();
                assert_eq!(one.margin, solved.margin);
                assert!(one.decision.is_none_or(|one| best.contains(&one)), "{text} {one:?}");
                assert_eq!(one.decision.is_none(), best.is_empty());
            }
        }
    }
}

/// Late positions of every variation, solved by another program with exhaustive search: the number
/// of the variation, the position, its margin and all best moves.
const LATE: &str = include_str!("tests/late.tsv");

#[test]
fn late_positions_match_another_program() {
    let variations = variations();
    for line in LATE.lines() {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap();
        let variation = variations[field().parse::<usize>().unwrap()];
        let position = CheckerboardTicTacToe::from_text(variation, field()).unwrap();
        let solved = solved(&position, 1 << 16);
        assert!(solved.proven);
        assert_eq!(solved.margin.to_string(), field(), "{line}");
        let mut best: Vec<String> = solved.best.iter().map(ToString::to_string).collect();
        best.sort();
        assert_eq!(best.join(" "), field(), "{line}");
    }
}

/// The same position with files and ranks swapped.
fn transposed(position: &CheckerboardTicTacToe) -> CheckerboardTicTacToe {
    let text = position.text().unwrap();
    let (rows, rest) = text.split_once(' ').unwrap();
    let unpacked = |row: &str| -> Vec<char> {
        let empty = |c: char| c.to_digit(10).map_or(1, |n| n as usize);
        row.chars().flat_map(|c| vec![if c.is_ascii_digit() { '1' } else { c }; empty(c)]).collect()
    };
    let mut rows: Vec<Vec<char>> = rows.split('/').map(unpacked).collect();
    rows.reverse();
    let size = rows.len();
    let row = |rank: usize| (0..size).map(|file| rows[file][rank]).collect::<String>();
    let rows: Vec<String> = (0..size).rev().map(row).collect();
    let text = format!("{} {rest}", rows.join("/"));
    CheckerboardTicTacToe::from_text(position.variations(), &text).unwrap()
}

#[test]
fn symmetry_and_table_size_do_not_change_the_solution() {
    let mut rng = fastrand::Rng::with_seed(8);
    for variation in variations() {
        let checkers = 2 * variation.size.checkers();
        for _ in 0..2 {
            let left = if variation.exchange { 4 } else { 11 };
            let position = random(variation, checkers - left, &mut rng);
            let expected = solved(&position, 1 << 24);
            let image = solved(&transposed(&position), 1 << 24);
            assert_eq!((image.margin, image.best.len()), (expected.margin, expected.best.len()));
            let same = |other: &Solution| {
                assert!(other.proven && expected.proven);
                assert_eq!((other.margin, &other.best), (expected.margin, &expected.best));
            };
            same(&solved(&position, 1));
            let table = ProofTable::with_bytes(1 << 16);
            same(&solve_on_threads(&position, &table, 3, &NOT_STOPPED, |_| {}));
        }
    }
}

#[test]
fn a_stopped_solve_is_resumed_to_the_same_solution() {
    let mut rng = fastrand::Rng::with_seed(9);
    let position = random(Variations::default(), 4, &mut rng);
    let expected = solved(&position, 1 << 22);
    assert!(expected.proven && expected.nodes > 8 * 1024, "{}", expected.nodes);
    let mut saved = ProofTable::with_bytes(1 << 22).save(10_000);
    let mut stops = 0;
    let resumed = loop {
        let table = ProofTable::with_bytes(1 << 22);
        table.load(&saved).unwrap();
        let enough = |state: SolveProgress| state.nodes < 4 * 1024;
        let solved = solve_with_progress(&position, &table, 0, BestMoves::All, enough);
        if solved.proven {
            break solved;
        }
        saved = table.save(10_000);
        stops += 1;
        assert!(stops < 1000);
    };
    assert!(stops > 0);
    assert_eq!((resumed.margin, resumed.best), (expected.margin, expected.best));

    let stopped = solve(&position, &ProofTable::with_bytes(1), &AtomicBool::new(true), |_| {});
    assert!(!stopped.proven && stopped.nodes <= 1024);
    assert!(stopped.within.0 <= expected.margin && expected.margin <= stopped.within.1);
}

#[test]
fn damaged_saved_proofs_are_refused() {
    let table = ProofTable::with_openings(1 << 20);
    let saved = table.save(100);
    assert!(table.load(&saved).is_ok());
    assert!(table.load(b"something else").is_err());
    assert!(table.load(&saved[..saved.len() - 1]).is_err());
}

#[test]
fn the_tic_tac_toe_table_has_every_position() {
    let table = TicTacToeTable::new();
    let start = TicTacToe::start();
    assert_eq!(table.value(&start), TicTacToeValue { margin: 0, distance: 9 });
    assert_eq!(table.best_moves(&start).len(), 9);
    let at = |text: &str| text.parse::<TicTacToe>().unwrap();
    let names = |squares: Vec<crownhead_rules::grid::Square>| -> Vec<String> {
        squares.iter().map(ToString::to_string).collect()
    };
    // The other player, in the middle of a side, has already lost, in at most five plies.
    let lost = at("3/1x1/1o1 x");
    assert_eq!(table.value(&lost), TicTacToeValue { margin: 1, distance: 5 });
    // An immediate win is better than a later one.
    let wins = at("xx1/oo1/3 x");
    assert_eq!(names(table.fastest_moves(&wins)), ["c3"]);
    assert_eq!(table.value(&wins), TicTacToeValue { margin: 1, distance: 1 });
    assert_eq!(table.best_moves(&at("xxx/oo1/3 o")), []);
}
