//! A game as a file has it: tags, and movetext as a tree.

use crate::{Comment, MoveText, PdnResult, Tags, TextPosition};

/// A game of a file. Where it stood there does not count when games are compared.
///
/// It displays as PDN, and is made by a [`PdnReader`](crate::PdnReader), by `parse`, or by hand:
///
/// ```
/// use crownhead_pdn::{Comment, PdnGame, MovetextItem, ItemKind, MoveNumber};
///
/// let mut game = PdnGame::default();
/// game.tags.set("Event", "Club evening")?;
/// let number = Some(MoveNumber { number: 1, second: false });
/// game.items.push(MovetextItem::new(ItemKind::Move { number, text: "11-15".parse()? }));
/// game.items.push(MovetextItem::new(ItemKind::Comment(Comment::new("Old Faithful"))));
/// let text = game.to_string();
/// assert_eq!(text, "[Event \"Club evening\"]\n\n1. 11-15 {Old Faithful} *\n");
/// assert_eq!(text.parse(), Ok(game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PdnGame {
    /// In the order of the file.
    pub tags: Tags,
    /// The movetext.
    pub items: Vec<MovetextItem>,
    /// The result that closes it.
    pub result: PdnResult,
    /// Which game of its file it is, counted from 1; 0 if it is of none.
    pub number: u64,
    /// The position of its first character.
    pub position: TextPosition,
    /// The position of its termination marker; the same as `position` without one.
    pub end: TextPosition,
}

/// A piece of movetext. Its position does not count when items are compared.
#[derive(Clone, Debug)]
pub struct MovetextItem {
    /// Its position in the file.
    pub position: TextPosition,
    /// Its kind and content.
    pub kind: ItemKind,
}

/// The kinds of movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A move, not checked by any rules.
    Move {
        /// The number that stands before it.
        number: Option<MoveNumber>,
        /// The move.
        text: MoveText,
    },
    /// A numeric annotation glyph. `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5 and `?!` 6.
    Nag(u16),
    /// A comment, with the commands in it.
    Comment(Comment),
    /// A position that is set up here, by its FEN: without quotes, slashes and blanks.
    SetUp(String),
    /// A variation: alternatives to the move before it.
    Variation(Vec<MovetextItem>),
}

/// The number before a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// As written in the file, right or wrong.
    pub number: u32,
    /// Whether it has three dots, as before a move of the side that began second.
    pub second: bool,
}

impl MovetextItem {
    /// A piece of movetext that was not read from a file.
    pub fn new(kind: ItemKind) -> MovetextItem {
        MovetextItem { position: TextPosition::default(), kind }
    }
}

impl PdnGame {
    /// Whether there is neither tag nor movetext.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty()
    }

    /// The result that the tags give, if it is one of those that are known. Blanks in it do not
    /// count.
    pub fn result_tag(&self) -> Option<PdnResult> {
        PdnResult::from_text(&self.tags.get("Result")?.replace(' ', ""))
    }

    /// Exchanges the two scores of the result: of the tag, and of what closes the movetext. A tag
    /// that is not a result stays as it is.
    pub fn swap_result(&mut self) {
        if let Some(result) = self.result_tag() {
            // That is the proper name of a tag.
            let _ = self.tags.set("Result", result.swapped().text());
        }
        self.result = self.result.swapped();
    }
}

impl PartialEq for PdnGame {
    fn eq(&self, other: &PdnGame) -> bool {
        self.tags == other.tags && self.items == other.items && self.result == other.result
    }
}

impl Eq for PdnGame {}

impl PartialEq for MovetextItem {
    fn eq(&self, other: &MovetextItem) -> bool {
        self.kind == other.kind
    }
}

impl Eq for MovetextItem {}

#[cfg(test)]
mod tests {
    use crate::PdnReader;

    #[test]
    fn tag_and_terminator_are_swapped_each_by_itself() {
        for (before, after) in [
            ("[Result \"1-0\"]\n\n1. 11-15 1-0\n", "[Result \"0-1\"]\n\n1. 11-15 0-1\n"),
            ("[Result \"1-0\"]\n\n1. 11-15 *\n", "[Result \"0-1\"]\n\n1. 11-15 *\n"),
            ("[Result \"0 - 2\"]\n\n1. 11-15 0-1\n", "[Result \"2-0\"]\n\n1. 11-15 1-0\n"),
            ("[Result \"4-6\"]\n\n1. 11-15 0-1\n", "[Result \"4-6\"]\n\n1. 11-15 1-0\n"),
            ("1. 11-15 2-0\n", "1. 11-15 0-2\n"),
            ("[Result \"*\"]\n\n1. 11-15 1/2-1/2\n", "[Result \"*\"]\n\n1. 11-15 1/2-1/2\n"),
        ] {
            let mut game = PdnReader::new(before.as_bytes()).next().unwrap().unwrap();
            game.swap_result();
            assert_eq!(game.to_string(), after);
        }
    }

    #[test]
    fn the_place_of_the_result_is_known() {
        let games: Vec<_> = PdnReader::new(&b"\n11-15\n 22-18 1-0\n 9-13"[..]).collect();
        let ends = games.iter().flatten().map(|game| (game.end.line, game.end.column));
        assert_eq!(ends.collect::<Vec<_>>(), [(3, 8), (4, 2)]);
    }
}
