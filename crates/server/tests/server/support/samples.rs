//! Sample settings.

use crownhead_arbiter::{MatchSettings, Ritual, Seat};
use crownhead_games::GameId;

/// A game of Stack'Em that seat one begins.
pub(crate) fn settings() -> MatchSettings {
    let mut settings = MatchSettings::casual(GameId::StackEm.rules());
    settings.ritual = Ritual::Given { first: Seat::One };
    settings
}
