//! Heartbeats: how the nodes of a store agree on the time, and how they learn that none of them was
//! serving for a while. The decisions are here; the stores carry them out in one transaction.

use crownhead_arbiter::{Outage, Span, Timestamp};

/// The age from which a heartbeat says that nobody is serving.
pub const STALE_AFTER: Span = Span::from_secs(4);

/// How long an outage lasts beyond the time at which a node serves again, so that players can
/// reconnect.
pub const RECONNECT_GRACE: Span = Span::from_secs(5);

/// A node whose time differs by more from that of the others takes over theirs at once. An error of
/// the age of a heartbeat is never that large.
pub const MAX_SKEW: Span = STALE_AFTER;

/// How long an outage is remembered: no clock runs longer than a move of thirty days.
pub const OUTAGE_RETENTION: Span = Span::from_secs(40 * 24 * 60 * 60);

/// The number of outages that are remembered.
pub const MAX_OUTAGES: usize = 1000;

/// The newest heartbeat of any node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// The time of the node.
    pub at: Timestamp,
    /// How long ago it was written, by the clock of the database; none if the database has no clock
    /// of its own, or if that was set back.
    pub age: Option<Span>,
}

/// A heartbeat of a node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The time of the node.
    pub now: Timestamp,
    /// From a node that starts: the heartbeat that has not advanced while the node was watching it.
    pub idle_since: Option<Timestamp>,
    /// The node knows the outages that ended until this time.
    pub known: Timestamp,
}

/// What a node learns from its heartbeat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BeatOutcome {
    /// The time of the nodes that are serving, if the database can tell.
    pub room_time: Option<Timestamp>,
    /// The outage that ended with this heartbeat.
    pub ended: Option<Outage>,
    /// The outages that the node did not know, in any order.
    pub outages: Vec<Outage>,
}

/// What a heartbeat writes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BeatDecision {
    /// The new heartbeat.
    pub at: Timestamp,
    /// See [`BeatOutcome::room_time`].
    pub room_time: Option<Timestamp>,
    /// The outage that ends.
    pub ended: Option<Outage>,
}

impl Heartbeat {
    /// The present time of the node that wrote it, if that was a moment ago.
    pub fn room_time(&self) -> Option<Timestamp> {
        self.age.filter(|age| *age < STALE_AFTER).map(|age| self.at + age)
    }
}

impl Beat {
    /// Decides what a heartbeat means, given the newest before it.
    pub fn decide(&self, newest: Option<Heartbeat>) -> BeatDecision {
        let Some(newest) = newest else {
            return BeatDecision { at: self.now, room_time: None, ended: None };
        };
        let was_idle = self.idle_since == Some(newest.at);
        if let Some(room_time) = newest.room_time().filter(|_| !was_idle) {
            // The time of a node that is ahead is wrong, and it shall not pass that on.
            let is_ahead = self.now.since(room_time) > MAX_SKEW;
            let at = if is_ahead { room_time } else { self.now.max(newest.at) };
            return BeatDecision { at, room_time: Some(room_time), ended: None };
        }
        let is_outage = was_idle || self.now.since(newest.at) > STALE_AFTER;
        let until = self.now.max(newest.at) + RECONNECT_GRACE;
        let ended = is_outage.then_some(Outage { from: newest.at, until });
        BeatDecision { at: self.now.max(newest.at), room_time: None, ended }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(secs: u64) -> Timestamp {
        Timestamp::from_millis(1_000_000 + secs * 1000)
    }

    fn beat(now: u64) -> Beat {
        Beat { now: at(now), idle_since: None, known: at(0) }
    }

    fn newest(secs: u64, age: Option<u64>) -> Option<Heartbeat> {
        Some(Heartbeat { at: at(secs), age: age.map(Span::from_secs) })
    }

    fn outage(from: u64, now: u64) -> Option<Outage> {
        Some(Outage { from: at(from), until: at(now) + RECONNECT_GRACE })
    }

    #[test]
    fn the_first_heartbeat_ends_no_outage() {
        let decision = beat(9).decide(None);
        assert_eq!(decision, BeatDecision { at: at(9), room_time: None, ended: None });
    }

    #[test]
    fn an_outage_ends_if_nobody_was_serving() {
        for (age, ended) in [(None, outage(10, 30)), (Some(20), outage(10, 30)), (Some(1), None)] {
            assert_eq!(beat(30).decide(newest(10, age)).ended, ended, "{age:?}");
        }
        assert_eq!(beat(13).decide(newest(10, None)).ended, None);
        // The clock of the database was set forward, and everybody is serving.
        assert_eq!(beat(11).decide(newest(10, Some(7200))).ended, None);
    }

    #[test]
    fn a_start_ends_an_outage_unless_another_node_was_faster() {
        let start = |now, idle| Beat { idle_since: Some(at(idle)), ..beat(now) };
        assert_eq!(start(11, 10).decide(newest(10, Some(1))).ended, outage(10, 11));
        assert_eq!(start(11, 10).decide(newest(10, None)).ended, outage(10, 11));
        // The system clock was set back, but time does not go back.
        let decision = start(10, 10).decide(newest(10, None));
        assert_eq!((decision.at, decision.ended), (at(10), outage(10, 10)));
        let decision = start(7000, 10).decide(newest(20, Some(0)));
        assert_eq!(decision, BeatDecision { at: at(20), room_time: Some(at(20)), ended: None });
    }

    #[test]
    fn a_node_with_the_wrong_time_does_not_pass_it_on() {
        let decision = beat(7200).decide(newest(10, Some(1)));
        assert_eq!(decision, BeatDecision { at: at(11), room_time: Some(at(11)), ended: None });
        let decision = beat(5).decide(newest(10, Some(1)));
        assert_eq!(decision, BeatDecision { at: at(10), room_time: Some(at(11)), ended: None });
        assert_eq!(beat(12).decide(newest(10, Some(1))).at, at(12));
    }
}
