//! Disambiguates abbreviated jumps: all routes that match are followed in parallel until later
//! moves rule out all but one.

use crownhead_pdn::{ItemKind, MovetextItem};
use crownhead_rules::MoveRefusalKind;

use super::replay::Replay;
use super::{Record, ReplayError, ReplayErrorKind, draughts_variant};

/// The maximal number of interpretations that are followed in parallel.
const MAX_INTERPRETATIONS: usize = 16;

/// The maximal work for all interpretations of a game together, in plies. A game of 300 plies with
/// sixteen interpretations takes a tenth of it.
const MAX_WORK: usize = 50_000;

/// Replays a game by its only possible interpretation.
pub(super) fn play(mut replay: Replay<'_>, items: &[MovetextItem]) -> Result<Record, ReplayError> {
    for (number, item) in items.iter().enumerate() {
        match replay.item(item, &items[number + 1..], None) {
            Ok(()) => {}
            Err(bad) if routes(&bad).is_some() => {
                return Interpretations::new(replay, bad).play(&items[number..]);
            }
            Err(bad) => return Err(explained(bad, &replay)),
        }
    }
    Ok(replay.record)
}

/// The remaining interpretations.
struct Interpretations<'a> {
    all: Vec<Replay<'a>>,
    /// The error of the first ambiguous move.
    unclear: ReplayError,
    work: usize,
}

impl<'a> Interpretations<'a> {
    fn new(replay: Replay<'a>, unclear: ReplayError) -> Interpretations<'a> {
        Interpretations { all: vec![replay], unclear, work: 0 }
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

    /// Processes the next item in every interpretation, and drops those that fail. Fails if all do;
    /// returns false if there are too many.
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
                if self.work > MAX_WORK {
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
        Ok(self.all.len() <= MAX_INTERPRETATIONS && self.work <= MAX_WORK)
    }

    /// Keeps the first of the interpretations with the same position, because no later move can
    /// distinguish them.
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

/// The routes of an ambiguous move.
fn routes(bad: &ReplayError) -> Option<&[String]> {
    match &bad.kind {
        ReplayErrorKind::Move { refusal, .. } if refusal.kind == MoveRefusalKind::Ambiguous => {
            Some(&refusal.candidates)
        }
        _ => None,
    }
}

/// The error, or its likely cause.
fn explained(bad: ReplayError, replay: &Replay<'_>) -> ReplayError {
    ReplayError {
        kind: draughts_variant::diagnose_move(bad.kind, replay.pdn, &replay.record),
        ..bad
    }
}

#[cfg(test)]
mod tests {
    use crownhead_pdn::PdnReader;

    use super::*;

    /// The moves of a replayed game, and the work that it took.
    fn read(text: &str) -> (Result<Vec<String>, String>, usize) {
        let pdn = PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let texts = |record: Record| record.plies.into_iter().map(|ply| ply.text).collect();
        let (replay, items) = (Replay::begin(&pdn).unwrap(), &pdn.items[..]);
        let first = ReplayError {
            game: 1,
            position: pdn.position,
            number: None,
            kind: ReplayErrorKind::BareSetUp,
        };
        let mut readings = Interpretations::new(replay, first);
        for (number, item) in items.iter().enumerate() {
            if !matches!(readings.item(item, &items[number + 1..]), Ok(true)) {
                break;
            }
        }
        (Record::from_pdn(&pdn).map(texts).map_err(|bad| bad.to_string()), readings.work)
    }

    /// Kings move back and forth while two routes stay possible.
    #[test]
    fn a_long_ambiguous_game_stays_within_the_work_limit() {
        let long = "32-28 29-25 28-32 25-29 ".repeat(100_000);
        let text = format!("[FEN \"B:W6,7,14,15,K32:B2,K29\"]\n2x18 {long}*");
        let (read, work) = read(&text);
        assert!(read.unwrap_err().contains("move 1: 2x18: "));
        assert!((MAX_WORK..MAX_WORK + 100).contains(&work), "{work}");
    }

    /// The moves match very many routes, because every stack can be jumped repeatedly.
    #[test]
    fn many_routes_stay_within_the_work_limit() {
        let stacks = "[RuleSet \"stack-em\"][FEN \"R:2R,6bbb,7bbb,14bbb,15bbb,31R\"]\n2x2 *";
        let (read, work) = read(stacks);
        assert!(read.is_err());
        assert!(work <= MAX_WORK, "{work}");
    }
}
