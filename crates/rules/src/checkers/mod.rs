//! The checkers family: four rule sets over one board.
//!
//! This file has the position and its move generation; each game is a file in `rule_sets`.

mod board;
mod book;
mod count;
mod explain;
mod explain_jump;
mod explain_remedy;
mod key;
pub(crate) mod messages;
mod moves;
mod notation;
mod phase;
mod rule_set;
mod rule_sets;
#[cfg(test)]
mod tests;
mod text;

pub use board::Board;
pub use moves::Move;
pub use phase::{CheckersPhase, NoPhases, Offence, PhaseStorage};
pub use rule_set::{JumpRule, RuleSet, StuckRule};
pub use rule_sets::*;
pub use text::Setup;
pub(crate) use text::setup_messages;

use crate::{Key, Outcome, Position, Reason, Side};

/// A position of a checkers game. Each game is a [`RuleSet`], and has a name for its positions:
/// [`RegalCheckers`], [`KingMeStandard`], [`WinningMovesCheckers`], [`ParkerCheckers`]. The default
/// is the start position.
///
/// Written as the draughts world's FEN, `B:W21,22,K30:B1,2,K5`: the side to move, then each side's
/// squares with `K` before a king. `B` moves first.
///
/// ```
/// use crownhead_rules::{Notation, Position, Side, checkers::WinningMovesCheckers};
///
/// let mut game = WinningMovesCheckers::default();
/// assert_eq!(game, WinningMovesCheckers::start());
/// for text in ["11-15", "22-18", "15x22"] {
///     let mv = game.parse_move(text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.board().pieces(Side::Second).len(), 11);
/// assert_eq!(game.legal_texts(), ["25x18", "26x17"]);
/// let text = game.to_string();
/// assert_eq!(text, "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22");
/// assert_eq!(text.parse(), Ok(game));
///
/// let errors = "B:W3,33:B3".parse::<WinningMovesCheckers>().unwrap_err();
/// assert_eq!(
///     errors.to_string(),
///     "“33” is not a square from 1 to 32, or a range of them; two checkers on 3; \
///      the man on 3 is on its far row, where it would be a king"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Checkers<R: RuleSet> {
    board: Board,
    side: Side,
    phase: R::Phase,
}

impl<R: RuleSet> Checkers<R> {
    /// The start position.
    pub fn start() -> Self {
        Checkers::regular(Board::START, Side::First)
    }

    /// A position in which a regular move is due. The board must be possible: no two checkers on a
    /// square, no man on its king row. [`Setup`] checks a board that a user set up.
    #[inline]
    pub fn regular(board: Board, side: Side) -> Self {
        Checkers { board, side, phase: R::Phase::from_phase(CheckersPhase::Regular) }
    }

    /// The checkers of both sides.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The phase with its data, such as the [`Offence`] that the opponent committed.
    #[inline]
    pub fn checkers_phase(&self) -> CheckersPhase {
        self.phase.to_phase()
    }

    /// Visits the legal moves that are no offence: all moves, except in Parker's game, where they
    /// are the moves under mandatory jumping.
    #[inline]
    pub fn each_move_without_offence(&self, mut visit: impl FnMut(Move)) {
        if R::JUMPING == JumpRule::Remedy
            && self.checkers_phase() == CheckersPhase::Regular
            && !self.board.all_jumpers(self.side).is_empty()
        {
            moves::each_jump::<R>(&self.board, self.side, true, &mut visit);
        } else {
            self.each_move(visit);
        }
    }

    /// Visits the moves of `side`, the side to move. It is an argument so that this code is
    /// compiled for each side, with the forward directions as constants.
    #[inline(always)]
    fn each_move_of(&self, side: Side, mut visit: impl FnMut(Move)) {
        if self.board.pieces(!side).is_empty() {
            return;
        }
        match self.checkers_phase() {
            CheckersPhase::Regular => {
                self.each_regular(side, &mut visit);
                if R::STUCK == StuckRule::Passes && !self.board.can_move(side) && self.passes() {
                    visit(Move::Pass);
                }
            }
            CheckersPhase::Remedy(offence) => {
                visit(Move::Compel);
                offence.culprits.into_iter().for_each(|culprit| visit(Move::Huff(culprit)));
                visit(Move::Stand);
            }
            CheckersPhase::Compelled => {
                moves::each_jump::<R>(&self.board, side, true, &mut visit);
            }
        }
    }

    /// Plays a move of `side`, the side to move. This is where a huff removes the checker, and
    /// where an offence starts the remedy phase (see [`Offence::of`]).
    #[inline(always)]
    fn play_of(&mut self, side: Side, mv: Move) {
        match mv {
            Move::Go { path, captured, crowned } => {
                let before = self.board;
                self.board.move_checker(side, path, captured, crowned);
                let mut phase = CheckersPhase::Regular;
                if R::JUMPING == JumpRule::Remedy
                    && self.checkers_phase() == CheckersPhase::Regular
                    && let Some(offence) = Offence::of(side, &before, mv, &self.board)
                {
                    phase = CheckersPhase::Remedy(offence);
                }
                self.phase = R::Phase::from_phase(phase);
                self.side = !side;
            }
            Move::Pass => self.side = !side,
            Move::Compel => {
                if let CheckersPhase::Remedy(offence) = self.checkers_phase() {
                    self.board = offence.before;
                }
                self.phase = R::Phase::from_phase(CheckersPhase::Compelled);
                self.side = !side;
            }
            Move::Huff(culprit) => {
                self.board.remove(culprit);
                self.phase = R::Phase::from_phase(CheckersPhase::Regular);
            }
            Move::Stand => self.phase = R::Phase::from_phase(CheckersPhase::Regular),
        }
    }

    #[inline(always)]
    fn each_regular(&self, side: Side, visit: &mut impl FnMut(Move)) {
        if R::JUMPING == JumpRule::Must {
            if self.board.all_jumpers(side).is_empty() {
                moves::each_step(&self.board, side, visit);
            } else {
                moves::each_jump::<R>(&self.board, side, false, visit);
            }
        } else {
            moves::each_step(&self.board, side, visit);
            moves::each_jump::<R>(&self.board, side, false, visit);
        }
    }

    #[inline(always)]
    fn count_regular(&self, side: Side) -> u64 {
        if R::JUMPING == JumpRule::Must {
            count::count_forced_moves::<R>(&self.board, side)
        } else {
            count::count_steps(&self.board, side)
                + count::count_jumps::<R>(&self.board, side, false)
        }
    }

    /// Whether the side to move, which has no regular move, passes.
    fn passes(&self) -> bool {
        R::STUCK == StuckRule::Passes
            && !self.board.pieces(self.side).is_empty()
            && self.board.can_move(!self.side)
    }

    /// Whether the side to move has captured everything. The case that it has lost everything
    /// itself needs no test, because it has no move then.
    #[inline(always)]
    fn has_captured_all(&self) -> bool {
        self.board.pieces(!self.side).is_empty()
    }
}

/// The start position.
impl<R: RuleSet> Default for Checkers<R> {
    fn default() -> Self {
        Checkers::start()
    }
}

impl<R: RuleSet> Position for Checkers<R> {
    type Move = Move;

    const NO_PROGRESS_LIMIT: Option<u32> = Some(80);

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        for side in Side::ALL {
            if self.board.pieces(side).is_empty() {
                return Some(Outcome::win(!side, Reason::CapturedAll));
            }
        }
        if self.checkers_phase() != CheckersPhase::Regular || self.board.can_move(self.side) {
            return None;
        }
        match R::STUCK {
            StuckRule::Loses => Some(Outcome::win(!self.side, Reason::NoMove)),
            StuckRule::Passes if self.passes() => None,
            StuckRule::Passes => Some(Outcome::draw(Reason::NeitherCanMove)),
        }
    }

    #[inline]
    fn each_move(&self, visit: impl FnMut(Move)) {
        match self.side {
            Side::First => self.each_move_of(Side::First, visit),
            Side::Second => self.each_move_of(Side::Second, visit),
        }
    }

    #[inline]
    fn each_child(&self, mut visit: impl FnMut(Self)) {
        let mut visit_after = |side, mv| {
            let mut child = *self;
            child.play_of(side, mv);
            visit(child);
        };
        match self.side {
            Side::First => self.each_move_of(Side::First, |mv| visit_after(Side::First, mv)),
            Side::Second => self.each_move_of(Side::Second, |mv| visit_after(Side::Second, mv)),
        }
    }

    #[inline(never)]
    fn count_moves(&self) -> u64 {
        if self.has_captured_all() {
            return 0;
        }
        match self.checkers_phase() {
            CheckersPhase::Regular => {
                let count = match self.side {
                    Side::First => self.count_regular(Side::First),
                    Side::Second => self.count_regular(Side::Second),
                };
                if R::STUCK == StuckRule::Passes && count == 0 && self.passes() { 1 } else { count }
            }
            CheckersPhase::Remedy(offence) => u64::from(offence.culprits.len()) + 2,
            CheckersPhase::Compelled => count::count_jumps::<R>(&self.board, self.side, true),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.play_of(self.side, mv);
    }

    fn key(&self) -> Key {
        key::board(&self.board) ^ key::turn(self.side, self.checkers_phase(), &self.board)
    }

    fn key_change(&self, mv: Move) -> Key {
        let mut next = *self;
        next.play_unchecked(mv);
        key::between(&self.board, &next.board)
            ^ key::turn(self.side, self.checkers_phase(), &self.board)
            ^ key::turn(next.side, next.checkers_phase(), &next.board)
    }

    fn makes_progress(&self, mv: Move) -> bool {
        match mv {
            Move::Go { path, .. } => path.is_jump() || !self.board.kings().contains(path.from()),
            Move::Huff(_) => true,
            Move::Pass | Move::Compel | Move::Stand => false,
        }
    }

    fn draw_rules_apply(&self) -> bool {
        self.checkers_phase() == CheckersPhase::Regular
    }
}
