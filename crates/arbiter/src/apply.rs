//! The fold: what each event does to the state. An event that cannot have happened is refused and
//! changes nothing, so reading a log again checks it, tosses included.

use std::fmt;

use crate::{
    CommandRefusal, CommandRefusalKind, Event, EventKind, GameNumber, Match, MatchStage,
    RulesVersion, Seat, Timestamp, Version,
};
use crate::{REMEMBERED, RecentCommand};

/// Why an event cannot be part of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidEvent {
    /// The log does not begin with the opening of a match.
    NotOpened,
    /// The log keeps to another edition of the rules than this code.
    UnknownRules {
        /// The edition of the log.
        found: RulesVersion,
    },
    /// An event is missing, or comes twice.
    Gap {
        /// The number that comes next.
        expected: Version,
        /// The number of the event.
        found: Version,
    },
    /// It is before the event before it.
    BackInTime {
        /// The time of the event before.
        last: Timestamp,
    },
    /// No match can be opened with such settings.
    Settings(CommandRefusal),
    /// It does not fit the state; the words say how.
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
            InvalidEvent::Unsound(what) => write!(f, "the event cannot be: {what}"),
        }
    }
}

impl std::error::Error for InvalidEvent {}

/// A decision makes no event that cannot be: if one does, the command is refused and nothing
/// breaks.
impl From<InvalidEvent> for CommandRefusal {
    fn from(bad: InvalidEvent) -> CommandRefusal {
        match bad {
            InvalidEvent::Settings(refusal) => refusal,
            bad => CommandRefusal::new(CommandRefusalKind::Unsound).saying(bad.to_string()),
        }
    }
}

/// `Ok`, or the event cannot be.
pub(crate) fn must(holds: bool, what: &'static str) -> Result<(), InvalidEvent> {
    if holds { Ok(()) } else { Err(InvalidEvent::Unsound(what)) }
}

impl Match {
    /// Takes the next event of the log. One that cannot be is refused and changes nothing.
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
        self.remember(event);
        Ok(())
    }

    fn fold(&mut self, at: Timestamp, kind: &EventKind) -> Result<(), InvalidEvent> {
        match kind {
            EventKind::Opened { .. } => Err(InvalidEvent::Unsound("a match is opened once")),
            EventKind::YoungestNamed { seat, youngest } => self.youngest_named(*seat, *youngest),
            EventKind::SideChosen { seat, side } => self.side_chosen(*seat, side.0),
            EventKind::Committed { seat, commitment } => self.committed(at, *seat, *commitment),
            EventKind::Revealed { seat, secret } => self.revealed(*seat, *secret),
            EventKind::CoinsTossed { coins } => self.coins_tossed(*coins),
            EventKind::LotsDrawn { winner } => self.lots_drawn(at, *winner),
            EventKind::TossForfeited { seat } => self.toss_forfeited(at, *seat),
            EventKind::TossVoid => self.toss_void(at),
            EventKind::Began { game, first } => self.began(at, *game, *first),
            EventKind::RitualBegan { game } => self.ritual_began(*game),
            EventKind::Moved { seat, text, source, lag } => {
                self.moved(at, *seat, text, *source, *lag)
            }
            EventKind::TakenBack { seat, plies } => self.taken_back(at, *seat, *plies),
            EventKind::Offered { seat, offer } => self.offered(*seat, *offer),
            EventKind::Declined { seat, offer } => self.declined(*seat, *offer),
            EventKind::PremoveSet { seat, text } => self.premove_set(*seat, Some(text.clone())),
            EventKind::PremoveCancelled { seat } => self.premove_set(*seat, None),
            EventKind::PremoveDropped { seat, .. } => self.premove_set(*seat, None),
            EventKind::Presence { seat, here } => {
                self.presence(at, *seat, *here);
                Ok(())
            }
            EventKind::Ended { winner, reason } => self.ended(at, *winner, *reason),
            EventKind::Veiled => Ok(()),
        }
    }

    /// The number of the game that comes after this one, or that this ritual is for.
    pub(crate) fn coming_game(&self) -> GameNumber {
        match self.state.stage {
            MatchStage::Over { .. } => self.state.game.next(),
            _ => self.state.game,
        }
    }

    fn remember(&mut self, event: &Event) {
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
        if recent.iter().filter(|done| of(cause.seat)(done)).count() > REMEMBERED
            && let Some(oldest) = recent.iter().position(of(cause.seat))
        {
            recent.remove(oldest);
        }
    }
}
