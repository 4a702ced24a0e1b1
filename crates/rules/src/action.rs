//! Moves as data: the kind of a move, the squares it touches and what it captures, so that no
//! caller has to parse a move's text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::AnySquare;

/// What kind of decision a move is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// A checker moves and captures nothing. The squares between its start and its end are one
    /// shortest route, which the player need not choose.
    Step,
    /// A checker jumps and captures. The player chooses every square that it lands on.
    Jump,
    /// A checker is put on an empty square.
    Place,
    /// Two checkers swap their squares; their order means nothing.
    Exchange,
    /// The player does nothing.
    Pass,
    /// After an overlooked jump: the opponent takes the move back and jumps.
    Compel,
    /// After an overlooked jump: the checker that should have jumped is removed.
    Huff,
    /// After an overlooked jump: the opponent's move stands.
    Stand,
}

impl ActionKind {
    /// Every kind, in the order of declaration.
    pub const ALL: [ActionKind; 8] = [
        ActionKind::Step,
        ActionKind::Jump,
        ActionKind::Place,
        ActionKind::Exchange,
        ActionKind::Pass,
        ActionKind::Compel,
        ActionKind::Huff,
        ActionKind::Stand,
    ];

    /// The name in JSON and protocols.
    pub const fn name(self) -> &'static str {
        match self {
            ActionKind::Step => "step",
            ActionKind::Jump => "jump",
            ActionKind::Place => "place",
            ActionKind::Exchange => "exchange",
            ActionKind::Pass => "pass",
            ActionKind::Compel => "compel",
            ActionKind::Huff => "huff",
            ActionKind::Stand => "stand",
        }
    }

    /// The text of a decision of this kind with these squares, legal or not.
    pub fn write(self, squares: &[AnySquare]) -> String {
        let joined = |sign: &str| {
            let names: Vec<_> = squares.iter().map(ToString::to_string).collect();
            names.join(sign)
        };
        match self {
            ActionKind::Step => joined("-"),
            ActionKind::Jump => joined("x"),
            ActionKind::Place => joined(" "),
            ActionKind::Exchange => joined("="),
            ActionKind::Huff => format!("huff {}", joined(" ")),
            ActionKind::Pass | ActionKind::Compel | ActionKind::Stand => self.name().to_string(),
        }
    }

    /// Whether it is a remedy for an overlooked jump and moves no checker.
    pub const fn is_remedy(self) -> bool {
        matches!(self, ActionKind::Compel | ActionKind::Huff | ActionKind::Stand)
    }
}

/// What a legal move does to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveDetails {
    /// Decides how the squares of `trail` are to be read.
    pub kind: ActionKind,
    /// The squares that it touches, in order: for a moving checker from its start to its end, for
    /// a huff the square of the checker; none for a decision without squares.
    pub trail: Vec<AnySquare>,
    /// The squares from which it removes enemy checkers, in order. A stack that is jumped twice is
    /// listed twice.
    pub captures: Vec<AnySquare>,
    /// Whether a man becomes a king.
    pub crowned: bool,
}

impl MoveDetails {
    /// A decision that touches these squares, captures nothing and crowns nobody.
    pub fn new<S: Into<AnySquare>>(kind: ActionKind, trail: impl IntoIterator<Item = S>) -> Self {
        let trail = trail.into_iter().map(Into::into).collect();
        MoveDetails { kind, trail, captures: Vec::new(), crowned: false }
    }

    /// A decision without squares.
    pub fn without_squares(kind: ActionKind) -> Self {
        MoveDetails { kind, trail: Vec::new(), captures: Vec::new(), crowned: false }
    }

    /// Adds the squares from which the move captures.
    #[must_use]
    pub fn with_captures<S: Into<AnySquare>>(
        mut self,
        squares: impl IntoIterator<Item = S>,
    ) -> Self {
        self.captures = squares.into_iter().map(Into::into).collect();
        self
    }

    /// Sets whether the move crowns a man.
    #[must_use]
    pub fn with_crowned(mut self, crowned: bool) -> Self {
        self.crowned = crowned;
        self
    }
}

/// The phase of a game: which kinds of decision are open now.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The only phase of a game without phases.
    Play,
    /// Checkers are placed.
    Placing,
    /// All checkers are placed, and two may be exchanged.
    Exchange,
    /// An ordinary turn of a game in which an overlooked jump can be punished.
    Regular,
    /// The opponent overlooked a jump: the player on turn decides what follows.
    Remedy,
    /// A move was taken back, and its player must jump.
    Compelled,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Phase; 6] = [
        Phase::Play,
        Phase::Placing,
        Phase::Exchange,
        Phase::Regular,
        Phase::Remedy,
        Phase::Compelled,
    ];

    /// The name in JSON and protocols.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Play => "play",
            Phase::Placing => "placing",
            Phase::Exchange => "exchange",
            Phase::Regular => "regular",
            Phase::Remedy => "remedy",
            Phase::Compelled => "compelled",
        }
    }
}

/// Writes the [name](Phase::name).
impl core::fmt::Display for Phase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
