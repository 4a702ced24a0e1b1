//! The ways to read a game in which the text of a jump fits several routes: all of them are followed
//! at once, and later moves leave one.

use crownhead_pdn::{ItemKind, MovetextItem};
use crownhead_rules::MoveRefusalKind;

use super::read::Replay;
use super::{Record, ReplayError, ReplayErrorKind, kind};

/// The most readings that are followed at once.
const MOST_READINGS: usize = 16;

/// The most work for all readings of a game together, in plies. A game of 300 plies that is read in
/// all sixteen ways takes a tenth of it.
const MOST_WORK: usize = 50_000;

/// Plays a whole game, in the one way in which it can be played.
pub(super) fn play(mut replay: Replay<'_>, items: &[MovetextItem]) -> Result<Record, ReplayError> {
    for (number, item) in items.iter().enumerate() {
        match replay.item(item, &items[number + 1..], None) {
            Ok(()) => {}
            Err(bad) if routes(&bad).is_some() => {
                return Readings::new(replay, bad).play(&items[number..]);
            }
            Err(bad) => return Err(explained(bad, &replay)),
        }
    }
    Ok(replay.record)
}

/// The readings that are left.
struct Readings<'a> {
    all: Vec<Replay<'a>>,
    /// What is said of the first text that fits several routes.
    unclear: ReplayError,
    work: usize,
}

impl<'a> Readings<'a> {
    fn new(replay: Replay<'a>, unclear: ReplayError) -> Readings<'a> {
        Readings { all: vec![replay], unclear, work: 0 }
    }

    fn play(mut self, items: &[MovetextItem]) -> Result<Record, ReplayError> {
        for (number, item) in items.iter().enumerate() {
            if !self.item(item, &items[number + 1..])? {
                return Err(self.unclear);
            }
        }
        match <[Replay<'_>; 1]>::try_from(self.all) {
            Ok([only]) => Ok(only.record),
            Err(_) => Err(self.unclear),
        }
    }

    /// Takes the next item in every reading, and drops those that cannot take it. If none can, it is
    /// an error; if there are too many, the answer is no.
    fn item(&mut self, item: &MovetextItem, after: &[MovetextItem]) -> Result<bool, ReplayError> {
        let mut left = Vec::with_capacity(self.all.len());
        let mut refused = None;
        for mut reading in std::mem::take(&mut self.all) {
            self.work += 1;
            let Err(bad) = reading.item(item, after, None) else {
                left.push(reading);
                continue;
            };
            let mut routes: Vec<&String> = routes(&bad).unwrap_or_default().iter().collect();
            routes.sort_unstable();
            for route in routes {
                self.work += 1 + reading.record.plies.len();
                if self.work > MOST_WORK {
                    return Ok(false);
                }
                let mut fork = reading.clone();
                if fork.item(item, after, Some(route)).is_ok() {
                    left.push(fork);
                }
            }
            refused.get_or_insert((bad, reading));
        }
        match refused {
            Some((bad, replay)) if left.is_empty() => return Err(explained(bad, &replay)),
            _ => self.all = left,
        }
        if matches!(item.kind, ItemKind::Move { .. } | ItemKind::SetUp(_)) {
            self.merge();
        }
        Ok(self.all.len() <= MOST_READINGS && self.work <= MOST_WORK)
    }

    /// Keeps the first of the readings that have come to the same position: no later move can tell
    /// them apart.
    fn merge(&mut self) {
        let mut apart: Vec<Replay<'a>> = Vec::with_capacity(self.all.len());
        for reading in std::mem::take(&mut self.all) {
            let position = reading.record.game.position();
            if apart.iter().all(|other| other.record.game.position() != position) {
                apart.push(reading);
            }
        }
        self.all = apart;
    }
}

/// The routes that a text fits, if it fits several.
fn routes(bad: &ReplayError) -> Option<&[String]> {
    match &bad.why {
        ReplayErrorKind::Move { refusal, .. } if refusal.kind == MoveRefusalKind::Ambiguous => {
            Some(&refusal.candidates)
        }
        _ => None,
    }
}

/// What is wrong, or what explains it.
fn explained(bad: ReplayError, replay: &Replay<'_>) -> ReplayError {
    ReplayError { why: kind::of_move(bad.why, replay.pdn, &replay.record), ..bad }
}

#[cfg(test)]
mod tests {
    use crownhead_pdn::PdnReader;

    use super::*;

    /// What a game is read as, and how much work that took.
    fn read(text: &str) -> (Result<Vec<String>, String>, usize) {
        let pdn = PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let texts = |record: Record| record.plies.into_iter().map(|ply| ply.text).collect();
        let (replay, items) = (Replay::begin(&pdn).unwrap(), &pdn.items[..]);
        let first = ReplayError {
            game: 1,
            place: pdn.position,
            number: None,
            why: ReplayErrorKind::BareSetUp,
        };
        let mut readings = Readings::new(replay, first);
        for (number, item) in items.iter().enumerate() {
            if !matches!(readings.item(item, &items[number + 1..]), Ok(true)) {
                break;
            }
        }
        (Record::from_pdn(&pdn).map(texts).map_err(|bad| bad.to_string()), readings.work)
    }

    /// Kings that go to and fro while two routes stay open cost no more than is allowed.
    #[test]
    fn a_long_game_that_stays_unclear_costs_little() {
        let long = "32-28 29-25 28-32 25-29 ".repeat(100_000);
        let text = format!("[FEN \"B:W6,7,14,15,K32:B2,K29\"]\n2x18 {long}*");
        let (read, work) = read(&text);
        assert!(read.unwrap_err().contains("move 1: 2x18: "));
        assert!((MOST_WORK..MOST_WORK + 100).contains(&work), "{work}");
    }

    /// So do texts that fit very many routes: every stack can be jumped again and again.
    #[test]
    fn many_routes_cost_little() {
        let stacks = "[RuleSet \"stack-em\"][FEN \"R:2R,6bbb,7bbb,14bbb,15bbb,31R\"]\n2x2 *";
        let (read, work) = read(stacks);
        assert!(read.is_err());
        assert!(work <= MOST_WORK, "{work}");
    }
}
