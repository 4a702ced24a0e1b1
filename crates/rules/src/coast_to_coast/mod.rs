//! Coast to Coast, the race over all 64 squares: the position and how a move changes it. The
//! submodules generate, write, parse and explain moves.
//!
//! The board lies with a corner towards each player:
//!
//! ```text
//! 8  . . . . . . . R      R  red's home, where black's men are crowned
//! 7  . . . . . . . .      B  black's home, where black's kings leave the board
//!    …                    A black man goes up, right, up-right, up-left and down-right:
//! 1  B . . . . . . .      never nearer to its own home. For red all is reflected.
//!    a b c d e f g h
//! ```

mod book;
mod explain;
pub(crate) mod messages;
mod moves;
mod parse_move;
mod text;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::book::Rule;
use crate::grid::{Square, SquareSet};
use crate::{
    ActionKind, AnySquare, BySide, Checker, Explanation, Key, MoveDetails, MoveRefusal, Notation,
    Outcome, ParseError, Position, Reason, Side, SideName,
};

pub use moves::Move;
pub use text::Setup;

use moves::View;

/// The number of checkers of a side, on the board and home together.
pub const CHECKERS: u8 = 12;

/// The start layout of the men: the option `setup`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// The three full lines at 2, 3 and 4 steps from the home.
    #[default]
    Lines,
    /// The twelve squares nearest the home.
    Corner,
}

impl Layout {
    /// Both, the default first.
    pub const ALL: [Layout; 2] = [Layout::Lines, Layout::Corner];

    /// The value of the option: `lines` or `corner`.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Lines => "lines",
            Layout::Corner => "corner",
        }
    }

    fn black(self) -> SquareSet {
        let stands = |square: &Square| {
            let steps = square.file() + square.rank();
            match self {
                Layout::Lines => (2..=4).contains(&steps),
                Layout::Corner => {
                    (1..=3).contains(&steps) || steps == 4 && (1..=3).contains(&square.file())
                }
            }
        };
        Square::all().filter(stands).collect()
    }
}

/// The [name](Layout::name).
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a [name](Layout::name).
impl FromStr for Layout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Layout, ParseError> {
        let known = Layout::ALL.into_iter().find(|layout| layout.name() == text);
        known.ok_or(ParseError::new("lines or corner"))
    }
}

/// The set reflected through the centre of the board, which swaps the sides.
const fn reflected(set: SquareSet) -> SquareSet {
    SquareSet::from_bits(set.bits().reverse_bits())
}

/// A position of Coast to Coast.
///
/// Each side's checkers on the board and at home are twelve together, and no checker stands on a
/// home. The default is the start position with the default [`Layout`].
///
/// Written `3rrr2/4rrr1/5rrr/6rr/bb5r/bbb5/1bbb4/2bbb3 b 0 0`: the ranks from 8 to 1, the side to
/// move, and how many of black's and red's checkers are home. The text is complete: the layout
/// matters only at the start.
///
/// ```
/// use crownhead_rules::coast_to_coast::{CoastToCoast, Layout};
/// use crownhead_rules::{Notation, Position, perft::perft};
///
/// let mut game = CoastToCoast::start(Layout::Lines);
/// assert_eq!(perft(&game, 3), 35_402);
/// game.play(game.parse_move("a3-c5")?)?;
/// let text = "3rrr2/4rrr1/5rrr/b1b3rr/bb5r/1bb5/1bbb4/2bbb3 r 0 0";
/// assert_eq!(game.to_string(), text);
/// assert_eq!(text.parse(), Ok(game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoastToCoast {
    checkers: BySide<SquareSet>,
    /// Which of both sides' checkers are kings.
    kings: SquareSet,
    home: BySide<u8>,
    side: Side,
}

impl CoastToCoast {
    /// The start position.
    pub fn start(layout: Layout) -> Self {
        let black = layout.black();
        CoastToCoast {
            checkers: BySide::new(black, reflected(black)),
            kings: SquareSet::EMPTY,
            home: BySide::new(0, 0),
            side: Side::First,
        }
    }

    /// The home of a side: where its own kings leave the board and enemy men are crowned.
    #[inline]
    pub const fn home_of(side: Side) -> Square {
        const A1: Square = Square::from_index(0).expect("on the board");
        const H8: Square = Square::from_index(63).expect("on the board");
        match side {
            Side::First => A1,
            Side::Second => H8,
        }
    }

    /// A side's checkers on the board.
    #[inline]
    pub fn checkers(&self, side: Side) -> SquareSet {
        self.checkers[side]
    }

    /// The kings of both sides.
    #[inline]
    pub fn kings(&self) -> SquareSet {
        self.kings
    }

    /// How many of a side's checkers are home and off the board.
    #[inline]
    pub fn home(&self, side: Side) -> u8 {
        self.home[side]
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.checkers.first | self.checkers.second
    }

    /// The side that has all its checkers home. Both have them only in a position from a text; then
    /// the side that is not to move wins, because it moved last.
    #[inline]
    fn all_home(&self) -> Option<Side> {
        [!self.side, self.side].into_iter().find(|&side| self.home[side] == CHECKERS)
    }

    /// Whether the side to move has no move but a pass, in a position that is not over.
    fn must_pass(&self) -> bool {
        !View::new(self, self.side).can_move()
    }
}

/// The start position with the default layout.
impl Default for CoastToCoast {
    fn default() -> CoastToCoast {
        CoastToCoast::start(Layout::default())
    }
}

impl Position for CoastToCoast {
    type Move = Move;

    const NO_PROGRESS_LIMIT: Option<u32> = Some(200);

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(side) = self.all_home() {
            return Some(Outcome::win(side, Reason::AllHome));
        }
        let anyone_can = Side::ALL.into_iter().any(|side| View::new(self, side).can_move());
        (!anyone_can).then(|| Outcome::draw(Reason::NeitherCanMove))
    }

    fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.all_home().is_some() {
            return;
        }
        let view = View::new(self, self.side);
        let mut stuck = true;
        view.each_checker(|from, plain, free| {
            stuck &= (plain | free).is_empty();
            let from = view.square(from);
            view.squares(plain)
                .into_iter()
                .for_each(|to| visit(Move::Go { from, to, crowned: false }));
            view.squares(free)
                .into_iter()
                .for_each(|to| visit(Move::Go { from, to, crowned: true }));
        });
        if stuck && View::new(self, !self.side).can_move() {
            visit(Move::Pass);
        }
    }

    fn count_moves(&self) -> u64 {
        if self.all_home().is_some() {
            return 0;
        }
        match View::new(self, self.side).count() {
            0 => View::new(self, !self.side).can_move().into(),
            count => count,
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let us = self.side;
        self.side = !us;
        let Move::Go { from, to, crowned } = mv else { return };
        let king = crowned || self.kings.contains(from);
        self.checkers[us].remove(from);
        self.kings.remove(from);
        if to == Self::home_of(us) {
            self.home[us] += 1;
            return;
        }
        self.checkers[us].insert(to);
        if king {
            self.kings.insert(to);
        }
    }

    fn key(&self) -> Key {
        let mut key = if self.side == Side::First { Key::ZERO } else { TURN_KEY };
        for side in Side::ALL {
            for square in self.checkers[side] {
                key ^= checker_key(side, self.kings.contains(square), square);
            }
        }
        key
    }

    fn key_change(&self, mv: Move) -> Key {
        let Move::Go { from, to, crowned } = mv else { return TURN_KEY };
        let was_king = self.kings.contains(from);
        let left = TURN_KEY ^ checker_key(self.side, was_king, from);
        if to == Self::home_of(self.side) {
            return left;
        }
        left ^ checker_key(self.side, was_king || crowned, to)
    }

    #[inline]
    fn makes_progress(&self, mv: Move) -> bool {
        matches!(mv, Move::Go { to, crowned, .. } if crowned || to == Self::home_of(self.side))
    }
}

/// The Zobrist key of a checker. The number of checkers home follows from the others, so it has no
/// key.
fn checker_key(side: Side, king: bool, square: Square) -> Key {
    let kind = (side as usize) * 2 + usize::from(king);
    Key::random(20_000 + (kind * 64 + square.index()) as u64)
}

/// Toggled when the other player is to move.
const TURN_KEY: Key = Key::random(20_256);

impl Notation for CoastToCoast {
    const BOOK: &'static [Rule] = book::BOOK;

    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Black, SideName::Red);

    fn text(&self) -> Option<String> {
        Some(text::write(self))
    }

    fn move_text(&self, mv: Move) -> String {
        text::write_move(self.side, mv)
    }

    fn checkers_home(&self, side: Side) -> Option<u8> {
        Some(self.home(side))
    }

    fn move_details(&self, mv: Move) -> MoveDetails {
        match mv {
            Move::Pass => MoveDetails::without_squares(ActionKind::Pass),
            Move::Go { crowned, .. } => {
                MoveDetails::new(ActionKind::Step, moves::trail(self, mv)).with_crowned(crowned)
            }
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveRefusal> {
        parse_move::parse_move(self, text)
    }

    fn explain_move(&self, mv: Move) -> Explanation {
        explain::explain_move(self, mv)
    }

    fn explain_outcome(&self, outcome: Outcome) -> Explanation {
        explain::explain_outcome(outcome)
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        let AnySquare::Grid(square) = square else { return Vec::new() };
        let king = self.kings.contains(square);
        Side::ALL
            .into_iter()
            .filter(|&side| self.checkers[side].contains(square))
            .map(|side| Checker { side, king })
            .collect()
    }
}

#[cfg(test)]
mod tests;
