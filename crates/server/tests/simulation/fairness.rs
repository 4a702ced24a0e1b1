//! The time that clocks were charged in a run: never more than the player could use.

use std::time::Duration;

use crownhead_arbiter::{Event, EventKind, Match, Seat};
use tokio::time::Instant;

/// How long it may take from deciding on an event to its commit: the longest delays of the store,
/// and a retry.
const TOLERANCE: Duration = Duration::from_secs(14);

/// A clock that runs.
struct Run {
    seat: Seat,
    /// When the event that started it was committed.
    since: Instant,
    charged: Duration,
}

/// Checks that no clock was charged for more time than the room was open while it ran. `closed` are
/// the times in which it was not.
pub(crate) fn nobody_lost_time(
    log: &[Event],
    committed: &[Instant],
    closed: &[(Instant, Instant)],
) {
    let mut game_match = Match::from_first(&log[0]).unwrap();
    let mut run: Option<Run> = None;
    for (event, at) in log[1..].iter().zip(&committed[1..]) {
        let before = game_match.clone();
        game_match.apply(event).expect("the log replays");
        if let Some(run) = &mut run {
            run.charged += charged(&before, &game_match, event, run.seat);
            let able = open(run.since, *at, closed);
            assert!(
                run.charged <= able + TOLERANCE,
                "{:?} was charged {:?} and had {able:?} until {event:?}",
                run.seat,
                run.charged
            );
        }
        let clocks = game_match.state().play.clocks.as_ref();
        let running = clocks.and_then(|clocks| clocks.running).map(|running| running.seat);
        let continues = !matches!(event.kind, EventKind::Moved { .. } | EventKind::Began { .. })
            && run.as_ref().map(|run| run.seat) == running;
        if !continues {
            run = running.map(|seat| Run { seat, since: *at, charged: Duration::ZERO });
        }
    }
}

/// The time that an event charged to a clock.
fn charged(before: &Match, after: &Match, event: &Event, seat: Seat) -> Duration {
    let left = |game_match: &Match| {
        game_match.state().play.clocks.as_ref().map_or(0, |clocks| clocks.left[seat].as_millis())
    };
    let gained = match event.kind {
        EventKind::Began { .. } => return Duration::ZERO,
        EventKind::Moved { .. } => {
            after.state().play.plies.last().map_or(0, |ply| ply.gained.as_millis())
        }
        _ => 0,
    };
    Duration::from_millis((left(before) + gained).saturating_sub(left(after)))
}

/// How long the room was open.
fn open(since: Instant, until: Instant, closed: &[(Instant, Instant)]) -> Duration {
    let shared = |(from, to): &(Instant, Instant)| {
        (*to).min(until).saturating_duration_since((*from).max(since))
    };
    (until - since).saturating_sub(closed.iter().map(shared).sum())
}
