//! Texts of positions and moves on a rotated or reflected board.

use crownhead_games::{GameId, Rules};
use crownhead_rules::Side;

/// A square by file and rank, from 0.
type Cell = (usize, usize);

/// A symmetry of a game's board.
pub(crate) struct Mirror {
    rules: Rules,
    /// The number of rows, and of columns.
    size: usize,
    /// The image of a square.
    map: fn(usize, Cell) -> Cell,
    /// Whether the sides are swapped.
    swaps: bool,
}

/// The eight symmetries of a square board: the first is the half turn.
const EIGHT: [fn(usize, Cell) -> Cell; 8] = [
    |last, (file, rank)| (last - file, last - rank),
    |_, at| at,
    |_, (file, rank)| (rank, file),
    |last, (file, rank)| (last - rank, last - file),
    |last, (file, rank)| (last - file, rank),
    |last, (file, rank)| (file, last - rank),
    |last, (file, rank)| (rank, last - file),
    |last, (file, rank)| (last - rank, file),
];

impl Mirror {
    /// Every symmetry that a game has.
    pub(crate) fn all(rules: Rules) -> Vec<Mirror> {
        let of = |size, swaps| move |map| Mirror { rules, size, map, swaps };
        match rules.game() {
            GameId::TicTacToe => EIGHT.map(of(3, false)).into(),
            GameId::CheckerboardTicTacToe => {
                let size = if rules.option("size") == Some("6") { 6 } else { 5 };
                let floating = rules.option("floating") == Some("on");
                EIGHT.map(of(if floating { 8 } else { size }, false)).into()
            }
            GameId::CoastToCoast => {
                vec![of(8, true)(EIGHT[0]), of(8, false)(EIGHT[2]), of(8, true)(EIGHT[3])]
            }
            _ => vec![of(8, true)(EIGHT[0])],
        }
    }

    pub(crate) fn side(&self, side: Side) -> Side {
        if self.swaps { !side } else { side }
    }

    /// The score after the sides are swapped, if they are.
    pub(crate) fn score(&self, score: &'static str) -> &'static str {
        match score {
            "1-0" if self.swaps => "0-1",
            "0-1" if self.swaps => "1-0",
            score => score,
        }
    }

    /// A position's text.
    pub(crate) fn position(&self, text: &str) -> String {
        match self.rules.game() {
            GameId::StackEm => self.stacks(text),
            GameId::TicTacToe | GameId::CheckerboardTicTacToe | GameId::CoastToCoast => {
                self.rows(text)
            }
            _ => self.fen(text),
        }
    }

    /// A move's text, or any text of that syntax.
    pub(crate) fn move_text(&self, text: &str) -> String {
        if ["pass", "compel", "stand"].contains(&text) {
            return text.to_owned();
        }
        if let Some(culprit) = text.strip_prefix("huff ") {
            return format!("huff {}", self.square(culprit));
        }
        if let Some((one, other)) = text.split_once('=') {
            let mut pair = [self.square(one), self.square(other)];
            // By rank, then file.
            pair.sort_by_key(|name| name.chars().rev().collect::<String>());
            return pair.join("=");
        }
        let between = if text.contains('x') { "x" } else { "-" };
        text.split(between).map(|name| self.square(name)).collect::<Vec<_>>().join(between)
    }

    fn square(&self, name: &str) -> String {
        let Ok(number) = name.parse::<usize>() else {
            let letters = name.as_bytes();
            let (file, rank) = self.at((letters[0] - b'a') as usize, (letters[1] - b'1') as usize);
            return format!("{}{}", char::from(b'a' + file as u8), rank + 1);
        };
        (33 - number).to_string()
    }

    fn at(&self, file: usize, rank: usize) -> Cell {
        (self.map)(self.size - 1, (file, rank))
    }

    fn fen(&self, text: &str) -> String {
        let fields: Vec<&str> = text.split(':').collect();
        let [side, white, black] = fields[..] else { panic!("{text}") };
        let turned = |squares: &str| {
            let squares = squares[1..].split(',').rev().filter(|square| !square.is_empty());
            let turned = squares.map(|square| match square.strip_prefix('K') {
                Some(king) => format!("K{}", self.square(king)),
                None => self.square(square),
            });
            turned.collect::<Vec<_>>().join(",")
        };
        let side = if side == "B" { "W" } else { "B" };
        format!("{side}:W{}:B{}", turned(black), turned(white))
    }

    fn stacks(&self, text: &str) -> String {
        let (side, stacks) = text.split_once(':').unwrap();
        let turned = stacks.split(',').rev().filter(|stack| !stack.is_empty()).map(|stack| {
            let letters = stack.trim_start_matches(|c: char| c.is_ascii_digit());
            let square = &stack[..stack.len() - letters.len()];
            format!("{}{}", self.square(square), letters.chars().map(swapped).collect::<String>())
        });
        let side: String = side.chars().map(swapped).collect();
        format!("{side}:{}", turned.collect::<Vec<_>>().join(","))
    }

    fn rows(&self, text: &str) -> String {
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let mut board = vec![' '; self.size * self.size];
        for (rank, row) in fields[0].split('/').rev().enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                let (to_file, to_rank) = self.at(file, rank);
                let letter = if self.swaps { swapped(letter) } else { letter };
                board[to_rank * self.size + to_file] = letter;
                file += 1;
            }
        }
        fields[0] = crate::setups::rows(&board, self.size);
        if self.swaps {
            fields[1] = fields[1].chars().map(swapped).collect();
            fields.swap(2, 3);
        }
        match fields.get_mut(2) {
            Some(exchanged) if exchanged.len() > 1 && exchanged.contains('=') => {
                *exchanged = self.move_text(exchanged);
            }
            _ => {}
        }
        fields.join(" ")
    }
}

fn swapped(letter: char) -> char {
    match letter {
        'r' => 'b',
        'b' => 'r',
        'R' => 'B',
        'B' => 'R',
        letter => letter,
    }
}
