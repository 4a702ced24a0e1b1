//! Stack'Em, from the leaflet KING ME: a jumped checker goes under the stack that jumped it, and
//! comes free when that stack is jumped in turn. This file has the position; the submodules
//! generate, parse, write and explain moves.

mod book;
mod explain;
mod explain_jump;
mod matching;
pub(crate) mod messages;
mod moves;
mod stack;
#[cfg(test)]
mod tests;
mod text;

pub use stack::Stack;
pub use text::Setup;

use moves::KING_ME_ROW;

use crate::dark::{Path, Square, SquareSet};
use crate::{BySide, Key, Outcome, Position, Reason, Side};

/// A position of Stack'Em. Red moves first, from squares 1 to 12 towards higher numbers. The
/// default is the start position.
///
/// Written `R:1r,2r,14rbB,21b`: the side to move, then every stack with its checkers from bottom to
/// top, `r` and `b` for men, `R` and `B` for kings.
///
/// ```
/// use crownhead_rules::{Notation, Position, stack_em::StackEm};
///
/// // A red man jumps a stack: it takes the black king, demoted, and frees the red man below.
/// let mut game: StackEm = "R:14r,18rB,32b".parse()?;
/// game.play(game.parse_move("14x23")?)?;
/// assert_eq!(game.to_string(), "B:18r,23bR,32b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StackEm {
    /// By slot; slots that are no squares stay empty.
    stacks: [Stack; Square::SLOTS],
    /// The squares where a side's checker is on top.
    tops: BySide<SquareSet>,
    /// The squares where the top checker is a king.
    kings: SquareSet,
    side: Side,
}

impl StackEm {
    /// The start position: twelve men a side, red to move.
    pub fn start() -> StackEm {
        let mut position = StackEm::empty_board(Side::First);
        for (side, squares) in
            [(Side::First, SquareSet::numbers(1, 12)), (Side::Second, SquareSet::numbers(21, 32))]
        {
            for square in squares {
                position.put_stack(square, Stack::single(side), false);
            }
        }
        position
    }

    /// The squares whose stacks a side controls.
    #[inline]
    pub fn controlled(&self, side: Side) -> SquareSet {
        self.tops[side]
    }

    /// The squares where a king is on top.
    #[inline]
    pub fn kings(&self) -> SquareSet {
        self.kings
    }

    /// The checkers on a square.
    #[inline]
    pub fn stack(&self, square: Square) -> Stack {
        self.stacks[square.slot()]
    }

    fn empty_board(side: Side) -> StackEm {
        StackEm {
            stacks: [Stack::EMPTY; Square::SLOTS],
            tops: BySide::default(),
            kings: SquareSet::EMPTY,
            side,
        }
    }

    /// Puts a stack on an empty square.
    #[inline]
    fn put_stack(&mut self, square: Square, stack: Stack, king: bool) {
        self.stacks[square.slot()] = stack;
        if let Some(side) = stack.top() {
            self.tops[side].insert(square);
        }
        if king {
            self.kings.insert(square);
        }
    }

    /// Empties a square.
    #[inline]
    fn take_stack(&mut self, square: Square) -> Stack {
        self.tops.first.remove(square);
        self.tops.second.remove(square);
        self.kings.remove(square);
        core::mem::replace(&mut self.stacks[square.slot()], Stack::EMPTY)
    }

    /// Puts a stack of the side to move where it landed: on the King Me row its top is crowned
    /// and every enemy in it removed.
    #[inline]
    fn land(&mut self, square: Square, stack: Stack, king: bool) {
        let far = KING_ME_ROW[self.side].contains(square);
        let stack = if far { stack.keeping(self.side) } else { stack };
        self.put_stack(square, stack, king || far);
    }

    /// Makes one hop of a jump, which continues from `landing`.
    #[inline]
    fn jump_once(&mut self, from: Square, over: Square, landing: Square) {
        let rest = self.take_stack(over).without_top();
        self.put_stack(over, rest, false);
        let stack = self.take_stack(from).on_top_of(!self.side);
        self.land(landing, stack, true);
    }

    /// The Zobrist key of a square. A stack is one index of the series, so that a tall one costs no
    /// more than a single checker.
    #[inline]
    fn square_key(&self, square: Square) -> Key {
        let stack = self.stack(square);
        if stack.is_empty() {
            return Key::ZERO;
        }
        let crowned = u64::from(self.kings.contains(square));
        let content = u64::from(stack.bits()) << 1 | crowned;
        Key::random(FIRST_KEY + 1 + content * Square::SLOTS as u64 + square.slot() as u64)
    }
}

const FIRST_KEY: u64 = 10_000;
const SECOND_TO_MOVE: Key = Key::random(FIRST_KEY);

/// The start position.
impl Default for StackEm {
    fn default() -> StackEm {
        StackEm::start()
    }
}

impl Position for StackEm {
    type Move = Path;

    const NO_PROGRESS_LIMIT: Option<u32> = Some(80);

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (!self.can_move()).then(|| Outcome::win(!self.side, Reason::NoMove))
    }

    #[inline]
    fn each_move(&self, visit: impl FnMut(Path)) {
        if self.all_jumpers().is_empty() {
            self.each_step(visit);
        } else {
            self.each_jump(visit);
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.all_jumpers().is_empty() {
            return self.count_steps();
        }
        let mut count = 0;
        self.each_jump(|()| count += 1);
        count
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Path) {
        if mv.is_jump() {
            let mut from = mv.from();
            for (over, landing) in mv.jumps() {
                self.jump_once(from, over, landing);
                from = landing;
            }
        } else {
            let king = self.kings.contains(mv.from());
            let stack = self.take_stack(mv.from());
            self.land(mv.to(), stack, king);
        }
        self.side = !self.side;
    }

    fn key(&self) -> Key {
        let side = if self.side == Side::Second { SECOND_TO_MOVE } else { Key::ZERO };
        Square::all().fold(side, |key, square| key ^ self.square_key(square))
    }

    #[inline]
    fn key_change(&self, mv: Path) -> Key {
        let mut next = self.clone();
        next.play_unchecked(mv);
        let jumped: SquareSet = mv.jumps().map(|(over, _)| over).collect();
        let touched = jumped | SquareSet::of(mv.from()) | SquareSet::of(mv.to());
        touched.into_iter().fold(SECOND_TO_MOVE, |change, square| {
            change ^ self.square_key(square) ^ next.square_key(square)
        })
    }

    #[inline]
    fn makes_progress(&self, mv: Path) -> bool {
        mv.is_jump() || !self.kings.contains(mv.from())
    }
}
