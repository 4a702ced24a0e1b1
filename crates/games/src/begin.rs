//! How a game begins under rules with options.

use crownhead_rules::Notation;
use crownhead_rules::checkers::{Checkers, RuleSet};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;

use crate::Rules;

/// A position type that can be begun.
pub(crate) trait Begin: Notation {
    /// The start position.
    fn begin(rules: Rules) -> Self;

    /// What reading a position needs to know.
    fn variant(rules: Rules) -> Self::Variant;
}

impl<R: RuleSet> Begin for Checkers<R> {
    fn begin(_: Rules) -> Self {
        Checkers::start()
    }

    fn variant(_: Rules) {}
}

impl Begin for StackEm {
    fn begin(_: Rules) -> Self {
        StackEm::start()
    }

    fn variant(_: Rules) {}
}

impl Begin for CoastToCoast {
    fn begin(rules: Rules) -> Self {
        CoastToCoast::start(rules.layout())
    }

    fn variant(_: Rules) {}
}

impl Begin for TicTacToe {
    fn begin(_: Rules) -> Self {
        TicTacToe::start()
    }

    fn variant(_: Rules) {}
}

impl Begin for CheckerboardTicTacToe {
    fn begin(rules: Rules) -> Self {
        CheckerboardTicTacToe::start(rules.variation())
    }

    fn variant(rules: Rules) -> Self::Variant {
        rules.variation()
    }
}
