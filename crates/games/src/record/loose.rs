//! Draughts by looser rules than any kind has: men take backwards, kings fly, and nobody must take.
//! By them a game is recognised that is not checkers; nobody plays by them.

use crownhead_rules::dark::{Direction, Square};
use crownhead_rules::{AnySquare, Checker, Side};

use crate::Game;

/// What a move has that checkers does not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A man took backwards.
    Backwards,
    /// A king went over several squares.
    Flying,
}

/// A board of 32 squares, and who is to move.
#[derive(Clone, Debug)]
pub(super) struct LooseBoard {
    on: [Option<Checker>; 33],
    side: Side,
    /// How many jumps may still be looked at.
    budget: u32,
}

/// The most jumps that are looked at in a game.
const MOST_JUMPS: u32 = 20_000;

/// A capture that goes on.
#[derive(Clone, Debug)]
struct Capture {
    at: Square,
    king: bool,
    taken: Vec<Square>,
    sign: Option<Sign>,
}

impl LooseBoard {
    pub(super) fn new(game: &Game) -> LooseBoard {
        let mut on = [None; 33];
        for square in Square::all() {
            let checkers = game.checkers_on(AnySquare::Dark(square));
            on[usize::from(square.number())] = checkers.first().copied();
        }
        LooseBoard { on, side: game.side(), budget: MOST_JUMPS }
    }

    /// Plays a move by the squares that it names, if it can be played, and says what it shows.
    pub(super) fn play(&mut self, squares: &[Square]) -> Option<Option<Sign>> {
        let (&from, wanted) = squares.split_first()?;
        let to = *wanted.last()?;
        let mut checker = self.at(from).filter(|checker| checker.side == self.side)?;
        *self.on_mut(from) = None;
        let step = if wanted.len() == 1 { self.step(from, to, checker) } else { None };
        let sign = match step {
            Some(sign) => sign,
            None => {
                let taken = Vec::new();
                let begin = Capture { at: from, king: checker.king, taken, sign: None };
                let mut best = None;
                self.capture(&begin, wanted, &mut best);
                let done = best?;
                done.taken.iter().for_each(|&square| *self.on_mut(square) = None);
                checker.king = done.king;
                done.sign
            }
        };
        checker.king |= is_far(to, checker.side);
        *self.on_mut(to) = Some(checker);
        self.side = !self.side;
        Some(sign)
    }

    fn at(&self, square: Square) -> Option<Checker> {
        self.on[usize::from(square.number())]
    }

    fn on_mut(&mut self, square: Square) -> &mut Option<Checker> {
        &mut self.on[usize::from(square.number())]
    }

    /// A move without a capture, and what it shows.
    fn step(&self, from: Square, to: Square, checker: Checker) -> Option<Option<Sign>> {
        Direction::ALL.into_iter().find_map(|direction| {
            let mut line = line(from, direction).take_while(|&square| self.at(square).is_none());
            match line.position(|square| square == to)? {
                0 if checker.king || is_forward(direction, checker.side) => Some(None),
                1.. if checker.king => Some(Some(Sign::Flying)),
                _ => None,
            }
        })
    }

    /// Goes on taking until all squares that are wanted were landed on, in their order. Of several
    /// ways the one that takes most is the best.
    fn capture(&mut self, capture: &Capture, wanted: &[Square], best: &mut Option<Capture>) {
        for direction in Direction::ALL {
            for next in self.jumps(capture, direction) {
                if self.budget == 0 {
                    return;
                }
                self.budget -= 1;
                let wanted = match wanted {
                    [square, rest @ ..] if *square == next.at => rest,
                    _ => wanted,
                };
                if wanted.is_empty() {
                    if best.as_ref().is_none_or(|best| best.taken.len() < next.taken.len()) {
                        *best = Some(next);
                    }
                    continue;
                }
                self.capture(&next, wanted, best);
                // Some kinds crown a man that goes on, others do not.
                if !next.king && is_far(next.at, self.side) {
                    self.capture(&Capture { king: true, ..next }, wanted, best);
                }
            }
        }
    }

    /// The jumps in a direction, by where they land.
    fn jumps(&self, capture: &Capture, direction: Direction) -> Vec<Capture> {
        let mut ahead = line(capture.at, direction).enumerate();
        let most = if capture.king { 8 } else { 1 };
        let over = ahead.by_ref().take(most).find(|(_, square)| self.at(*square).is_some());
        let Some((gap, over)) = over else { return Vec::new() };
        let is_enemy = self.at(over).is_some_and(|checker| checker.side != self.side);
        if !is_enemy || capture.taken.contains(&over) {
            return Vec::new();
        }
        let landings = ahead.take(most).take_while(|(_, square)| self.at(*square).is_none());
        landings
            .map(|(distance, at)| {
                let sign = match capture.king {
                    true => (gap > 0 || distance > 1).then_some(Sign::Flying),
                    false => (!is_forward(direction, self.side)).then_some(Sign::Backwards),
                };
                let taken = capture.taken.iter().copied().chain([over]).collect();
                Capture { at, king: capture.king, taken, sign: capture.sign.or(sign) }
            })
            .collect()
    }
}

/// The squares from one on, in a direction.
fn line(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    std::iter::successors(from.step(direction), move |square| square.step(direction))
}

/// The first side goes down, towards higher numbers.
fn is_forward(direction: Direction, side: Side) -> bool {
    direction.is_up() == (side == Side::Second)
}

fn is_far(square: Square, side: Side) -> bool {
    square.row() == if side == Side::First { 7 } else { 0 }
}
