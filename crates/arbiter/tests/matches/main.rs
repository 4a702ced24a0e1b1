//! Whole matches, played by scripts with scripted time and at random.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

mod clocks;
mod ids;
mod logs;
mod offers;
mod origins;
mod outages;
mod phrases;
mod premoves;
mod presence;
mod random;
mod rituals;
mod script;
mod series;
mod takebacks;

use crownhead_arbiter::{MatchSettings, Ritual, Seat, Span, Takebacks, TimeControl};
use crownhead_games::GameId;

/// A match of checkers in which seat one is first.
fn checkers() -> MatchSettings {
    given(GameId::WinningMovesCheckers)
}

/// A match in which seat one is first.
fn given(game: GameId) -> MatchSettings {
    let mut settings = MatchSettings::casual(game.rules());
    if Ritual::of(game).contains(&Ritual::Choice) {
        settings.ritual = Ritual::Given { first: Seat::One };
    }
    settings
}

/// The same with a clock.
fn timed(settings: MatchSettings, secs: u64, increment: u64) -> MatchSettings {
    let (time, increment) = (Span::from_secs(secs), Span::from_secs(increment));
    MatchSettings { clock: TimeControl::Main { time, increment }, ..settings }
}

/// The same with another rule for takebacks.
fn takebacks(settings: MatchSettings, takebacks: Takebacks) -> MatchSettings {
    MatchSettings { takebacks, ..settings }
}
