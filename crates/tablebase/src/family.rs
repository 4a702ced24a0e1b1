//! Rule families: rule sets that share their tables, because their positions have the same values.

use crownhead_rules::checkers::{JumpRule, RuleSet, StuckRule};

use crate::BoardView;
use crate::solve::jumps;

/// Rule sets whose positions have the same values.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum RuleFamily {
    /// Jumping is mandatory. Rules with a remedy belong here too: the opponent can always compel
    /// the jump, so the values are the same. A test checks this for every phase.
    Must,
    /// Jumping is mandatory, and a man that is crowned continues its jump.
    MustAndGoOn,
    /// Jumping is optional, and a side that cannot move passes.
    Choice,
}

impl RuleFamily {
    /// Every family, in the order of declaration.
    pub const ALL: [RuleFamily; 3] =
        [RuleFamily::Must, RuleFamily::MustAndGoOn, RuleFamily::Choice];

    /// The family of a rule set, if it has one.
    #[inline]
    pub const fn of<R: RuleSet>() -> Option<RuleFamily> {
        match (R::JUMPING, R::CROWNED_GOES_ON, R::STUCK) {
            (JumpRule::Must | JumpRule::Remedy, false, StuckRule::Loses) => Some(RuleFamily::Must),
            (JumpRule::Must, true, StuckRule::Loses) => Some(RuleFamily::MustAndGoOn),
            (JumpRule::Choice, false, StuckRule::Passes) => Some(RuleFamily::Choice),
            _ => None,
        }
    }

    /// The name of the family in files and folders.
    pub const fn name(self) -> &'static str {
        match self {
            RuleFamily::Must => "must",
            RuleFamily::MustAndGoOn => "must-and-go-on",
            RuleFamily::Choice => "choice",
        }
    }

    /// Whether the tables skip a position, because its mandatory jumps lead to fewer checkers at
    /// once.
    #[inline]
    pub fn leaves_out(self, view: &BoardView) -> bool {
        self != RuleFamily::Choice && jumps(view)
    }
}
