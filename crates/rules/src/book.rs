//! The rule book: every rule and ruling of every game as data, in our own words.
//!
//! Each game's book stands in that game's module and is the constant `BOOK` of its position type
//! ([`Notation::BOOK`](crate::Notation::BOOK)). Here is what an entry is made of.

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
    /// All five, in the order of the shelf.
    pub const ALL: [Leaflet; 5] = [
        Leaflet::Regal,
        Leaflet::KingMe,
        Leaflet::WinningMoves,
        Leaflet::TicTacToeOnACheckerboard,
        Leaflet::Parker,
    ];

    /// What is written on the box.
    pub const fn title(self) -> &'static str {
        match self {
            Leaflet::Regal => "Regal Games Checkers / Tic-Tac-Toe",
            Leaflet::KingMe => "KING ME",
            Leaflet::WinningMoves => "Winning Moves Checkers",
            Leaflet::TicTacToeOnACheckerboard => "Tic-Tac-Toe On A Checkerboard",
            Leaflet::Parker => "Parker Brothers Checkers",
        }
    }
}

/// The [title](Leaflet::title).
impl fmt::Display for Leaflet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// Where a rule comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The leaflet says so, under this heading.
    Leaflet(Leaflet, &'static str),
    /// The leaflet is silent, or can be read in several ways: this is what we do.
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
    /// The stable id: the game's id, a dot, and what the rule is about.
    pub id: &'static str,
    /// What the rule is about, the same in every game that has a rule about it.
    pub topic: &'static str,
    /// The rule, in our own words. Two games have the same rule on a topic exactly if they have
    /// the same words.
    pub says: &'static str,
    /// Where it comes from.
    pub source: Source,
    /// The option and its value under which the rule holds, if it does not always.
    pub when: Option<(&'static str, &'static str)>,
}

impl Rule {
    /// The same rule, held only under an option.
    #[must_use]
    pub const fn when(mut self, option: &'static str, value: &'static str) -> Rule {
        self.when = Some((option, value));
        self
    }
}

/// Makes an entry: `rule!("regal-checkers", "jump.duty", "…", Source)`; with a fifth argument the
/// id ends on that instead of the topic, where one game has several entries on a topic.
macro_rules! rule {
    ($game:literal, $topic:literal, $says:expr, $source:expr) => {
        rule!($game, $topic, $says, $source, $topic)
    };
    ($game:literal, $topic:literal, $says:expr, $source:expr, $id:literal) => {
        $crate::book::Rule {
            id: concat!($game, ".", $id),
            topic: $topic,
            says: $says,
            source: $source,
            when: None,
        }
    };
}

pub(crate) use rule;

/// The id of the rule on a topic, in the first entry that there is. A topic that a game's
/// answers speak of is always in its book; the tests ask for every one.
pub fn id_on(book: &'static [Rule], topic: &str) -> &'static str {
    match book.iter().find(|rule| rule.topic == topic) {
        Some(rule) => rule.id,
        None => {
            debug_assert!(false, "no rule on {topic}");
            ""
        }
    }
}
