//! Counts moves without generating them, for whole sets of men at a time.

use super::board::Board;
use super::rule_set::{JumpRule, RuleSet};
use crate::Side;
use crate::dark::{Direction, SquareSet};

/// The number of steps of a side.
#[inline]
pub(super) fn count_steps(board: &Board, side: Side) -> u64 {
    let mut count = count_men_steps(board, side);
    if !(board.kings() & board.pieces(side)).is_empty() {
        let [c, d] = Board::forward(!side);
        count += board.steppers(side, c).len() + board.steppers(side, d).len();
    }
    u64::from(count)
}

/// The number of forward steps of a side.
#[inline]
fn count_men_steps(board: &Board, side: Side) -> u32 {
    let [a, b] = Board::forward(side);
    board.steppers(side, a).len() + board.steppers(side, b).len()
}

/// The number of moves of a side that must jump if it can.
#[inline(always)]
pub(super) fn count_forced_moves<R: RuleSet>(board: &Board, side: Side) -> u64 {
    if !(board.kings() & board.pieces(side)).is_empty() {
        return count_forced_with_kings::<R>(board, side);
    }
    let men = board.pieces(side);
    let chains = MenJumps::new(board, side);
    // Branches only for the rare multi-jump, because whether a jump exists at all is hard to
    // predict.
    let (landed_a, landed_b) = chains.landings(men);
    let landed = landed_a | landed_b;
    if !(landed & chains.any()).is_empty()
        || (R::CROWNED_GOES_ON && !(landed & Board::far_row(side)).is_empty())
    {
        return count_jumps::<R>(board, side, false);
    }
    let jumps = landed_a.len() + landed_b.len();
    let steps = count_men_steps(board, side);
    u64::from(if landed.is_empty() { steps } else { jumps })
}

#[inline(never)]
fn count_forced_with_kings<R: RuleSet>(board: &Board, side: Side) -> u64 {
    if board.all_jumpers(side).is_empty() {
        count_steps(board, side)
    } else {
        count_jumps::<R>(board, side, false)
    }
}

/// The number of jumps of a side, counted as [`each_jump`](super::moves::each_jump) visits them.
#[inline]
pub(super) fn count_jumps<R: RuleSet>(board: &Board, side: Side, complete_only: bool) -> u64 {
    if R::CROWNED_GOES_ON {
        let mut count = 0;
        super::moves::each_jump::<R>(board, side, complete_only, &mut |_| count += 1);
        return count;
    }
    let stops = R::JUMPING != JumpRule::Must && !complete_only;
    let (enemies, empty) = (board.pieces(!side), board.empty());
    let men = board.pieces(side) & !board.kings();
    let mut count = 0;
    let chains = MenJumps::new(board, side);
    if !(men & chains.any()).is_empty() {
        count += chains.from(men, stops);
    }
    let [a, b] = Board::forward(side);
    let [c, d] = Board::forward(!side);
    let kings = board.pieces(side) & board.kings();
    if !kings.is_empty() {
        for king in kings {
            let king = SquareSet::of(king);
            count += count_king_jumps([a, b, c, d], king, enemies, empty | king, stops).0;
        }
    }
    count
}

/// Jumps of men that end where they are crowned. Men only move forward, so neither the square that
/// a man left nor one that it captured matters to the rest of its jump. How a jump continues
/// depends on the square alone, and all men can be moved at once.
struct MenJumps {
    /// The distance of a jump in slots, and the squares where one can begin, for both forward
    /// directions.
    directions: [(i8, SquareSet); 2],
}

impl MenJumps {
    #[inline]
    fn new(board: &Board, side: Side) -> Self {
        let jump =
            |direction: Direction| (2 * direction.slots(), board.jump_origins(side, direction));
        MenJumps { directions: Board::forward(side).map(jump) }
    }

    #[inline]
    fn any(&self) -> SquareSet {
        self.directions[0].1 | self.directions[1].1
    }

    /// The landings of one jump in each direction.
    #[inline]
    fn landings(&self, men: SquareSet) -> (SquareSet, SquareSet) {
        let [(a, open_a), (b, open_b)] = self.directions;
        ((men & open_a).shift(a), (men & open_b).shift(b))
    }

    /// The number of jumps of men on `men`. With `stops`, jumps that stop early count too.
    #[inline]
    fn from(&self, men: SquareSet, stops: bool) -> u64 {
        let (landed_a, landed_b) = self.landings(men);
        if ((landed_a | landed_b) & self.any()).is_empty() {
            return u64::from(landed_a.len() + landed_b.len());
        }
        self.ending(landed_a, stops) + self.ending(landed_b, stops)
    }

    /// The number of jumps that have reached `landed`: those that end there and those that
    /// continue.
    fn ending(&self, landed: SquareSet, stops: bool) -> u64 {
        let ends = if stops { landed } else { landed & !self.any() };
        let goes_on = landed & self.any();
        let count = u64::from(ends.len());
        if goes_on.is_empty() { count } else { count + self.from(goes_on, stops) }
    }
}

/// The number of jumps of one king, and whether it has any. `empty` includes the king's own square.
fn count_king_jumps(
    directions: [Direction; 4],
    king: SquareSet,
    enemies: SquareSet,
    empty: SquareSet,
    stops: bool,
) -> (u64, bool) {
    let mut count = 0;
    let mut any = false;
    for direction in directions {
        let over = king.shift(direction.slots()) & enemies;
        let landing = over.shift(direction.slots()) & empty;
        if landing.is_empty() {
            continue;
        }
        any = true;
        let (further, goes_on) =
            count_king_jumps(directions, landing, enemies ^ over, empty | over, stops);
        count += further + u64::from(stops || !goes_on);
    }
    (count, any)
}
