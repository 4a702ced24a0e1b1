//! A slow reference implementation of Tic-Tac-Toe On A Checkerboard, written from the sentences of
//! the rules over texts, and compared with the crate in random games and constructed positions.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use std::collections::{BTreeMap, BTreeSet};

use crownhead_rules::placing::{CheckerboardTicTacToe, Size, Variations};
use crownhead_rules::{Keyed, Notation, Position, Side};

/// A file and a rank, from 0.
type Cell = (i32, i32);

/// A position as its text has it.
#[derive(Clone)]
struct ReferenceGame {
    variation: Variations,
    board: BTreeMap<Cell, char>,
    side: char,
    third: Option<String>,
}

fn size(variation: Variations) -> i32 {
    if variation.size == Size::Five { 5 } else { 6 }
}

fn written_rows(variation: Variations) -> i32 {
    if variation.floating { 8 } else { size(variation) }
}

fn name((file, rank): Cell) -> String {
    format!("{}{}", "abcdefgh".chars().nth(file as usize).unwrap(), rank + 1)
}

fn cell(name: &str) -> Cell {
    let mut letters = name.chars();
    let file = letters.next().and_then(|c| "abcdefgh".find(c)).unwrap();
    (file as i32, letters.as_str().parse::<i32>().unwrap() - 1)
}

impl ReferenceGame {
    fn parse(variation: Variations, text: &str) -> ReferenceGame {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = BTreeMap::new();
        for (down, row) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for c in row.chars() {
                if let Some(empty) = c.to_digit(10) {
                    file += empty as i32;
                } else {
                    board.insert((file, written_rows(variation) - 1 - down as i32), c);
                    file += 1;
                }
            }
        }
        let side = fields[1].parse().unwrap();
        ReferenceGame { variation, board, side, third: fields.get(2).copied().map(String::from) }
    }

    fn text(&self) -> String {
        let rows = written_rows(self.variation);
        let lines = (0..rows).rev().map(|rank| {
            let row = (0..rows).map(|file| self.board.get(&(file, rank)).unwrap_or(&'.'));
            let mut row: String = row.collect();
            for empty in (1..=8).rev() {
                row = row.replace(&".".repeat(empty), &empty.to_string());
            }
            row
        });
        let mut text = format!("{} {}", lines.collect::<Vec<_>>().join("/"), self.side);
        if let Some(third) = &self.third {
            text = format!("{text} {third}");
        }
        text
    }

    fn all_placed(&self) -> bool {
        self.board.len() as i32 == if self.variation.size == Size::Five { 24 } else { 36 }
    }

    fn is_over(&self) -> bool {
        self.all_placed()
            && match self.third.as_deref() {
                None => true,
                Some("-") => false,
                Some(_) => self.side == 'x',
            }
    }

    /// The rows and columns of the smallest rectangle around some squares.
    fn rectangle(cells: &BTreeSet<Cell>) -> (Vec<i32>, Vec<i32>) {
        let span = |numbers: BTreeSet<i32>| match (numbers.first(), numbers.last()) {
            (Some(&low), Some(&high)) => (low..=high).collect(),
            _ => Vec::new(),
        };
        let files = span(cells.iter().map(|cell| cell.0).collect());
        (files, span(cells.iter().map(|cell| cell.1).collect()))
    }

    fn may_place(&self, at: Cell) -> bool {
        if self.board.contains_key(&at) {
            return false;
        }
        if !self.variation.floating {
            return at.0 < size(self.variation) && at.1 < size(self.variation);
        }
        if self.board.is_empty() {
            return ["d4", "e4", "d5", "e5"].contains(&&*name(at));
        }
        let mut cells: BTreeSet<Cell> = self.board.keys().copied().collect();
        cells.insert(at);
        let (files, ranks) = ReferenceGame::rectangle(&cells);
        files.len() as i32 <= size(self.variation) && ranks.len() as i32 <= size(self.variation)
    }

    fn moves(&self) -> BTreeSet<String> {
        let everywhere = (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)));
        if self.is_over() {
            return BTreeSet::new();
        }
        if !self.all_placed() {
            return everywhere.filter(|&at| self.may_place(at)).map(name).collect();
        }
        let used: Vec<Cell> = match self.third.as_deref() {
            Some("-" | "=") | None => Vec::new(),
            Some(pair) => pair.split('=').map(cell).collect(),
        };
        let free: Vec<Cell> = self.board.keys().copied().filter(|at| !used.contains(at)).collect();
        let mut moves = BTreeSet::from(["pass".to_string()]);
        for &one in &free {
            for &other in &free {
                // The lower square first: by rank, then file.
                if (one.1, one.0) < (other.1, other.0) {
                    moves.insert(format!("{}={}", name(one), name(other)));
                }
            }
        }
        moves
    }

    fn after(&self, text: &str) -> ReferenceGame {
        let mut next = self.clone();
        if !self.all_placed() {
            next.board.insert(cell(text), self.side);
        } else {
            if let Some((one, other)) = text.split_once('=') {
                next.board.insert(cell(one), self.board[&cell(other)]);
                next.board.insert(cell(other), self.board[&cell(one)]);
            }
            if self.side == 'x' {
                next.third = Some(if text == "pass" { "=" } else { text }.to_string());
            }
        }
        next.side = if self.side == 'x' { 'o' } else { 'x' };
        next
    }

    /// Every tic-tac-toe of a player, each as its three squares in the order of their names.
    fn threes(&self, player: char) -> BTreeSet<Vec<String>> {
        let mut own: BTreeSet<Cell> =
            self.board.iter().filter(|(_, c)| **c == player).map(|(at, _)| *at).collect();
        if self.all_placed() && self.variation.size == Size::Five {
            let (files, ranks) = ReferenceGame::rectangle(&self.board.keys().copied().collect());
            let layout = files.iter().flat_map(|&f| ranks.iter().map(move |&r| (f, r)));
            let empty: Vec<Cell> = layout.filter(|at| !self.board.contains_key(at)).collect();
            assert_eq!(empty.len(), 1);
            own.extend(empty);
        }
        let mut threes = BTreeSet::new();
        for &(file, rank) in &own {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let three = [0, 1, 2].map(|i| (file + i * right, rank + i * up));
                if three.iter().all(|at| own.contains(at)) {
                    let mut names = three.map(name).to_vec();
                    names.sort();
                    threes.insert(names);
                }
            }
        }
        threes
    }

    fn score(&self) -> Option<&'static str> {
        let (x, o) = (self.threes('x').len(), self.threes('o').len());
        let score = if x > o { "1-0" } else { "0-1" };
        self.is_over().then_some(if x == o { "1/2-1/2" } else { score })
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }
}

/// Compares both implementations in one position.
fn compare(game: &CheckerboardTicTacToe, reference: &ReferenceGame) {
    let text = reference.text();
    assert_eq!(game.text().unwrap(), text);
    assert_eq!(CheckerboardTicTacToe::from_text(reference.variation, &text).unwrap(), *game);
    let moves = reference.moves();
    assert_eq!(game.legal_texts(), moves.iter().cloned().collect::<Vec<_>>(), "{text}");
    assert_eq!(game.count_moves(), moves.len() as u64, "{text}");
    let ended = game.outcome().map(|outcome| (outcome.score(), outcome.reason.name()));
    assert_eq!(ended, reference.score().map(|score| (score, "count")), "{text}");
    for (side, letter) in Side::ALL.into_iter().zip(['x', 'o']) {
        let counted: Vec<Vec<String>> = game
            .counted(side)
            .map(|three| {
                let mut names = three.map(|square| square.to_string()).to_vec();
                names.sort();
                names
            })
            .collect();
        assert_eq!(counted.len(), game.count(side) as usize);
        assert_eq!(BTreeSet::from_iter(counted), reference.threes(letter), "{text}");
    }
    for square in (0..8).flat_map(|file| (0..8).map(move |rank| name((file, rank)))) {
        assert_eq!(game.parse_move(&square).is_ok(), moves.contains(&square), "{text}: {square}");
    }
    for mv in &moves {
        let decision = game.parse_move(mv).unwrap();
        assert!(game.is_legal(decision), "{text}: {mv}");
        let mut next = Keyed::new(*game);
        next.play_unchecked(decision);
        assert_eq!(next.text().unwrap(), reference.after(mv).text(), "{text}: {mv}");
        let read =
            CheckerboardTicTacToe::from_text(reference.variation, &reference.after(mv).text());
        assert_eq!(next.key(), read.unwrap().key(), "{text}: {mv}");
    }
}

/// Plays at random to the end, comparing in every position.
fn play_out(mut reference: ReferenceGame, random: &mut fastrand::Rng) {
    let mut game =
        CheckerboardTicTacToe::from_text(reference.variation, &reference.text()).unwrap();
    loop {
        compare(&game, &reference);
        let moves = Vec::from_iter(reference.moves());
        let Some(mv) = random.choice(&moves) else { return };
        game.play(game.parse_move(mv).unwrap()).unwrap();
        reference = reference.after(mv);
    }
}

fn variations() -> impl Iterator<Item = Variations> {
    (0..8).map(|number| Variations {
        exchange: number & 1 != 0,
        floating: number & 2 != 0,
        size: if number & 4 == 0 { Size::Five } else { Size::Six },
    })
}

fn start(variation: Variations) -> ReferenceGame {
    let text = CheckerboardTicTacToe::start(variation).text().unwrap();
    ReferenceGame::parse(variation, &text)
}

#[test]
fn random_games_of_every_variation_agree() {
    let mut random = fastrand::Rng::with_seed(24);
    for variation in variations() {
        for _ in 0..6 {
            play_out(start(variation), &mut random);
        }
    }
}

/// Layouts that fill a random rectangle to a random degree, wherever it lies.
#[test]
fn constructed_positions_of_every_variation_agree() {
    let mut random = fastrand::Rng::with_seed(36);
    for variation in variations() {
        for _ in 0..20 {
            let mut reference = start(variation);
            let size = size(variation);
            let room = written_rows(variation) - size;
            let corner = (random.i32(0..=room), random.i32(0..=room));
            let area = (0..size).flat_map(|f| (0..size).map(move |r| (corner.0 + f, corner.1 + r)));
            let mut area: Vec<Cell> = area.collect();
            random.shuffle(&mut area);
            area.truncate(random.usize(0..=size as usize * size as usize / 2 * 2));
            for (i, at) in area.iter().enumerate() {
                reference.board.insert(*at, if i.is_multiple_of(2) { 'x' } else { 'o' });
            }
            reference.side = if area.len().is_multiple_of(2) { 'x' } else { 'o' };
            play_out(reference, &mut random);
        }
    }
}

fn variation(options: &str) -> Variations {
    let mut variation = Variations::default();
    for option in options.split(' ') {
        match option {
            "exchange=on" => variation.exchange = true,
            "floating=on" => variation.floating = true,
            "size=6" => variation.size = Size::Six,
            other => assert!(["-", "exchange=off", "floating=off", "size=5"].contains(&other)),
        }
    }
    variation
}

#[test]
fn perft_agrees() {
    for line in include_str!("../../games/tests/perft/checkerboard-tic-tac-toe.perft").lines() {
        let [options, text, depth, count] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let variation = variation(options);
        let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
        let game = match text {
            "start" => CheckerboardTicTacToe::start(variation),
            _ => CheckerboardTicTacToe::from_text(variation, text).unwrap(),
        };
        if count < 20_000 {
            let reference = ReferenceGame::parse(variation, &game.text().unwrap());
            assert_eq!(reference.perft(depth), count, "{line}");
        }
    }
}
