//! The steady clock: the time of the system at the start, and from then on monotonic time. When the
//! system's clock is set forward or back, this one goes on as if nothing had happened.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crownhead_arbiter::{Span, Timestamp};
use parking_lot::Mutex;

use crate::MAX_SKEW;

/// A difference to the system's clock from which that was set, and does not only drift.
const STEP: Span = Span::from_secs(2);

/// Small differences to the system's clock are corrected by at most a part of the elapsed time: one
/// in so many.
const MAX_SLEW: i64 = 200;

/// The source of a steady clock.
pub trait TimeSource: Send + 'static {
    /// The system's time, which may be set at any moment.
    fn wall(&mut self) -> Timestamp;

    /// The monotonic time that has elapsed since the previous call.
    fn elapsed(&mut self) -> Duration;
}

/// A clock that never goes back and never jumps, unless [set](Self::set). Clones share it.
#[derive(Clone)]
pub struct SteadyClock(Arc<Mutex<ClockState>>);

/// The system's clock was set.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ClockStep {
    /// By how many milliseconds; back, if negative.
    pub millis: i64,
}

struct ClockState {
    source: Box<dyn TimeSource>,
    /// The time, in microseconds since the epoch.
    micros: i64,
    /// By how much the system's clock is known to be ahead, in microseconds.
    offset: i64,
    /// The correction that is still to be made, in microseconds.
    correction: i64,
}

impl SteadyClock {
    /// A clock that starts at the system's time.
    pub fn new() -> SteadyClock {
        SteadyClock::with_source(SystemTimeSource(Instant::now()))
    }

    /// A clock with another source of time.
    pub fn with_source(source: impl TimeSource) -> SteadyClock {
        let mut source: Box<dyn TimeSource> = Box::new(source);
        source.elapsed();
        let micros = to_micros(source.wall());
        SteadyClock(Arc::new(Mutex::new(ClockState { source, micros, offset: 0, correction: 0 })))
    }

    /// The present time.
    pub fn now(&self) -> Timestamp {
        let mut state = self.0.lock();
        state.advance();
        from_micros(state.micros)
    }

    /// By how many milliseconds the system's clock is ahead of this one.
    pub fn offset(&self) -> i64 {
        let mut state = self.0.lock();
        state.advance();
        state.measure() / 1000
    }

    /// Whether the system's clock was set and nobody has [noticed](Self::notice_step) yet.
    pub fn is_stepped(&self) -> bool {
        let mut state = self.0.lock();
        state.advance();
        is_step(state.measure() - state.offset)
    }

    /// Compares with the system's clock. A step is reported once and changes nothing; a small
    /// difference is corrected little by little.
    pub fn notice_step(&self) -> Option<ClockStep> {
        let mut state = self.0.lock();
        state.advance();
        let measured = state.measure();
        let difference = measured - state.offset;
        if is_step(difference) {
            (state.offset, state.correction) = (measured, 0);
            return Some(ClockStep { millis: difference / 1000 });
        }
        state.correction = difference;
        None
    }

    /// Sets the time to that of the other nodes. Without a jump, and never back, if the difference
    /// is small.
    pub fn follow(&self, room_time: Timestamp) {
        let mut state = self.0.lock();
        state.advance();
        let difference = to_micros(room_time) - state.micros;
        if difference.abs() > to_i64(MAX_SKEW) {
            state.set(room_time);
        } else if difference > 0 {
            // The next corrections catch up.
            let measured = state.measure();
            state.offset = state.offset.min(measured.saturating_sub(difference));
        }
    }

    /// Sets the time, whatever it is.
    pub fn set(&self, time: Timestamp) {
        let mut state = self.0.lock();
        state.advance();
        state.set(time);
    }
}

impl Default for SteadyClock {
    fn default() -> SteadyClock {
        SteadyClock::new()
    }
}

impl ClockState {
    fn advance(&mut self) {
        let elapsed = i64::try_from(self.source.elapsed().as_micros()).unwrap_or(i64::MAX);
        let most = elapsed / MAX_SLEW;
        let part = self.correction.clamp(-most, most);
        self.correction -= part;
        self.micros = self.micros.saturating_add(elapsed).saturating_add(part);
    }

    /// By how much the system's clock is ahead at this moment.
    fn measure(&mut self) -> i64 {
        to_micros(self.source.wall()).saturating_sub(self.micros)
    }

    fn set(&mut self, time: Timestamp) {
        self.micros = to_micros(time);
        (self.offset, self.correction) = (self.measure(), 0);
    }
}

/// The system's clocks.
struct SystemTimeSource(Instant);

impl TimeSource for SystemTimeSource {
    fn wall(&mut self) -> Timestamp {
        system_time()
    }

    fn elapsed(&mut self) -> Duration {
        let now = Instant::now();
        let elapsed = now.saturating_duration_since(self.0);
        self.0 = now;
        elapsed
    }
}

/// A function that gives both times.
pub(crate) struct TimeFunction<F> {
    pub(crate) now: F,
    pub(crate) last: Timestamp,
}

impl<F: Fn() -> Timestamp + Send + 'static> TimeSource for TimeFunction<F> {
    fn wall(&mut self) -> Timestamp {
        (self.now)()
    }

    fn elapsed(&mut self) -> Duration {
        let now = (self.now)();
        let elapsed = now.since(self.last);
        self.last = now;
        Duration::from_millis(elapsed.as_millis())
    }
}

/// The system's time, in milliseconds since 1970. It may be set at any moment, so only what others
/// compare with their own clocks is dated by it.
pub fn system_time() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

fn is_step(micros: i64) -> bool {
    micros.abs() > to_i64(STEP)
}

fn to_i64(span: Span) -> i64 {
    i64::try_from(span.as_millis().saturating_mul(1000)).unwrap_or(i64::MAX)
}

fn to_micros(time: Timestamp) -> i64 {
    to_i64(time.since(Timestamp::default()))
}

fn from_micros(micros: i64) -> Timestamp {
    Timestamp::from_millis(u64::try_from(micros / 1000).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times that a test sets, in milliseconds.
    #[derive(Clone, Default)]
    struct Times(Arc<Mutex<(u64, u64, u64)>>);

    impl Times {
        fn pass(&self, wall: u64, elapsed: u64) {
            let mut times = self.0.lock();
            times.0 += wall;
            times.1 += elapsed;
        }
    }

    impl TimeSource for Times {
        fn wall(&mut self) -> Timestamp {
            Timestamp::from_millis(self.0.lock().0)
        }

        fn elapsed(&mut self) -> Duration {
            let mut times = self.0.lock();
            let elapsed = times.1.saturating_sub(times.2);
            times.2 = times.1;
            Duration::from_millis(elapsed)
        }
    }

    const START: u64 = 1_700_000_000_000;
    const TWO_HOURS: u64 = 7_200_000;

    fn clock() -> (SteadyClock, Times) {
        let times = Times::default();
        times.pass(START, 0);
        (SteadyClock::with_source(times.clone()), times)
    }

    #[test]
    fn a_step_changes_nothing_and_is_reported_once() {
        for millis in [7_200_000_i64, -7_200_000, 2_001, -2_001] {
            let (clock, times) = clock();
            times.pass(1_000, 1_000);
            assert_eq!(clock.notice_step(), None);
            times.0.lock().0 = START.checked_add_signed(1_000 + millis).unwrap();
            assert!(clock.is_stepped());
            times.pass(500, 500);
            assert_eq!(clock.now(), Timestamp::from_millis(START + 1_500));
            assert_eq!(clock.notice_step(), Some(ClockStep { millis }));
            assert!(!clock.is_stepped());
            assert_eq!(clock.notice_step(), None);
            assert_eq!(clock.offset(), millis);
            times.pass(60_000, 60_000);
            assert_eq!(clock.notice_step(), None);
            assert_eq!(clock.now(), Timestamp::from_millis(START + 61_500));
        }
    }

    #[test]
    fn drift_is_corrected_slowly_and_never_back() {
        for (wall, elapsed) in [(10_010, 10_000), (10_000, 10_010)] {
            let (clock, times) = clock();
            let mut before = clock.now();
            for _ in 0..1_000 {
                times.pass(wall, elapsed);
                assert_eq!(clock.notice_step(), None);
                let now = clock.now();
                let gone = now.since(before).as_millis();
                assert!((9_949..=10_061).contains(&gone), "{gone}");
                before = now;
            }
            let wall = Timestamp::from_millis(START + 1_000 * wall);
            assert!(wall.since(before).max(before.since(wall)) < Span::from_millis(100));
        }
        // A correction ends when the difference is made up for, however long nobody looks.
        let (clock, times) = clock();
        times.pass(100, 0);
        assert_eq!(clock.notice_step(), None);
        times.pass(TWO_HOURS, TWO_HOURS);
        assert_eq!(clock.now(), Timestamp::from_millis(START + TWO_HOURS + 100));
    }

    #[test]
    fn a_node_follows_the_others_without_a_jump() {
        let (clock, times) = clock();
        clock.follow(Timestamp::from_millis(START + 1_000));
        assert_eq!(clock.now(), Timestamp::from_millis(START));
        for _ in 0..300 {
            assert_eq!(clock.notice_step(), None);
            times.pass(1_000, 1_000);
        }
        assert_eq!(clock.now(), Timestamp::from_millis(START + 301_000));
        // It does not wait for them.
        clock.follow(Timestamp::from_millis(START + 300_000));
        times.pass(1_000, 1_000);
        assert_eq!(clock.now(), Timestamp::from_millis(START + 302_000));
        // A node that was away takes over their time, and its own clock counts as set.
        for time in [START + TWO_HOURS, START] {
            clock.follow(Timestamp::from_millis(time));
            assert_eq!(clock.now(), Timestamp::from_millis(time));
            assert!(!clock.is_stepped());
        }
    }

    #[test]
    fn a_monotonic_clock_that_is_set_back_goes_on() {
        let (clock, times) = clock();
        times.pass(5_000, 5_000);
        assert_eq!(clock.now(), Timestamp::from_millis(START + 5_000));
        times.0.lock().1 = 0;
        assert_eq!(clock.now(), Timestamp::from_millis(START + 5_000));
        times.pass(1_000, 1_000);
        assert_eq!(clock.now(), Timestamp::from_millis(START + 6_000));
    }
}
