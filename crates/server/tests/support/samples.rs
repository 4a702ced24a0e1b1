//! Matches to keep.

use crownhead_arbiter::{
    By, Command, CommandId, Context, Event, Match, Ritual, Salt, Seat, Settings, Time,
};
use crownhead_games::GameId;

/// A game of Stack'Em that seat one begins.
pub(crate) fn settings() -> Settings {
    let mut settings = Settings::casual(GameId::StackEm.rules());
    settings.ritual = Ritual::Given { first: Seat::One };
    settings
}

/// A match and its first events.
pub(crate) fn opened(at: u64) -> (Match, Vec<Event>) {
    Match::open(settings(), Time::from_millis(at), Salt([7; 16])).expect("it can be opened")
}

/// Plays the first legal move, and returns its events.
pub(crate) fn step(whole: &mut Match, at: u64, id: &str) -> Vec<Event> {
    let seat = whole.turn().expect("a game is played");
    let text = whole.board().expect("a board").legal().remove(0);
    let mut context = Context::new(Time::from_millis(at), By::Seat(seat));
    context.id = Some(CommandId::new(id).expect("an id"));
    let handled = whole.handle(&Command::Move { text, seen: None }, &context);
    assert_eq!(handled.refusal, None);
    handled.events
}
