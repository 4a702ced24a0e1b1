//! The features of a Coast to Coast position: ours minus theirs.

use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::{Position, Side};

use super::view::{FROM_GOAL, FROM_HOME, LONGEST, OFF_LINE, ONWARD, View, around, ladders};

/// Ways to go on a full board: a man has two, to be crowned and home again, a king one.
pub(super) const LEGS: i32 = 48;
/// How many features there are.
pub(super) const COUNT: usize = 22;
/// The place of the one that belongs to the turn and not to a side.
const TO_MOVE: usize = COUNT - 1;

/// The names of the features, in order. A way is counted in steps.
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

/// What a player would say they are worth, for a full and for a bare board: where tuning begins.
/// A step is ten hundredths.
pub(super) const FIRST_GUESS: [[f32; 2]; COUNT] = [
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

/// What is seen of a position.
pub(super) struct Seen {
    pub(super) features: [i32; COUNT],
    /// How many ways there are to go.
    pub(super) legs: i32,
    /// By how many turns a race is won that is decided; lost, if it is negative.
    pub(super) race: Option<i32>,
}

/// What is seen of a position.
pub(super) fn of(position: &CoastToCoast) -> Seen {
    let us = position.side();
    let (ours, our_legs) = of_side(position, us);
    let (theirs, their_legs) = of_side(position, !us);
    let mut features = [0; COUNT];
    for i in 0..COUNT {
        features[i] = ours[i] - theirs[i];
    }
    features[TO_MOVE] = 1;
    let race = lead(&ours, &theirs).or_else(|| lead(&theirs, &ours).map(|lead| -lead));
    Seen { features, legs: our_legs + their_legs, race }
}

/// By how many turns a side is ahead that has only kings, even if it never jumps, and the others go
/// twice as far in a turn as by steps; nothing if it is not.
fn lead(own: &[i32; COUNT], other: &[i32; COUNT]) -> Option<i32> {
    let [men, _, men_way, kings_way, ..] = *other;
    let others = (LONGEST as i32 * men + men_way + kings_way) / 2;
    let lead = others - own[3];
    (own[0] == 0 && lead > 0).then_some(lead)
}

fn of_side(position: &CoastToCoast, side: Side) -> ([i32; COUNT], i32) {
    let view = View::of(position, side);
    let View { men, kings, occupied, .. } = view;
    let men_way = Way::of(men, &FROM_GOAL);
    let kings_way = Way::of(kings, &FROM_HOME);
    let [jump, second, third] = ladders(men, occupied);
    // Kings go home the other way: reflected, they go as men do.
    let [king_jump, king_second, king_third] =
        ladders(kings.reverse_bits(), occupied.reverse_bits());
    // While enemy men are to be crowned, who stands before the home is in their way.
    let guards = if view.to_be_crowned { men | kings } else { 0 };
    let features = [
        count(men),
        count(kings),
        men_way.sum,
        kings_way.sum,
        men_way.squares,
        kings_way.squares,
        Way::of(men, &OFF_LINE).sum,
        Way::of(kings, &OFF_LINE).sum,
        men_way.longest,
        kings_way.longest,
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

/// How far a set of checkers has to go.
struct Way {
    sum: i32,
    squares: i32,
    longest: i32,
}

impl Way {
    /// By the squares that are at least so far, for each number of steps.
    #[inline]
    fn of(set: u64, at_least: &[u64; LONGEST + 1]) -> Way {
        let mut way = Way { sum: 0, squares: 0, longest: 0 };
        for (steps, squares) in (1..).zip(&at_least[1..]) {
            let far = count(set & squares);
            way.sum += far;
            // Odd numbers add up to squares.
            way.squares += far * (2 * steps - 1);
            way.longest += i32::from(far > 0);
        }
        way
    }
}

/// Checkers that neither step nor jump towards h8.
#[inline]
fn blocked(set: u64, occupied: u64) -> i32 {
    let mut free = 0;
    for (step, room) in ONWARD {
        let jumps = occupied >> step & !occupied >> (2 * step) & room;
        free |= jumps | !occupied >> step & not_at_edge(step);
    }
    count(set & !free)
}

/// The squares from which one step in a direction of [`ONWARD`] stays on the board.
const fn not_at_edge(step: u32) -> u64 {
    let inside = if step == 8 { !0 } else { 0x7f7f_7f7f_7f7f_7f7f };
    if step == 1 { inside } else { inside & 0x00ff_ffff_ffff_ffff }
}
