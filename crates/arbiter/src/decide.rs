//! Commands: which there are for whom, and in which order they are looked at.

use crate::draft::Draft;
use crate::{
    By, Cause, Claim, Command, Context, Event, Match, Refusal, RefusalKind, Seat, due, offers,
    play, presence, ritual,
};

/// What [`Match::handle`] made of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handled {
    /// The events, already applied: those that were due, then those of the command.
    pub events: Vec<Event>,
    /// Why the command was refused, if it was.
    pub refusal: Option<Refusal>,
}

impl Match {
    /// What a command leads to, or why it is refused. Nothing is changed; whoever stores the
    /// events [applies](Self::apply) them.
    ///
    /// No events at all mean that there is nothing new: the command was carried out before (see
    /// [`answered`](Self::answered)), or the host reported what was known.
    ///
    /// While something is [due](Self::due), everything but a tick and a claim of time is refused:
    /// what is due came first. [`handle`](Self::handle) sees to it.
    pub fn decide(&self, command: &Command, context: &Context) -> Result<Vec<Event>, Refusal> {
        Ok(self.draft(command, context)?.map(|(_, events)| events).unwrap_or_default())
    }

    /// Does what is due, then what is commanded.
    pub fn handle(&mut self, command: &Command, context: &Context) -> Handled {
        let (next, handled) = self.after(command, context);
        if let Some(next) = next {
            *self = next;
        }
        handled
    }

    /// The match after what is due and what is commanded, if that changes it. Nothing is changed
    /// here, and the events are applied there.
    pub fn after(&self, command: &Command, context: &Context) -> (Option<Match>, Handled) {
        let mut handled = Handled { events: Vec::new(), refusal: None };
        let now = context.now.max(self.state.time);
        let itself = match context.by {
            By::Seat(_) => is_claim_of_time(command),
            By::System => *command == Command::Tick,
            By::Spectator => false,
        };
        let mut next = None;
        if self.is_due(now) && !itself {
            let tick = self.draft(&Command::Tick, &Context::new(now, By::System));
            next = handled.take(tick);
        }
        let drafted = next.as_ref().unwrap_or(self).draft(command, context);
        next = handled.take(drafted).or(next);
        (next, handled)
    }

    /// The match after a command alone, with the events that lead there; nothing if there are none.
    fn draft(
        &self,
        command: &Command,
        context: &Context,
    ) -> Result<Option<(Match, Vec<Event>)>, Refusal> {
        let now = context.now.max(self.state.time);
        let cause = match (context.by, &context.id) {
            (By::Seat(seat), Some(id)) => Some(Cause { seat, id: id.clone() }),
            _ => None,
        };
        if cause.as_ref().is_some_and(|cause| self.answered(cause.seat, &cause.id).is_some()) {
            return Ok(None);
        }
        let mut draft = Draft::new(self, now, cause);
        match context.by {
            By::Spectator => return Err(RefusalKind::Spectator.into()),
            By::System => self.host(&mut draft, command)?,
            By::Seat(seat) => self.player(&mut draft, seat, command, context)?,
        }
        let (next, events) = draft.finish();
        Ok((!events.is_empty()).then_some((next, events)))
    }

    fn host(&self, draft: &mut Draft, command: &Command) -> Result<(), Refusal> {
        if *command == Command::Tick {
            return due::tick(draft);
        }
        self.on_time(draft)?;
        match command {
            Command::Presence { seat, here } => presence::report(draft, *seat, *here),
            Command::Abort => play::abort(draft),
            _ => Err(RefusalKind::PlayersOnly.into()),
        }
    }

    fn on_time(&self, draft: &Draft) -> Result<(), Refusal> {
        if self.is_due(draft.at()) { Err(RefusalKind::Overdue.into()) } else { Ok(()) }
    }

    fn player(
        &self,
        draft: &mut Draft,
        seat: Seat,
        command: &Command,
        context: &Context,
    ) -> Result<(), Refusal> {
        if !is_claim_of_time(command) {
            self.on_time(draft)?;
        }
        match command {
            Command::NameYoungest { youngest } => ritual::name_youngest(draft, seat, *youngest),
            Command::ChooseSide { side } => ritual::choose(draft, seat, *side),
            Command::Commit { commitment } => ritual::commit(draft, seat, *commitment),
            Command::Reveal { secret } => ritual::reveal(draft, seat, *secret),
            Command::Move { text, seen } => play::play(draft, seat, text, *seen, context.lag),
            Command::Premove { text } => play::premove(draft, seat, text),
            Command::CancelPremove => play::cancel_premove(draft, seat),
            Command::Resign => play::resign(draft, seat),
            Command::Abort => play::abort(draft),
            Command::Offer { offer } => offers::offer(draft, seat, *offer),
            Command::Accept { offer } => offers::accept(draft, seat, *offer),
            Command::Decline { offer } => offers::decline(draft, seat, *offer),
            Command::Claim { claim } => presence::claim(draft, seat, *claim),
            Command::Presence { .. } | Command::Tick => Err(RefusalKind::HostOnly.into()),
        }
    }
}

impl Handled {
    /// Takes in what a step led to, and returns the match after it.
    fn take(&mut self, drafted: Result<Option<(Match, Vec<Event>)>, Refusal>) -> Option<Match> {
        match drafted {
            Ok(Some((next, events))) => {
                self.events.extend(events);
                return Some(next);
            }
            Ok(None) => {}
            Err(refusal) => self.refusal = Some(refusal),
        }
        None
    }
}

fn is_claim_of_time(command: &Command) -> bool {
    matches!(command, Command::Claim { claim: Claim::Time })
}
