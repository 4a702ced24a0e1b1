//! How many plies won and lost positions of a part take to the end of the game, once it is known
//! who wins them.

use crownhead_rules::checkers::RuleSet;

use super::forward::{Besides, each_way_out};
use super::neighbours::Neighbours;
use crate::distances::{Distances, NEVER};
use crate::{Store, Value, View};

/// A won position that must jump: no neighbour has anything to tell it.
const CLOSED: u8 = NEVER - 1;

/// What is known of the positions of a part with one side on turn.
struct Known {
    /// Half the plies to the end, of those that are settled.
    halves: Vec<u8>,
    /// Of a lost position: how many moves of kings are not known to lose, and the longest that its
    /// other moves can make it last.
    left: Vec<u8>,
    longest: Vec<u8>,
    /// Positions that are settled in so many halves, unless they are before.
    won: Vec<Vec<u32>>,
    lost: Vec<Vec<u32>>,
}

/// Measures a part and its neighbour, and keeps what was found.
pub(super) fn measure<R: RuleSet>(
    store: &Store,
    distances: &Distances,
    neighbours: &Neighbours<'_>,
) {
    let sides = 0..neighbours.sides.len();
    let mut known: Vec<Known> =
        sides.clone().map(|side| first_look::<R>(store, distances, neighbours, side)).collect();
    let mut half = 0;
    while known.iter().any(|known| known.won.len() > half || known.lost.len() > half) {
        let mut won: Vec<Vec<u32>> =
            known.iter_mut().map(|known| known.settle_won(half as u8)).collect();
        for side in sides.clone() {
            let other = neighbours.other(side);
            for number in known[side].settle_lost(half as u8) {
                tell::<R>(neighbours, side, number, |before| {
                    if known[other].hear_loss(neighbours, other, before, half as u8) {
                        won[other].push(before as u32);
                    }
                });
            }
        }
        for side in sides.clone() {
            let other = neighbours.other(side);
            for &number in &won[side] {
                tell::<R>(neighbours, side, number, |before| {
                    known[other].hear_win(neighbours, other, before, half as u8);
                });
            }
        }
        half += 1;
    }
    for (side, known) in neighbours.sides.iter().zip(known) {
        distances.keep(side.index().class(), side.place, known.halves);
    }
}

fn tell<R: RuleSet>(
    neighbours: &Neighbours<'_>,
    side: usize,
    number: u32,
    before: impl FnMut(usize),
) {
    let of = &neighbours.sides[side];
    let view = of.index().local_view(of.place, number as usize);
    neighbours.each_before::<R>(side, &view, before);
}

fn value(neighbours: &Neighbours<'_>, side: usize, number: usize) -> Value {
    let of = &neighbours.sides[side];
    of.solved.value(of.place, number)
}

/// What the moves that lead out of the part say.
fn first_look<R: RuleSet>(
    store: &Store,
    distances: &Distances,
    neighbours: &Neighbours<'_>,
    side: usize,
) -> Known {
    let of = &neighbours.sides[side];
    let mut known = Known::new(of.len());
    for unit in 0..of.index().units(of.part()) {
        of.index().each_of_unit(of.part(), unit, |number, view| {
            let value = value(neighbours, side, number);
            if value == Value::Draw {
                return;
            }
            let (half, besides) = half_out::<R>(store, distances, view, value);
            known.open(number, value, half, besides);
        });
    }
    known
}

/// Half the plies of a won or lost position, if only the moves that lead out of its part count: a
/// winner takes the shortest, [`NEVER`] if none wins, and a loser the longest. And what there is
/// besides.
pub(super) fn half_out<R: RuleSet>(
    store: &Store,
    distances: &Distances,
    view: &View,
    value: Value,
) -> (u8, Besides) {
    let mut half = if value == Value::Win { NEVER } else { 0 };
    let besides = each_way_out::<R>(view, |next| {
        if value == Value::Loss {
            half = half.max(distances.half(store, &next) + 1);
        } else if store.value(&next) == Some(Value::Loss) {
            half = half.min(distances.half(store, &next));
        }
    });
    (half, besides)
}

impl Known {
    fn new(count: usize) -> Known {
        Known {
            halves: vec![NEVER; count],
            left: vec![0; count],
            longest: vec![0; count],
            won: Vec::new(),
            lost: Vec::new(),
        }
    }

    fn open(&mut self, number: usize, value: Value, half: u8, besides: Besides) {
        let ways = if let Besides::Ways(ways) = besides { ways as u8 } else { 0 };
        match value {
            Value::Win => {
                if besides == Besides::Nothing {
                    self.halves[number] = CLOSED;
                }
                if half != NEVER {
                    put(&mut self.won, half, number);
                }
            }
            Value::Loss if ways == 0 => put(&mut self.lost, half, number),
            _ => (self.left[number], self.longest[number]) = (ways, half),
        }
    }

    /// The positions that are won in so many halves by a move out of the part.
    fn settle_won(&mut self, half: u8) -> Vec<u32> {
        let mut won = self.won.get_mut(half as usize).map(std::mem::take).unwrap_or_default();
        let halves = &mut self.halves;
        won.retain(|&number| {
            let known = &mut halves[number as usize];
            let open = *known >= CLOSED;
            if open {
                *known = half;
            }
            open
        });
        won
    }

    /// The positions that are lost in so many halves.
    fn settle_lost(&mut self, half: u8) -> Vec<u32> {
        let lost = self.lost.get_mut(half as usize).map(std::mem::take).unwrap_or_default();
        for &number in &lost {
            self.halves[number as usize] = half;
        }
        lost
    }

    /// A move leads to a lost position of the enemy's. Tells whether that settles this one.
    fn hear_loss(&mut self, of: &Neighbours<'_>, side: usize, number: usize, half: u8) -> bool {
        let open = self.halves[number] == NEVER && value(of, side, number) == Value::Win;
        if open {
            self.halves[number] = half;
        }
        open
    }

    /// A move leads to a won position of the enemy's.
    fn hear_win(&mut self, of: &Neighbours<'_>, side: usize, number: usize, half: u8) {
        if self.left[number] == 0 || value(of, side, number) != Value::Loss {
            return;
        }
        self.left[number] -= 1;
        if self.left[number] == 0 {
            put(&mut self.lost, self.longest[number].max(half + 1), number);
        }
    }
}

fn put(halves: &mut Vec<Vec<u32>>, half: u8, number: usize) {
    if halves.len() <= half as usize {
        halves.resize_with(half as usize + 1, Vec::new);
    }
    halves[half as usize].push(number as u32);
}
