//! Start positions: how a game begins under rules with options, and how its position texts are
//! parsed under them.

use crownhead_rules::checkers::{Checkers, RuleSet, Setup};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{BySide, Notation, Position, PositionErrors, Side};

use crate::Rules;

/// A position type that can be begun.
pub(crate) trait Begin: Notation {
    /// The start position.
    fn begin(rules: Rules) -> Self;

    /// A position by its text.
    fn read(rules: Rules, text: &str) -> Result<Self, PositionErrors>;

    /// The FEN of a checkers position in any phase: the board, and who decides next. None for
    /// other games.
    fn fen_in_any_phase(&self) -> Option<String> {
        None
    }
}

impl<R: RuleSet> Begin for Checkers<R> {
    fn begin(_: Rules) -> Self {
        Checkers::start()
    }

    fn read(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }

    fn fen_in_any_phase(&self) -> Option<String> {
        let (board, side) = (self.board(), self.side());
        let [first, second] = Side::ALL.map(|side| board.of(side));
        let kings = BySide::new(first & board.kings(), second & board.kings());
        let men = BySide::new(first & !kings.first, second & !kings.second);
        Setup { side, men, kings }.position::<R>().ok()?.text()
    }
}

impl Begin for StackEm {
    fn begin(_: Rules) -> Self {
        StackEm::start()
    }

    fn read(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }
}

impl Begin for CoastToCoast {
    fn begin(rules: Rules) -> Self {
        CoastToCoast::start(rules.layout())
    }

    fn read(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }
}

impl Begin for TicTacToe {
    fn begin(_: Rules) -> Self {
        TicTacToe::start()
    }

    fn read(_: Rules, text: &str) -> Result<Self, PositionErrors> {
        text.parse()
    }
}

impl Begin for CheckerboardTicTacToe {
    fn begin(rules: Rules) -> Self {
        CheckerboardTicTacToe::start(rules.variation())
    }

    fn read(rules: Rules, text: &str) -> Result<Self, PositionErrors> {
        CheckerboardTicTacToe::from_text(rules.variation(), text)
    }
}
