//! How a game ends, and why.

use crate::Side;

/// Who won, or that nobody did.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This side has won.
    Win(Side),
    /// Nobody has won: a draw, or a tie.
    Draw,
}

/// What ended the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A side of a checkers game has no checker left.
    CapturedAll,
    /// The side on turn cannot move.
    NoMove,
    /// Neither side can move, in a game where one who cannot passes.
    NeitherCanMove,
    /// Three in a row, in tic-tac-toe.
    ThreeInARow,
    /// The tic-tac-toe grid is full and nobody has three in a row.
    Full,
    /// The tic-tac-toes on the checkerboard were counted.
    Count,
    /// All twelve checkers are home, in Coast to Coast.
    AllHome,
    /// The same position came up for the third time.
    Repetition,
    /// Too many plies in a row changed nothing for good.
    NoProgress,
}

impl Reason {
    /// The name that JSON and protocols have for it.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::CapturedAll => "captured-all",
            Reason::NoMove => "no-move",
            Reason::NeitherCanMove => "neither-can-move",
            Reason::ThreeInARow => "three-in-a-row",
            Reason::Full => "full",
            Reason::Count => "count",
            Reason::AllHome => "all-home",
            Reason::Repetition => "repetition",
            Reason::NoProgress => "no-progress",
        }
    }
}

/// The end of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub verdict: Verdict,
    /// What ended it.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `side`.
    pub const fn win(side: Side, reason: Reason) -> Self {
        Outcome { verdict: Verdict::Win(side), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { verdict: Verdict::Draw, reason }
    }

    /// The score as text, the first side's before the second's: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(self) -> &'static str {
        match self.verdict {
            Verdict::Win(Side::First) => "1-0",
            Verdict::Win(Side::Second) => "0-1",
            Verdict::Draw => "1/2-1/2",
        }
    }
}
