//! A slow reference implementation of tic-tac-toe, written from the sentences of the rules over
//! texts, and compared with the crate on every position.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use std::collections::{BTreeMap, BTreeSet};

use crownhead_rules::placing::TicTacToe;
use crownhead_rules::{Keyed, Notation, Position, Side};

type Board = BTreeMap<String, char>;

const LINES: [[&str; 3]; 8] = [
    ["a1", "b1", "c1"],
    ["a2", "b2", "c2"],
    ["a3", "b3", "c3"],
    ["a1", "a2", "a3"],
    ["b1", "b2", "b3"],
    ["c1", "c2", "c3"],
    ["a1", "b2", "c3"],
    ["c1", "b2", "a3"],
];

fn parse(text: &str) -> (Board, char) {
    let (rows, side) = text.split_once(' ').unwrap();
    let mut board = Board::new();
    for (row, rank) in rows.split('/').zip(["3", "2", "1"]) {
        let mut files = "abc".chars();
        for c in row.chars() {
            for _ in 0..c.to_digit(10).unwrap_or(0) {
                files.next().unwrap();
            }
            if c == 'x' || c == 'o' {
                board.insert(format!("{}{rank}", files.next().unwrap()), c);
            }
        }
    }
    (board, side.parse().unwrap())
}

fn write(board: &Board, side: char) -> String {
    let rows = ["3", "2", "1"].map(|rank| {
        let row = ["a", "b", "c"].map(|file| board.get(&format!("{file}{rank}")).unwrap_or(&'.'));
        String::from_iter(row).replace("...", "3").replace("..", "2").replace('.', "1")
    });
    format!("{} {side}", rows.join("/"))
}

fn threes(board: &Board, side: char) -> BTreeSet<Vec<String>> {
    let owned = LINES.iter().filter(|line| line.iter().all(|&s| board.get(s) == Some(&side)));
    owned
        .map(|line| {
            let mut line = line.map(str::to_string).to_vec();
            line.sort();
            line
        })
        .collect()
}

/// The score and the reason, when the game has ended.
fn outcome(board: &Board, side: char) -> Option<(&'static str, &'static str)> {
    let moved_last = if side == 'x' { 'o' } else { 'x' };
    for player in [moved_last, side] {
        if !threes(board, player).is_empty() {
            return Some((if player == 'x' { "1-0" } else { "0-1" }, "three-in-a-row"));
        }
    }
    (board.len() == 9).then_some(("1/2-1/2", "full"))
}

/// Every legal move with the text of the position after it.
fn moves(text: &str) -> BTreeMap<String, String> {
    let (board, side) = parse(text);
    let mut moves = BTreeMap::new();
    if outcome(&board, side).is_some() {
        return moves;
    }
    let squares = LINES[..3].iter().flatten().filter(|&&square| !board.contains_key(square));
    for square in squares {
        let mut next = board.clone();
        next.insert(square.to_string(), side);
        moves.insert(square.to_string(), write(&next, if side == 'x' { 'o' } else { 'x' }));
    }
    moves
}

/// Compares both implementations in one position, and returns the positions after each move.
fn compare(text: &str) -> Vec<String> {
    let game = text.parse::<TicTacToe>().unwrap();
    assert_eq!(game.text().unwrap(), text);
    let (board, side) = parse(text);
    let ended = game.outcome().map(|outcome| (outcome.score(), outcome.reason.name()));
    assert_eq!(ended, outcome(&board, side), "{text}");
    for (player, letter) in Side::ALL.into_iter().zip(['x', 'o']) {
        let counted = game.counted(player).map(|three| {
            let mut three = three.map(|square| square.to_string()).to_vec();
            three.sort();
            three
        });
        assert_eq!(counted.collect::<BTreeSet<_>>(), threes(&board, letter), "{text}");
    }
    let moves = moves(text);
    assert_eq!(game.legal_texts(), moves.keys().cloned().collect::<Vec<_>>(), "{text}");
    assert_eq!(game.count_moves(), moves.len() as u64);
    for (mv, after) in &moves {
        let mv = game.parse_move(mv).unwrap();
        assert!(game.is_legal(mv) && !game.explain_move(mv).to_string().is_empty());
        let mut next = Keyed::new(game);
        next.play_unchecked(mv);
        assert_eq!(next.text().as_ref(), Some(after));
        assert_eq!(next.key(), after.parse::<TicTacToe>().unwrap().key());
    }
    moves.into_values().collect()
}

#[test]
fn every_reachable_position_agrees() {
    let mut seen = BTreeSet::from([TicTacToe::start().text().unwrap()]);
    let mut waiting = Vec::from_iter(seen.clone());
    while let Some(text) = waiting.pop() {
        for next in compare(&text) {
            if seen.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    assert_eq!(seen.len(), 5478);
    let keys: BTreeSet<_> =
        seen.iter().map(|text| text.parse::<TicTacToe>().unwrap().key()).collect();
    assert_eq!(keys.len(), seen.len());
}

/// Also positions that play cannot reach, such as three in a row for both.
#[test]
fn every_writable_position_agrees() {
    for number in 0..3_u32.pow(9) {
        let squares = LINES[..3].iter().flatten().enumerate();
        let board: Board = squares
            .filter_map(|(i, square)| match number / 3_u32.pow(i as u32) % 3 {
                0 => None,
                1 => Some((square.to_string(), 'x')),
                _ => Some((square.to_string(), 'o')),
            })
            .collect();
        let x = board.values().filter(|&&c| c == 'x').count();
        let o = board.len() - x;
        for (side, fits) in [('x', x == o), ('o', x == o + 1)] {
            let text = write(&board, side);
            assert_eq!(text.parse::<TicTacToe>().is_ok(), fits, "{text}");
            if fits {
                compare(&text);
            }
        }
    }
}

fn reference_perft(text: &str, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => moves(text).values().map(|next| reference_perft(next, depth - 1)).sum(),
    }
}

#[test]
fn perft_agrees() {
    for line in include_str!("../../games/tests/perft/tic-tac-toe.perft").lines() {
        let [_, text, depth, count] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let text = if text == "start" { "3/3/3 x" } else { text };
        let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
        // The last three plies from the start hold nearly the whole tree, which takes long.
        if text != "3/3/3 x" || depth <= 6 {
            assert_eq!(reference_perft(text, depth), count, "{line}");
        }
    }
}
