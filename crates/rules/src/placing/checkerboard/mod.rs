//! Tic-Tac-Toe On A Checkerboard with its variations: the position, its moves and the count.

mod book;
mod explain;
mod layout;
pub(super) mod messages;
mod moves;
mod text;
mod variations;

#[cfg(test)]
mod tests;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use moves::{CheckerboardMove, Exchanged};
pub use variations::{Size, Variations};

use self::layout::Layout;
use super::{keys, position_text, three_in_a_row};
use crate::book::Rule;
use crate::grid::{Square, SquareSet};
use crate::{
    ActionKind, AnySquare, BySide, Checker, Explanation, Key, MoveDetails, MoveRefusal, Notation,
    Outcome, Phase, Position, PositionErrors, Reason, Side, SideName,
};

/// A position of Tic-Tac-Toe On A Checkerboard. The default is the empty board of the game without
/// variations.
///
/// Written `5/5/2x2/5/5 o`: the rows from the top, `x` for the starting player, `o` for the other,
/// digits for empty squares; the side to move; and with variation 1 what the starting player
/// exchanged. The text does not include the variations (a floating layout may be 5 by 5 or 6 by 6),
/// so [`from_text`](Self::from_text) takes them as an argument.
///
/// ```
/// use crownhead_rules::placing::{CheckerboardTicTacToe, Variations};
/// use crownhead_rules::{Notation, Position};
///
/// let floating = Variations { floating: true, ..Variations::default() };
/// let mut game = CheckerboardTicTacToe::start(floating);
/// assert_eq!(game.legal_texts(), ["d4", "d5", "e4", "e5"]);
/// game.play(game.parse_move("d4")?)?;
/// let text = "8/8/8/8/3x4/8/8/8 o";
/// assert_eq!(game.to_string(), text);
/// assert_eq!(CheckerboardTicTacToe::from_text(floating, text), Ok(game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckerboardTicTacToe {
    checkers: BySide<SquareSet>,
    side: Side,
    exchanged: Exchanged,
    variation: Variations,
}

/// Which kind of move is due.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum PlacingPhase {
    Placing,
    Exchanging,
    Over,
}

impl CheckerboardTicTacToe {
    /// The empty board.
    pub fn start(variation: Variations) -> CheckerboardTicTacToe {
        CheckerboardTicTacToe {
            checkers: BySide::default(),
            side: Side::First,
            exchanged: Exchanged::NotYet,
            variation,
        }
    }

    /// Parses a position of a game with these variations, and reports all errors at once.
    pub fn from_text(variation: Variations, text: &str) -> Result<Self, PositionErrors> {
        text::read(variation, text)
    }

    /// The variations of this game.
    pub fn variations(&self) -> Variations {
        self.variation
    }

    /// The checkers of a side.
    #[inline]
    pub fn checkers(&self, side: Side) -> SquareSet {
        self.checkers[side]
    }

    /// What the starting player exchanged, if anything.
    pub fn exchanged(&self) -> Exchanged {
        self.exchanged
    }

    /// The squares on which a checker can be placed now.
    #[inline]
    pub fn open(&self) -> SquareSet {
        match self.placing_phase() {
            PlacingPhase::Placing => self.area() & !self.occupied(),
            PlacingPhase::Exchanging | PlacingPhase::Over => SquareSet::EMPTY,
        }
    }

    /// The checkers of which two can be exchanged now: all except those that the starting player
    /// exchanged.
    #[inline]
    pub fn exchangeable(&self) -> SquareSet {
        match self.placing_phase() {
            PlacingPhase::Exchanging => self.occupied() & !self.exchanged.squares(),
            PlacingPhase::Placing | PlacingPhase::Over => SquareSet::EMPTY,
        }
    }

    /// The square that counts for both players: the empty one of a 5 by 5 layout, once all checkers
    /// are placed.
    pub fn shared(&self) -> Option<Square> {
        self.left_empty().first()
    }

    /// The number of tic-tac-toes of a side if the game ended now.
    #[inline]
    pub fn count(&self, side: Side) -> u32 {
        three_in_a_row::count(self.checkers[side] | self.left_empty())
    }

    /// The tic-tac-toes that [`count`](Self::count) counts, each with its squares by rank and
    /// then file.
    pub fn counted(&self, side: Side) -> impl Iterator<Item = [Square; 3]> {
        three_in_a_row::all(self.checkers[side] | self.left_empty())
    }

    #[inline]
    fn left_empty(&self) -> SquareSet {
        if self.all_placed() { self.area() & !self.occupied() } else { SquareSet::EMPTY }
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.checkers.first | self.checkers.second
    }

    /// The squares where one more checker could be placed if they were empty. When all checkers are
    /// placed, these are the squares of the layout.
    #[inline]
    fn area(&self) -> SquareSet {
        let size = self.variation.size.rows();
        if !self.variation.floating {
            return Layout::at_corner(size).squares();
        }
        match Layout::around(self.occupied()) {
            Some(layout) => layout.reach(size).squares(),
            None => layout::CENTRE,
        }
    }

    #[inline]
    fn all_placed(&self) -> bool {
        self.occupied().len() == 2 * self.variation.size.checkers()
    }

    #[inline]
    fn placing_phase(&self) -> PlacingPhase {
        if !self.all_placed() {
            PlacingPhase::Placing
        } else if self.variation.exchange
            && (self.exchanged == Exchanged::NotYet || self.side == Side::Second)
        {
            PlacingPhase::Exchanging
        } else {
            PlacingPhase::Over
        }
    }

    /// Whether two squares hold checkers of different colours.
    #[inline]
    fn differ(&self, one: Square, other: Square) -> bool {
        self.checkers.first.contains(one) != self.checkers.first.contains(other)
    }
}

/// The empty board of the game without variations.
impl Default for CheckerboardTicTacToe {
    fn default() -> CheckerboardTicTacToe {
        CheckerboardTicTacToe::start(Variations::default())
    }
}

impl Position for CheckerboardTicTacToe {
    type Move = CheckerboardMove;

    const NO_PROGRESS_LIMIT: Option<u32> = None;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.placing_phase() != PlacingPhase::Over {
            return None;
        }
        let (first, second) = (self.count(Side::First), self.count(Side::Second));
        Some(match first.cmp(&second) {
            core::cmp::Ordering::Greater => Outcome::win(Side::First, Reason::Count),
            core::cmp::Ordering::Less => Outcome::win(Side::Second, Reason::Count),
            core::cmp::Ordering::Equal => Outcome::draw(Reason::Count),
        })
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(CheckerboardMove)) {
        match self.placing_phase() {
            PlacingPhase::Placing => {
                self.open().into_iter().for_each(|to| visit(CheckerboardMove::Place(to)));
            }
            PlacingPhase::Exchanging => {
                let mut rest = self.exchangeable().into_iter();
                while let Some(low) = rest.next() {
                    rest.clone().for_each(|high| visit(CheckerboardMove::Exchange(low, high)));
                }
                visit(CheckerboardMove::Pass);
            }
            PlacingPhase::Over => {}
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.placing_phase() {
            PlacingPhase::Placing => self.open().len().into(),
            PlacingPhase::Exchanging => {
                let checkers = u64::from(self.exchangeable().len());
                checkers * (checkers - 1) / 2 + 1
            }
            PlacingPhase::Over => 0,
        }
    }

    #[inline]
    fn play_unchecked(&mut self, decision: CheckerboardMove) {
        let first_to_exchange = self.side == Side::First;
        match decision {
            CheckerboardMove::Place(square) => self.checkers[self.side].insert(square),
            CheckerboardMove::Exchange(low, high) => {
                if self.differ(low, high) {
                    let both = SquareSet::of(low) | SquareSet::of(high);
                    self.checkers = self.checkers.map(|set| set ^ both);
                }
                if first_to_exchange {
                    self.exchanged = Exchanged::Two(low, high);
                }
            }
            CheckerboardMove::Pass => {
                if first_to_exchange {
                    self.exchanged = Exchanged::Declined;
                }
            }
        }
        self.side = !self.side;
    }

    fn is_legal(&self, decision: CheckerboardMove) -> bool {
        match decision {
            CheckerboardMove::Place(square) => self.open().contains(square),
            CheckerboardMove::Exchange(low, high) => {
                let checkers = self.exchangeable();
                low < high && checkers.contains(low) && checkers.contains(high)
            }
            CheckerboardMove::Pass => self.placing_phase() == PlacingPhase::Exchanging,
        }
    }

    fn key(&self) -> Key {
        let side = if self.side == Side::First { Key::ZERO } else { keys::SIDE };
        let exchanged = match self.exchanged {
            Exchanged::NotYet => Key::ZERO,
            Exchanged::Declined => keys::DECLINED,
            Exchanged::Two(low, high) => keys::exchanged(low) ^ keys::exchanged(high),
        };
        let variation = keys::variation(self.variation.number());
        keys::checkers(self.checkers) ^ side ^ exchanged ^ variation
    }

    #[inline]
    fn key_change(&self, decision: CheckerboardMove) -> Key {
        let mut change = keys::SIDE;
        let first_to_exchange = self.side == Side::First;
        match decision {
            CheckerboardMove::Place(square) => change ^= keys::checker(self.side, square),
            CheckerboardMove::Exchange(low, high) => {
                if self.differ(low, high) {
                    for side in Side::ALL {
                        change ^= keys::checker(side, low) ^ keys::checker(side, high);
                    }
                }
                if first_to_exchange {
                    change ^= keys::exchanged(low) ^ keys::exchanged(high);
                }
            }
            CheckerboardMove::Pass if first_to_exchange => change ^= keys::DECLINED,
            CheckerboardMove::Pass => {}
        }
        change
    }

    fn makes_progress(&self, _: CheckerboardMove) -> bool {
        true
    }
}

impl Notation for CheckerboardTicTacToe {
    const BOOK: &'static [Rule] = book::BOOK;

    const SIDE_NAMES: BySide<SideName> = super::SIDE_NAMES;

    fn text(&self) -> Option<String> {
        Some(text::write(self))
    }

    fn move_text(&self, decision: CheckerboardMove) -> String {
        decision.to_string()
    }

    fn move_details(&self, decision: CheckerboardMove) -> MoveDetails {
        match decision {
            CheckerboardMove::Place(square) => MoveDetails::new(ActionKind::Place, [square]),
            CheckerboardMove::Exchange(low, high) => {
                MoveDetails::new(ActionKind::Exchange, [low, high])
            }
            CheckerboardMove::Pass => MoveDetails::without_squares(ActionKind::Pass),
        }
    }

    fn parse_move(&self, text: &str) -> Result<CheckerboardMove, MoveRefusal> {
        explain::parse_move(self, text.trim())
    }

    fn explain_move(&self, decision: CheckerboardMove) -> Explanation {
        explain::explain_move(self, decision)
    }

    fn explain_outcome(&self, _: Outcome) -> Explanation {
        explain::explain_outcome(self)
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        position_text::checkers_on(self.checkers, square)
    }

    fn tic_tac_toes(&self, side: Side) -> Vec<[AnySquare; 3]> {
        self.counted(side).map(|line| line.map(AnySquare::from)).collect()
    }

    fn tic_tac_toes_with(&self, side: Side, square: AnySquare) -> usize {
        let AnySquare::Grid(square) = square else { return 0 };
        three_in_a_row::count(self.checkers[side] | SquareSet::of(square)) as usize
    }

    fn phase(&self) -> Phase {
        if self.variation.exchange && self.all_placed() { Phase::Exchange } else { Phase::Placing }
    }
}
