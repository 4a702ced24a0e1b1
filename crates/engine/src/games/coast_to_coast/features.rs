//! The evaluation features of a Coast to Coast position: ours minus theirs.

use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::{Position, Side};

use super::view::{FROM_GOAL, FROM_HOME, LONGEST, OFF_LINE, ONWARD, View, around, jump_chains};

/// The legs to travel on a full board: a man has two, to be crowned and back home, a king has one.
pub(super) const LEGS: i32 = 48;
/// The number of features.
pub(super) const COUNT: usize = 22;
/// The index of the feature of the side to move.
const TO_MOVE: usize = COUNT - 1;

/// The names of the features, in order. Distances are counted in steps.
pub(super) const NAMES: [&str; COUNT] = [
    "man",
    "king",
    "way of a man",
    "way of a king",
    "way of a man, squared",
    "way of a king, squared",
    "man off the line",
    "king off the line",
    "way of the last man",
    "way of the last king",
    "jump of a man",
    "second jump of a man",
    "third jump of a man",
    "jump of a king",
    "second jump of a king",
    "third jump of a king",
    "blocked checker",
    "lonely checker",
    "man next to the enemy home",
    "guard next to the home",
    "guard two steps from the home",
    "to move",
];

/// Hand-set weights for a full and for a bare board, where tuning begins. A step is ten hundredths.
pub(super) const INITIAL_WEIGHTS: [[f32; 2]; COUNT] = [
    [-75.0, -75.0],
    [-5.0, -5.0],
    [-10.0, -10.0],
    [-10.0, -10.0],
    [-0.2, -0.2],
    [-0.2, -0.2],
    [-1.0, -1.0],
    [-1.0, -1.0],
    [-3.0, -3.0],
    [-3.0, -3.0],
    [2.0, 2.0],
    [2.0, 2.0],
    [2.0, 2.0],
    [2.0, 2.0],
    [2.0, 2.0],
    [2.0, 2.0],
    [-2.0, -2.0],
    [-2.0, -2.0],
    [2.0, 2.0],
    [0.0, 0.0],
    [0.0, 0.0],
    [8.0, 8.0],
];

/// The features of a position, and whether its race is decided.
pub(super) struct PositionFeatures {
    pub(super) features: [i32; COUNT],
    /// The number of legs still to travel by both sides.
    pub(super) legs: i32,
    /// The lead in turns in a decided race; negative if it is lost.
    pub(super) race: Option<i32>,
}

/// The features of a position, and whether its race is decided.
pub(super) fn of(position: &CoastToCoast) -> PositionFeatures {
    let us = position.side();
    let (ours, our_legs) = of_side(position, us);
    let (theirs, their_legs) = of_side(position, !us);
    let mut features = [0; COUNT];
    for i in 0..COUNT {
        features[i] = ours[i] - theirs[i];
    }
    features[TO_MOVE] = 1;
    let race = lead(&ours, &theirs).or_else(|| lead(&theirs, &ours).map(|lead| -lead));
    PositionFeatures { features, legs: our_legs + their_legs, race }
}

/// The lead in turns of a side that has only kings, assuming that it never jumps and that the
/// opponent moves twice as far per turn as by steps; none without a lead.
fn lead(own: &[i32; COUNT], other: &[i32; COUNT]) -> Option<i32> {
    let [men, _, men_distances, kings_distances, ..] = *other;
    let others = (LONGEST as i32 * men + men_distances + kings_distances) / 2;
    let lead = others - own[3];
    (own[0] == 0 && lead > 0).then_some(lead)
}

fn of_side(position: &CoastToCoast, side: Side) -> ([i32; COUNT], i32) {
    let view = View::of(position, side);
    let View { men, kings, occupied, .. } = view;
    let men_distances = Distances::of(men, &FROM_GOAL);
    let kings_distances = Distances::of(kings, &FROM_HOME);
    let [jump, second, third] = jump_chains(men, occupied);
    // Kings go home in the opposite direction: reflected, they move like men.
    let [king_jump, king_second, king_third] =
        jump_chains(kings.reverse_bits(), occupied.reverse_bits());
    // While enemy men are not crowned yet, checkers before the home block them.
    let guards = if view.to_be_crowned { men | kings } else { 0 };
    let features = [
        count(men),
        count(kings),
        men_distances.sum,
        kings_distances.sum,
        men_distances.squares,
        kings_distances.squares,
        Distances::of(men, &OFF_LINE).sum,
        Distances::of(kings, &OFF_LINE).sum,
        men_distances.longest,
        kings_distances.longest,
        jump,
        second,
        third,
        king_jump,
        king_second,
        king_third,
        blocked(men, occupied) + blocked(kings.reverse_bits(), occupied.reverse_bits()),
        count((men | kings) & !around(occupied)),
        count(men & !FROM_GOAL[2]),
        count(guards & !FROM_HOME[2]),
        count(guards & FROM_HOME[2] & !FROM_HOME[3]),
        0,
    ];
    (features, 2 * count(men) + count(kings))
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The distances that a set of checkers has to travel.
struct Distances {
    sum: i32,
    squares: i32,
    longest: i32,
}

impl Distances {
    /// `at_least` has the squares that are at least so far, for each number of steps.
    #[inline]
    fn of(set: u64, at_least: &[u64; LONGEST + 1]) -> Distances {
        let mut distances = Distances { sum: 0, squares: 0, longest: 0 };
        for (steps, squares) in (1..).zip(&at_least[1..]) {
            let far = count(set & squares);
            distances.sum += far;
            // Odd numbers add up to squares.
            distances.squares += far * (2 * steps - 1);
            distances.longest += i32::from(far > 0);
        }
        distances
    }
}

/// Checkers that neither step nor jump towards h8.
#[inline]
fn blocked(set: u64, occupied: u64) -> i32 {
    let mut free = 0;
    for (step, inside) in ONWARD {
        let jumps = occupied >> step & !occupied >> (2 * step) & inside;
        free |= jumps | !occupied >> step & not_at_edge(step);
    }
    count(set & !free)
}

/// The squares from which one step in a direction of [`ONWARD`] stays on the board.
const fn not_at_edge(step: u32) -> u64 {
    let inside = if step == 8 { !0 } else { 0x7f7f_7f7f_7f7f_7f7f };
    if step == 1 { inside } else { inside & 0x00ff_ffff_ffff_ffff }
}
