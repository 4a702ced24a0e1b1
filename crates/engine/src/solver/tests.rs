//! The solver against plain minimax, and against itself: symmetric positions, small tables, stops.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crownhead_rules::placing::{CheckerboardTicTacToe, Decision, Size, Variation};
use crownhead_rules::{Notation, Position, Side};

use super::board::{Board, Geometries};
use super::exchange::Layout;
use super::form::Form;
use super::geometry::{Bits, each, extent, rectangle};
use super::search::Search;
use super::{Solved, Table, exact, solve};

const ON: AtomicBool = AtomicBool::new(false);

fn variations() -> Vec<Variation> {
    (0..8)
        .map(|number| Variation {
            exchange: number & 1 != 0,
            floating: number & 2 != 0,
            size: if number & 4 == 0 { Size::Five } else { Size::Six },
        })
        .collect()
}

fn solved(position: &CheckerboardTicTacToe, bytes: usize) -> Solved {
    solve(position, &Table::with_bytes(bytes), &ON, |_| {})
}

/// A position after so many random plies.
fn random(variation: Variation, plies: u32, luck: &mut fastrand::Rng) -> CheckerboardTicTacToe {
    let mut position = CheckerboardTicTacToe::start(variation);
    for _ in 0..plies {
        let moves = moves(&position);
        position.play_unchecked(moves[luck.usize(..moves.len())]);
    }
    position
}

fn moves(position: &CheckerboardTicTacToe) -> Vec<Decision> {
    let mut moves = Vec::new();
    position.each_move(|decision| moves.push(decision));
    moves
}

/// The margin for the side to move and all best moves, by looking at everything.
fn minimax(
    position: &CheckerboardTicTacToe,
    known: &mut HashMap<CheckerboardTicTacToe, i32>,
) -> (i32, Vec<Decision>) {
    let sign = if position.side() == Side::First { 1 } else { -1 };
    let values: Vec<(Decision, i32)> = moves(position)
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
fn late_positions_of_every_variation_are_solved_as_by_minimax() {
    let mut luck = fastrand::Rng::with_seed(6);
    for variation in variations() {
        let checkers = 2 * variation.size.checkers();
        let (from, to) = if variation.exchange {
            (checkers - 2, checkers + 2)
        } else {
            (checkers - 6, checkers)
        };
        for plies in from..=to {
            for _ in 0..if plies < checkers { 6 } else { 12 } {
                let position = random(variation, plies, &mut luck);
                let (value, best) = minimax(&position, &mut HashMap::new());
                let sign = if position.side() == Side::First { 1 } else { -1 };
                let solved = solved(&position, 1 << 16);
                let text = position.text().unwrap();
                assert!(solved.proven, "{text}");
                assert_eq!(solved.margin, sign * value, "{text} {variation:?}");
                assert_eq!(solved.best, best, "{text} {variation:?}");
            }
        }
    }
}

/// Plain minimax of a small form, in the solver's own terms but by its own means.
fn small(form: Form, sides: [Bits; 2], known: &mut HashMap<[Bits; 2], i32>) -> i32 {
    if let Some(&value) = known.get(&sides) {
        return value;
    }
    let occupied = sides[0] | sides[1];
    let us = (occupied.count_ones() % 2) as usize;
    let squares = if form.floating {
        let fits = |square: u8| {
            let [left, right, low, high] = extent(occupied | 1 << square);
            right - left < form.size && high - low < form.size
        };
        each(rectangle(form.board, form.board)).filter(|&s| fits(s)).fold(0, |s, x| s | 1 << x)
    } else {
        rectangle(form.size, form.size)
    };
    let value = if occupied.count_ones() == form.checkers() {
        small_end(form, Layout { sides, shared: squares & !occupied })
    } else {
        let after = |square: u8| {
            let mut next = sides;
            next[us] |= 1 << square;
            next
        };
        each(squares & !occupied).map(|s| -small(form, after(s), known)).max().unwrap()
    };
    known.insert(sides, value);
    value
}

/// The end of a small game for the starting player: every exchange against every reply.
fn small_end(form: Form, layout: Layout) -> i32 {
    if !form.exchange {
        return layout.margin();
    }
    let exchanges = |layout: Layout, barred: Bits| {
        let all: Vec<u8> = each((layout.sides[0] | layout.sides[1]) & !barred).collect();
        let pairs = all.clone().into_iter().flat_map(move |one| {
            all.clone().into_iter().filter(move |&other| other > one).map(move |other| (one, other))
        });
        let mut found = vec![(layout, 0)];
        found.extend(pairs.map(|(one, other)| {
            let both = 1 << one | 1 << other;
            let differ = (layout.sides[0] & both).count_ones() == 1;
            (if differ { layout.exchanged(both) } else { layout }, both)
        }));
        found
    };
    let replied = |(layout, barred): (Layout, Bits)| {
        exchanges(layout, barred).into_iter().map(|(end, _)| end.margin()).min().unwrap()
    };
    exchanges(layout, 0).into_iter().map(replied).max().unwrap()
}

#[test]
fn small_boards_are_solved_as_by_minimax() {
    let mut luck = fastrand::Rng::with_seed(3);
    for (size, board, floating, exchange, fewest) in [
        (3, 3, false, false, 0),
        (3, 3, false, true, 0),
        (3, 4, true, false, 1),
        (3, 5, true, true, 3),
        (4, 4, false, false, 6),
        (4, 4, false, true, 10),
        (4, 5, true, false, 7),
        (4, 6, true, true, 11),
    ] {
        let form = Form { size, board, exchange, floating };
        let geometries = Geometries::new(form);
        let mut known = HashMap::new();
        let table = Table::with_bytes(1 << 20);
        for _ in 0..30 {
            let mut board = if floating {
                let at = luck.u8(1..board - 1) * 8 + luck.u8(1..board - 1);
                Board::of([1 << at, 0], &geometries)
            } else {
                Board::of([0; 2], &geometries)
            };
            // Where the checkers stand on the whole board is known only from their reach.
            while u32::from(board.placed) < luck.u32(fewest..=form.checkers()) {
                let squares: Vec<u8> = each(board.open()).collect();
                board = board.after(squares[luck.usize(..squares.len())], &geometries);
            }
            let reach = board.width.max(board.height);
            let small_form = Form { board: reach, ..form };
            if board.width != board.height {
                continue;
            }
            if u32::from(board.placed) < fewest {
                continue;
            }
            if reach != form.board {
                known.clear();
            }
            let expected = small(small_form, board.sides, &mut known);
            known.clear();
            for goal in -12..=12 {
                let mut search = Search {
                    geometries: &geometries,
                    table: &table,
                    watch: |_| true,
                    nodes: 0,
                    turn: 0,
                };
                let found = search.search(&board, goal).unwrap();
                let agrees = if found >= goal { expected >= found } else { expected <= found };
                assert!(agrees, "{form:?} {board:?} goal {goal}: {found}, but {expected}");
            }
        }
    }
}
