//! A match on a server. The client shows only what the server confirmed; it sends unconfirmed commands
//! again after a reconnect.

use std::time::Duration;

use crownhead_arbiter::{
    BySeat, Command, CommandId, CommandRefusal, Event, EventKind, Match, MatchStage, Seat, Span,
    Timestamp, Viewer,
};
use crownhead_protocol::{ClientMessage, Player, ServerMessage, Snapshot};

use crate::clock_source::{MatchClock, StepContext};
use crate::match_link::MatchLink;
use crate::saved::{SavedMatch, TossSecret};

/// The maximum number of unacknowledged commands.
const MAX_PENDING: usize = 16;

/// The delay before a command with unknown outcome is sent again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// A match on a server.
#[derive(Debug)]
pub(crate) struct RemoteMatch {
    pub(crate) link: MatchLink,
    /// The match, after the first snapshot.
    pub(crate) game_match: Option<Match>,
    pub(crate) viewer: Viewer,
    pub(crate) players: BySeat<Player>,
    pub(crate) connection: ConnectionState,
    clock: MatchClock,
    pending: Vec<PendingCommand>,
    /// Messages to send.
    pub(crate) outbox: Vec<String>,
    tosses: Vec<TossSecret>,
    commands: u64,
    /// When commands with unknown outcome are sent again.
    pub(crate) retry_at: Option<Duration>,
    /// Distinguishes the command ids of this process from those of earlier ones.
    run: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionState {
    /// Nothing was received yet.
    Joining,
    /// Connected.
    Open,
    /// The connection broke; it is reconnecting.
    Broken,
    /// The server refused the connection, for this reason.
    Refused(String),
}

#[derive(Debug)]
pub(crate) enum ConnectionEvent {
    Message(Box<ServerMessage>),
    /// The connection broke; it is reconnecting.
    Broke,
    /// There is no such match, or the link is wrong.
    Refused(String),
}

/// An unacknowledged command.
#[derive(Debug)]
struct PendingCommand {
    id: CommandId,
    command: Command,
}

/// The changes that a message led to.
#[derive(Debug, Default)]
pub(crate) struct ServerChanges {
    pub(crate) events: Vec<Event>,
    pub(crate) refusal: Option<CommandRefusal>,
    /// Whether a snapshot replaced the match.
    pub(crate) resynced: bool,
}

impl RemoteMatch {
    pub(crate) fn new(
        link: MatchLink,
        tosses: Vec<TossSecret>,
        context: &mut StepContext,
    ) -> RemoteMatch {
        RemoteMatch {
            link,
            game_match: None,
            viewer: Viewer::Spectator,
            players: BySeat::default(),
            connection: ConnectionState::Joining,
            clock: MatchClock::set(Timestamp::default(), context.now),
            pending: Vec::new(),
            outbox: Vec::new(),
            tosses,
            commands: 0,
            retry_at: None,
            run: context.random.seed(),
        }
    }

    /// Whether the server owes an answer: to joining, or to a command.
    pub(crate) fn is_awaiting_server(&self) -> bool {
        match self.connection {
            ConnectionState::Joining => true,
            ConnectionState::Open => !self.pending.is_empty(),
            ConnectionState::Broken | ConnectionState::Refused(_) => false,
        }
    }

    pub(crate) fn time(&self, now: Duration) -> Timestamp {
        self.clock.shows(now)
    }

    /// The player's seat, if the client has one.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// The move that was sent and is not acknowledged.
    pub(crate) fn sending(&self) -> Option<&str> {
        self.pending.iter().find_map(|sent| match &sent.command {
            Command::Move { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    /// The form in which it is saved, once the game is known.
    pub(crate) fn saved(&self) -> Option<SavedMatch> {
        let state = self.game_match.as_ref()?.state();
        let over = matches!(state.stage, MatchStage::Over { .. });
        let game = state.settings.play.game().name().to_owned();
        Some(SavedMatch::remote(self.link.to_string(), game, over, self.tosses.clone()))
    }

    /// Sends a command, and returns whether the queue had room for it.
    pub(crate) fn command(&mut self, command: Command) -> bool {
        if self.pending.len() >= MAX_PENDING {
            return false;
        }
        self.commands += 1;
        let id = format!("{:x}-{}", self.run & 0xffff_ffff, self.commands);
        let Ok(id) = CommandId::new(id) else { return false };
        self.pending.push(PendingCommand { id: id.clone(), command });
        self.send(&id);
        true
    }

    /// Commits to a secret, which is saved until both players have committed.
    pub(crate) fn toss(&mut self, context: &mut StepContext) {
        let Some((seat, game_match)) = self.seat().zip(self.game_match.as_ref()) else { return };
        let MatchStage::Toss(toss) = &game_match.state().stage else { return };
        let (game, round) = (game_match.state().game, toss.round);
        let id = game_match.state().toss_id(toss);
        let kept = self.tosses.iter().find(|kept| kept.game == game && kept.round == round);
        let secret = match kept {
            Some(kept) => kept.secret,
            None => {
                let secret = context.random.secret();
                self.tosses.push(TossSecret { game, round, secret });
                secret
            }
        };
        self.command(Command::Commit { commitment: id.commitment(seat, secret) });
    }

    /// Reveals the secret as soon as both players have committed.
    fn reveal(&mut self) {
        let Some((seat, game_match)) = self.seat().zip(self.game_match.as_ref()) else { return };
        let MatchStage::Toss(toss) = &game_match.state().stage else {
            self.tosses.clear();
            return;
        };
        let both = toss.committed.one.is_some() && toss.committed.two.is_some();
        let asked = self.pending.iter().any(|sent| matches!(sent.command, Command::Reveal { .. }));
        if !both || toss.revealed[seat].is_some() || asked {
            return;
        }
        let (game, round) = (game_match.state().game, toss.round);
        let kept = self.tosses.iter().find(|kept| kept.game == game && kept.round == round);
        if let Some(&TossSecret { secret, .. }) = kept {
            self.command(Command::Reveal { secret });
        }
    }

    /// Handles an event of the connection.
    pub(crate) fn receive(&mut self, from: ConnectionEvent, now: Duration) -> ServerChanges {
        let mut heard = ServerChanges::default();
        match from {
            ConnectionEvent::Broke => self.connection = ConnectionState::Broken,
            ConnectionEvent::Refused(error) => self.connection = ConnectionState::Refused(error),
            ConnectionEvent::Message(message) => match *message {
                ServerMessage::Snapshot(snapshot) => {
                    let Snapshot { now: time, players, view, state, .. } = *snapshot;
                    match Match::restore(state) {
                        Ok(game_match) => self.game_match = Some(game_match),
                        Err(error) => self.connection = ConnectionState::Refused(error.to_string()),
                    }
                    heard.resynced = true;
                    self.welcome(view.viewer, players, MatchClock::set(time, now));
                }
                ServerMessage::Missed { now: time, viewer, players, events, .. } => {
                    heard.events = self.apply_events(events);
                    self.welcome(viewer, players, MatchClock::set(time, now));
                }
                ServerMessage::Events { events } => heard.events = self.apply_events(events),
                ServerMessage::Players { players } => self.players = players,
                ServerMessage::Done { id, .. } => self.pending.retain(|sent| sent.id != id),
                ServerMessage::Refused { id, refusal } => {
                    self.pending.retain(|sent| sent.id != id);
                    heard.refusal = Some(*refusal);
                }
                ServerMessage::Unsure { .. } => self.retry_at = Some(now + RETRY_DELAY),
            },
        }
        self.reveal();
        heard
    }

    fn welcome(&mut self, viewer: Viewer, players: BySeat<Player>, clock: MatchClock) {
        if matches!(self.connection, ConnectionState::Refused(_)) {
            return;
        }
        (self.viewer, self.players, self.clock) = (viewer, players, clock);
        self.connection = ConnectionState::Open;
        self.outbox.clear();
        self.resend();
    }

    /// Sends unacknowledged commands again. The server recognises commands that it has executed by
    /// their ids.
    pub(crate) fn resend(&mut self) {
        self.retry_at = None;
        let ids: Vec<_> = self.pending.iter().map(|sent| sent.id.clone()).collect();
        ids.iter().for_each(|id| self.send(id));
    }

    /// Applies events, and skips known ones.
    fn apply_events(&mut self, events: Vec<Event>) -> Vec<Event> {
        let Some(game_match) = &mut self.game_match else { return Vec::new() };
        let notifications: Vec<_> =
            events.into_iter().filter(|event| event.version > game_match.version()).collect();
        for event in &notifications {
            if let Err(error) = game_match.apply(event) {
                self.connection =
                    ConnectionState::Refused(format!("the server's log is wrong: {error}"));
                return Vec::new();
            }
        }
        notifications.into_iter().filter(|event| event.kind != EventKind::Veiled).collect()
    }

    fn send(&mut self, id: &CommandId) {
        let Some(sent) = self.pending.iter().find(|sent| sent.id == *id) else { return };
        if self.connection != ConnectionState::Open {
            return;
        }
        let (id, command) = (id.clone(), sent.command.clone());
        self.outbox.push(ClientMessage::Command { id, command, lag: Span::ZERO }.to_json());
    }
}
