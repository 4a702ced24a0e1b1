//! The moves of Coast to Coast: what a move is, which there are, and the way that one takes. What
//! a move does to the position stands in the parent module.
//!
//! Moves are found on the board as the mover sees it: red's is reflected through the centre, so
//! that here everybody is black, home is a1 and the enemy home is h8.
//!
//! A jump moves a checker two squares along a file, a rank or both, so the parities of its file
//! and rank stay. Three things follow. No square is reached both by a step and by jumps. A
//! checker never comes next to the square that it started from, and so it does not matter
//! whether one could jump over that square. And whatever can be reached by passing through the
//! start square can be reached from the start. So one table of open jumps serves every checker
//! of a position, with the start square taken as occupied. Only a free move, which begins
//! elsewhere, needs a table of its own.

use alloc::vec::Vec;
use core::array;

use super::{CoastToCoast, reflected};
use crate::Side;
use crate::grid::{Square, SquareSet};

/// A turn. How it is written depends on whose it is, so there is no `Display`:
/// [`Notation::move_text`](crate::Notation::move_text) writes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Nothing, for want of a move.
    Pass,
    /// One checker goes, by a step or by jumps; the way that it takes makes no difference.
    Go {
        /// Where it starts.
        from: Square,
        /// Where it ends; its own home if it is taken off the board.
        to: Square,
        /// Whether it is a man that is crowned in the enemy home and gets to `to` by its free
        /// move.
        crowned: bool,
    },
}

/// How many of the [`WAYS`] a man may go.
const MAN: usize = 5;
/// How many a king may.
const KING: usize = 8;

const WAYS: [Way; KING] = [
    Way::new(1, 1),
    Way::new(0, 1),
    Way::new(1, 0),
    Way::new(-1, 1),
    Way::new(1, -1),
    Way::new(0, -1),
    Way::new(-1, 0),
    Way::new(-1, -1),
];

const MAN_STEPS: [SquareSet; 64] = steps(MAN);
const KING_STEPS: [SquareSet; 64] = steps(KING);

const HOME: SquareSet = SquareSet::of(CoastToCoast::home_of(Side::First));
const ENEMY_HOME: SquareSet = SquareSet::of(CoastToCoast::home_of(Side::Second));

/// One of the eight directions.
#[derive(Copy, Clone)]
struct Way {
    /// How far a step turns the bits of a set. Squares that leave the board at one edge come
    /// back at another, which is why there is `room`.
    turn: u32,
    /// The squares from which a jump stays on the board.
    room: SquareSet,
}

impl Way {
    const fn new(files: i8, ranks: i8) -> Way {
        let mut room = 0;
        let mut index = 0;
        while let Some(square) = Square::from_index(index) {
            if square.offset(2 * files, 2 * ranks).is_some() {
                room |= 1 << index;
            }
            index += 1;
        }
        let turn = (8 * ranks + files).rem_euclid(64) as u32;
        Way { turn, room: SquareSet::from_bits(room) }
    }

    /// Every square of a set moved so many steps.
    #[inline]
    const fn on(self, set: SquareSet, steps: u32) -> SquareSet {
        SquareSet::from_bits(set.bits().rotate_left(self.turn * steps % 64))
    }

    #[inline]
    const fn back(self, set: SquareSet, steps: u32) -> SquareSet {
        SquareSet::from_bits(set.bits().rotate_right(self.turn * steps % 64))
    }
}

/// The neighbours of each square in the first `ways` of the [`WAYS`].
const fn steps(ways: usize) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut bits = 0;
        let mut way = 0;
        while way < ways {
            // The file of the neighbour is at most one away unless the set came round an edge.
            let near = WAYS[way].on(SquareSet::of(square), 1);
            if let Some(to) = near.first()
                && to.file().abs_diff(square.file()) <= 1
                && to.rank().abs_diff(square.rank()) <= 1
            {
                bits |= near.bits();
            }
            way += 1;
        }
        table[index as usize] = SquareSet::from_bits(bits);
        index += 1;
    }
    table
}

/// For each of the first `N` ways, the squares from which a jump is open in it. None begins in
/// the own home, where a checker that arrives is taken off.
#[inline]
fn open_jumps<const N: usize>(occupied: SquareSet) -> [SquareSet; N] {
    array::from_fn(|i| {
        let way = WAYS[i];
        way.back(occupied, 1) & way.back(!occupied, 2) & way.room & !HOME
    })
}

/// Every square that one or more jumps lead to, the start left out.
#[inline]
fn flood<const N: usize>(start: SquareSet, open: &[SquareSet; N]) -> SquareSet {
    let mut reached = start;
    let mut fresh = start;
    while !fresh.is_empty() {
        let mut landings = SquareSet::EMPTY;
        for i in 0..N {
            landings |= WAYS[i].on(fresh & open[i], 2);
        }
        fresh = landings & !reached;
        reached |= fresh;
    }
    reached ^ start
}

/// The board as one side sees it. Sets and squares inside are the mover's; [`View::squares`] and
/// [`View::square`] turn them to those of the board, and back.
pub(super) struct View {
    side: Side,
    men: SquareSet,
    kings: SquareSet,
    occupied: SquareSet,
}

impl View {
    #[inline]
    pub(super) fn new(position: &CoastToCoast, side: Side) -> View {
        let ours = position.checkers[side];
        let turn = |set| if side == Side::First { set } else { reflected(set) };
        View {
            side,
            men: turn(ours & !position.kings),
            kings: turn(ours & position.kings),
            occupied: turn(position.occupied()),
        }
    }

    #[inline]
    pub(super) fn squares(&self, set: SquareSet) -> SquareSet {
        if self.side == Side::First { set } else { reflected(set) }
    }

    #[inline]
    pub(super) fn square(&self, square: Square) -> Square {
        self.squares(SquareSet::of(square)).first().unwrap_or(square)
    }

    /// Hands every checker to `visit`, with the squares that it can go to, and those that it can
    /// go to by a free move after it was crowned.
    #[inline]
    pub(super) fn each_checker(&self, mut visit: impl FnMut(Square, SquareSet, SquareSet)) {
        let open = open_jumps::<MAN>(self.occupied);
        for from in self.men {
            let start = SquareSet::of(from);
            let steps = MAN_STEPS[from.index()] & !self.occupied;
            let to = steps | flood(start, &open);
            let free = if (to & ENEMY_HOME).is_empty() {
                SquareSet::EMPTY
            } else {
                self.free_moves(start)
            };
            visit(from, to & !ENEMY_HOME, free);
        }
        if self.kings.is_empty() {
            return;
        }
        let open = open_jumps::<KING>(self.occupied);
        for from in self.kings {
            let steps = KING_STEPS[from.index()] & !self.occupied;
            let to = steps | flood(SquareSet::of(from), &open);
            visit(from, to & !ENEMY_HOME, SquareSet::EMPTY);
        }
    }

    /// Where a man that left `start` and was crowned in the enemy home can go from there.
    fn free_moves(&self, start: SquareSet) -> SquareSet {
        let occupied = self.occupied & !start;
        let steps = KING_STEPS[CoastToCoast::home_of(Side::Second).index()] & !occupied;
        (steps | flood(ENEMY_HOME, &open_jumps::<KING>(occupied))) & !start
    }

    /// How many moves there are, a pass not counted.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        let mut count = 0;
        self.each_checker(|_, plain, free| count += u64::from(plain.len() + free.len()));
        count
    }

    /// Whether there is a move. Nearly always the first few checkers tell.
    pub(super) fn can_move(&self) -> bool {
        let room = !self.occupied & !ENEMY_HOME;
        let steps = |squares: SquareSet, table: &[SquareSet; 64]| {
            squares.into_iter().any(|from| !(table[from.index()] & room).is_empty())
        };
        steps(self.men, &MAN_STEPS) || steps(self.kings, &KING_STEPS) || self.count() > 0
    }
}

/// A checker in the middle of its turn. Everything in it is the board's, not the mover's.
#[derive(Copy, Clone)]
pub(super) struct Mover {
    pub(super) side: Side,
    /// The square that the turn began on: empty now.
    pub(super) from: Square,
    pub(super) at: Square,
    pub(super) king: bool,
}

impl Mover {
    /// The checker before its turn.
    pub(super) fn new(position: &CoastToCoast, from: Square) -> Mover {
        Mover { side: position.side, from, at: from, king: position.kings.contains(from) }
    }

    /// The neighbouring squares in the directions that it may go, empty or not.
    pub(super) fn neighbours(self, position: &CoastToCoast) -> SquareSet {
        let view = View::new(position, self.side);
        let table = if self.king { &KING_STEPS } else { &MAN_STEPS };
        view.squares(table[view.square(self.at).index()])
    }

    /// The squares that it can step to, a home included.
    pub(super) fn steps(self, position: &CoastToCoast) -> SquareSet {
        self.neighbours(position) & !self.obstacles(position)
    }

    /// The squares that it can get to by one or more jumps, homes and its start included.
    pub(super) fn jumps(self, position: &CoastToCoast) -> SquareSet {
        let view = View::new(position, self.side);
        let start = view.squares(SquareSet::of(self.at));
        let occupied = view.squares(self.obstacles(position));
        view.squares(if self.king {
            flood(start, &open_jumps::<KING>(occupied))
        } else {
            flood(start, &open_jumps::<MAN>(occupied))
        })
    }

    /// All checkers but itself.
    pub(super) fn obstacles(self, position: &CoastToCoast) -> SquareSet {
        position.occupied() & !SquareSet::of(self.from)
    }

    /// The squares of a shortest way to `to`, without the one where it is now; only `to` if no
    /// jumps lead there.
    fn way(self, position: &CoastToCoast, to: Square) -> Vec<Square> {
        let home = CoastToCoast::home_of(self.side);
        let obstacles = self.obstacles(position);
        let single_jumps = |at: Square| {
            let over = if at == home {
                SquareSet::EMPTY
            } else {
                Mover { at, ..self }.neighbours(position) & obstacles
            };
            over.into_iter().filter_map(move |over| beyond(at, over))
        };
        let reachable = self.jumps(position);
        let mut levels = Vec::from([SquareSet::of(self.at)]);
        while let Some(&level) = levels.last()
            && reachable.contains(to)
            && !level.contains(to)
        {
            let landings: SquareSet = level.into_iter().flat_map(single_jumps).collect();
            levels.push(landings & reachable);
        }
        let mut way = Vec::from([to]);
        for &level in levels.iter().skip(1).rev().skip(1) {
            let next = way[way.len() - 1];
            way.extend(level.into_iter().find(|&at| single_jumps(at).any(|end| end == next)));
        }
        way.reverse();
        way
    }
}

/// The square on the other side of a neighbour.
fn beyond(at: Square, over: Square) -> Option<Square> {
    over.offset(over.file() as i8 - at.file() as i8, over.rank() as i8 - at.rank() as i8)
}

/// The squares that a legal move touches, along one shortest way; none for a pass.
pub(super) fn trail(position: &CoastToCoast, mv: Move) -> Vec<Square> {
    let Move::Go { from, to, crowned } = mv else { return Vec::new() };
    let mut trail = Vec::from([from]);
    let mut mover = Mover::new(position, from);
    if crowned {
        let home = CoastToCoast::home_of(!mover.side);
        trail.extend(mover.way(position, home));
        mover = Mover { at: home, king: true, ..mover };
    }
    trail.extend(mover.way(position, to));
    trail
}
