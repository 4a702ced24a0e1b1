//! Draughts by rules more lenient than any variant: men capture backwards, kings fly, and captures
//! are optional. Only used to recognise games that are not checkers.

use crownhead_rules::dark::{Direction, Square};
use crownhead_rules::{AnySquare, Checker, Side};

use crate::Game;

/// A rule of other variants that a move follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum VariantRule {
    /// A man captured backwards.
    Backwards,
    /// A king moved several squares.
    Flying,
}

/// A board of 32 squares and the side to move.
#[derive(Clone, Debug)]
pub(super) struct LenientBoard {
    on: [Option<Checker>; 33],
    side: Side,
    /// The number of jumps that may still be tried.
    budget: u32,
}

/// The maximal number of jumps that are tried in a game.
const MAX_JUMPS: u32 = 20_000;

/// A capture in progress.
#[derive(Clone, Debug)]
struct Capture {
    at: Square,
    king: bool,
    taken: Vec<Square>,
    sign: Option<VariantRule>,
}

impl LenientBoard {
    pub(super) fn new(game: &Game) -> LenientBoard {
        let mut on = [None; 33];
        for square in Square::all() {
            let checkers = game.checkers_on(AnySquare::Dark(square));
            on[usize::from(square.number())] = checkers.first().copied();
        }
        LenientBoard { on, side: game.side(), budget: MAX_JUMPS }
    }

    /// Plays a move by the squares that it names, if possible, and returns the variant rule that it
    /// follows.
    pub(super) fn play(&mut self, squares: &[Square]) -> Option<Option<VariantRule>> {
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

    /// A move without a capture, and the variant rule that it follows.
    fn step(&self, from: Square, to: Square, checker: Checker) -> Option<Option<VariantRule>> {
        Direction::ALL.into_iter().find_map(|direction| {
            let mut line = line(from, direction).take_while(|&square| self.at(square).is_none());
            match line.position(|square| square == to)? {
                0 if checker.king || is_forward(direction, checker.side) => Some(None),
                1.. if checker.king => Some(Some(VariantRule::Flying)),
                _ => None,
            }
        })
    }

    /// Continues a capture until it has landed on all wanted squares in order. Of several routes,
    /// the one with most captures is best.
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
                // Some variants crown a man in the middle of a capture, others do not.
                if !next.king && is_far(next.at, self.side) {
                    self.capture(&Capture { king: true, ..next }, wanted, best);
                }
            }
        }
    }

    /// The jumps in a direction, one for each landing.
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
                    true => (gap > 0 || distance > 1).then_some(VariantRule::Flying),
                    false => (!is_forward(direction, self.side)).then_some(VariantRule::Backwards),
                };
                let taken = capture.taken.iter().copied().chain([over]).collect();
                Capture { at, king: capture.king, taken, sign: capture.sign.or(sign) }
            })
            .collect()
    }
}

/// The squares after `from` in a direction.
fn line(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    std::iter::successors(from.step(direction), move |square| square.step(direction))
}

/// The first side moves down, towards higher numbers.
fn is_forward(direction: Direction, side: Side) -> bool {
    direction.is_up() == (side == Side::Second)
}

fn is_far(square: Square, side: Side) -> bool {
    square.row() == if side == Side::First { 7 } else { 0 }
}
