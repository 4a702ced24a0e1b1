//! Retrograde analysis of distances: the plies to the end of won and lost positions of a slice,
//! shortest first. The values are already known.

use crownhead_rules::checkers::RuleSet;

use super::initialize::{InnerMoves, each_exit};
use super::neighbours::Neighbours;
use crate::distance_store::{DistanceStore, NEVER};
use crate::{BoardView, ValueStore, Wld};

/// A won position that must jump: propagation does not change it.
const CLOSED: u8 = NEVER - 1;

/// The state of the positions of a slice with one side to move.
struct SideState {
    /// Half the plies to the end of solved positions.
    halves: Vec<u8>,
    /// Of a lost position: the number of open moves of kings, and the longest distance by its other
    /// moves.
    left: Vec<u8>,
    longest: Vec<u8>,
    /// Buckets: the positions that are solved at each half distance, unless earlier.
    won: Vec<Vec<u32>>,
    lost: Vec<Vec<u32>>,
}

/// Solves a slice and its neighbour, and stores their distances.
pub(super) fn solve<R: RuleSet>(
    store: &ValueStore,
    distances: &DistanceStore,
    neighbours: &Neighbours<'_>,
) {
    let sides = 0..neighbours.sides.len();
    let mut known: Vec<SideState> =
        sides.clone().map(|side| initialize::<R>(store, distances, neighbours, side)).collect();
    let mut half = 0;
    while known.iter().any(|known| known.won.len() > half || known.lost.len() > half) {
        let mut won: Vec<Vec<u32>> =
            known.iter_mut().map(|known| known.take_won(half as u8)).collect();
        for side in sides.clone() {
            let other = neighbours.other(side);
            for number in known[side].take_lost(half as u8) {
                propagate::<R>(neighbours, side, number, |before| {
                    if known[other].update_by_loss(neighbours, other, before, half as u8) {
                        won[other].push(before as u32);
                    }
                });
            }
        }
        for side in sides.clone() {
            let other = neighbours.other(side);
            for &number in &won[side] {
                propagate::<R>(neighbours, side, number, |before| {
                    known[other].update_by_win(neighbours, other, before, half as u8);
                });
            }
        }
        half += 1;
    }
    for (side, known) in neighbours.sides.iter().zip(known) {
        distances.store(side.index().class(), side.slice_number, known.halves);
    }
}

fn propagate<R: RuleSet>(
    neighbours: &Neighbours<'_>,
    side: usize,
    number: u32,
    before: impl FnMut(usize),
) {
    let of = &neighbours.sides[side];
    let view = of.index().local_view(of.slice_number, number as usize);
    neighbours.each_predecessor::<R>(side, &view, before);
}

fn value(neighbours: &Neighbours<'_>, side: usize, number: usize) -> Wld {
    let of = &neighbours.sides[side];
    of.solved.value(of.slice_number, number)
}

/// The initial pass: the moves that lead out of the slice.
fn initialize<R: RuleSet>(
    store: &ValueStore,
    distances: &DistanceStore,
    neighbours: &Neighbours<'_>,
    side: usize,
) -> SideState {
    let of = &neighbours.sides[side];
    let mut known = SideState::new(of.len());
    for unit in 0..of.index().units(of.slice()) {
        of.index().each_of_unit(of.slice(), unit, |number, view| {
            let value = value(neighbours, side, number);
            if value == Wld::Draw {
                return;
            }
            let (half, inner) = half_by_exits::<R>(store, distances, view, value);
            known.open(number, value, half, inner);
        });
    }
    known
}

/// Half the distance of a won or lost position by the moves out of its slice alone: the shortest win
/// ([`NEVER`] if none wins), or the longest loss. And the moves that stay within.
pub(super) fn half_by_exits<R: RuleSet>(
    store: &ValueStore,
    distances: &DistanceStore,
    view: &BoardView,
    value: Wld,
) -> (u8, InnerMoves) {
    let mut half = if value == Wld::Win { NEVER } else { 0 };
    let inner = each_exit::<R>(view, |next| {
        if value == Wld::Loss {
            half = half.max(distances.half(store, &next) + 1);
        } else if store.value(&next) == Some(Wld::Loss) {
            half = half.min(distances.half(store, &next));
        }
    });
    (half, inner)
}

impl SideState {
    fn new(count: usize) -> SideState {
        SideState {
            halves: vec![NEVER; count],
            left: vec![0; count],
            longest: vec![0; count],
            won: Vec::new(),
            lost: Vec::new(),
        }
    }

    fn open(&mut self, number: usize, value: Wld, half: u8, inner: InnerMoves) {
        let placements =
            if let InnerMoves::Count(placements) = inner { placements as u8 } else { 0 };
        match value {
            Wld::Win => {
                if inner == InnerMoves::None {
                    self.halves[number] = CLOSED;
                }
                if half != NEVER {
                    put(&mut self.won, half, number);
                }
            }
            Wld::Loss if placements == 0 => put(&mut self.lost, half, number),
            _ => (self.left[number], self.longest[number]) = (placements, half),
        }
    }

    /// The positions that are won at this half distance by a move out of the slice.
    fn take_won(&mut self, half: u8) -> Vec<u32> {
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

    /// The positions that are lost at this half distance.
    fn take_lost(&mut self, half: u8) -> Vec<u32> {
        let lost = self.lost.get_mut(half as usize).map(std::mem::take).unwrap_or_default();
        for &number in &lost {
            self.halves[number as usize] = half;
        }
        lost
    }

    /// A move leads to a lost position of the enemy. Returns whether that solves this one.
    fn update_by_loss(
        &mut self,
        of: &Neighbours<'_>,
        side: usize,
        number: usize,
        half: u8,
    ) -> bool {
        let open = self.halves[number] == NEVER && value(of, side, number) == Wld::Win;
        if open {
            self.halves[number] = half;
        }
        open
    }

    /// A move leads to a won position of the enemy.
    fn update_by_win(&mut self, of: &Neighbours<'_>, side: usize, number: usize, half: u8) {
        if self.left[number] == 0 || value(of, side, number) != Wld::Loss {
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
