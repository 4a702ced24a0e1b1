//! Proven static bounds on the margin, by a potential function and by symmetry.
//!
//! The strategy behind each is a potential. Let one side, the breaker, always place where the
//! potential changes most, and let the maker have the weights `2^-m` in its open lines (`m` checkers
//! missing). A checker of the maker doubles the weights of its lines through a square, one of the
//! breaker takes them away; so over a pair of moves, the breaker's and then the maker's, the sum
//! of the maker's weights cannot grow, and at the end it is the number of the maker's lines
//! (Erdős and Selfridge). The breaker's own lines help: give each that is complete the worth 1
//! and each that misses one checker the worth 1/2. The breaker gains at least 1/2 of every such
//! line through its square, the maker destroys 1/2, and a line that the breaker only now brought
//! to one missing was counted as a gain before it can be destroyed. So
//!
//! `weights of the maker − complete lines of the breaker − ½ · lines of the breaker missing one`
//!
//! does not grow over a pair of moves and is the margin at the end, when the maker makes the last
//! move. With the maker on turn one move comes before the first pair.
//!
//! While the layout floats a move can put the breaker's lines out of reach, so those that miss one
//! are not counted then. The maker's can only be lost.
//!
//! An odd window has a shared square. For the starting player as the maker it is the last
//! of its moves, in turn. For the other player as the maker it is a second move in a row, at the
//! end; a move more at the end is not better than a move more now (place anywhere now, and treat
//! the square as empty until it is wanted), so it is counted as one now. This needs a settled
//! window; while the layout floats it is what one square can at most complete.

use super::board::{Board, FIRST, ONE};
use super::geometry::{Bits, each, flipped_vertically, mirrored};
use super::solver_rules::SolverRules;

/// The maximal number of lines through a square.
const MAX_LINES: i32 = 12;

/// A lower and an upper bound on the margin of the side to move.
#[inline]
pub(super) fn bounds(board: &Board, rules: SolverRules) -> (i32, i32) {
    let us = board.side();
    let settled = board.is_settled(rules);
    let mut most = [0; 2];
    for square in each(board.open()) {
        for (side, most) in most.iter_mut().enumerate() {
            let rival = if settled { ONE / 2 * board.threats(1 - side, square) } else { 0 };
            *most = board.square_weight(side, square).saturating_add(rival).max(*most);
        }
    }
    let potential = |maker: usize| {
        let breaker = 1 - maker;
        let one_missing = if settled { i32::from(board.one_missing[breaker]) } else { 0 };
        i32::from(board.weight[maker])
            - ONE * i32::from(board.complete[breaker])
            - ONE / 2 * one_missing
    };
    let margin = |maker: usize| {
        let mut bound = potential(maker) + if maker == us { most[maker] } else { 0 };
        if rules.shares() && maker != FIRST {
            bound += match (settled, maker == us) {
                // Half of each open line through it, which has a weight of at least an eighth.
                (false, _) => ONE / 2 * most[maker].min(MAX_LINES),
                (true, false) => most[maker],
                // Two squares share at most two lines, whose weight the first square has raised by
                // at most a quarter.
                (true, true) => most[maker] + ONE / 2,
            };
        }
        bound.div_euclid(ONE)
    };
    (-margin(1 - us), margin(us))
}

/// Bounds from a mirroring strategy in an even, settled window without exchanges: a lower and an
/// upper bound for the side to move.
///
/// Turned by half, or with its left and right or its top and bottom exchanged, no square of an even
/// window stays where it is. Where the other player's checkers are the image of the starting
/// player's and the starting player is to move, the margin is 0: the other player can answer every
/// checker with its image until all squares are taken. And were the margin below 0, the starting
/// player could place anywhere and then go on as the other player does in the image, as if that
/// square were empty (placing anywhere again when it is wanted), to the same end with the sides
/// exchanged: a margin above 0. Where the other player can bring this about, it has a 0 at least.
#[inline]
pub(super) fn symmetry_bounds(board: &Board, rules: SolverRules) -> Option<(i32, Option<i32>)> {
    if rules.shares() || rules.exchange || !board.is_settled(rules) {
        return None;
    }
    let [first, second] = board.sides;
    let left_right = mirrored(first, rules.size);
    let images: [Bits; 3] = [
        left_right,
        flipped_vertically(first, rules.size),
        flipped_vertically(left_right, rules.size),
    ];
    if board.side() == FIRST {
        return images.contains(&second).then_some((0, Some(0)));
    }
    let answers = |image: Bits| {
        let missing = image & !second;
        second & !image == 0 && missing.is_power_of_two() && missing & first == 0
    };
    images.into_iter().any(answers).then_some((0, None))
}
