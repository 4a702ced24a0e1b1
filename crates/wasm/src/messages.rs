//! MessageTemplate templates for errors in games that the page opens. They follow a colon.

use crownhead_rules::{MessageTemplate, messages};

messages! { "page":
    NO_GAME = "no-game": "there is no game in this text";
    NO_TREE = "no-tree": "that isn't a tree of moves";
    TOO_MANY_MOVES = "too-many-moves":
        "the game has more than {most} moves with its variations";
}

/// All templates, for translations.
pub fn page_messages() -> impl Iterator<Item = &'static MessageTemplate> {
    ALL.iter()
}
