//! Move numbers: one for a move of each side.

use crownhead_pdn::MoveNumber;
use crownhead_rules::{ActionKind, Side};

use crate::Game;

/// Counts moves as players do. Remedies have no number, and a jump that replaces a move that was
/// taken back keeps its number.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Numbering {
    number: u32,
    /// Whether the next move of the first side replaces one.
    replaces: bool,
}

/// The remedy that a text begins with, legal or not.
fn remedy(text: &str) -> Option<ActionKind> {
    let remedies = ActionKind::ALL.into_iter().filter(|kind| kind.is_remedy());
    let word = text.split_whitespace().next()?;
    remedies.into_iter().find(|kind| kind.name() == word)
}

impl Numbering {
    /// The number of the last counted move, or of the first.
    pub(super) fn number(&self) -> u32 {
        self.number.max(1)
    }

    /// The number of the move `text`, which is about to be played.
    pub(super) fn count(&mut self, game: &Game, text: &str) -> MoveNumber {
        let second = game.side() == Side::Second;
        match remedy(text) {
            Some(ActionKind::Compel) => self.replaces = second,
            Some(_) => {}
            None => {
                let more = !second && !std::mem::take(&mut self.replaces);
                self.number = (self.number + u32::from(more)).max(1);
            }
        }
        MoveNumber { number: self.number(), second }
    }
}
