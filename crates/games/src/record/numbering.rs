//! The numbers of moves: one for a move of each side.

use crownhead_pdn::MoveNumber;
use crownhead_rules::Side;

use crate::Game;

/// Counts moves as players do. Answers to an offence have no number, and a move that was taken
/// back keeps its own for the jump that replaces it.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Numbering {
    number: u32,
    /// Whether the next move of the first side replaces one.
    replaces: bool,
}

/// Whether a text is an answer to an offence.
pub(super) fn is_answer(text: &str) -> bool {
    text == "compel" || text == "stand" || text.starts_with("huff")
}

impl Numbering {
    /// The number of the move that was last counted, or of the first.
    pub(super) fn number(&self) -> u32 {
        self.number.max(1)
    }

    /// The number of the move `text` that is about to be played.
    pub(super) fn count(&mut self, game: &Game, text: &str) -> MoveNumber {
        let second = game.side() == Side::Second;
        if text == "compel" {
            self.replaces = second;
        } else if !is_answer(text) {
            let more = !second && !std::mem::take(&mut self.replaces);
            self.number = (self.number + u32::from(more)).max(1);
        }
        MoveNumber { number: self.number(), second }
    }
}
