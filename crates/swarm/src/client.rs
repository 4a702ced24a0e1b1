//! One client of a match, a player or a spectator: it reconnects whenever its connection breaks,
//! repeats unanswered commands, and checks everything that it receives.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crownhead_arbiter::{
    Command, CommandId, CommandRefusalKind, Event, EventCause, Match, Seat, Span, Version,
};
use crownhead_protocol::{ClientMessage, ServerMessage};
use tokio::time::{interval, sleep, timeout};

use crate::intent::{Secrets, next_command};
use crate::messages::{Received, decode};
use crate::run::Swarm;
use crate::shared_match::SharedMatch;
use crate::socket::{BrokenConnection, Socket};

/// How long a command may be unanswered before the connection counts as broken.
const ACK_TIMEOUT: Duration = Duration::from_secs(12);

/// The lag that clients claim for every command.
const CLAIMED_LAG: Span = Span::from_millis(20);

/// The delay before a reconnect.
const RECONNECT_DELAY: Duration = Duration::from_millis(100);

pub(crate) struct Client {
    swarm: Arc<Swarm>,
    shared: Arc<SharedMatch>,
    seat: Option<Seat>,
    /// The address of this machine from which it connects.
    source: Option<Ipv4Addr>,
    /// Whether it is counted as online.
    is_online: bool,
    /// The last version it has seen; `None` before the first snapshot.
    seen: Option<u64>,
    /// The command that is not acknowledged yet.
    pending: Option<PendingCommand>,
    /// The time of the next command.
    next: Option<Instant>,
    secrets: Secrets,
    rng: fastrand::Rng,
    commands: u64,
}

/// A command that is not acknowledged yet.
struct PendingCommand {
    id: CommandId,
    text: String,
    is_move: bool,
    /// The time when it was last sent.
    sent: Instant,
}

/// The reason why a client stopped.
enum Stop {
    /// The run is ending.
    Ending,
    /// The connection broke.
    BrokenConnection,
    /// The client closed the connection itself, to reconnect at once.
    Intended,
}

impl From<BrokenConnection> for Stop {
    fn from(_: BrokenConnection) -> Stop {
        Stop::BrokenConnection
    }
}

impl Client {
    /// A player, or a spectator if it has no seat. The first spectator of a match has seen its
    /// beginning; the others request a snapshot.
    pub(crate) fn new(
        swarm: Arc<Swarm>,
        shared: Arc<SharedMatch>,
        seat: Option<Seat>,
        from_beginning: bool,
        source: Option<Ipv4Addr>,
        seed: u64,
    ) -> Client {
        let (rng, seen) =
            (fastrand::Rng::with_seed(seed), from_beginning.then_some(shared.beginning));
        let (pending, next, secrets) = (None, None, Secrets::default());
        let is_online = false;
        let commands = 0;
        Client {
            swarm,
            shared,
            seat,
            source,
            is_online,
            seen,
            pending,
            next,
            secrets,
            rng,
            commands,
        }
    }

    /// Takes part until the run is ending and everything is acknowledged and seen.
    pub(crate) async fn run(mut self) {
        while !self.swarm.is_over() {
            let node = self.rng.usize(..self.swarm.nodes.len());
            let join = self.shared.join(self.seat, self.seen.map(Version::new));
            let address = &self.swarm.nodes[node];
            let mut socket = match Socket::join(address, &self.shared.id, &join, self.source).await
            {
                Ok(socket) => socket,
                Err(error) => {
                    self.swarm.record_break(error);
                    self.count(false);
                    sleep(RECONNECT_DELAY).await;
                    continue;
                }
            };
            let stop = match self.welcome(&mut socket).await {
                Ok(()) => {
                    self.count(true);
                    self.exchange_messages(&mut socket).await
                }
                Err(error) => {
                    self.swarm.record_break(error);
                    Stop::BrokenConnection
                }
            };
            // A client that only changes its connection is still online.
            self.count(matches!(stop, Stop::Intended));
            match stop {
                Stop::Ending => return,
                Stop::BrokenConnection | Stop::Intended => {
                    self.swarm.breaks.fetch_add(1, Ordering::Relaxed);
                    sleep(RECONNECT_DELAY.mul_f64(self.rng.f64())).await;
                }
            }
        }
    }

    /// Counts the client as online or not.
    fn count(&mut self, is_online: bool) {
        let change = i64::from(is_online) - i64::from(self.is_online);
        self.swarm.online.fetch_add(change, Ordering::Relaxed);
        self.is_online = is_online;
    }

    /// Handles the first message, and sends unacknowledged commands again.
    async fn welcome(&mut self, socket: &mut Socket) -> Result<(), BrokenConnection> {
        let first = timeout(ACK_TIMEOUT, socket.receive()).await;
        let first = first.map_err(|_| BrokenConnection("the server sent nothing".to_owned()))??;
        match decode(&first).map_err(BrokenConnection)? {
            ServerMessage::Missed { events, .. } if self.seen.is_some() => {
                self.apply_events(&events);
            }
            ServerMessage::Snapshot(snapshot) if self.seen.is_none() => {
                match Match::restore(snapshot.state) {
                    Ok(restored) if restored.hash() == snapshot.view.hash => {
                        self.seen = Some(restored.version().get());
                    }
                    Ok(_) => self.fault("a snapshot has another hash than it shows"),
                    Err(error) => self.fault(&format!("a snapshot: {error}")),
                }
            }
            other => self.fault(&format!("a welcome is {other:?}")),
        }
        self.repeat(socket).await
    }

    /// Sends the unacknowledged command again.
    async fn repeat(&mut self, socket: &mut Socket) -> Result<(), BrokenConnection> {
        let Some(pending) = &mut self.pending else { return Ok(()) };
        pending.sent = Instant::now();
        socket.send(pending.text.clone()).await
    }

    async fn exchange_messages(&mut self, socket: &mut Socket) -> Stop {
        let mut swarm_ends = self.swarm.ending.subscribe();
        let mut patience = interval(ACK_TIMEOUT / 4);
        loop {
            if let Err(stop) = self.act(socket).await {
                return stop;
            }
            if self.is_done() {
                return Stop::Ending;
            }
            let pause = self.next.map(|next| next.saturating_duration_since(Instant::now()));
            tokio::select! {
                received = socket.receive() => match received {
                    Ok(text) => match self.shared.broadcasts.decode(&text) {
                        Ok(message) => self.handle(message),
                        Err(error) => self.fault(&format!("{error} in {text}")),
                    },
                    Err(error) => {
                        self.swarm.record_break(error);
                        return Stop::BrokenConnection;
                    }
                },
                _ = patience.tick() => {
                    if self.pending.as_ref().is_some_and(|it| it.sent.elapsed() > ACK_TIMEOUT) {
                        return Stop::BrokenConnection;
                    }
                }
                () = sleep(pause.unwrap_or_default()), if pause.is_some() => {}
                _ = swarm_ends.changed() => {}
            }
        }
    }

    /// Whether everything is acknowledged and seen, and no more commands will be sent.
    fn is_done(&self) -> bool {
        self.swarm.is_over()
            || (self.swarm.is_ending()
                && self.pending.is_none()
                && self.swarm.unanswered.load(Ordering::SeqCst) == 0
                && self.seen == Some(self.shared.ledger().version()))
    }

    fn handle(&mut self, message: Received) {
        let message = match message {
            Received::Events(events) => return self.apply_events(&events),
            Received::Other(message) => message,
        };
        match message {
            ServerMessage::Done { id, from, to } => self.acknowledge(&id, (from.get(), to.get())),
            ServerMessage::Refused { id, refusal } => {
                if refusal.kind == CommandRefusalKind::IllegalMove {
                    self.fault(&format!("a legal move was refused: {refusal}"));
                }
                self.swarm.refusals.fetch_add(1, Ordering::Relaxed);
                self.finish_pending(&id);
            }
            ServerMessage::Unsure { id, .. } => {
                // It is sent again unchanged, on this connection or a new one.
                self.swarm.unsure.fetch_add(1, Ordering::Relaxed);
                if self.pending.as_ref().is_some_and(|pending| pending.id == id) {
                    self.next = Some(Instant::now() + RECONNECT_DELAY);
                }
            }
            ServerMessage::Players { .. } => {}
            other => self.fault(&format!("in between came {other:?}")),
        }
    }

    /// Applies events, which must continue from the last version seen.
    fn apply_events(&mut self, events: &[Event]) {
        let now = Instant::now();
        let shared = self.shared.clone();
        let mut ledger = shared.ledger();
        for event in events {
            let next = self.seen.unwrap_or_default() + 1;
            if event.version.get() != next {
                return self.fault(&format!("event {} came instead of {next}", event.version));
            }
            self.seen = Some(next);
            // A client that joined later may be ahead of those that saw the beginning.
            if next <= ledger.version() + 1
                && let Err(error) = ledger.record(event)
            {
                return self.fault(&error);
            }
            if self.seat.is_none()
                && let Some(delay) = ledger.spectator_delay(event, now)
            {
                self.swarm.record_spectator_delay(delay);
            }
            if let (Some(cause), Some((mover, id, at)), Some(seat)) =
                (&event.cause, &ledger.moved, self.seat)
                && *mover != seat
                && cause.seat == *mover
                && cause.id == *id
            {
                self.swarm.record_latency(now.saturating_duration_since(*at));
                ledger.moved = None;
            }
        }
    }

    fn acknowledge(&mut self, id: &CommandId, answer: (u64, u64)) {
        let Some(seat) = self.seat else {
            return self.fault("a spectator was obeyed");
        };
        let shared = self.shared.clone();
        let mut ledger = shared.ledger();
        let now = Instant::now();
        let acknowledged = ledger.acknowledge(EventCause { seat, id: id.clone() }, answer);
        let moved =
            self.pending.as_ref().is_some_and(|pending| pending.id == *id && pending.is_move);
        if moved && acknowledged == Ok(true) {
            ledger.acknowledge_move(answer.1, now);
        }
        drop(ledger);
        let is_first = match acknowledged {
            Ok(is_first) => is_first,
            Err(error) => return self.fault(&error),
        };
        if moved && is_first {
            self.swarm.moves.fetch_add(1, Ordering::Relaxed);
        }
        self.finish_pending(id);
    }

    fn finish_pending(&mut self, id: &CommandId) {
        if self.pending.as_ref().is_some_and(|pending| pending.id == *id) {
            self.pending = None;
            self.swarm.unanswered.fetch_sub(1, Ordering::SeqCst);
            self.swarm.ending.send_if_modified(|_| self.swarm.is_ending());
        }
    }

    /// Sends the next command when it is due, or repeats one whose outcome is unknown.
    async fn act(&mut self, socket: &mut Socket) -> Result<(), Stop> {
        let Some(seat) = self.seat else { return Ok(()) };
        let due = self.next.is_none_or(|next| next <= Instant::now());
        if self.pending.is_some() {
            if self.next.is_some() && due {
                self.next = None;
                self.repeat(socket).await?;
            }
            return Ok(());
        }
        if !due || self.swarm.is_ending() {
            return Ok(());
        }
        self.next = None;
        let Some(command) = self.choose(seat) else { return Ok(()) };
        self.commands += 1;
        let Ok(id) = CommandId::new(format!("c{}", self.commands)) else { return Ok(()) };
        let (is_move, sent) = (matches!(command, Command::Move { .. }), Instant::now());
        let text = ClientMessage::Command { id: id.clone(), command, lag: CLAIMED_LAG }.to_json();
        if is_move {
            self.shared.ledger().moved = Some((seat, id.clone(), sent));
        }
        self.swarm.unanswered.fetch_add(1, Ordering::SeqCst);
        self.pending = Some(PendingCommand { id, text: text.clone(), is_move, sent });
        socket.send(text).await?;
        if self.rng.f64() < self.swarm.plan.breaks {
            return Err(Stop::Intended);
        }
        Ok(())
    }

    /// The next command, unless events are missing or it is too early for a move.
    fn choose(&mut self, seat: Seat) -> Option<Command> {
        let shared = self.shared.clone();
        let mut ledger = shared.ledger();
        if self.seen != Some(ledger.version()) {
            return None;
        }
        let command = next_command(&ledger.game_match, seat, &mut self.rng, &mut self.secrets)?;
        if let (Command::Move { .. }, Some(pace)) = (&command, self.swarm.pace) {
            let now = Instant::now();
            let next = *ledger.next_move.get_or_insert_with(|| now + pace.mul_f64(self.rng.f64()));
            if next > now {
                self.next = Some(next);
                return None;
            }
            ledger.next_move = Some(next.max(now - pace) + pace);
        }
        Some(command)
    }

    fn fault(&self, what: &str) {
        self.swarm.record_fault(format!("match {}, {:?}: {what}", self.shared.id, self.seat));
    }
}
