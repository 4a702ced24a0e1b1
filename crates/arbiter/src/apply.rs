//! Applies events to the state. An event that cannot have happened is refused and changes nothing,
//! so replaying a log validates it, tosses included.

use std::fmt;

use crate::{
    CommandRefusal, CommandRefusalKind, Event, EventKind, GameNumber, Match, MatchStage,
    RulesVersion, Seat, Timestamp, Version,
};
use crate::{REMEMBERED_COMMANDS, RecentCommand};

/// Why an event cannot come next in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidEvent {
    /// The log does not begin with the opening of a match.
    NotOpened,
    /// The log was written under another version of the rules.
    UnknownRules {
        /// The version of the log.
        found: RulesVersion,
    },
    /// An event is missing or repeated.
    Gap {
        /// The next number.
        expected: Version,
        /// The number of the event.
        found: Version,
    },
    /// The event is older than the one before it.
    BackInTime {
        /// The time of the previous event.
        last: Timestamp,
    },
    /// The settings are invalid.
    Settings(CommandRefusal),
    /// The event contradicts the state; the text says how.
    Unsound(&'static str),
}

impl fmt::Display for InvalidEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidEvent::NotOpened => f.write_str("a log begins with the opening of the match"),
            InvalidEvent::UnknownRules { found } => write!(
                f,
                "the log is of rules version {found}, and this program knows version {}",
                RulesVersion::CURRENT
            ),
            InvalidEvent::Gap { expected, found } => {
                write!(f, "event {found} where event {expected} comes next")
            }
            InvalidEvent::BackInTime { last } => {
                write!(f, "the event is before {}, the time of the last", last.as_millis())
            }
            InvalidEvent::Settings(refusal) => refusal.fmt(f),
            InvalidEvent::Unsound(what) => write!(f, "an event is impossible: {what}"),
        }
    }
}

impl std::error::Error for InvalidEvent {}

/// A decision should never produce an invalid event. If one does, the command is refused and the
/// match is unharmed.
impl From<InvalidEvent> for CommandRefusal {
    fn from(bad: InvalidEvent) -> CommandRefusal {
        match bad {
            InvalidEvent::Settings(refusal) => refusal,
            bad => CommandRefusal::new(CommandRefusalKind::Unsound).with_sentence(bad.to_string()),
        }
    }
}

/// Refuses the event unless the condition holds.
pub(crate) fn ensure(holds: bool, what: &'static str) -> Result<(), InvalidEvent> {
    if holds { Ok(()) } else { Err(InvalidEvent::Unsound(what)) }
}

impl Match {
    /// Applies the next event of the log. An invalid event is refused and changes nothing.
    pub fn apply(&mut self, event: &Event) -> Result<(), InvalidEvent> {
        let expected = self.state.version.next();
        if event.version != expected {
            return Err(InvalidEvent::Gap { expected, found: event.version });
        }
        if event.at < self.state.time {
            return Err(InvalidEvent::BackInTime { last: self.state.time });
        }
        self.fold(event.at, &event.kind)?;
        self.state.version = event.version;
        self.state.time = event.at;
        self.remember_command(event);
        Ok(())
    }

    fn fold(&mut self, at: Timestamp, kind: &EventKind) -> Result<(), InvalidEvent> {
        match kind {
            EventKind::Opened { .. } => Err(InvalidEvent::Unsound("a match is opened once")),
            EventKind::YoungestNamed { seat, youngest } => {
                self.apply_youngest_named(*seat, *youngest)
            }
            EventKind::SideChosen { seat, side } => self.apply_side_chosen(*seat, side.0),
            EventKind::Committed { seat, commitment } => {
                self.apply_committed(at, *seat, *commitment)
            }
            EventKind::Revealed { seat, secret } => self.apply_revealed(*seat, *secret),
            EventKind::CoinsTossed { coins } => self.apply_coins_tossed(*coins),
            EventKind::LotsDrawn { winner } => self.apply_lots_drawn(at, *winner),
            EventKind::TossForfeited { seat } => self.apply_toss_forfeited(at, *seat),
            EventKind::TossVoid => self.apply_toss_void(at),
            EventKind::Began { game, first } => self.apply_began(at, *game, *first),
            EventKind::RitualBegan { game } => self.apply_ritual_began(*game),
            EventKind::Moved { seat, text, source, lag } => {
                self.apply_moved(at, *seat, text, *source, *lag)
            }
            EventKind::TakenBack { seat, plies } => self.apply_taken_back(at, *seat, *plies),
            EventKind::Offered { seat, offer } => self.apply_offered(*seat, *offer),
            EventKind::Declined { seat, offer } => self.apply_declined(*seat, *offer),
            EventKind::PremoveSet { seat, text, queue } => {
                self.apply_premove_set(*seat, text, *queue)
            }
            EventKind::PremoveCancelled { seat } | EventKind::PremoveDropped { seat, .. } => {
                self.apply_premoves_cancelled(*seat)
            }
            EventKind::Said { seat, .. } => {
                self.apply_said(at, *seat);
                Ok(())
            }
            EventKind::Presence { seat, here } => {
                self.apply_presence(at, *seat, *here);
                Ok(())
            }
            EventKind::OutageCredited { until, span } => self.apply_outage_credited(*until, *span),
            EventKind::Ended { winner, reason } => self.apply_ended(at, *winner, *reason),
            EventKind::Veiled => Ok(()),
        }
    }

    /// The number of the next game: the one after this, or the one that this ritual is for.
    pub(crate) fn next_game_number(&self) -> GameNumber {
        match self.state.stage {
            MatchStage::Over { .. } => self.state.game.next(),
            _ => self.state.game,
        }
    }

    fn remember_command(&mut self, event: &Event) {
        let Some(cause) = &event.cause else { return };
        let recent = &mut self.state.recent;
        if let Some(done) = recent.last_mut()
            && done.seat == cause.seat
            && done.id == cause.id
        {
            done.to = event.version;
            return;
        }
        recent.push(RecentCommand {
            seat: cause.seat,
            id: cause.id.clone(),
            from: event.version,
            to: event.version,
        });
        let of = |seat: Seat| move |done: &RecentCommand| done.seat == seat;
        if recent.iter().filter(|done| of(cause.seat)(done)).count() > REMEMBERED_COMMANDS
            && let Some(oldest) = recent.iter().position(of(cause.seat))
        {
            recent.remove(oldest);
        }
    }
}
