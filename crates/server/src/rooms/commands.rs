//! Command execution: optimistic concurrency over the event log.
//!
//! A command is decided on the cached match and appended under the version it was decided on. On a
//! conflict the room catches up, and the command is retried.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use crownhead_arbiter::{
    Actor, Command, CommandContext, CommandId, CommandRefusal, CommandRefusalKind, Event,
    EventCause, Match, Outage, Seat, Span, Version,
};
use crownhead_store::{
    Append, AppendOutcome, Db, EventRange, MatchId, MatchSummary, MatchVersion, RecordedCommand,
};
use futures_util::FutureExt;
use sha2::{Digest, Sha256};

use super::registry::RoomRegistry;
use super::run_to_completion::RunToCompletion;
use super::timekeeper::Timekeeper;
use super::{RoomError, TIME_LIMIT};
use crate::bus::Bus;
use crate::metrics::PanicPlace;
use crate::people::{players, ratings};
use crate::{Metrics, notices};

/// How often a command is decided again because another writer was faster.
const MAX_RETRIES: usize = 8;

/// Executes commands in the matches of a store.
pub struct CommandExecutor {
    db: Db,
    rooms: Arc<RoomRegistry>,
    timekeeper: Arc<Timekeeper>,
    bus: Arc<dyn Bus>,
    metrics: Arc<Metrics>,
}

/// A player's command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandRequest {
    /// The player's seat.
    pub seat: Seat,
    /// What the player wants to do.
    pub command: Command,
    /// Identifies the command when it is sent again.
    pub id: CommandId,
    /// How long it was on its way, at most the round trip of a ping.
    pub lag: Span,
}

/// A command that was executed, now or before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandDone {
    /// The numbers of its events.
    pub range: EventRange,
    /// The events that it produced, without gaps.
    pub events: Vec<Event>,
}

/// What a command led to.
enum Executed {
    /// New events, or none.
    Done(Vec<Event>),
    /// Nothing: it was carried out before.
    Repeated(RecordedCommand),
    /// Nothing: the arbiter refused it.
    Refused(Box<CommandRefusal>),
}

/// A condition on the match that a command is decided on.
type Precondition = dyn Fn(&Match) -> bool + Send + Sync;

/// What a player's command brings along.
#[derive(Copy, Clone)]
struct PlayerContext<'a> {
    cause: &'a EventCause,
    lag: Span,
    precondition: &'a Precondition,
}

impl CommandExecutor {
    pub(super) fn new(
        db: Db,
        rooms: Arc<RoomRegistry>,
        timekeeper: Arc<Timekeeper>,
        bus: Arc<dyn Bus>,
        metrics: Arc<Metrics>,
    ) -> CommandExecutor {
        CommandExecutor { db, rooms, timekeeper, bus, metrics }
    }

    /// Carries out a player's command. Its events are stored when this returns. A command that was
    /// carried out before gets the same result again.
    pub async fn execute(
        self: &Arc<Self>,
        id: MatchId,
        request: CommandRequest,
    ) -> Result<CommandDone, RoomError> {
        self.execute_if(id, request, |_| true).await
    }

    /// Carries out a player's command if a precondition holds in the very state that the command is
    /// decided on, and otherwise refuses it as stale. The check and the write are atomic.
    pub async fn execute_if(
        self: &Arc<Self>,
        id: MatchId,
        request: CommandRequest,
        precondition: impl Fn(&Match) -> bool + Send + Sync + 'static,
    ) -> Result<CommandDone, RoomError> {
        let executor = self.clone();
        // It continues when the caller has gone, so that everything stored is also published.
        let work = RunToCompletion::new(async move {
            executor.catch_panic(executor.execute_for_player(id, request, &precondition)).await
        });
        tokio::time::timeout(TIME_LIMIT, work).await?
    }

    /// Turns a panic into an error, so that it ends only this command.
    async fn catch_panic<T>(
        &self,
        work: impl Future<Output = Result<T, RoomError>>,
    ) -> Result<T, RoomError> {
        AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| {
            self.metrics.record_panic(PanicPlace::Command);
            tracing::error!("a command broke off");
            Err(RoomError::Failed("a command broke off".to_owned()))
        })
    }

    async fn execute_for_player(
        &self,
        id: MatchId,
        request: CommandRequest,
        precondition: &Precondition,
    ) -> Result<CommandDone, RoomError> {
        let CommandRequest { seat, command, id: command_id, lag } = request;
        let cause = EventCause { seat, id: command_id };
        let player = PlayerContext { cause: &cause, lag, precondition };
        match self.decide_and_append(id, Actor::Seat(seat), &command, Some(player)).await? {
            Executed::Done(events) => {
                let own = events.into_iter().filter(|event| event.cause.as_ref() == Some(&cause));
                let events: Vec<_> = own.collect();
                let (Some(first), Some(last)) = (events.first(), events.last()) else {
                    return Err(RoomError::Failed("a command led to nothing".to_owned()));
                };
                self.metrics.commands.inc();
                let range = EventRange { from: first.version, to: last.version };
                Ok(CommandDone { range, events })
            }
            Executed::Repeated(recorded) if !is_same(&recorded, &command) => {
                self.metrics.refused.inc();
                Err(RoomError::Refused(Box::new(CommandRefusalKind::CommandIdUsed.into())))
            }
            Executed::Repeated(RecordedCommand { range, .. }) => {
                let since = Version::new(range.from.get().saturating_sub(1));
                let count = range.to.get().saturating_sub(since.get());
                let limit = u32::try_from(count).unwrap_or(u32::MAX);
                let events = self.db.store().load(id, since, limit).await?;
                Ok(CommandDone { range, events })
            }
            Executed::Refused(refusal) => {
                self.metrics.refused.inc();
                Err(RoomError::Refused(refusal))
            }
        }
    }

    /// Carries out a command of the host, for example that time has passed.
    pub(super) async fn execute_as_host(
        &self,
        id: MatchId,
        command: &Command,
    ) -> Result<(), RoomError> {
        let work = self.decide_and_append(id, Actor::System, command, None);
        match self.catch_panic(work).await? {
            Executed::Refused(refusal) => Err(RoomError::Refused(refusal)),
            Executed::Done(_) | Executed::Repeated(_) => Ok(()),
        }
    }

    /// Credits outages in a match that this node has loaded, if they are not credited yet. Returns
    /// whether there were any.
    pub(crate) async fn credit_outages(
        &self,
        id: MatchId,
        game_match: &Match,
    ) -> Result<bool, RoomError> {
        match game_match.uncredited(&self.timekeeper.outages()) {
            Some(credit) => self.execute_as_host(id, &credit).await.map(|()| true),
            None => Ok(false),
        }
    }

    async fn decide_and_append(
        &self,
        id: MatchId,
        actor: Actor,
        command: &Command,
        player: Option<PlayerContext<'_>>,
    ) -> Result<Executed, RoomError> {
        self.timekeeper.settled().await?;
        let room = self.rooms.room(id);
        let mut cached = room.lock().await?;
        if cached.is_none() {
            self.rooms.catch_up(id, &room, &mut cached).await?;
        }
        for _ in 0..MAX_RETRIES {
            self.timekeeper.settled().await?;
            let game_match = cached.as_ref().ok_or(RoomError::NoMatch)?;
            let (turn, was_running) = (game_match.turn(), players::is_running(game_match));
            let mut context = CommandContext::new(self.db.now(), actor);
            if let Some(player) = player {
                context.id = Some(player.cause.id.clone());
                context.lag = player.lag;
            }
            let (next, events, refusal) = match player {
                Some(player) if !(player.precondition)(game_match) => stale(),
                _ => decide(game_match, &self.timekeeper.outages(), command, &context),
            };
            if refusal.is_some() || events.is_empty() {
                if let Some(player) = player
                    && let Some(recorded) =
                        self.db.store().command_events(id, player.cause.clone()).await?
                {
                    return Ok(Executed::Repeated(recorded));
                }
                // A stale room must not refuse anything.
                let before = game_match.version();
                if self.rooms.catch_up(id, &room, &mut cached).await?.version() != before {
                    continue;
                }
            }
            let refused = refusal.map(Executed::Refused);
            let Some(next) = next else { return Ok(refused.unwrap_or(Executed::Done(events))) };
            let recorded = player.and_then(|PlayerContext { cause, .. }| {
                let (from, to) = next.processed_command(cause.seat, &cause.id)?;
                let (range, digest) = (EventRange { from, to }, digest(command));
                Some((cause.clone(), RecordedCommand { range, digest }))
            });
            let mut statements = ratings::record_results(id, &next, &events);
            statements.extend(players::record_running(id, was_running, &next));
            statements.extend(notices::record_turn(id, turn, &next));
            let append = Append {
                id,
                expected: Version::new(events[0].version.get() - 1),
                events: events.clone(),
                command: recorded,
                summary: MatchSummary::of(&next),
                statements,
            };
            let begun = Instant::now();
            match self.db.store().append(append).await? {
                AppendOutcome::Appended => {
                    self.metrics.record_commit(begun.elapsed(), events.len());
                    let version = next.version();
                    *cached = Some(next);
                    room.feed.push(&events);
                    self.bus.publish(MatchVersion { id, version });
                    return Ok(refused.unwrap_or(Executed::Done(events)));
                }
                AppendOutcome::Repeated(recorded) => return Ok(Executed::Repeated(recorded)),
                AppendOutcome::Conflict => {
                    self.rooms.catch_up(id, &room, &mut cached).await?;
                }
                AppendOutcome::NoMatch => {
                    self.rooms.forget(id);
                    return Err(RoomError::NoMatch);
                }
            }
        }
        Err(RoomError::Busy)
    }
}

/// A digest of what a command says. A client that sends it again says the same. It covers the command's
/// JSON, so a release that encodes commands differently refuses what a client sends again across the
/// upgrade: such a release must keep this encoding for the digest.
fn digest(command: &Command) -> Option<i64> {
    let json = serde_json::to_vec(command).ok()?;
    let hash = Sha256::digest(json);
    hash.first_chunk().map(|bytes| i64::from_be_bytes(*bytes))
}

/// Whether a command is the one that was recorded under its id, as far as that is known.
fn is_same(recorded: &RecordedCommand, command: &Command) -> bool {
    recorded.digest.is_none() || recorded.digest == digest(command)
}

/// The match after a command, if anything happens; the events; and the refusal, if there is one.
type Decision = (Option<Match>, Vec<Event>, Option<Box<CommandRefusal>>);

/// The refusal of a command whose precondition does not hold any more.
fn stale() -> Decision {
    (None, Vec::new(), Some(Box::new(CommandRefusalKind::Stale.into())))
}

/// Decides a command. Outages are credited first, and a player who sends a command is present.
fn decide(
    game_match: &Match,
    outages: &[Outage],
    command: &Command,
    context: &CommandContext,
) -> Decision {
    let present = match context.by {
        Actor::Seat(seat) if game_match.state().absent[seat].is_some() => {
            Some(Command::Presence { seat, here: true })
        }
        _ => None,
    };
    let host = CommandContext::new(context.now, Actor::System);
    let (mut next, mut events) = (None, Vec::new());
    for first in game_match.uncredited(outages).into_iter().chain(present) {
        let (after, handled) = next.as_ref().unwrap_or(game_match).after(&first, &host);
        next = after.or(next);
        events.extend(handled.events);
    }
    let (after, handled) = next.as_ref().unwrap_or(game_match).after(command, context);
    events.extend(handled.events);
    (after.or(next), events, handled.refusal.map(Box::new))
}
