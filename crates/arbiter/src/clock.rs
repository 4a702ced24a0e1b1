//! Clocks: what is set, what is left, and the lag that is forgiven. The host's time is the truth.

use serde::{Deserialize, Serialize};

use crate::{BySeat, CommandRefusal, CommandRefusalKind, Days, Seat, Span, Timestamp};

/// The lag that a player can be forgiven at the start of a game.
pub const LAG_AT_START: Span = Span::from_millis(1000);
/// How much of it comes back with each move.
pub const LAG_REGAINED: Span = Span::from_millis(100);
/// The most that can be saved up, and so the most that a single move can be forgiven.
pub const MOST_LAG: Span = Span::from_millis(2000);
/// A flag falls at most so long after the time is up, for a move may be on its way.
pub const MOST_GRACE: Span = Span::from_millis(2000);
/// What a player keeps at least when a takeback costs increments; never more than there was.
pub const KEPT_AT_TAKEBACK: Span = Span::from_millis(1000);

/// The clock of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// None.
    None,
    /// So much for a game, and some more with each turn.
    Main {
        /// What each player has at the start: a second to a day.
        #[cfg_attr(feature = "schema", schema(value_type = u64, minimum = 1_000, maximum = 86_400_000))]
        time: Span,
        /// What a turn adds: at most ten minutes.
        #[cfg_attr(feature = "schema", schema(value_type = u64, minimum = 0, maximum = 600_000))]
        increment: Span,
    },
    /// So many days for each move.
    Days {
        /// How many: 1 to 30.
        #[cfg_attr(feature = "schema", schema(value_type = u16, minimum = 1, maximum = 30))]
        days: Days,
    },
}

impl Days {
    /// As a span.
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
        Err(CommandRefusal::new(CommandRefusalKind::BadClock).saying(says))
    }
}

/// What the clocks show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Clocks {
    /// What each player has left, as of when the running clock was started.
    pub left: BySeat<Span>,
    /// The lag that each can still be forgiven.
    pub lag: BySeat<Span>,
    /// The clock that runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<RunningClock>,
}

/// A clock that runs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RunningClock {
    /// Whose.
    pub seat: Seat,
    /// Since when.
    pub since: Timestamp,
}

/// What a ply does to the clocks.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ClockPress {
    /// Who made it.
    pub(crate) seat: Seat,
    /// When.
    pub(crate) at: Timestamp,
    /// The lag to be forgiven.
    pub(crate) lag: Span,
    /// Whether the turn passes to the other player.
    pub(crate) hands_over: bool,
    /// Whether the player had a choice.
    pub(crate) decided: bool,
    /// Whose clock is to run now, if one is.
    pub(crate) next: Option<Seat>,
}

impl Clocks {
    /// The clocks at the start of a game.
    pub(crate) fn set(clock: TimeControl) -> Option<Clocks> {
        let left = match clock {
            TimeControl::None => return None,
            TimeControl::Main { time, .. } => time,
            TimeControl::Days { days } => days.span(),
        };
        Some(Clocks { left: BySeat::both(left), lag: BySeat::both(LAG_AT_START), running: None })
    }

    /// Lets a clock run; where days are given for a move, with a fresh period.
    pub(crate) fn run(&mut self, clock: TimeControl, seat: Seat, at: Timestamp) {
        if let TimeControl::Days { days } = clock {
            self.left[seat] = days.span();
        }
        self.running = Some(RunningClock { seat, since: at });
    }

    /// When the flag of the running clock falls. A move that arrives later is too late whatever
    /// its lag.
    pub fn flag(&self) -> Option<(Seat, Timestamp)> {
        let RunningClock { seat, since } = self.running?;
        Some((seat, since + self.left[seat] + self.lag[seat].min(MOST_GRACE)))
    }

    /// How much of the lag of a move is forgiven: never more than is left of it, nor than the
    /// move took.
    pub(crate) fn forgiven(&self, seat: Seat, at: Timestamp, lag: Span) -> Span {
        lag.min(self.lag[seat]).min(self.elapsed(seat, at))
    }

    /// Whether something that `seat` does now is in time.
    pub(crate) fn in_time(&self, seat: Seat, at: Timestamp, lag: Span) -> bool {
        let elapsed = self.elapsed(seat, at);
        self.running.is_none_or(|running| running.seat != seat)
            || elapsed - self.forgiven(seat, at, lag) < self.left[seat]
    }

    /// What a player has left now.
    pub fn left_at(&self, seat: Seat, at: Timestamp) -> Span {
        self.left[seat] - self.elapsed(seat, at)
    }

    fn elapsed(&self, seat: Seat, at: Timestamp) -> Span {
        match self.running {
            Some(running) if running.seat == seat => at.since(running.since),
            _ => Span::ZERO,
        }
    }

    /// Books a ply and returns what it added.
    pub(crate) fn press(&mut self, clock: TimeControl, stroke: ClockPress) -> Span {
        let ClockPress { seat, at, lag, .. } = stroke;
        let mut gained = Span::ZERO;
        if let Some(running) = self.running.filter(|running| running.seat == seat) {
            let elapsed = at.since(running.since);
            let forgiven = self.forgiven(seat, at, lag);
            self.left[seat] = self.left[seat] - (elapsed - forgiven);
            self.lag[seat] = self.lag[seat] - forgiven;
            self.running = None;
            if stroke.decided {
                self.lag[seat] = (self.lag[seat] + LAG_REGAINED).min(MOST_LAG);
                gained = increment(clock, stroke.hands_over);
                self.left[seat] = self.left[seat] + gained;
            }
        }
        if let Some(next) = stroke.next {
            self.run(clock, next, at);
        }
        gained
    }

    /// Books a takeback: thinking time is not given back, and the increments of the moves that
    /// are taken back are lost. Where days are given for a move, nobody gets a fresh period.
    pub(crate) fn take_back(&mut self, at: Timestamp, lost: BySeat<Span>, next: Seat) {
        let runs = self.running.is_some();
        self.stop(at);
        for seat in Seat::ALL {
            let left = self.left[seat];
            self.left[seat] = (left - lost[seat]).max(left.min(KEPT_AT_TAKEBACK));
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

/// What a ply adds: a turn ends when it passes to the other player, and not with an answer to an
/// offence that one's own move follows.
fn increment(clock: TimeControl, hands_over: bool) -> Span {
    match clock {
        TimeControl::Main { increment, .. } if hands_over => increment,
        _ => Span::ZERO,
    }
}
