//! Commands: decided on what is remembered, kept only if that was the newest.

use std::sync::Arc;
use std::time::Instant;

use crownhead_arbiter::{By, Cause, Command, Context, Event, Match, Refusal, Stage, Version};

use super::finish::Finished;
use super::{Ask, Done, LIMIT, RoomError, Rooms};
use crate::MatchId;
use crate::bus::News;
use crate::notices;
use crate::people::results;
use crate::store::{Answer, Append, Appended, Standing};

/// How often a command is decided anew because somebody else was quicker.
const TRIES: usize = 8;

/// What a command led to.
enum Outcome {
    /// New events, or none.
    Done(Vec<Event>),
    /// Nothing, for it was carried out before.
    Repeated(Answer),
    /// Nothing, for the arbiter refused it.
    Refused(Box<Refusal>),
}

impl Rooms {
    /// Carries a player's command out. It has been kept when this returns; one that was carried
    /// out before is answered as it was then.
    pub async fn command(self: &Arc<Self>, id: MatchId, ask: Ask) -> Result<Done, RoomError> {
        let rooms = self.clone();
        // It goes on although the asker may have gone, so that what is kept is also published.
        let work = Finished::new(async move { rooms.carry_out(id, ask).await });
        tokio::time::timeout(LIMIT, work).await?
    }

    async fn carry_out(&self, id: MatchId, ask: Ask) -> Result<Done, RoomError> {
        let cause = Cause { seat: ask.seat, id: ask.id.clone() };
        match self.act(id, By::Seat(ask.seat), &ask.command, Some((&cause, ask.lag))).await? {
            Outcome::Done(events) => {
                let own = events.into_iter().filter(|event| event.cause.as_ref() == Some(&cause));
                let events: Vec<_> = own.collect();
                let (Some(first), Some(last)) = (events.first(), events.last()) else {
                    return Err(RoomError::Failed("a command led to nothing".to_owned()));
                };
                self.metrics.commands.inc();
                Ok(Done { answer: Answer { from: first.version, to: last.version }, events })
            }
            Outcome::Repeated(answer) => {
                let since = Version::new(answer.from.get().saturating_sub(1));
                let count = answer.to.get().saturating_sub(since.get());
                let most = u32::try_from(count).unwrap_or(u32::MAX);
                let events = self.store.load(id, since, most).await?;
                Ok(Done { answer, events })
            }
            Outcome::Refused(refusal) => {
                self.metrics.refused.inc();
                Err(RoomError::Refused(refusal))
            }
        }
    }

    /// Does what the host has to say, such as that time has passed.
    pub(super) async fn host(&self, id: MatchId, command: &Command) -> Result<(), RoomError> {
        match self.act(id, By::System, command, None).await? {
            Outcome::Refused(refusal) => Err(RoomError::Refused(refusal)),
            Outcome::Done(_) | Outcome::Repeated(_) => Ok(()),
        }
    }

    async fn act(
        &self,
        id: MatchId,
        by: By,
        command: &Command,
        asked: Option<(&Cause, crownhead_arbiter::Span)>,
    ) -> Result<Outcome, RoomError> {
        let room = self.room(id);
        let mut kept = tokio::time::timeout(LIMIT, room.kept.lock()).await?;
        if kept.is_none() {
            self.catch_up(id, &room, &mut kept).await?;
        }
        for _ in 0..TRIES {
            let whole = kept.as_ref().ok_or(RoomError::NoMatch)?;
            let turn = whole.turn();
            let mut context = Context::new(self.now(), by);
            if let Some((cause, lag)) = asked {
                context.id = Some(cause.id.clone());
                context.lag = lag;
            }
            let (next, events, refusal) = decide(whole, command, &context);
            if refusal.is_some() || events.is_empty() {
                if let Some((cause, _)) = asked
                    && let Some(answer) = self.store.answer(id, cause.clone()).await?
                {
                    return Ok(Outcome::Repeated(answer));
                }
                // Nothing is refused on the ground of what is out of date.
                let before = whole.version();
                if self.catch_up(id, &room, &mut kept).await?.version() != before {
                    continue;
                }
            }
            let refused = refusal.map(Outcome::Refused);
            let Some(next) = next else { return Ok(refused.unwrap_or(Outcome::Done(events))) };
            let expected = Version::new(events[0].version.get() - 1);
            let command = asked.and_then(|(cause, _)| {
                let (from, to) = next.answered(cause.seat, &cause.id)?;
                Some((cause.clone(), Answer { from, to }))
            });
            let (standing, events_kept) = (standing(&next), events.clone());
            let mut also = results::note(id, &next, &events);
            also.extend(notices::note(id, turn, &next));
            let append = Append { id, expected, events: events_kept, command, standing, also };
            let begun = Instant::now();
            match self.store.append(append).await? {
                Appended::Done => {
                    self.metrics.committed(begun.elapsed(), events.len());
                    let version = next.version();
                    *kept = Some(next);
                    room.feed.push(&events);
                    self.bus.publish(News { id, version });
                    return Ok(refused.unwrap_or(Outcome::Done(events)));
                }
                Appended::Repeated(answer) => return Ok(Outcome::Repeated(answer)),
                Appended::Conflict => {
                    self.catch_up(id, &room, &mut kept).await?;
                }
                Appended::NoMatch => {
                    self.forget(id);
                    return Err(RoomError::NoMatch);
                }
            }
        }
        Err(RoomError::Busy)
    }
}

/// What a command leads to: the match after it, if anything happens. Who gives a command is there.
fn decide(
    whole: &Match,
    command: &Command,
    context: &Context,
) -> (Option<Match>, Vec<Event>, Option<Box<Refusal>>) {
    let (mut next, mut events) = (None, Vec::new());
    if let By::Seat(seat) = context.by
        && whole.state().absent[seat].is_some()
    {
        let here = Command::Presence { seat, here: true };
        let (after, handled) = whole.after(&here, &Context::new(context.now, By::System));
        (next, events) = (after, handled.events);
    }
    let (after, handled) = next.as_ref().unwrap_or(whole).after(command, context);
    events.extend(handled.events);
    (after.or(next), events, handled.refusal.map(Box::new))
}

/// What is kept of a match beside its log.
pub(crate) fn standing(whole: &Match) -> Standing {
    let state = whole.state();
    Standing {
        game: state.settings.play.game().name().to_owned(),
        live: !matches!(state.stage, Stage::Over { .. }),
        due: whole.due(),
    }
}
