//! A game as a file has it: tags, and movetext as a tree.

use crate::{Comment, Ending, MoveText, Place, Tags};

/// A game of a file. Where it stood there does not count when games are compared.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The tags.
    pub tags: Tags,
    /// The movetext.
    pub items: Vec<Item>,
    /// The result that closes it.
    pub ending: Ending,
    /// Which game of its file it is, counted from 1; 0 if it is of none.
    pub number: u64,
    /// Where it begins.
    pub place: Place,
}

/// A piece of movetext. Its place does not count when items are compared.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub kind: Kind,
}

/// What a piece of movetext is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move.
    Move {
        /// The number that stands before it.
        number: Option<MoveNumber>,
        /// The move.
        text: MoveText,
    },
    /// A numeric annotation glyph. `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5 and `?!` 6.
    Nag(u16),
    /// A comment.
    Comment(Comment),
    /// A position that is set up here, by its FEN: without quotes, slashes and blanks.
    SetUp(String),
    /// Moves that could have been played instead of the last one before.
    Variation(Vec<Item>),
}

/// The number before a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// Whether it has three dots, as before a move of the side that began second.
    pub second: bool,
}

impl Item {
    /// A piece of movetext that was not read from a file.
    pub fn new(kind: Kind) -> Item {
        Item { place: Place::default(), kind }
    }
}

impl Game {
    /// Whether there is neither tag nor movetext.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty()
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.tags == other.tags && self.items == other.items && self.ending == other.ending
    }
}

impl Eq for Game {}

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Item {}
