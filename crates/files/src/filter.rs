//! Filters: which games of a file to keep.

use crownhead_games::{Game, GameId, Record, RecordedResult};
use crownhead_pdn::Tags;
use crownhead_rules::Side;

use crate::Date;

/// A filter on games. A game passes if it meets every condition that is set.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Parts of players' names, regardless of case. Each must have played.
    pub players: Vec<String>,
    /// A part of the winner's name.
    pub winner: Option<String>,
    /// A part of the event or site.
    pub event: Option<String>,
    /// Only games with this result.
    pub ended: Option<ResultFilter>,
    /// The earliest day.
    pub since: Option<Date>,
    /// The latest day.
    pub until: Option<Date>,
    /// The game, such as Parker checkers.
    pub game: Option<GameId>,
    /// The first moves.
    pub opening: Vec<String>,
    /// A position that the game reached.
    pub position: Option<String>,
    /// The fewest plies.
    pub least: usize,
    /// The most plies.
    pub most: Option<usize>,
}

/// The results that a filter knows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResultFilter {
    /// The first side has won.
    First,
    /// The second side has won.
    Second,
    /// Nobody has won.
    Drawn,
    /// The game is unfinished, or its result is unknown.
    Open,
}

impl Filter {
    /// Whether a game passes.
    pub fn matches(&self, record: &Record) -> bool {
        let plies = record.plies().len();
        self.matches_tags(record.tags())
            && self.winner.as_ref().is_none_or(|name| has_won(record, name))
            && self.ended.is_none_or(|ended| ended == ResultFilter::of(record.result()))
            && self.game.is_none_or(|game| record.rules().game() == game)
            && plies >= self.least
            && self.most.is_none_or(|most| plies <= most)
            && opens_with(record, &self.opening)
            && self.position.as_ref().is_none_or(|text| reaches(record, text))
    }

    /// Whether a condition needs the moves of a game.
    pub fn needs_moves(&self) -> bool {
        !self.opening.is_empty() || self.position.is_some() || self.least > 0 || self.most.is_some()
    }

    /// Whether a game with these tags can pass.
    pub fn matches_tags(&self, tags: &Tags) -> bool {
        let date = tags.get("Date").and_then(|date| date.parse::<Date>().ok());
        let named = |wanted: &str, names: &[&str]| {
            names.iter().any(|name| tags.get(name).is_some_and(|value| contains(value, wanted)))
        };
        self.players.iter().all(|name| named(name, &["Black", "White", "First", "Second"]))
            && self.event.as_ref().is_none_or(|event| named(event, &["Event", "Site"]))
            && self
                .since
                .is_none_or(|since| date.is_some_and(|date| date.possibly_on_or_after(since)))
            && self
                .until
                .is_none_or(|until| date.is_some_and(|date| date.possibly_on_or_before(until)))
    }
}

impl ResultFilter {
    fn of(score: RecordedResult) -> ResultFilter {
        match score {
            RecordedResult::Won(Side::First) => ResultFilter::First,
            RecordedResult::Won(Side::Second) => ResultFilter::Second,
            RecordedResult::Drawn | RecordedResult::BothLost => ResultFilter::Drawn,
            RecordedResult::Open => ResultFilter::Open,
        }
    }
}

/// The name of a side's player. In checkers black moves first.
pub(crate) fn player(tags: &Tags, side: Side) -> Option<&str> {
    match side {
        Side::First => tags.get("First").or(tags.get("Black")),
        Side::Second => tags.get("Second").or(tags.get("White")),
    }
}

fn has_won(record: &Record, name: &str) -> bool {
    match record.result() {
        RecordedResult::Won(side) => {
            player(record.tags(), side).is_some_and(|winner| contains(winner, name))
        }
        _ => false,
    }
}

/// Whether a text contains another, regardless of case.
fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

/// Whether the game begins with these moves, in any notation.
fn opens_with(record: &Record, opening: &[String]) -> bool {
    if opening.len() > record.plies().len() {
        return false;
    }
    let mut game = record.initial().clone();
    let mut pairs = opening.iter().zip(record.plies());
    pairs.all(|(text, ply)| game.play_ignoring_draws(text).is_ok_and(|played| played == ply.text))
}

fn reaches(record: &Record, text: &str) -> bool {
    let Ok(wanted) = Game::from_text(record.rules(), text) else { return false };
    let mut game = record.initial().clone();
    let is_there = |game: &Game| game.position() == wanted.position();
    is_there(&game)
        || record
            .plies()
            .iter()
            .any(|ply| game.play_ignoring_draws(&ply.text).is_ok() && is_there(&game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameReader;

    const GAME: &str = "[Black \"Ann Bee\"]\n[White \"Cid\"]\n[Event \"Spring Cup\"]\n\
        [Date \"1990.04.??\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0";

    fn wants(change: impl Fn(&mut Filter)) -> bool {
        let mut filter = Filter::default();
        change(&mut filter);
        let game = GameReader::pdn(GAME.as_bytes()).next().expect("a game").expect("no fault");
        filter.matches(&game.record().expect("legal"))
    }

    #[test]
    fn every_question_lets_through_and_holds_back() {
        let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(wants(|_| {}));
        assert!(wants(|s| s.players = owned(&["bee", "CID"])));
        assert!(!wants(|s| s.players = owned(&["bee", "Dan"])));
        assert!(
            wants(|s| s.winner = Some("ann".into())) && !wants(|s| s.winner = Some("cid".into()))
        );
        assert!(wants(|s| s.event = Some("cup".into())) && !wants(|s| s.event = Some("x".into())));
        assert!(
            wants(|s| s.ended = Some(ResultFilter::First))
                && !wants(|s| s.ended = Some(ResultFilter::Open))
        );
        let day = |text: &str| Some(text.parse().expect("a date"));
        assert!(wants(|s| s.since = day("1990.04.12")) && !wants(|s| s.since = day("1990.05")));
        assert!(wants(|s| s.until = day("1990")) && !wants(|s| s.until = day("1990.03.31")));
        assert!(wants(|s| s.game = Some(GameId::WinningMovesCheckers)));
        assert!(!wants(|s| s.game = Some(GameId::ParkerCheckers)));
        assert!(wants(|s| s.opening = owned(&["11-15", "22-18", "15x22"])));
        assert!(!wants(|s| s.opening = owned(&["11-15", "23-18"])));
        assert!(!wants(|s| s.opening = owned(&["11-15"; 5])));
        let after = "W:W18,21,23-32:B1-10,12,15";
        assert!(!wants(|s| s.position = Some(after.into())));
        let after = "B:W18,21,23-32:B1-10,12,15";
        assert!(wants(|s| s.position = Some(after.into())));
        assert!(wants(|s| s.least = 4) && !wants(|s| s.least = 5));
        assert!(wants(|s| s.most = Some(4)) && !wants(|s| s.most = Some(3)));
    }
}
