//! Small boards, which plain minimax can solve from the start.

use std::collections::HashMap;

use crate::solver::ProofTable;
use crate::solver::board::{Board, Geometries};
use crate::solver::bounds::symmetry_bounds;
use crate::solver::exchange::Layout;
use crate::solver::geometry::{Bits, each, extent, rectangle};
use crate::solver::search::ProofSearch;
use crate::solver::solver_rules::SolverRules;

/// Plain minimax on a small board, with its own code.
fn small(rules: SolverRules, sides: [Bits; 2], known: &mut HashMap<[Bits; 2], i32>) -> i32 {
    if let Some(&value) = known.get(&sides) {
        return value;
    }
    let occupied = sides[0] | sides[1];
    let us = (occupied.count_ones() % 2) as usize;
    let squares = if rules.floating {
        let fits = |square: u8| {
            let [left, right, low, high] = extent(occupied | 1 << square);
            right - left < rules.size && high - low < rules.size
        };
        each(rectangle(rules.board, rules.board)).filter(|&s| fits(s)).fold(0, |s, x| s | 1 << x)
    } else {
        rectangle(rules.size, rules.size)
    };
    let value = if occupied.count_ones() == rules.checkers() {
        small_end(rules, Layout { sides, shared: squares & !occupied })
    } else {
        let after = |square: u8| {
            let mut next = sides;
            next[us] |= 1 << square;
            next
        };
        each(squares & !occupied).map(|s| -small(rules, after(s), known)).max().unwrap()
    };
    known.insert(sides, value);
    value
}

/// The end of a small game for the starting player: every exchange against every reply.
fn small_end(rules: SolverRules, layout: Layout) -> i32 {
    if !rules.exchange {
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
fn small_boards_match_minimax() {
    let mut rng = fastrand::Rng::with_seed(3);
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
        let rules = SolverRules { size, board, exchange, floating };
        let geometries = Geometries::new(rules);
        let table = ProofTable::with_bytes(1 << 20);
        for _ in 0..12 {
            let mut board = if floating {
                let at = rng.u8(1..board - 1) * 8 + rng.u8(1..board - 1);
                Board::of([1 << at, 0], &geometries)
            } else {
                Board::of([0; 2], &geometries)
            };
            while u32::from(board.placed) < rng.u32(fewest..=rules.checkers()) {
                let squares: Vec<u8> = each(board.open()).collect();
                board = board.after(squares[rng.usize(..squares.len())], &geometries);
            }
            // The reach is the whole board of minimax if it is square.
            if board.width != board.height || u32::from(board.placed) < fewest {
                continue;
            }
            let within = SolverRules { board: board.width, ..rules };
            let expected = small(within, board.sides, &mut HashMap::new());
            for goal in -12..=12 {
                let mut search = ProofSearch {
                    geometries: &geometries,
                    table: &table,
                    watch: |_| true,
                    nodes: 0,
                    order_seed: 0,
                };
                let found = search.search(&board, goal).unwrap();
                let agrees = if found >= goal { expected >= found } else { expected <= found };
                assert!(agrees, "{rules:?} {board:?} goal {goal}: {found}, but {expected}");
            }
        }
    }
}

#[test]
fn a_mirrored_position_on_an_even_board_is_a_tie() {
    let mut rng = fastrand::Rng::with_seed(4);
    let rules = SolverRules { size: 4, board: 4, exchange: false, floating: false };
    let geometries = Geometries::new(rules);
    let mut known = HashMap::new();
    for image in [|s: u8| 27 - s, |s: u8| s / 8 * 8 + 3 - s % 8, |s: u8| 24 - s / 8 * 8 + s % 8] {
        for _ in 0..5 {
            let mut sides: [Bits; 2] = [0; 2];
            while (sides[0] | sides[1]).count_ones() < 6 {
                let square = rng.u8(..4) * 8 + rng.u8(..4);
                if (sides[0] | sides[1]) >> square & 1 == 0 {
                    sides[0] |= 1 << square;
                    sides[1] |= 1 << image(square);
                }
            }
            assert_eq!(small(rules, sides, &mut known), 0);
            let board = Board::of(sides, &geometries);
            assert_eq!(symmetry_bounds(&board, rules), Some((0, Some(0))));
        }
    }
}
