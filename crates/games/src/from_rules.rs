//! Start positions and position texts under the options of a game.

use crownhead_rules::checkers::{Checkers, RuleSet, Setup};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{BySide, Notation, Position, PositionErrors, Side};

use crate::Rules;

/// A position type that can be created for [`Rules`].
pub(crate) trait FromRules: Notation {
    /// The start position under the options.
    fn start_with(rules: Rules) -> Self;

    /// Parses a position under the options.
    fn parse_with(rules: Rules, text: &str) -> Result<Self, PositionErrors>;

    /// The FEN of a checkers position in any phase: the board and the side to move. None for other
    /// games.
    fn fen_in_any_phase(&self) -> Option<String> {
        None
    }
}

impl<R: RuleSet> FromRules for Checkers<R> {
    fn start_with(_: Rules) -> Self {
        Checkers::start()
    }

    fn parse_with(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }

    fn fen_in_any_phase(&self) -> Option<String> {
        let (board, side) = (self.board(), self.side());
        let [first, second] = Side::ALL.map(|side| board.pieces(side));
        let kings = BySide::new(first & board.kings(), second & board.kings());
        let men = BySide::new(first & !kings.first, second & !kings.second);
        Setup { side, men, kings }.position::<R>().ok()?.text()
    }
}

impl FromRules for StackEm {
    fn start_with(_: Rules) -> Self {
        StackEm::start()
    }

    fn parse_with(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }
}

impl FromRules for CoastToCoast {
    fn start_with(rules: Rules) -> Self {
        CoastToCoast::start(rules.layout())
    }

    fn parse_with(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }
}

impl FromRules for TicTacToe {
    fn start_with(_: Rules) -> Self {
        TicTacToe::start()
    }

    fn parse_with(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }
}

impl FromRules for CheckerboardTicTacToe {
    fn start_with(rules: Rules) -> Self {
        CheckerboardTicTacToe::start(rules.variations())
    }

    fn parse_with(rules: Rules, text: &str) -> Result<Self, PositionErrors> {
        CheckerboardTicTacToe::from_text(rules.variations(), text)
    }
}
