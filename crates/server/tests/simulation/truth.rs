//! The promises of a run, and whether they were kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crownhead_arbiter::{CommandId, Event, EventKind, Match, Seat, Span, TimeControl};
use crownhead_store::EventRange;
use crownhead_store::MatchId;

use crate::chaos::Dice;

#[derive(Clone, Default)]
pub(crate) struct Truth(Arc<Mutex<Promises>>);

#[derive(Default)]
struct Promises {
    acknowledged: BTreeMap<(MatchId, Seat, String), EventRange>,
    retries: u64,
}

impl Truth {
    /// A command was answered. If it is repeated, the answer must be the same.
    pub(crate) fn acknowledge(
        &self,
        id: MatchId,
        seat: Seat,
        command: &CommandId,
        answer: EventRange,
    ) {
        let key = (id, seat, command.as_str().to_owned());
        let first = *self.0.lock().unwrap().acknowledged.entry(key).or_insert(answer);
        assert_eq!(first, answer, "{command:?} was answered in two ways");
    }

    /// A command had to be repeated.
    pub(crate) fn retry(&self) {
        self.0.lock().unwrap().retries += 1;
    }

    /// Any command of a player that was answered.
    pub(crate) fn any_acknowledged(
        &self,
        id: MatchId,
        seat: Seat,
        dice: &Dice,
    ) -> Option<CommandId> {
        let promises = self.0.lock().unwrap();
        let own = promises.acknowledged.keys().filter(|(other, at, _)| (*other, *at) == (id, seat));
        let own: Vec<_> = own.collect();
        let (_, _, command) = *own.get(dice.below(own.len().max(1)))?;
        CommandId::new(command.clone()).ok()
    }

    /// How many commands were acknowledged, and how many were repeated.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let promises = self.0.lock().unwrap();
        (promises.acknowledged.len() as u64, promises.retries)
    }

    /// Checks the log of a match: every promise is in it.
    pub(crate) fn audit(&self, id: MatchId, log: &[Event]) {
        for ((other, seat, command), answer) in &self.0.lock().unwrap().acknowledged {
            if *other != id {
                continue;
            }
            let own = |event: &&Event| {
                let cause = event.cause.as_ref();
                cause.is_some_and(|cause| cause.seat == *seat && cause.id.as_str() == command)
            };
            let numbers: Vec<_> = log.iter().filter(own).map(|event| event.version).collect();
            assert_eq!(numbers.first(), Some(&answer.from), "{command} is lost or was done twice");
            assert_eq!(numbers.last(), Some(&answer.to), "{command} is lost or was done twice");
        }
        no_gaps_no_gifts(log);
    }
}

/// Versions have no gaps, games have one result, and clocks only the time that the rules give.
fn no_gaps_no_gifts(log: &[Event]) {
    let mut game_match = Match::from_first(&log[0]).unwrap();
    let mut open = false;
    for event in &log[1..] {
        let left = |game_match: &Match| {
            let clocks = game_match.state().play.clocks.as_ref();
            clocks.map(|clocks| clocks.left.one + clocks.left.two)
        };
        let before = left(&game_match);
        assert_eq!(event.version, game_match.version().next(), "a gap");
        game_match.apply(event).expect("the log replays");
        match event.kind {
            EventKind::Began { .. } => {
                assert!(!open, "a game began while another was played");
                open = true;
                continue;
            }
            EventKind::Ended { .. } => assert!(std::mem::take(&mut open), "a second result"),
            _ => {}
        }
        let gift = match (&event.kind, game_match.state().settings.clock) {
            (EventKind::Moved { lag, .. }, TimeControl::Main { increment, .. }) => *lag + increment,
            _ => Span::ZERO,
        };
        if let (Some(before), Some(after)) = (before, left(&game_match)) {
            assert!(after <= before + gift, "time was won: {event:?}");
        }
    }
}
