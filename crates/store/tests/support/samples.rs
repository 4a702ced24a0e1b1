//! Sample matches.

use crownhead_arbiter::{
    Actor, Command, CommandContext, CommandId, Event, Match, MatchSettings, Ritual, Salt, Seat,
    Timestamp,
};
use crownhead_games::GameId;

/// A game of Stack'Em that seat one begins.
pub(crate) fn settings() -> MatchSettings {
    let mut settings = MatchSettings::casual(GameId::StackEm.rules());
    settings.ritual = Ritual::Given { first: Seat::One };
    settings
}

/// A match and its first events.
pub(crate) fn opened(at: u64) -> (Match, Vec<Event>) {
    Match::open(settings(), Timestamp::from_millis(at), Salt([7; 16])).expect("it can be opened")
}

/// Plays the first legal move, and returns its events.
pub(crate) fn step(game_match: &mut Match, at: u64, id: &str) -> Vec<Event> {
    let seat = game_match.turn().expect("a game is played");
    let text = game_match.board().expect("a board").legal_moves().remove(0);
    let mut context = CommandContext::new(Timestamp::from_millis(at), Actor::Seat(seat));
    context.id = Some(CommandId::new(id).expect("an id"));
    let handled = game_match.handle(&Command::Move { text, seen: None }, &context);
    assert_eq!(handled.refusal, None);
    handled.events
}
