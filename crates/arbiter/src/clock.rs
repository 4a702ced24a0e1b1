//! Time controls, clocks and lag compensation. The host's time is authoritative.

use serde::{Deserialize, Serialize};

use crate::{BySeat, CommandRefusal, CommandRefusalKind, Days, Seat, Span, Timestamp};

/// The lag quota of a player at the start of a game.
pub const LAG_AT_START: Span = Span::from_millis(1000);
/// The quota that a move restores.
pub const LAG_REGAINED: Span = Span::from_millis(100);
/// The maximal quota, and so the maximal lag compensation of a single move.
pub const MAX_LAG: Span = Span::from_millis(2000);
/// The longest delay of a flag after the time is up, because a move may be in transit.
pub const MAX_FLAG_GRACE: Span = Span::from_millis(2000);
/// The minimum that a player keeps when a takeback costs increments, unless there was less.
pub const MIN_TIME_AFTER_TAKEBACK: Span = Span::from_millis(1000);

/// The time control of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock.
    None,
    /// A time for the game plus an increment for each turn (Fischer).
    Main {
        /// The time at the start: a second to a day.
        #[cfg_attr(feature = "schema", schema(value_type = u64, minimum = 1_000, maximum = 86_400_000))]
        time: Span,
        /// The increment per turn: at most ten minutes.
        #[cfg_attr(feature = "schema", schema(value_type = u64, minimum = 0, maximum = 600_000))]
        increment: Span,
    },
    /// A number of days for each move (correspondence).
    Days {
        /// From 1 to 30.
        #[cfg_attr(feature = "schema", schema(value_type = u16, minimum = 1, maximum = 30))]
        days: Days,
    },
}

impl Days {
    /// The same length in milliseconds.
    pub const fn span(self) -> Span {
        Span::from_secs(self.get() as u64 * 24 * 60 * 60)
    }
}

impl TimeControl {
    pub(crate) fn check(&self) -> Result<(), CommandRefusal> {
        let says = match *self {
            TimeControl::Main { time, .. }
                if time < Span::from_secs(1) || time > Days::new(1).span() =>
            {
                "The main time is a second to a day."
            }
            TimeControl::Main { increment, .. } if increment > Span::from_secs(600) => {
                "The increment is at most ten minutes."
            }
            TimeControl::Days { days } if !(1..=30).contains(&days.get()) => {
                "A move has one to thirty days."
            }
            _ => return Ok(()),
        };
        Err(CommandRefusal::new(CommandRefusalKind::BadClock).with_sentence(says))
    }
}

/// The clocks of both players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Clocks {
    /// The time left of each player, as of the start of the running clock.
    pub left: BySeat<Span>,
    /// The lag quota of each player.
    pub lag: BySeat<Span>,
    /// The running clock; none before the first moves and between games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<RunningClock>,
}

/// The clock of the player whose time runs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RunningClock {
    /// The player whose time runs.
    pub seat: Seat,
    /// The time at which it was started.
    pub since: Timestamp,
}

/// The effect of a ply on the clocks.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ClockPress {
    /// The player who moved.
    pub(crate) seat: Seat,
    /// The time of the ply.
    pub(crate) at: Timestamp,
    /// The lag to compensate.
    pub(crate) lag: Span,
    /// Whether the turn passes to the other player.
    pub(crate) hands_over: bool,
    /// Whether the player had a choice.
    pub(crate) decided: bool,
    /// The player whose clock runs next, if any.
    pub(crate) next: Option<Seat>,
}

impl Clocks {
    /// The clocks at the start of a game.
    pub(crate) fn at_start(clock: TimeControl) -> Option<Clocks> {
        let left = match clock {
            TimeControl::None => return None,
            TimeControl::Main { time, .. } => time,
            TimeControl::Days { days } => days.span(),
        };
        Some(Clocks { left: BySeat::both(left), lag: BySeat::both(LAG_AT_START), running: None })
    }

    /// Starts a clock; in correspondence games with a fresh period.
    pub(crate) fn start_clock(&mut self, clock: TimeControl, seat: Seat, at: Timestamp) {
        if let TimeControl::Days { days } = clock {
            self.left[seat] = days.span();
        }
        self.running = Some(RunningClock { seat, since: at });
    }

    /// The time at which the flag of the running clock falls. A later move is too late whatever its
    /// lag.
    pub fn flag(&self) -> Option<(Seat, Timestamp)> {
        let RunningClock { seat, since } = self.running?;
        Some((seat, since + self.left[seat] + self.lag[seat].min(MAX_FLAG_GRACE)))
    }

    /// The lag compensation of a move: never more than the quota, nor than the move took.
    pub(crate) fn compensated_lag(&self, seat: Seat, at: Timestamp, lag: Span) -> Span {
        lag.min(self.lag[seat]).min(self.elapsed(seat, at))
    }

    /// Whether an action of `seat` at this time is in time.
    pub(crate) fn in_time(&self, seat: Seat, at: Timestamp, lag: Span) -> bool {
        let elapsed = self.elapsed(seat, at);
        self.running.is_none_or(|running| running.seat != seat)
            || elapsed - self.compensated_lag(seat, at, lag) < self.left[seat]
    }

    /// The time left of a player at a given time.
    pub fn left_at(&self, seat: Seat, at: Timestamp) -> Span {
        self.left[seat] - self.elapsed(seat, at)
    }

    fn elapsed(&self, seat: Seat, at: Timestamp) -> Span {
        match self.running {
            Some(running) if running.seat == seat => at.since(running.since),
            _ => Span::ZERO,
        }
    }

    /// Applies a ply and returns its increment.
    pub(crate) fn press(&mut self, clock: TimeControl, press: ClockPress) -> Span {
        let ClockPress { seat, at, lag, .. } = press;
        let mut gained = Span::ZERO;
        if let Some(running) = self.running.filter(|running| running.seat == seat) {
            let elapsed = at.since(running.since);
            let forgiven = self.compensated_lag(seat, at, lag);
            self.left[seat] = self.left[seat] - (elapsed - forgiven);
            self.lag[seat] = self.lag[seat] - forgiven;
            self.running = None;
            if press.decided {
                self.lag[seat] = (self.lag[seat] + LAG_REGAINED).min(MAX_LAG);
                gained = increment(clock, press.hands_over);
                self.left[seat] = self.left[seat] + gained;
            }
        }
        if let Some(next) = press.next {
            self.start_clock(clock, next, at);
        }
        gained
    }

    /// Applies a takeback: thinking time is not given back, and the increments of the moves are
    /// lost. In correspondence games nobody gets a fresh period.
    pub(crate) fn take_back(&mut self, at: Timestamp, lost: BySeat<Span>, next: Seat) {
        let runs = self.running.is_some();
        self.stop(at);
        for seat in Seat::ALL {
            let left = self.left[seat];
            self.left[seat] = (left - lost[seat]).max(left.min(MIN_TIME_AFTER_TAKEBACK));
        }
        self.running = runs.then_some(RunningClock { seat: next, since: at });
    }

    /// Stops the running clock.
    pub(crate) fn stop(&mut self, at: Timestamp) {
        if let Some(RunningClock { seat, .. }) = self.running {
            self.left[seat] = self.left_at(seat, at);
            self.running = None;
        }
    }
}

/// The increment of a ply: only if the turn passes to the other player, so not for a remedy that
/// one's own move follows.
fn increment(clock: TimeControl, hands_over: bool) -> Span {
    match clock {
        TimeControl::Main { increment, .. } if hands_over => increment,
        _ => Span::ZERO,
    }
}
