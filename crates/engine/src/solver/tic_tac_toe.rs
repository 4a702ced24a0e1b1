//! Tic-tac-toe, solved by exhaustive search: the value and the distance of every position.

use crownhead_rules::grid::Square;
use crownhead_rules::placing::TicTacToe;
use crownhead_rules::{Outcome, Position, Side, Verdict};

const SQUARES: usize = 9;
const POSITIONS: usize = 19_683;

/// The result of perfect play.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TicTacToeValue {
    /// 1 if the starting player wins, 0 for a tie, −1 if the other wins.
    pub margin: i8,
    /// The number of plies to the end, if the winner wins as soon as possible and the loser loses
    /// as late as possible.
    pub distance: u8,
}

/// The value of every position of tic-tac-toe.
#[derive(Clone, Debug)]
pub struct TicTacToeTable {
    values: Vec<Option<TicTacToeValue>>,
}

impl Default for TicTacToeTable {
    fn default() -> Self {
        TicTacToeTable::new()
    }
}

impl TicTacToeTable {
    /// Computes the table for every position that the text form can express.
    pub fn new() -> TicTacToeTable {
        let mut table = TicTacToeTable { values: vec![None; POSITIONS] };
        let mut checkers = [0; SQUARES];
        for index in 0..POSITIONS {
            let mut rest = index;
            for checker in &mut checkers {
                (*checker, rest) = (rest % 3, rest / 3);
            }
            if let Some(position) = position_of(&checkers) {
                table.fill(&position);
            }
        }
        table
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.values.iter().flatten().count()
    }

    /// The value of a position.
    pub fn value(&self, position: &TicTacToe) -> TicTacToeValue {
        self.values[index(position)].unwrap_or(TicTacToeValue { margin: 0, distance: 0 })
    }

    /// Every move that keeps the value of the position; none when the game is over.
    pub fn best_moves(&self, position: &TicTacToe) -> Vec<Square> {
        let margin = self.value(position).margin;
        moves(position).filter(|(_, next)| self.value(next).margin == margin).map(|m| m.0).collect()
    }

    /// The [best](Self::best_moves) moves that also win soonest or lose latest.
    pub fn fastest_moves(&self, position: &TicTacToe) -> Vec<Square> {
        let TicTacToeValue { margin, distance } = self.value(position);
        let keeps = |next: &TicTacToe| {
            let fate = self.value(next);
            fate.margin == margin && fate.distance + 1 == distance
        };
        moves(position).filter(|(_, next)| keeps(next)).map(|(square, _)| square).collect()
    }

    fn fill(&mut self, position: &TicTacToe) -> TicTacToeValue {
        let at = index(position);
        if let Some(fate) = self.values[at] {
            return fate;
        }
        let fate = match position.outcome() {
            Some(outcome) => TicTacToeValue { margin: margin(outcome), distance: 0 },
            None => {
                let sign = if position.side() == Side::First { 1 } else { -1 };
                let values: Vec<TicTacToeValue> =
                    moves(position).map(|(_, next)| self.fill(&next)).collect();
                // A shorter win is better; otherwise a longer game is.
                let rank = |fate: &TicTacToeValue| {
                    let (value, distance) = (sign * fate.margin, fate.distance as i8);
                    (value, if value > 0 { -distance } else { distance })
                };
                let best = values.iter().max_by_key(|fate| rank(fate));
                best.map_or(TicTacToeValue { margin: 0, distance: 0 }, |fate| TicTacToeValue {
                    margin: fate.margin,
                    distance: fate.distance + 1,
                })
            }
        };
        self.values[at] = Some(fate);
        fate
    }
}

fn margin(outcome: Outcome) -> i8 {
    match outcome.verdict {
        Verdict::Win(Side::First) => 1,
        Verdict::Win(Side::Second) => -1,
        Verdict::Draw => 0,
    }
}

fn moves(position: &TicTacToe) -> impl Iterator<Item = (Square, TicTacToe)> {
    let position = *position;
    position.open().into_iter().map(move |square| {
        let mut next = position;
        next.play_unchecked(square);
        (square, next)
    })
}

fn square(number: usize) -> Option<Square> {
    Square::at((number % 3) as u8, (number / 3) as u8)
}

fn index(position: &TicTacToe) -> usize {
    let has = |side: Side, square: Square| usize::from(position.checkers(side).contains(square));
    (0..SQUARES).rev().filter_map(square).fold(0, |index, square| {
        3 * index + has(Side::First, square) + 2 * has(Side::Second, square)
    })
}

/// The position with these checkers (0 none, 1 the starting player's, 2 the other's), if their
/// counts are possible.
fn position_of(checkers: &[usize; SQUARES]) -> Option<TicTacToe> {
    let number = |whose: usize| checkers.iter().filter(|&&checker| checker == whose).count();
    let side = match number(1).checked_sub(number(2))? {
        0 => 'x',
        1 => 'o',
        _ => return None,
    };
    let row = |rank: usize| -> String {
        checkers[3 * rank..3 * rank + 3].iter().map(|&checker| ['1', 'x', 'o'][checker]).collect()
    };
    let text = format!("{}/{}/{} {side}", row(2), row(1), row(0));
    text.parse::<TicTacToe>().ok()
}
