//! Commands: which there are for whom, and in which order they are looked at.

use crate::pending::PendingEvents;
use crate::{
    Actor, Claim, Command, CommandContext, CommandRefusal, CommandRefusalKind, Event, EventCause,
    Match, Seat, due, offers, play, presence, ritual,
};

/// What [`Match::handle`] made of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandResult {
    /// The events, already applied: those that were due, then those of the command.
    pub events: Vec<Event>,
    /// Why the command was refused, if it was.
    pub refusal: Option<CommandRefusal>,
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
    pub fn decide(
        &self,
        command: &Command,
        context: &CommandContext,
    ) -> Result<Vec<Event>, CommandRefusal> {
        Ok(self.draft(command, context)?.map(|(_, events)| events).unwrap_or_default())
    }

    /// Does what is due, then what is commanded.
    pub fn handle(&mut self, command: &Command, context: &CommandContext) -> CommandResult {
        let (next, handled) = self.after(command, context);
        if let Some(next) = next {
            *self = next;
        }
        handled
    }

    /// The match after what is due and what is commanded, if that changes it. Nothing is changed
    /// here, and the events are applied there.
    pub fn after(
        &self,
        command: &Command,
        context: &CommandContext,
    ) -> (Option<Match>, CommandResult) {
        let mut handled = CommandResult { events: Vec::new(), refusal: None };
        let now = context.now.max(self.state.time);
        let itself = match context.by {
            Actor::Seat(_) => is_claim_of_time(command),
            Actor::System => *command == Command::Tick,
            Actor::Spectator => false,
        };
        let mut next = None;
        if self.is_due(now) && !itself {
            let tick = self.draft(&Command::Tick, &CommandContext::new(now, Actor::System));
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
        context: &CommandContext,
    ) -> Result<Option<(Match, Vec<Event>)>, CommandRefusal> {
        let now = context.now.max(self.state.time);
        let cause = match (context.by, &context.id) {
            (Actor::Seat(seat), Some(id)) => Some(EventCause { seat, id: id.clone() }),
            _ => None,
        };
        if cause.as_ref().is_some_and(|cause| self.answered(cause.seat, &cause.id).is_some()) {
            return Ok(None);
        }
        let mut pending = PendingEvents::new(self, now, cause);
        match context.by {
            Actor::Spectator => return Err(CommandRefusalKind::Spectator.into()),
            Actor::System => self.host(&mut pending, command)?,
            Actor::Seat(seat) => self.player(&mut pending, seat, command, context)?,
        }
        let (next, events) = pending.finish();
        Ok((!events.is_empty()).then_some((next, events)))
    }

    fn host(&self, pending: &mut PendingEvents, command: &Command) -> Result<(), CommandRefusal> {
        if *command == Command::Tick {
            return due::tick(pending);
        }
        self.on_time(pending)?;
        match command {
            Command::Presence { seat, here } => presence::report(pending, *seat, *here),
            Command::Abort => play::abort(pending),
            _ => Err(CommandRefusalKind::PlayersOnly.into()),
        }
    }

    fn on_time(&self, pending: &PendingEvents) -> Result<(), CommandRefusal> {
        if self.is_due(pending.at()) { Err(CommandRefusalKind::Overdue.into()) } else { Ok(()) }
    }

    fn player(
        &self,
        pending: &mut PendingEvents,
        seat: Seat,
        command: &Command,
        context: &CommandContext,
    ) -> Result<(), CommandRefusal> {
        if !is_claim_of_time(command) {
            self.on_time(pending)?;
        }
        match command {
            Command::NameYoungest { youngest } => ritual::name_youngest(pending, seat, *youngest),
            Command::ChooseSide { side } => ritual::choose(pending, seat, *side),
            Command::Commit { commitment } => ritual::commit(pending, seat, *commitment),
            Command::Reveal { secret } => ritual::reveal(pending, seat, *secret),
            Command::Move { text, seen } => play::play(pending, seat, text, *seen, context.lag),
            Command::Premove { text } => play::premove(pending, seat, text),
            Command::CancelPremove => play::cancel_premove(pending, seat),
            Command::Resign => play::resign(pending, seat),
            Command::Abort => play::abort(pending),
            Command::Offer { offer } => offers::offer(pending, seat, *offer),
            Command::Accept { offer } => offers::accept(pending, seat, *offer),
            Command::Decline { offer } => offers::decline(pending, seat, *offer),
            Command::Claim { claim } => presence::claim(pending, seat, *claim),
            Command::Presence { .. } | Command::Tick => Err(CommandRefusalKind::HostOnly.into()),
        }
    }
}

impl CommandResult {
    /// Takes in what a step led to, and returns the match after it.
    fn take(
        &mut self,
        drafted: Result<Option<(Match, Vec<Event>)>, CommandRefusal>,
    ) -> Option<Match> {
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
