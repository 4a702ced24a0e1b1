//! A position of any game: the one place that knows which type plays which game.

use crownhead_rules::checkers::{
    KingMeStandard, KingMeStandardContinues, ParkerCheckers, RegalCheckers, WinningMovesCheckers,
};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{Faults, Notation};

use crate::{GameId, Rules};

/// A position of any game. Searches are generic over the type inside; see [`each!`](crate::each).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AnyPosition {
    RegalCheckers(RegalCheckers),
    TicTacToe(TicTacToe),
    KingMeStandard(KingMeStandard),
    KingMeStandardContinues(KingMeStandardContinues),
    CoastToCoast(CoastToCoast),
    StackEm(StackEm),
    WinningMovesCheckers(WinningMovesCheckers),
    CheckerboardTicTacToe(CheckerboardTicTacToe),
    ParkerCheckers(ParkerCheckers),
}

/// Does the same with the position of whichever game it is: `each!(any, position => …)`. Inside,
/// `position` has its own type, so that generic code is monomorphised over it.
#[macro_export]
macro_rules! each {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::AnyPosition::RegalCheckers($position) => $body,
            $crate::AnyPosition::TicTacToe($position) => $body,
            $crate::AnyPosition::KingMeStandard($position) => $body,
            $crate::AnyPosition::KingMeStandardContinues($position) => $body,
            $crate::AnyPosition::CoastToCoast($position) => $body,
            $crate::AnyPosition::StackEm($position) => $body,
            $crate::AnyPosition::WinningMovesCheckers($position) => $body,
            $crate::AnyPosition::CheckerboardTicTacToe($position) => $body,
            $crate::AnyPosition::ParkerCheckers($position) => $body,
        }
    };
}

impl AnyPosition {
    /// The start position of a game.
    pub fn start(rules: Rules) -> AnyPosition {
        match rules.game() {
            GameId::RegalCheckers => RegalCheckers::start().into(),
            GameId::TicTacToe => TicTacToe::start().into(),
            GameId::KingMeStandard if rules.crowned_goes_on() => {
                KingMeStandardContinues::start().into()
            }
            GameId::KingMeStandard => KingMeStandard::start().into(),
            GameId::CoastToCoast => CoastToCoast::start(rules.layout()).into(),
            GameId::StackEm => StackEm::start().into(),
            GameId::WinningMovesCheckers => WinningMovesCheckers::start().into(),
            GameId::CheckerboardTicTacToe => CheckerboardTicTacToe::start(rules.variation()).into(),
            GameId::ParkerCheckers => ParkerCheckers::start().into(),
        }
    }

    /// A position by its text.
    pub fn from_text(rules: Rules, text: &str) -> Result<AnyPosition, Faults> {
        fn read<P: Notation + Into<AnyPosition>>(
            variant: P::Variant,
            text: &str,
        ) -> Result<AnyPosition, Faults> {
            P::from_text(variant, text).map(Into::into)
        }
        match AnyPosition::start(rules) {
            AnyPosition::RegalCheckers(_) => read::<RegalCheckers>((), text),
            AnyPosition::TicTacToe(_) => read::<TicTacToe>((), text),
            AnyPosition::KingMeStandard(_) => read::<KingMeStandard>((), text),
            AnyPosition::KingMeStandardContinues(_) => read::<KingMeStandardContinues>((), text),
            AnyPosition::CoastToCoast(_) => read::<CoastToCoast>((), text),
            AnyPosition::StackEm(_) => read::<StackEm>((), text),
            AnyPosition::WinningMovesCheckers(_) => read::<WinningMovesCheckers>((), text),
            AnyPosition::CheckerboardTicTacToe(_) => {
                read::<CheckerboardTicTacToe>(rules.variation(), text)
            }
            AnyPosition::ParkerCheckers(_) => read::<ParkerCheckers>((), text),
        }
    }
}

macro_rules! into_any {
    ($($Game:ident),*) => {$(
        impl From<$Game> for AnyPosition {
            fn from(position: $Game) -> AnyPosition {
                AnyPosition::$Game(position)
            }
        }
    )*};
}

into_any!(
    RegalCheckers,
    TicTacToe,
    KingMeStandard,
    KingMeStandardContinues,
    CoastToCoast,
    StackEm,
    WinningMovesCheckers,
    CheckerboardTicTacToe,
    ParkerCheckers
);
