//! The outcome of a game: who won, and the reason.

use core::fmt;
use core::str::FromStr;

use crate::{ParseError, Side};

/// Who won, or that nobody did. Written as a score, the first side's before the second's: `1-0`,
/// `0-1` or `1/2-1/2`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This side has won.
    Win(Side),
    /// Nobody has won: a draw, or a tie.
    Draw,
}

impl Verdict {
    /// The side that has won; none in a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Verdict::Win(side) => Some(side),
            Verdict::Draw => None,
        }
    }

    /// The score as text, the first side's before the second's: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(self) -> &'static str {
        match self {
            Verdict::Win(Side::First) => "1-0",
            Verdict::Win(Side::Second) => "0-1",
            Verdict::Draw => "1/2-1/2",
        }
    }
}

/// The [score](Verdict::score).
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.score())
    }
}

/// Parses a [score](Verdict::score).
impl FromStr for Verdict {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Verdict, ParseError> {
        match text {
            "1-0" => Ok(Verdict::Win(Side::First)),
            "0-1" => Ok(Verdict::Win(Side::Second)),
            "1/2-1/2" => Ok(Verdict::Draw),
            _ => Err(ParseError::new("1-0, 0-1 or 1/2-1/2")),
        }
    }
}

/// What ended the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A side of a checkers game has no checker left.
    CapturedAll,
    /// The side on turn cannot move.
    NoMove,
    /// Neither side can move, in a game where a player without a move passes.
    NeitherCanMove,
    /// Three in a row, in tic-tac-toe.
    ThreeInARow,
    /// The tic-tac-toe grid is full and nobody has three in a row.
    Full,
    /// All checkers are placed and the tic-tac-toes were counted, in Tic-Tac-Toe On A Checkerboard.
    Count,
    /// All twelve checkers are home, in Coast to Coast.
    AllHome,
    /// The same position came up for the third time.
    Repetition,
    /// Too many plies in a row without progress.
    NoProgress,
}

impl Reason {
    /// Every reason, in the order of declaration.
    pub const ALL: [Reason; 9] = [
        Reason::CapturedAll,
        Reason::NoMove,
        Reason::NeitherCanMove,
        Reason::ThreeInARow,
        Reason::Full,
        Reason::Count,
        Reason::AllHome,
        Reason::Repetition,
        Reason::NoProgress,
    ];

    /// The stable name in JSON and protocols.
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

/// The [name](Reason::name).
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses a [name](Reason::name).
impl FromStr for Reason {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Reason, ParseError> {
        let known = Reason::ALL.into_iter().find(|reason| reason.name() == text);
        known.ok_or(ParseError::new("what ends a game, such as captured-all or no-move"))
    }
}

/// The end of a game. Written as the score and the reason, `1-0 (captured-all)`; the sentence for
/// a player is [`Notation::explain_outcome`](crate::Notation::explain_outcome).
///
/// ```
/// use crownhead_rules::{Notation, Position, Side, checkers::WinningMovesCheckers};
///
/// let mut game: WinningMovesCheckers = "B:W18:B14".parse()?;
/// assert_eq!(game.outcome(), None);
/// game.play(game.parse_move("14x23")?)?;
///
/// let outcome = game.outcome().expect("white has no checker left");
/// assert_eq!(outcome.winner(), Some(Side::First));
/// assert_eq!(outcome.to_string(), "1-0 (captured-all)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or a draw.
    pub verdict: Verdict,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `side`.
    pub const fn win(side: Side, reason: Reason) -> Self {
        Outcome { verdict: Verdict::Win(side), reason }
    }

    /// A draw for both sides.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { verdict: Verdict::Draw, reason }
    }

    /// The side that has won; none in a draw.
    pub const fn winner(self) -> Option<Side> {
        self.verdict.winner()
    }

    /// The score as text, the first side's before the second's: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(self) -> &'static str {
        self.verdict.score()
    }
}

/// `1-0 (captured-all)`
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.verdict, self.reason)
    }
}
