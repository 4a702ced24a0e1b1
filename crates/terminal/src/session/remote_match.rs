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

/// The most commands that wait for an answer.
const MOST_WAITING: usize = 16;

/// How long what the server is not sure of waits before it is said again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// A match on a server.
#[derive(Debug)]
pub(crate) struct RemoteMatch {
    pub(crate) link: MatchLink,
    /// The match, once the server has shown it.
    pub(crate) game_match: Option<Match>,
    pub(crate) viewer: Viewer,
    pub(crate) players: BySeat<Player>,
    pub(crate) connection: Connection,
    clock: MatchClock,
    waiting: Vec<PendingCommand>,
    /// What is to be said to the server.
    pub(crate) outbox: Vec<String>,
    tosses: Vec<TossSecret>,
    commands: u64,
    /// When what the server was not sure of is said again.
    pub(crate) retry_at: Option<Duration>,
    /// What tells the ids of this program's commands from those of one before it.
    run: u64,
}

/// How the connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// Nothing was heard yet.
    Joining,
    /// It stands.
    Open,
    /// It broke, and is being made again.
    Broken,
    /// It is over for good; the words say why.
    Refused(String),
}

/// What comes from a connection.
#[derive(Debug)]
pub(crate) enum ConnectionEvent {
    /// A message from the server.
    Message(Box<ServerMessage>),
    /// The connection broke; it is being made again.
    Broke,
    /// There is no such match, or the link does not fit it.
    Refused(String),
}

/// A command that waits for its answer.
#[derive(Debug)]
struct PendingCommand {
    id: CommandId,
    command: Command,
}

/// What came of what the server said.
#[derive(Debug, Default)]
pub(crate) struct ServerChanges {
    pub(crate) events: Vec<Event>,
    pub(crate) refusal: Option<CommandRefusal>,
    /// The whole match was shown anew.
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
            connection: Connection::Joining,
            clock: MatchClock::set(Timestamp::default(), context.now),
            waiting: Vec::new(),
            outbox: Vec::new(),
            tosses,
            commands: 0,
            retry_at: None,
            run: context.random.seed(),
        }
    }

    pub(crate) fn time(&self, now: Duration) -> Timestamp {
        self.clock.shows(now)
    }

    /// The seat that is played here, if one is.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// The move that was sent and is not confirmed.
    pub(crate) fn sending(&self) -> Option<&str> {
        self.waiting.iter().find_map(|sent| match &sent.command {
            Command::Move { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    /// What is to be kept, once it is known what is played.
    pub(crate) fn saved(&self) -> Option<SavedMatch> {
        let state = self.game_match.as_ref()?.state();
        let over = matches!(state.stage, MatchStage::Over { .. });
        let game = state.settings.play.game().name().to_owned();
        Some(SavedMatch::remote(self.link.to_string(), game, over, self.tosses.clone()))
    }

    /// Gives a command. Whether there was room for it.
    pub(crate) fn command(&mut self, command: Command) -> bool {
        if self.waiting.len() >= MOST_WAITING {
            return false;
        }
        self.commands += 1;
        let id = format!("{:x}-{}", self.run & 0xffff_ffff, self.commands);
        let Ok(id) = CommandId::new(id) else { return false };
        self.waiting.push(PendingCommand { id: id.clone(), command });
        self.send(&id);
        true
    }

    /// Commits to a secret, which is kept until both have committed.
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

    /// Reveals the secret as soon as both have committed.
    fn reveal(&mut self) {
        let Some((seat, game_match)) = self.seat().zip(self.game_match.as_ref()) else { return };
        let MatchStage::Toss(toss) = &game_match.state().stage else {
            self.tosses.clear();
            return;
        };
        let both = toss.committed.one.is_some() && toss.committed.two.is_some();
        let asked = self.waiting.iter().any(|sent| matches!(sent.command, Command::Reveal { .. }));
        if !both || toss.revealed[seat].is_some() || asked {
            return;
        }
        let (game, round) = (game_match.state().game, toss.round);
        let kept = self.tosses.iter().find(|kept| kept.game == game && kept.round == round);
        if let Some(&TossSecret { secret, .. }) = kept {
            self.command(Command::Reveal { secret });
        }
    }

    /// Takes in what came from the connection.
    pub(crate) fn receive(&mut self, from: ConnectionEvent, now: Duration) -> ServerChanges {
        let mut heard = ServerChanges::default();
        match from {
            ConnectionEvent::Broke => self.connection = Connection::Broken,
            ConnectionEvent::Refused(why) => self.connection = Connection::Refused(why),
            ConnectionEvent::Message(message) => match *message {
                ServerMessage::Snapshot(snapshot) => {
                    let Snapshot { now: time, players, view, state, .. } = *snapshot;
                    match Match::restore(state) {
                        Ok(game_match) => self.game_match = Some(game_match),
                        Err(why) => self.connection = Connection::Refused(why.to_string()),
                    }
                    heard.resynced = true;
                    self.welcome(view.viewer, players, MatchClock::set(time, now));
                }
                ServerMessage::Missed { now: time, viewer, players, events, .. } => {
                    heard.events = self.follow(events);
                    self.welcome(viewer, players, MatchClock::set(time, now));
                }
                ServerMessage::Events { events } => heard.events = self.follow(events),
                ServerMessage::Players { players } => self.players = players,
                ServerMessage::Done { id, .. } => self.waiting.retain(|sent| sent.id != id),
                ServerMessage::Refused { id, refusal } => {
                    self.waiting.retain(|sent| sent.id != id);
                    heard.refusal = Some(*refusal);
                }
                ServerMessage::Unsure { .. } => self.retry_at = Some(now + RETRY_DELAY),
            },
        }
        self.reveal();
        heard
    }

    fn welcome(&mut self, viewer: Viewer, players: BySeat<Player>, clock: MatchClock) {
        if matches!(self.connection, Connection::Refused(_)) {
            return;
        }
        (self.viewer, self.players, self.clock) = (viewer, players, clock);
        self.connection = Connection::Open;
        self.outbox.clear();
        self.resend();
    }

    /// Says what is not answered once more: the server knows by the ids what it has done already.
    pub(crate) fn resend(&mut self) {
        self.retry_at = None;
        let ids: Vec<_> = self.waiting.iter().map(|sent| sent.id.clone()).collect();
        ids.iter().for_each(|id| self.send(id));
    }

    /// Folds events in; those that were seen are passed over.
    fn follow(&mut self, events: Vec<Event>) -> Vec<Event> {
        let Some(game_match) = &mut self.game_match else { return Vec::new() };
        let notifications: Vec<_> =
            events.into_iter().filter(|event| event.version > game_match.version()).collect();
        for event in &notifications {
            if let Err(why) = game_match.apply(event) {
                self.connection = Connection::Refused(format!("the server's log is wrong: {why}"));
                return Vec::new();
            }
        }
        notifications.into_iter().filter(|event| event.kind != EventKind::Veiled).collect()
    }

    fn send(&mut self, id: &CommandId) {
        let Some(sent) = self.waiting.iter().find(|sent| sent.id == *id) else { return };
        if self.connection != Connection::Open {
            return;
        }
        let (id, command) = (id.clone(), sent.command.clone());
        self.outbox.push(ClientMessage::Command { id, command, lag: Span::ZERO }.to_json());
    }
}
