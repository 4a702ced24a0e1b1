//! The board of Coast to Coast from the point of view of one side: home is a1, the enemy home h8.
//! Distances, and the jumps that lead towards home.

use crownhead_rules::coast_to_coast::{CoastToCoast, Move};
use crownhead_rules::grid::Square;
use crownhead_rules::{Position, Side};

/// Checkers as bits, a1 lowest, the board reflected for the second side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) men: u64,
    pub(super) kings: u64,
    pub(super) occupied: u64,
    /// Whether the enemy has men.
    pub(super) to_be_crowned: bool,
}

impl View {
    #[inline]
    pub(super) fn of(position: &CoastToCoast, side: Side) -> View {
        let ours = position.checkers(side).bits();
        let kings = position.kings().bits();
        let theirs = position.checkers(!side).bits();
        let turned = |set: u64| if side == Side::First { set } else { set.reverse_bits() };
        View {
            men: turned(ours & !kings),
            kings: turned(ours & kings),
            occupied: turned(ours | theirs),
            to_be_crowned: theirs & !kings != 0,
        }
    }
}

/// The longest distance between two squares, in steps.
pub(super) const LONGEST: usize = 7;

/// For each number of steps, the squares that are at least so far from a1. A king moves in all
/// directions, so the maximum of files and ranks counts; the same holds for a man on its way to h8.
pub(super) const FROM_HOME: [u64; LONGEST + 1] = rings(false);
/// The same from h8.
pub(super) const FROM_GOAL: [u64; LONGEST + 1] = rings(true);
/// For each number, the squares that are at least so many files or ranks off the line from home to
/// home.
pub(super) const OFF_LINE: [u64; LONGEST + 1] = off_line();

const fn rings(from_goal: bool) -> [u64; LONGEST + 1] {
    let mut rings = [0; LONGEST + 1];
    let mut index = 0;
    while index < 64 {
        let (file, rank) = (index % 8, index / 8);
        let (file, rank) = if from_goal { (7 - file, 7 - rank) } else { (file, rank) };
        let steps = if file > rank { file } else { rank };
        let mut least = 0;
        while least <= steps {
            rings[least] |= 1 << index;
            least += 1;
        }
        index += 1;
    }
    rings
}

const fn off_line() -> [u64; LONGEST + 1] {
    let mut sets = [0; LONGEST + 1];
    let mut index = 0usize;
    while index < 64 {
        let off = (index % 8).abs_diff(index / 8);
        let mut least = 0;
        while least <= off {
            sets[least] |= 1 << index;
            least += 1;
        }
        index += 1;
    }
    sets
}

/// The directions towards h8: the shift of a step, and the squares from which two steps stay on the
/// board.
pub(super) const ONWARD: [(u32, u64); 3] =
    [(1, 0x3f3f_3f3f_3f3f_3f3f), (8, 0x0000_ffff_ffff_ffff), (9, 0x0000_3f3f_3f3f_3f3f)];

/// The neighbours of a set; squares of the set may be among them.
#[inline]
pub(super) const fn around(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set << 1 & NOT_A | set >> 1 & NOT_H;
    let three = row | set;
    row | three << 8 | three >> 8
}

/// The number of jumps towards h8 of a set of checkers, of second jumps after them, and of third
/// jumps.
pub(super) fn jump_chains(set: u64, occupied: u64) -> [i32; 3] {
    let open = ONWARD.map(|(step, inside)| occupied >> step & !occupied >> (2 * step) & inside);
    let mut at = set;
    [(); 3].map(|()| {
        let (mut landings, mut jumps) = (0, 0);
        for ((step, _), open) in ONWARD.into_iter().zip(open) {
            let jumping = at & open;
            landings |= jumping << (2 * step);
            jumps += jumping.count_ones() as i32;
        }
        at = landings;
        jumps
    })
}

/// The prior of the shortest step straight ahead: an eighth of the maximum of
/// [`crate::Searchable::move_prior`].
const STEP: i32 = 1_000;

/// How much nearer a move brings its checker to its goal; negative for moves backwards, and for
/// sideways ones away from the line between the homes.
#[inline]
pub(super) fn progress(position: &CoastToCoast, mv: Move) -> i32 {
    let Move::Go { from, to, crowned } = mv else { return 0 };
    let side = position.side();
    let king = position.kings().contains(from);
    let goal = CoastToCoast::home_of(if king { side } else { !side });
    let end = if crowned { goal } else { to };
    (distance(from, goal) - distance(end, goal)) * STEP / 4
}

/// The distance between two squares: twice the steps that a checker needs, plus the files and ranks
/// between them, so that the straighter of two equally long routes is shorter.
#[inline]
fn distance(from: Square, to: Square) -> i32 {
    let files = i32::from(from.file().abs_diff(to.file()));
    let ranks = i32::from(from.rank().abs_diff(to.rank()));
    2 * files.max(ranks) + files + ranks
}
