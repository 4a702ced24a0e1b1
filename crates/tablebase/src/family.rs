//! Rules that give the same values: what a table is for.

use crownhead_rules::checkers::{Jumping, RuleSet, Stuck};

use crate::View;
use crate::solve::jumps;

/// Rule sets whose positions have the same values.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Jumping is a must. Where it is a must with a remedy, the opponent can always compel it, so
    /// the values are the same; the tests look at every phase to see it.
    Must,
    /// Jumping is a must, and a crowned man goes on.
    MustAndGoOn,
    /// Jumping is a choice, and who cannot move passes.
    Choice,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 3] = [Family::Must, Family::MustAndGoOn, Family::Choice];

    /// The family of a rule set, if it is one of these.
    #[inline]
    pub const fn of<R: RuleSet>() -> Option<Family> {
        match (R::JUMPING, R::CROWNED_GOES_ON, R::STUCK) {
            (Jumping::Must | Jumping::Remedy, false, Stuck::Loses) => Some(Family::Must),
            (Jumping::Must, true, Stuck::Loses) => Some(Family::MustAndGoOn),
            (Jumping::Choice, false, Stuck::Passes) => Some(Family::Choice),
            _ => None,
        }
    }

    /// The name of it in files.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Must => "must",
            Family::MustAndGoOn => "must-and-go-on",
            Family::Choice => "choice",
        }
    }

    /// Whether tables have no value for a position, because its jumps, which are a must, lead to
    /// fewer checkers at once.
    #[inline]
    pub fn leaves_out(self, view: &View) -> bool {
        self != Family::Choice && jumps(view)
    }
}
