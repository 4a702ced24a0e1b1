//! What the page is told of games that it keeps or opens, as templates; they stand behind a colon.

use crownhead_rules::{Message, messages};

messages! { "page":
    NO_GAME = "no-game": "there is no game in this text";
    NO_TREE = "no-tree": "that is no tree of moves";
    TOO_MANY_MOVES = "too-many-moves":
        "the game has more than {most} moves with its variations";
}

/// All of them, for those who say them in another language.
pub fn page_messages() -> impl Iterator<Item = &'static Message> {
    ALL.iter()
}
