//! Decides commands: dispatches each to its handler, by actor and by what is due.

use crate::pending::PendingEvents;
use crate::{
    Actor, Claim, Command, CommandContext, CommandRefusal, CommandRefusalKind, Event, EventCause,
    Match, Seat, due, offers, outage, phrases, play, premoves, presence, ritual,
};

/// The result of [`Match::handle`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandResult {
    /// The events, already applied: those that were due, then those of the command.
    pub events: Vec<Event>,
    /// Why the command was refused, if it was.
    pub refusal: Option<CommandRefusal>,
}

impl Match {
    /// The events of a command, or why it is refused. Nothing is changed; the caller stores the
    /// events and [applies](Self::apply) them.
    ///
    /// No events mean that nothing changed: the command was processed before (see
    /// [`processed_command`](Self::processed_command)), or the host reported a known fact.
    ///
    /// While something is [due](Self::due), everything except a tick, a credit of outages and a
    /// claim of time is refused, because what is due came first. [`handle`](Self::handle) runs it first.
    pub fn decide(
        &self,
        command: &Command,
        context: &CommandContext,
    ) -> Result<Vec<Event>, CommandRefusal> {
        Ok(self.decide_on_copy(command, context)?.map(|(_, events)| events).unwrap_or_default())
    }

    /// Runs what is due, then the command.
    pub fn handle(&mut self, command: &Command, context: &CommandContext) -> CommandResult {
        let (next, handled) = self.after(command, context);
        if let Some(next) = next {
            *self = next;
        }
        handled
    }

    /// The match after what is due and the command, if they change it. `self` is not changed; the
    /// events are already applied to the returned match.
    pub fn after(
        &self,
        command: &Command,
        context: &CommandContext,
    ) -> (Option<Match>, CommandResult) {
        let mut handled = CommandResult { events: Vec::new(), refusal: None };
        let now = context.now.max(self.state.time);
        let itself = match context.by {
            Actor::Seat(_) => is_claim_of_time(command),
            Actor::System => matches!(command, Command::Tick | Command::CreditOutages { .. }),
            Actor::Spectator => false,
        };
        let mut next = None;
        if self.is_due(now) && !itself {
            let tick =
                self.decide_on_copy(&Command::Tick, &CommandContext::new(now, Actor::System));
            next = handled.absorb(tick);
        }
        let decided = next.as_ref().unwrap_or(self).decide_on_copy(command, context);
        next = handled.absorb(decided).or(next);
        (next, handled)
    }

    /// The match after the command alone, with its events; none if nothing changes.
    fn decide_on_copy(
        &self,
        command: &Command,
        context: &CommandContext,
    ) -> Result<Option<(Match, Vec<Event>)>, CommandRefusal> {
        let now = context.now.max(self.state.time);
        let cause = match (context.by, &context.id) {
            (Actor::Seat(seat), Some(id)) => Some(EventCause { seat, id: id.clone() }),
            _ => None,
        };
        if cause
            .as_ref()
            .is_some_and(|cause| self.processed_command(cause.seat, &cause.id).is_some())
        {
            return Ok(None);
        }
        let mut pending = PendingEvents::new(self, now, cause);
        match context.by {
            Actor::Spectator => return Err(CommandRefusalKind::Spectator.into()),
            Actor::System => self.decide_host_command(&mut pending, command)?,
            Actor::Seat(seat) => {
                self.decide_player_command(&mut pending, seat, command, context)?;
            }
        }
        let (next, events) = pending.finish();
        Ok((!events.is_empty()).then_some((next, events)))
    }

    fn decide_host_command(
        &self,
        pending: &mut PendingEvents,
        command: &Command,
    ) -> Result<(), CommandRefusal> {
        match command {
            Command::Tick => return due::tick(pending),
            Command::CreditOutages { outages } => return outage::credit(pending, outages),
            _ => self.check_nothing_is_due(pending)?,
        }
        match command {
            Command::Presence { seat, here } => presence::report_presence(pending, *seat, *here),
            Command::Abort => play::abort(pending),
            _ => Err(CommandRefusalKind::PlayersOnly.into()),
        }
    }

    fn check_nothing_is_due(&self, pending: &PendingEvents) -> Result<(), CommandRefusal> {
        if self.is_due(pending.at()) { Err(CommandRefusalKind::Overdue.into()) } else { Ok(()) }
    }

    fn decide_player_command(
        &self,
        pending: &mut PendingEvents,
        seat: Seat,
        command: &Command,
        context: &CommandContext,
    ) -> Result<(), CommandRefusal> {
        if !is_claim_of_time(command) {
            self.check_nothing_is_due(pending)?;
        }
        match command {
            Command::NameYoungest { youngest } => ritual::name_youngest(pending, seat, *youngest),
            Command::ChooseSide { side } => ritual::choose(pending, seat, *side),
            Command::Commit { commitment } => ritual::commit(pending, seat, *commitment),
            Command::Reveal { secret } => ritual::reveal(pending, seat, *secret),
            Command::Move { text, seen } => play::play(pending, seat, text, *seen, context.lag),
            Command::Premove { text, queue } => premoves::premove(pending, seat, text, *queue),
            Command::CancelPremove => premoves::cancel_premoves(pending, seat),
            Command::Say { phrase } => phrases::say(pending, seat, *phrase),
            Command::Resign => play::resign(pending, seat),
            Command::Abort => play::abort(pending),
            Command::Offer { offer } => offers::offer(pending, seat, *offer),
            Command::Accept { offer } => offers::accept(pending, seat, *offer),
            Command::Decline { offer } => offers::decline(pending, seat, *offer),
            Command::Claim { claim } => presence::claim(pending, seat, *claim),
            Command::Presence { .. } | Command::Tick | Command::CreditOutages { .. } => {
                Err(CommandRefusalKind::HostOnly.into())
            }
        }
    }
}

impl CommandResult {
    /// Adds the result of a step, and returns the match after it.
    fn absorb(
        &mut self,
        decided: Result<Option<(Match, Vec<Event>)>, CommandRefusal>,
    ) -> Option<Match> {
        match decided {
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
