//! Counting moves without making them: whole sets of men at a time.

use super::board::Board;
use super::rule_set::{JumpRule, RuleSet};
use crate::Side;
use crate::dark::{Direction, SquareSet};

/// How many steps a side has.
#[inline]
pub(super) fn steps(board: &Board, side: Side) -> u64 {
    let mut count = men_steps(board, side);
    if !(board.kings() & board.of(side)).is_empty() {
        let [c, d] = Board::forward(!side);
        count += board.steppers(side, c).len() + board.steppers(side, d).len();
    }
    u64::from(count)
}

/// How many steps forward a side has.
#[inline]
fn men_steps(board: &Board, side: Side) -> u32 {
    let [a, b] = Board::forward(side);
    board.steppers(side, a).len() + board.steppers(side, b).len()
}

/// How many moves a side has that must jump if it can.
#[inline(always)]
pub(super) fn forced<R: RuleSet>(board: &Board, side: Side) -> u64 {
    if !(board.kings() & board.of(side)).is_empty() {
        return forced_with_kings::<R>(board, side);
    }
    let men = board.of(side);
    let chains = MenChains::new(board, side);
    // Without branches but for the rare jump that goes on: whether there is a jump at all is
    // hard to predict.
    let (landed_a, landed_b) = chains.landings(men);
    let landed = landed_a | landed_b;
    if !(landed & chains.any()).is_empty()
        || (R::CROWNED_GOES_ON && !(landed & Board::far_row(side)).is_empty())
    {
        return jumps::<R>(board, side, false);
    }
    let jumps = landed_a.len() + landed_b.len();
    let steps = men_steps(board, side);
    u64::from(if landed.is_empty() { steps } else { jumps })
}

#[inline(never)]
fn forced_with_kings<R: RuleSet>(board: &Board, side: Side) -> u64 {
    if board.all_jumpers(side).is_empty() {
        steps(board, side)
    } else {
        jumps::<R>(board, side, false)
    }
}

/// How many jumps a side has, counted as [`each_jump`](super::moves::each_jump) visits them.
#[inline]
pub(super) fn jumps<R: RuleSet>(board: &Board, side: Side, complete_only: bool) -> u64 {
    if R::CROWNED_GOES_ON {
        let mut count = 0;
        super::moves::each_jump::<R>(board, side, complete_only, &mut |_| count += 1);
        return count;
    }
    let stops = R::JUMPING != JumpRule::Must && !complete_only;
    let (enemies, empty) = (board.of(!side), board.empty());
    let men = board.of(side) & !board.kings();
    let mut count = 0;
    let chains = MenChains::new(board, side);
    if !(men & chains.any()).is_empty() {
        count += chains.from(men, stops);
    }
    let [a, b] = Board::forward(side);
    let [c, d] = Board::forward(!side);
    let kings = board.of(side) & board.kings();
    if !kings.is_empty() {
        for king in kings {
            let king = SquareSet::of(king);
            count += king_chains([a, b, c, d], king, enemies, empty | king, stops).0;
        }
    }
    count
}

/// Jumps of men that end where they are crowned. Men only go forward, so neither the square that
/// one left nor one that it captured can matter to the rest of its jump: how a jump goes on
/// depends on the square alone, and all men can be moved at once.
struct MenChains {
    /// A jump's distance, and from where it is open, for both forward directions.
    ways: [(i8, SquareSet); 2],
}

impl MenChains {
    #[inline]
    fn new(board: &Board, side: Side) -> Self {
        let way =
            |direction: Direction| (2 * direction.slots(), board.open_to_jump(side, direction));
        MenChains { ways: Board::forward(side).map(way) }
    }

    #[inline]
    fn any(&self) -> SquareSet {
        self.ways[0].1 | self.ways[1].1
    }

    /// Where one jump leads, in each direction.
    #[inline]
    fn landings(&self, men: SquareSet) -> (SquareSet, SquareSet) {
        let [(a, open_a), (b, open_b)] = self.ways;
        ((men & open_a).shift(a), (men & open_b).shift(b))
    }

    /// The jumps of men that stand on `men`. With `stops`, those that stop early count too.
    #[inline]
    fn from(&self, men: SquareSet, stops: bool) -> u64 {
        let (landed_a, landed_b) = self.landings(men);
        if ((landed_a | landed_b) & self.any()).is_empty() {
            return u64::from(landed_a.len() + landed_b.len());
        }
        self.ending(landed_a, stops) + self.ending(landed_b, stops)
    }

    /// The jumps that have come to `landed`, each once: those that end there and those that go on.
    fn ending(&self, landed: SquareSet, stops: bool) -> u64 {
        let ends = if stops { landed } else { landed & !self.any() };
        let goes_on = landed & self.any();
        let count = u64::from(ends.len());
        if goes_on.is_empty() { count } else { count + self.from(goes_on, stops) }
    }
}

/// The jumps of one king, and whether it has any. `empty` includes the square it stands on.
fn king_chains(
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
            king_chains(directions, landing, enemies ^ over, empty | over, stops);
        count += further + u64::from(stops || !goes_on);
    }
    (count, any)
}
