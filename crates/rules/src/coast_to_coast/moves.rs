//! The moves of Coast to Coast: their type, their generator, and the route of a move. The parent
//! module plays them.
//!
//! Moves are generated from the mover's point of view: red's board is reflected through the centre,
//! so that the mover is always black, home is a1 and the enemy home is h8.
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
    /// The player has no move and passes.
    Pass,
    /// One checker moves, by a step or by jumps; its route makes no difference.
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

/// A man may move in the first five of the [`DIRECTIONS`].
const MAN_DIRECTIONS: usize = 5;
/// A king may move in all of them.
const KING_DIRECTIONS: usize = 8;

const DIRECTIONS: [Direction; KING_DIRECTIONS] = [
    Direction::new(1, 1),
    Direction::new(0, 1),
    Direction::new(1, 0),
    Direction::new(-1, 1),
    Direction::new(1, -1),
    Direction::new(0, -1),
    Direction::new(-1, 0),
    Direction::new(-1, -1),
];

const MAN_STEPS: [SquareSet; 64] = steps(MAN_DIRECTIONS);
const KING_STEPS: [SquareSet; 64] = steps(KING_DIRECTIONS);

const HOME: SquareSet = SquareSet::of(CoastToCoast::home_of(Side::First));
const ENEMY_HOME: SquareSet = SquareSet::of(CoastToCoast::home_of(Side::Second));

/// One of the eight directions.
#[derive(Copy, Clone)]
struct Direction {
    /// By how many bits a step rotates a set. Squares that leave the board at one edge reappear at
    /// another, which is why `jump_origins` is needed.
    rotation: u32,
    /// The squares from which a jump stays on the board.
    jump_origins: SquareSet,
}

impl Direction {
    const fn new(files: i8, ranks: i8) -> Direction {
        let mut jump_origins = 0;
        let mut index = 0;
        while let Some(square) = Square::from_index(index) {
            if square.offset(2 * files, 2 * ranks).is_some() {
                jump_origins |= 1 << index;
            }
            index += 1;
        }
        let rotation = (8 * ranks + files).rem_euclid(64) as u32;
        Direction { rotation, jump_origins: SquareSet::from_bits(jump_origins) }
    }

    /// Every square of a set, moved by a number of steps.
    #[inline]
    const fn forward(self, set: SquareSet, steps: u32) -> SquareSet {
        SquareSet::from_bits(set.bits().rotate_left(self.rotation * steps % 64))
    }

    #[inline]
    const fn backward(self, set: SquareSet, steps: u32) -> SquareSet {
        SquareSet::from_bits(set.bits().rotate_right(self.rotation * steps % 64))
    }
}

/// The neighbours of each square in the first `directions` of the [`DIRECTIONS`].
const fn steps(directions: usize) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut bits = 0;
        let mut direction = 0;
        while direction < directions {
            // The file of the neighbour is at most one away unless the set came round an edge.
            let near = DIRECTIONS[direction].forward(SquareSet::of(square), 1);
            if let Some(to) = near.first()
                && to.file().abs_diff(square.file()) <= 1
                && to.rank().abs_diff(square.rank()) <= 1
            {
                bits |= near.bits();
            }
            direction += 1;
        }
        table[index as usize] = SquareSet::from_bits(bits);
        index += 1;
    }
    table
}

/// For each of the first `N` directions, the squares from which a jump is possible. None begins in
/// the own home, where a checker that arrives is taken off.
#[inline]
fn open_jumps<const N: usize>(occupied: SquareSet) -> [SquareSet; N] {
    array::from_fn(|i| {
        let direction = DIRECTIONS[i];
        direction.backward(occupied, 1)
            & direction.backward(!occupied, 2)
            & direction.jump_origins
            & !HOME
    })
}

/// Every square that one or more jumps lead to, without the start.
#[inline]
fn flood_fill<const N: usize>(start: SquareSet, open: &[SquareSet; N]) -> SquareSet {
    let mut reached = start;
    let mut fresh = start;
    while !fresh.is_empty() {
        let mut landings = SquareSet::EMPTY;
        for i in 0..N {
            landings |= DIRECTIONS[i].forward(fresh & open[i], 2);
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
        let seen_by_mover = |set| if side == Side::First { set } else { reflected(set) };
        View {
            side,
            men: seen_by_mover(ours & !position.kings),
            kings: seen_by_mover(ours & position.kings),
            occupied: seen_by_mover(position.occupied()),
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

    /// Calls `visit` with every checker, the squares that it can go to, and those that it can go to
    /// by a free move after it was crowned.
    #[inline]
    pub(super) fn each_checker(&self, mut visit: impl FnMut(Square, SquareSet, SquareSet)) {
        let open = open_jumps::<MAN_DIRECTIONS>(self.occupied);
        for from in self.men {
            let start = SquareSet::of(from);
            let steps = MAN_STEPS[from.index()] & !self.occupied;
            let to = steps | flood_fill(start, &open);
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
        let open = open_jumps::<KING_DIRECTIONS>(self.occupied);
        for from in self.kings {
            let steps = KING_STEPS[from.index()] & !self.occupied;
            let to = steps | flood_fill(SquareSet::of(from), &open);
            visit(from, to & !ENEMY_HOME, SquareSet::EMPTY);
        }
    }

    /// Where a man that left `start` and was crowned in the enemy home can go from there.
    fn free_moves(&self, start: SquareSet) -> SquareSet {
        let occupied = self.occupied & !start;
        let steps = KING_STEPS[CoastToCoast::home_of(Side::Second).index()] & !occupied;
        (steps | flood_fill(ENEMY_HOME, &open_jumps::<KING_DIRECTIONS>(occupied))) & !start
    }

    /// The number of moves, without the pass.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        let mut count = 0;
        self.each_checker(|_, plain, free| count += u64::from(plain.len() + free.len()));
        count
    }

    /// Whether a move exists. Nearly always one of the first few checkers has one.
    pub(super) fn can_move(&self) -> bool {
        let jump_origins = !self.occupied & !ENEMY_HOME;
        let steps = |squares: SquareSet, table: &[SquareSet; 64]| {
            squares.into_iter().any(|from| !(table[from.index()] & jump_origins).is_empty())
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

    /// The neighbouring squares in its directions, empty or not.
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
            flood_fill(start, &open_jumps::<KING_DIRECTIONS>(occupied))
        } else {
            flood_fill(start, &open_jumps::<MAN_DIRECTIONS>(occupied))
        })
    }

    /// All checkers but itself.
    pub(super) fn obstacles(self, position: &CoastToCoast) -> SquareSet {
        position.occupied() & !SquareSet::of(self.from)
    }

    /// The squares of a shortest route to `to`, without the current one; only `to` if no jumps lead
    /// there.
    fn shortest_route(self, position: &CoastToCoast, to: Square) -> Vec<Square> {
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
        let mut route = Vec::from([to]);
        for &level in levels.iter().skip(1).rev().skip(1) {
            let next = route[route.len() - 1];
            route.extend(level.into_iter().find(|&at| single_jumps(at).any(|end| end == next)));
        }
        route.reverse();
        route
    }
}

/// The square on the other side of a neighbour.
fn beyond(at: Square, over: Square) -> Option<Square> {
    over.offset(over.file() as i8 - at.file() as i8, over.rank() as i8 - at.rank() as i8)
}

/// The squares that a legal move touches, along one shortest route; none for a pass.
pub(super) fn trail(position: &CoastToCoast, mv: Move) -> Vec<Square> {
    let Move::Go { from, to, crowned } = mv else { return Vec::new() };
    let mut trail = Vec::from([from]);
    let mut mover = Mover::new(position, from);
    if crowned {
        let home = CoastToCoast::home_of(!mover.side);
        trail.extend(mover.shortest_route(position, home));
        mover = Mover { at: home, king: true, ..mover };
    }
    trail.extend(mover.shortest_route(position, to));
    trail
}
