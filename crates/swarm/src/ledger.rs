//! The ledger of a match: what all its clients have received, and the invariants that must hold.
//! All clients must see the same events.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use crownhead_arbiter::EndReason;
use crownhead_arbiter::{
    CommandId, Event, EventCause, EventKind, Match, Seat, Sha256Hash, Span, TimeControl, Version,
};

/// How many acknowledged moves are timed. Spectators further behind are not measured.
const MAX_TIMED_MOVES: usize = 64;

/// A match as all its clients together know it.
pub(crate) struct Ledger {
    pub(crate) game_match: Match,
    log: Vec<Event>,
    /// The acknowledged commands, with the numbers of their events.
    acknowledged: HashMap<EventCause, (u64, u64)>,
    /// The last acknowledged moves: their last versions, and when the mover got the acknowledgement.
    acknowledged_moves: VecDeque<(u64, Instant)>,
    /// The last move, and the time it was made.
    pub(crate) moved: Option<(Seat, CommandId, Instant)>,
    /// The time when the next move may be made.
    pub(crate) next_move: Option<Instant>,
}

impl Ledger {
    /// The ledger of a match, from its first events.
    pub(crate) fn open(log: Vec<Event>) -> Result<Ledger, String> {
        let game_match = Match::replay(&log).map_err(|error| error.to_string())?;
        let acknowledged = HashMap::new();
        let acknowledged_moves = VecDeque::new();
        let (moved, next_move) = (None, None);
        Ok(Ledger { game_match, log, acknowledged, acknowledged_moves, moved, next_move })
    }

    /// The number of the last event that any client has seen.
    pub(crate) fn version(&self) -> u64 {
        self.log.len() as u64
    }

    /// The number of games that ended, with or without a result.
    pub(crate) fn results(&self) -> u64 {
        self.log.iter().filter(|event| matches!(event.kind, EventKind::Ended { .. })).count() as u64
    }

    /// The reasons why games ended.
    #[cfg(target_os = "linux")]
    pub(crate) fn ends(&self) -> Vec<EndReason> {
        let reason = |event: &Event| match event.kind {
            EventKind::Ended { reason, .. } => Some(reason),
            _ => None,
        };
        self.log.iter().filter_map(reason).collect()
    }

    /// Records an event that a client received. It must be the next event, or equal a known one.
    pub(crate) fn record(&mut self, event: &Event) -> Result<(), String> {
        let version = event.version.get();
        let known = usize::try_from(version).ok().and_then(|number| number.checked_sub(1));
        match known.and_then(|index| self.log.get(index)) {
            Some(known) if is_same(known, event) => Ok(()),
            Some(known) => Err(format!("event {version} was {known:?} and is {event:?}")),
            None if version == self.version() + 1 => self.apply(event),
            None => Err(format!("event {version} came after {}", self.version())),
        }
    }

    fn apply(&mut self, event: &Event) -> Result<(), String> {
        let before = self.time_left();
        self.game_match
            .apply(event)
            .map_err(|error| format!("event {}: {error}", event.version))?;
        self.log.push(event.clone());
        if let (Some(before), Some(after)) = (before, self.time_left())
            && !matches!(event.kind, EventKind::Began { .. })
            && after > before + self.allowance(event)
        {
            return Err(format!("event {} added time: {before:?} {after:?}", event.version));
        }
        Ok(())
    }

    /// The time left on both clocks together.
    fn time_left(&self) -> Option<Span> {
        let clocks = self.game_match.state().play.clocks.as_ref()?;
        Some(clocks.left.one + clocks.left.two)
    }

    /// How much an event may add to the clocks: the increment and the lag of a move.
    fn allowance(&self, event: &Event) -> Span {
        match (&event.kind, self.game_match.state().settings.clock) {
            (EventKind::Moved { lag, .. }, TimeControl::Main { increment, .. }) => increment + *lag,
            (EventKind::Moved { .. }, TimeControl::Days { days }) => days.span(),
            _ => Span::ZERO,
        }
    }

    /// Records the acknowledgement of a command, and returns whether it is the first. A repeated
    /// command must get the same acknowledgement.
    pub(crate) fn acknowledge(
        &mut self,
        to: EventCause,
        answer: (u64, u64),
    ) -> Result<bool, String> {
        match self.acknowledged.entry(to) {
            Entry::Vacant(entry) => {
                entry.insert(answer);
                Ok(true)
            }
            Entry::Occupied(entry) if *entry.get() == answer => Ok(false),
            Entry::Occupied(entry) => {
                let (id, first) = (entry.key().id.as_str(), entry.get());
                Err(format!("command {id} was answered {first:?} and then {answer:?}"))
            }
        }
    }

    /// Records when a move was acknowledged to its mover.
    pub(crate) fn acknowledge_move(&mut self, last: u64, at: Instant) {
        if self.acknowledged_moves.len() >= MAX_TIMED_MOVES {
            self.acknowledged_moves.pop_front();
        }
        self.acknowledged_moves.push_back((last, at));
    }

    /// How long after its acknowledgement a spectator sees the end of a move: nothing if before.
    /// `None` if the event does not end a move that was acknowledged lately.
    pub(crate) fn spectator_delay(&self, event: &Event, now: Instant) -> Option<Duration> {
        let version = event.version.get();
        match self.acknowledged_moves.iter().find(|(last, _)| *last == version) {
            Some((_, at)) => Some(now.saturating_duration_since(*at)),
            None => {
                let is_newer =
                    self.acknowledged_moves.back().is_none_or(|(last, _)| *last < version);
                (is_newer && matches!(event.kind, EventKind::Moved { .. }))
                    .then_some(Duration::ZERO)
            }
        }
    }

    /// The number of acknowledged commands.
    pub(crate) fn acknowledgements(&self) -> u64 {
        self.acknowledged.len() as u64
    }

    /// Compares with the stored log: it must contain every event that was seen and every command
    /// that was acknowledged, without gaps, and replay to the stored hash.
    pub(crate) fn audit(&self, stored: &[Event], hash: Sha256Hash) -> Result<(), String> {
        let versions =
            stored.iter().zip(1..).find(|(event, number)| event.version.get() != *number);
        if let Some((event, number)) = versions {
            return Err(format!("event {} stands in the place of {number}", event.version));
        }
        if stored.len() < self.log.len() {
            return Err(format!("{} events are kept, {} were seen", stored.len(), self.log.len()));
        }
        for (stored, seen) in stored.iter().zip(&self.log) {
            if !is_same(stored, seen) {
                return Err(format!("event {} was lost: {seen:?}", seen.version));
            }
        }
        for (cause, (from, to)) in &self.acknowledged {
            let own = |event: &&Event| event.cause.as_ref() == Some(cause);
            let numbers: Vec<_> =
                stored.iter().filter(own).map(|event| event.version.get()).collect();
            if numbers.first() != Some(from) || numbers.last() != Some(to) {
                return Err(format!(
                    "command {} was acknowledged as {from} to {to}: {numbers:?}",
                    cause.id.as_str()
                ));
            }
        }
        let replayed = Match::replay(stored).map_err(|error| error.to_string())?;
        if replayed.hash() != hash {
            return Err(format!("the log does not replay to {hash}"));
        }
        check_results(stored)
    }

    /// The version after the events that opened the match.
    pub(crate) fn beginning(&self) -> Version {
        self.game_match.version()
    }
}

/// Whether two views of an event agree. A redacted event equals the full one.
fn is_same(one: &Event, other: &Event) -> bool {
    let veiled = one.kind == EventKind::Veiled || other.kind == EventKind::Veiled;
    one == other || (veiled && one.version == other.version && one.at == other.at)
}

/// Checks that every game has at most one end, and ends before the next begins.
fn check_results(log: &[Event]) -> Result<(), String> {
    let mut open = false;
    for event in log {
        match event.kind {
            EventKind::Began { game, .. } if open => {
                return Err(format!("game {game} began before the last had ended"));
            }
            EventKind::Began { .. } => open = true,
            EventKind::Ended { .. } if !open => {
                return Err(format!("event {} is a second result", event.version));
            }
            EventKind::Ended { .. } => open = false,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crownhead_arbiter::{
        Actor, Command, CommandContext, MatchSettings, Ritual, Salt, Timestamp,
    };
    use crownhead_games::GameId;

    use super::*;

    /// A match with a clock and two moves, and its log.
    fn played() -> (Match, Vec<Event>) {
        let mut settings = MatchSettings::casual(GameId::StackEm.rules());
        settings.ritual = Ritual::Given { first: Seat::One };
        settings.clock =
            TimeControl::Main { time: Span::from_secs(60), increment: Span::from_secs(1) };
        let (mut whole, mut log) =
            Match::open(settings, Timestamp::from_millis(0), Salt([7; 16])).unwrap();
        for (seat, id) in [(Seat::One, "a"), (Seat::Two, "b"), (Seat::One, "c")] {
            let text = whole.board().unwrap().legal_moves().remove(0);
            let mut context = CommandContext::new(Timestamp::from_millis(1_000), Actor::Seat(seat));
            context.id = Some(CommandId::new(id).unwrap());
            log.extend(whole.handle(&Command::Move { text, seen: None }, &context).events);
        }
        (whole, log)
    }

    fn ledger(log: &[Event], seen: usize) -> Ledger {
        let mut ledger = Ledger::open(log[..2].to_vec()).unwrap();
        log[2..seen].iter().for_each(|event| ledger.record(event).unwrap());
        ledger
    }

    fn cause(seat: Seat, id: &str) -> EventCause {
        EventCause { seat, id: CommandId::new(id).unwrap() }
    }

    #[test]
    fn a_sound_log_passes() {
        let (whole, log) = played();
        let mut ledger = ledger(&log, log.len());
        assert_eq!(ledger.acknowledge(cause(Seat::One, "a"), (3, 3)), Ok(true));
        assert_eq!(ledger.acknowledge(cause(Seat::One, "a"), (3, 3)), Ok(false));
        assert_eq!(ledger.audit(&log, whole.hash()), Ok(()));
    }

    #[test]
    fn a_lost_or_changed_event_is_found() {
        let (whole, log) = played();
        let ledger = ledger(&log, log.len());
        let short = &log[..log.len() - 1];
        let before = Match::replay(short).unwrap().hash();
        assert!(ledger.audit(short, before).unwrap_err().contains("were seen"));
        let mut gap = log.clone();
        gap.remove(2);
        assert!(ledger.audit(&gap, whole.hash()).unwrap_err().contains("in the place of"));
        let mut changed = log.clone();
        changed[4].at = Timestamp::from_millis(2_000);
        assert!(ledger.audit(&changed, whole.hash()).unwrap_err().contains("was lost"));
        assert!(ledger.audit(&log, Sha256Hash([0; 32])).unwrap_err().contains("does not replay"));
    }

    #[test]
    fn an_acknowledged_command_that_was_not_stored_is_found() {
        let (whole, log) = played();
        let mut ledger = ledger(&log, log.len());
        ledger.acknowledge(cause(Seat::Two, "lost"), (4, 4)).unwrap();
        assert!(ledger.audit(&log, whole.hash()).unwrap_err().contains("was acknowledged"));
        let other = ledger.acknowledge(cause(Seat::Two, "lost"), (5, 5));
        assert!(other.unwrap_err().contains("and then"));
    }

    #[test]
    fn clients_that_see_different_things_are_found() {
        let (_, log) = played();
        let mut ledger = ledger(&log, log.len());
        let mut other = log[3].clone();
        other.at = Timestamp::from_millis(5_000);
        assert!(ledger.record(&other).unwrap_err().contains("was"));
        let mut late = log[3].clone();
        late.version = Version::new(99);
        assert!(ledger.record(&late).unwrap_err().contains("came after"));
        let veiled = Event { kind: EventKind::Veiled, ..log[3].clone() };
        assert_eq!(ledger.record(&veiled), Ok(()));
    }

    #[test]
    fn a_second_result_and_won_time_are_found() {
        let (_, log) = played();
        let end = |version: u64| Event {
            version: Version::new(version),
            at: Timestamp::from_millis(9_000),
            cause: None,
            kind: EventKind::Ended {
                winner: None,
                reason: crownhead_arbiter::EndReason::Resignation,
            },
        };
        let twice = [log.clone(), vec![end(6), end(7)]].concat();
        assert!(check_results(&twice).unwrap_err().contains("second result"));
        let ledger = ledger(&log, log.len());
        let moved = &log[log.len() - 1];
        assert_eq!(ledger.allowance(moved), Span::from_secs(1));
        assert_eq!(ledger.allowance(&end(6)), Span::ZERO);
    }
}
