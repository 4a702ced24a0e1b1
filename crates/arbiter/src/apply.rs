//! The fold: what each event does to the state. An event that cannot have happened is refused and
//! changes nothing, so reading a log again checks it, tosses included.

use std::fmt;

use crate::{Done, REMEMBERED};
use crate::{
    Event, GameNumber, Match, Refusal, RefusalKind, RulesVersion, Seat, Stage, Time, Version, What,
};

/// Why an event cannot be part of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadEvent {
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
        last: Time,
    },
    /// No match can be opened with such settings.
    Settings(Refusal),
    /// It does not fit the state; the words say how.
    Unsound(&'static str),
}

impl fmt::Display for BadEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadEvent::NotOpened => f.write_str("a log begins with the opening of the match"),
            BadEvent::UnknownRules { found } => write!(
                f,
                "the log is of rules version {found}, and this program knows version {}",
                RulesVersion::CURRENT
            ),
            BadEvent::Gap { expected, found } => {
                write!(f, "event {found} where event {expected} comes next")
            }
            BadEvent::BackInTime { last } => {
                write!(f, "the event is before {}, the time of the last", last.as_millis())
            }
            BadEvent::Settings(refusal) => refusal.fmt(f),
            BadEvent::Unsound(what) => write!(f, "the event cannot be: {what}"),
        }
    }
}

impl std::error::Error for BadEvent {}

/// A decision makes no event that cannot be: if one does, the command is refused and nothing
/// breaks.
impl From<BadEvent> for Refusal {
    fn from(bad: BadEvent) -> Refusal {
        match bad {
            BadEvent::Settings(refusal) => refusal,
            bad => Refusal::new(RefusalKind::Unsound).saying(bad.to_string()),
        }
    }
}

/// `Ok`, or the event cannot be.
pub(crate) fn must(holds: bool, what: &'static str) -> Result<(), BadEvent> {
    if holds { Ok(()) } else { Err(BadEvent::Unsound(what)) }
}

impl Match {
    /// Takes the next event of the log. One that cannot be is refused and changes nothing.
    pub fn apply(&mut self, event: &Event) -> Result<(), BadEvent> {
        let expected = self.state.version.next();
        if event.version != expected {
            return Err(BadEvent::Gap { expected, found: event.version });
        }
        if event.at < self.state.time {
            return Err(BadEvent::BackInTime { last: self.state.time });
        }
        self.fold(event.at, &event.what)?;
        self.state.version = event.version;
        self.state.time = event.at;
        self.remember(event);
        Ok(())
    }

    fn fold(&mut self, at: Time, what: &What) -> Result<(), BadEvent> {
        match what {
            What::Opened { .. } => Err(BadEvent::Unsound("a match is opened once")),
            What::YoungestNamed { seat, youngest } => self.youngest_named(*seat, *youngest),
            What::SideChosen { seat, side } => self.side_chosen(*seat, side.0),
            What::Committed { seat, commitment } => self.committed(at, *seat, *commitment),
            What::Revealed { seat, secret } => self.revealed(*seat, *secret),
            What::CoinsTossed { coins } => self.coins_tossed(*coins),
            What::LotsDrawn { winner } => self.lots_drawn(at, *winner),
            What::TossForfeited { seat } => self.toss_forfeited(at, *seat),
            What::TossVoid => self.toss_void(at),
            What::Began { game, first } => self.began(at, *game, *first),
            What::RitualBegan { game } => self.ritual_began(*game),
            What::Moved { seat, text, how, lag } => self.moved(at, *seat, text, *how, *lag),
            What::TakenBack { seat, plies } => self.taken_back(at, *seat, *plies),
            What::Offered { seat, offer } => self.offered(*seat, *offer),
            What::Declined { seat, offer } => self.declined(*seat, *offer),
            What::PremoveSet { seat, text } => self.premove_set(*seat, Some(text.clone())),
            What::PremoveCancelled { seat } => self.premove_set(*seat, None),
            What::PremoveDropped { seat, .. } => self.premove_set(*seat, None),
            What::Presence { seat, here } => {
                self.presence(at, *seat, *here);
                Ok(())
            }
            What::Ended { winner, reason } => self.ended(at, *winner, *reason),
            What::Veiled => Ok(()),
        }
    }

    /// The number of the game that comes after this one, or that this ritual is for.
    pub(crate) fn coming_game(&self) -> GameNumber {
        match self.state.stage {
            Stage::Over { .. } => self.state.game.next(),
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
        recent.push(Done {
            seat: cause.seat,
            id: cause.id.clone(),
            from: event.version,
            to: event.version,
        });
        let of = |seat: Seat| move |done: &Done| done.seat == seat;
        if recent.iter().filter(|done| of(cause.seat)(done)).count() > REMEMBERED
            && let Some(oldest) = recent.iter().position(of(cause.seat))
        {
            recent.remove(oldest);
        }
    }
}
