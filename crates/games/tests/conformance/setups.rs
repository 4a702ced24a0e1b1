//! Texts of random positions, reachable or not: random checkers on random squares, one strategy per
//! family. Most are possible, some have errors.

use std::collections::BTreeMap;

use crownhead_games::{AnyPosition, GameId, Rules};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Texts that are nearly always possible positions.
pub(crate) fn texts(rules: Rules) -> BoxedStrategy<String> {
    match rules.game() {
        GameId::StackEm => stacks(),
        GameId::CoastToCoast => coasts(),
        GameId::TicTacToe => placed(Area { rows: 3, size: 3, checkers: 9 }, false),
        GameId::CheckerboardTicTacToe => {
            let size = if rules.option("size") == Some("6") { 6 } else { 5 };
            let rows = if rules.option("floating") == Some("on") { 8 } else { size };
            let checkers = size * size / 2 * 2;
            placed(Area { rows, size, checkers }, rules.option("exchange") == Some("on"))
        }
        _ => checkers(),
    }
}

/// The first `count` possible positions, the same in every run.
pub(crate) fn some(rules: Rules, count: usize) -> Vec<String> {
    let strategy = texts(rules);
    let mut runner = TestRunner::deterministic();
    let tried: Vec<String> =
        (0..2 * count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect();
    let accepted: Vec<String> =
        tried.into_iter().filter(|text| AnyPosition::from_text(rules, text).is_ok()).collect();
    assert!(accepted.len() >= count, "{rules}: more than half of the texts are refused");
    accepted.into_iter().take(count).collect()
}

/// Few or many kings and men, some on the king row and some too many.
fn checkers() -> BoxedStrategy<String> {
    let checker = (1..=32_u8, any::<bool>(), prop::bool::weighted(0.4));
    (any::<bool>(), prop_oneof![vec(checker.clone(), 1..7), vec(checker, 1..24)], 0..40_u8)
        .prop_map(|(black_first, checkers, flaw)| {
            let board: BTreeMap<u8, (bool, bool)> =
                checkers.into_iter().map(|(square, black, king)| (square, (black, king))).collect();
            let side = |black: bool| {
                let of_side = board.iter().filter(|(_, checker)| checker.0 == black);
                let written = of_side.map(|(square, (_, king))| {
                    let far = if black { *square > 28 } else { *square < 5 };
                    format!("{}{square}", if *king || far && flaw > 0 { "K" } else { "" })
                });
                written.collect::<Vec<_>>().join(",")
            };
            let turn = if black_first { "B" } else { "W" };
            format!("{turn}:W{}:B{}", side(false), side(true))
        })
        .boxed()
}

/// Stacks of one to six checkers, most of one colour above the other.
fn stacks() -> BoxedStrategy<String> {
    let letters = prop_oneof!["[rb]", "r{0,3}b{1,2}", "b{0,3}r{1,2}", "[rb]{1,6}"];
    let stack = (1..=32_u8, letters, prop::bool::weighted(0.4));
    (any::<bool>(), vec(stack, 0..14), 0..40_u8)
        .prop_map(|(red_first, stacks, flaw)| {
            let board: BTreeMap<u8, (String, bool)> = stacks
                .into_iter()
                .map(|(square, letters, king)| (square, (letters, king)))
                .collect();
            let mut left = [12_usize; 2];
            let mut written = Vec::new();
            for (square, (letters, king)) in board {
                // At most twelve of each colour are placed.
                let mut stack: String = letters
                    .chars()
                    .filter(|letter| {
                        let left = &mut left[usize::from(*letter == 'b')];
                        let taken = *left > 0 || flaw == 0;
                        *left = left.saturating_sub(1);
                        taken
                    })
                    .collect();
                let Some(top) = stack.pop() else { continue };
                let far = if top == 'r' { square > 28 } else { square < 5 };
                let crowned = king || far && flaw > 1;
                stack.push(if crowned { top.to_ascii_uppercase() } else { top });
                written.push(format!("{square}{stack}"));
            }
            format!("{}:{}", if red_first { "R" } else { "B" }, written.join(","))
        })
        .boxed()
}

/// Any number on the board and the rest at home; homes and numbers are rarely wrong.
fn coasts() -> BoxedStrategy<String> {
    let checker = (0..64_u8, any::<bool>(), any::<bool>());
    // Crowds next to the homes, where men are crowned and players get stuck.
    let crowded = (
        prop::sample::select(vec![1_u8, 8, 9, 10, 17, 62, 55, 54, 53, 46]),
        any::<bool>(),
        any::<bool>(),
    );
    let checkers = prop_oneof![
        vec(checker.clone(), 1..24),
        vec(checker.clone(), 1..6),
        (vec(checker, 0..10), vec(crowded, 4..12)).prop_map(|(a, b)| [a, b].concat()),
    ];
    (any::<bool>(), checkers, 0..40_u8)
        .prop_map(|(black_first, checkers, flaw)| {
            let mut board = [' '; 64];
            let mut on_board = [0; 2];
            for (square, black, king) in checkers {
                let home = square == 0 || square == 63;
                let side = usize::from(!black);
                let free = board[usize::from(square)] == ' ';
                if free && (!home || flaw == 0) && (on_board[side] < 12 || flaw == 1) {
                    on_board[side] += 1;
                    let letter = if black { 'b' } else { 'r' };
                    board[usize::from(square)] =
                        if king { letter.to_ascii_uppercase() } else { letter };
                }
            }
            let home = on_board.map(|count: i32| (12 - count).max(0) + i32::from(flaw == 2));
            let turn = if black_first { 'b' } else { 'r' };
            format!("{} {turn} {} {}", rows(&board, 8), home[0], home[1])
        })
        .boxed()
}

/// A board for placing: the rows in the text, the size of the layout, and the number of checkers.
#[derive(Copy, Clone)]
struct Area {
    rows: usize,
    size: usize,
    checkers: usize,
}

/// Checkers placed in turn on squares of the layout, anywhere on the board; once all are placed,
/// also the exchange.
fn placed(area: Area, exchange: bool) -> BoxedStrategy<String> {
    let Area { rows: side, size, checkers } = area;
    let room = side - size;
    let squares = Just((0..size * size).collect::<Vec<usize>>()).prop_shuffle();
    let count = prop_oneof![2 => 0..=checkers, 1 => Just(checkers)];
    let exchanged = (0..6_u8, 0..checkers, 0..checkers, 0..40_u8);
    (squares, count, 0..=room, 0..=room, exchanged)
        .prop_map(move |(squares, count, right, up, (third, one, other, flaw))| {
            let mut board = vec![' '; side * side];
            let place = |i: usize| (squares[i] / size + up) * side + squares[i] % size + right;
            for i in 0..count {
                board[place(i)] = if i.is_multiple_of(2) { 'x' } else { 'o' };
            }
            let mut first = count.is_multiple_of(2) != (flaw == 0);
            let name = |i: usize| {
                let at = place(i);
                format!("{}{}", char::from(b'a' + (at % side) as u8), at / side + 1)
            };
            let third = match (exchange, count == checkers, third) {
                (false, ..) => String::new(),
                (true, false, _) | (true, true, 0) => " -".to_owned(),
                (true, true, third) => {
                    first = third > 3;
                    let (low, high) =
                        if place(one) < place(other) { (one, other) } else { (other, one) };
                    if third.is_multiple_of(2) || low == high {
                        " =".to_owned()
                    } else {
                        format!(" {}={}", name(low), name(high))
                    }
                }
            };
            format!("{} {}{third}", rows(&board, side), if first { 'x' } else { 'o' })
        })
        .boxed()
}

/// The rows of a board from the top, a1 being its first square.
pub(crate) fn rows(board: &[char], side: usize) -> String {
    let row = |row: &[char]| {
        let mut text = String::new();
        let mut empty = 0;
        for &letter in row {
            if letter == ' ' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            empty = 0;
            text.push(letter);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    board.chunks(side).rev().map(row).collect::<Vec<_>>().join("/")
}
