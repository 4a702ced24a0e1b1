//! The rule book: every rule and ruling of every game as data, in our own words.
//!
//! Each game's book is in that game's module and is the constant `BOOK` of its position type
//! ([`Notation::BOOK`](crate::Notation::BOOK)). This module has the type of an entry.

use core::fmt;

pub(crate) mod common;

/// One of the five leaflets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Leaflet {
    /// Regal Games: Checkers, Tic-Tac-Toe.
    Regal,
    /// KING ME: Standard Checkers, Coast to Coast, Stack'Em.
    KingMe,
    /// Winning Moves Checkers.
    WinningMoves,
    /// Tic-Tac-Toe On A Checkerboard.
    TicTacToeOnACheckerboard,
    /// Parker Brothers Checkers.
    Parker,
}

impl Leaflet {
    /// All five, in the order in which the games are listed.
    pub const ALL: [Leaflet; 5] = [
        Leaflet::Regal,
        Leaflet::KingMe,
        Leaflet::WinningMoves,
        Leaflet::TicTacToeOnACheckerboard,
        Leaflet::Parker,
    ];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Leaflet::Regal => "regal",
            Leaflet::KingMe => "king-me",
            Leaflet::WinningMoves => "winning-moves",
            Leaflet::TicTacToeOnACheckerboard => "tic-tac-toe-on-a-checkerboard",
            Leaflet::Parker => "parker",
        }
    }

    /// The title on the box.
    pub const fn title(self) -> &'static str {
        match self {
            Leaflet::Regal => "Regal Games Checkers / Tic-Tac-Toe",
            Leaflet::KingMe => "KING ME",
            Leaflet::WinningMoves => "Winning Moves Checkers",
            Leaflet::TicTacToeOnACheckerboard => "Tic-Tac-Toe On A Checkerboard",
            Leaflet::Parker => "Parker Brothers Checkers",
        }
    }

    /// The maker or the title, as people say it: "the Parker game".
    pub const fn short_title(self) -> &'static str {
        match self {
            Leaflet::Regal => "Regal",
            Leaflet::Parker => "Parker",
            Leaflet::WinningMoves => "Winning Moves",
            Leaflet::KingMe | Leaflet::TicTacToeOnACheckerboard => self.title(),
        }
    }
}

/// The [title](Leaflet::title).
impl fmt::Display for Leaflet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// The origin of a rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The leaflet says so, under this heading.
    Leaflet(Leaflet, &'static str),
    /// The leaflet is silent or ambiguous, so this project decides.
    Ruling,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Leaflet(leaflet, heading) => write!(f, "{}, “{heading}”", leaflet.title()),
            Source::Ruling => f.write_str("ruling"),
        }
    }
}

/// An entry of the book.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The stable id: the game's id, a dot, and the topic or a part of it.
    pub id: &'static str,
    /// The subject, which games share so that their rules can be compared.
    pub topic: &'static str,
    /// The rule in our own words. Two games have the same rule on a topic if and only if the texts
    /// are equal.
    pub text: &'static str,
    /// The leaflet and heading, or a ruling.
    pub source: Source,
    /// The option and value that the rule is limited to, if any.
    pub when: Option<(&'static str, &'static str)>,
}

impl Rule {
    /// Limits the rule to one value of an option.
    #[must_use]
    pub const fn when(mut self, option: &'static str, value: &'static str) -> Rule {
        self.when = Some((option, value));
        self
    }
}

/// Builds an entry: `rule!("regal-checkers", "jump.duty", "…", Source)`. If a game has several
/// entries on a topic, a fifth argument replaces the topic in the id.
macro_rules! rule {
    ($game:literal, $topic:literal, $text:expr, $source:expr) => {
        rule!($game, $topic, $text, $source, $topic)
    };
    ($game:literal, $topic:literal, $text:expr, $source:expr, $id:literal) => {
        $crate::book::Rule {
            id: concat!($game, ".", $id),
            topic: $topic,
            text: $text,
            source: $source,
            when: None,
        }
    };
}

pub(crate) use rule;

/// The id of the first rule on a topic. Every topic that an explanation cites is in the book of its
/// game, which the tests check.
pub fn rule_id(book: &'static [Rule], topic: &str) -> &'static str {
    match book.iter().find(|rule| rule.topic == topic) {
        Some(rule) => rule.id,
        None => {
            debug_assert!(false, "no rule on {topic}");
            ""
        }
    }
}
