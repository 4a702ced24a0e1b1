//! One WebSocket connection, from joining to closing.

use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use crownhead_arbiter::{CommandId, Span, Viewer};
use crownhead_protocol::{ClientMessage, MatchId, ServerMessage};
use futures_util::SinkExt;
use governor::DefaultDirectRateLimiter;
use governor::clock::{Clock, DefaultClock};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite;

use super::follow::{FollowError, Follower};
use crate::app::App;
use crate::people::accounts::{Identity, TOKEN_PREFIX};
use crate::rooms::{CommandRequest, RoomError};

/// How long a client may take to join.
const JOIN: Duration = Duration::from_secs(10);

/// How long a client may take to receive a message.
const SEND: Duration = Duration::from_secs(10);

/// The number of unanswered pings after which a client is dropped.
const MAX_PINGS: u32 = 3;

/// How a connection ended.
enum Closing {
    /// The client is gone without a close frame.
    Lost,
    /// The client closed it.
    ByClient,
    /// The server closes it, with a status code of RFC 6455 and a reason.
    ByServer(u16, &'static str),
}

const GOING_AWAY: u16 = 1001;
const BAD_FRAME: u16 = 1002;
const BAD_TEXT: u16 = 1007;
const BAD_MESSAGE: u16 = 1008;
const TOO_LARGE: u16 = 1009;
const TRY_AGAIN: u16 = 1013;

/// Serves a WebSocket until either side closes it. Dropping the follower then ends the presence. A
/// client without the secret of a seat has that of the account that it is signed in to.
pub(crate) async fn run(mut socket: WebSocket, app: App, id: MatchId, identity: Option<Identity>) {
    let closing = match Connection::join(&mut socket, app, id, identity).await {
        Ok(mut connection) => connection.serve(&mut socket).await,
        Err(closing) => closing,
    };
    match closing {
        Closing::Lost => {}
        // The close frame is answered.
        Closing::ByClient => drop(timeout(SEND, socket.flush()).await),
        Closing::ByServer(code, reason) => {
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = timeout(SEND, socket.send(Message::Close(Some(frame)))).await;
        }
    }
}

struct Connection {
    follower: Follower,
    /// The number of pings since the last frame of the client. It counts pings and not time, because a
    /// server that was stalled itself has not given its clients the time to answer.
    unanswered: u32,
    /// When the last unanswered ping was sent.
    ping_sent: Option<Instant>,
    /// The round-trip time of the last answered ping.
    round_trip: Span,
    /// How many frames the client may send, if that is limited.
    frames: Option<DefaultDirectRateLimiter>,
}

impl Connection {
    /// Waits for the client to join, and sends the first message.
    async fn join(
        socket: &mut WebSocket,
        app: App,
        id: MatchId,
        identity: Option<Identity>,
    ) -> Result<Connection, Closing> {
        let first = timeout(JOIN, next_text(socket)).await;
        let first =
            first.map_err(|_| Closing::ByServer(BAD_MESSAGE, "You did not join in time."))??;
        let Ok(ClientMessage::Join { secret, seen, name }) = serde_json::from_str(&first) else {
            return Err(Closing::ByServer(BAD_MESSAGE, "Send `join` first."));
        };
        let (viewer, identity) = sit(&app, id, secret, identity).await?;
        if let (Viewer::Seat(seat), Some(name)) = (viewer, name) {
            app.players.set_name(id, seat, &name).await.map_err(|_| try_again())?;
        }
        let joined = Follower::join(app, id, viewer, identity, seen).await;
        let (follower, welcome) = joined.map_err(|_| try_again())?;
        send(socket, &welcome).await?;
        let frames = follower.app.quotas.as_ref().map(|quotas| quotas.frames());
        let (unanswered, ping_sent, round_trip) = (0, None, Span::ZERO);
        Ok(Connection { follower, unanswered, ping_sent, round_trip, frames })
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> Closing {
        let mut ping = interval(self.follower.app.silence / MAX_PINGS);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stopping = std::pin::pin!(self.follower.app.stopping());
        loop {
            // Frames of the client are handled before its silence is checked.
            let went = tokio::select! {
                biased;
                () = &mut stopping => {
                    Err(Closing::ByServer(GOING_AWAY, "The server is shutting down; reconnect."))
                }
                frame = socket.recv() => match frame {
                    Some(Ok(frame)) => {
                        self.wait_for_frame().await;
                        self.handle(socket, frame).await
                    }
                    Some(Err(error)) => Err(after_error(error)),
                    None => Err(Closing::Lost),
                },
                () = self.follower.changed() => self.send_new(socket).await,
                _ = ping.tick() => self.ping(socket).await,
            };
            if let Err(closing) = went {
                return closing;
            }
        }
    }

    /// Lets a client wait that sends more frames than it may: even a refusal costs something.
    async fn wait_for_frame(&self) {
        let Some(frames) = &self.frames else { return };
        while let Err(later) = frames.check() {
            tokio::time::sleep(later.wait_time_from(DefaultClock::default().now())).await;
        }
    }

    async fn handle(&mut self, socket: &mut WebSocket, frame: Message) -> Result<(), Closing> {
        self.unanswered = 0;
        match frame {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(ClientMessage::Command { id, command, lag }) => {
                    self.command(socket, id, command, lag).await
                }
                Ok(ClientMessage::Join { .. }) => {
                    Err(Closing::ByServer(BAD_MESSAGE, "You have already joined."))
                }
                Err(_) => Err(Closing::ByServer(BAD_MESSAGE, "That message is not valid.")),
            },
            Message::Pong(_) => {
                if let Some(ping) = self.ping_sent.take() {
                    let millis = u64::try_from(ping.elapsed().as_millis()).unwrap_or(u64::MAX);
                    self.round_trip = Span::from_millis(millis);
                }
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Binary(_) => Err(Closing::ByServer(BAD_MESSAGE, "Messages are texts.")),
            Message::Close(_) => Err(Closing::ByClient),
        }
    }

    /// Executes a command, and acknowledges or refuses it. Its events are sent first.
    async fn command(
        &mut self,
        socket: &mut WebSocket,
        id: CommandId,
        command: crownhead_arbiter::Command,
        lag: Span,
    ) -> Result<(), Closing> {
        let Viewer::Seat(seat) = self.follower.viewer else {
            let refusal = crownhead_arbiter::CommandRefusalKind::Spectator.into();
            return send(socket, &ServerMessage::Refused { id, refusal: Box::new(refusal) }).await;
        };
        match self.follower.is_authorized().await {
            Ok(true) => {}
            Ok(false) => return Err(signed_out()),
            Err(error) => {
                return send(socket, &ServerMessage::Unsure { id, says: error.to_string() }).await;
            }
        }
        if let Err(blocked) = self.follower.app.may_command(self.follower.id, seat).await {
            return send(socket, &ServerMessage::Unsure { id, says: blocked.to_string() }).await;
        }
        let lag = lag.min(self.round_trip);
        let request = CommandRequest { seat, command, id: id.clone(), lag };
        let done = self.follower.app.rooms.commands.execute(self.follower.id, request).await;
        self.queue_new(socket).await?;
        let reply = match done {
            Ok(done) => ServerMessage::Done { id, from: done.range.from, to: done.range.to },
            Err(RoomError::Refused(refusal)) => ServerMessage::Refused { id, refusal },
            Err(error) => ServerMessage::Unsure { id, says: error.to_string() },
        };
        send(socket, &reply).await
    }

    /// Sends the new messages.
    async fn send_new(&mut self, socket: &mut WebSocket) -> Result<(), Closing> {
        self.queue_new(socket).await?;
        with_time_limit(socket.flush()).await
    }

    /// Queues the new messages, so that they are sent together with the next one.
    async fn queue_new(&mut self, socket: &mut WebSocket) -> Result<(), Closing> {
        for message in self.follower.new_messages().await? {
            with_time_limit(socket.feed(Message::Text(message))).await?;
        }
        Ok(())
    }

    /// Sends a ping, or drops a client that has been silent for too long.
    async fn ping(&mut self, socket: &mut WebSocket) -> Result<(), Closing> {
        if self.unanswered >= MAX_PINGS {
            return Err(Closing::ByServer(GOING_AWAY, "No message from you for too long."));
        }
        if let Ok(false) = self.follower.is_authorized().await {
            return Err(signed_out());
        }
        self.unanswered += 1;
        if self.ping_sent.is_none() {
            self.ping_sent = Some(Instant::now());
        }
        send_in_time(socket, Message::Ping(Default::default())).await
    }
}

/// The seat of a client, by its secret, by a token in its place, or by who is signed in; and whose
/// session or token it depends on.
async fn sit(
    app: &App,
    id: MatchId,
    secret: Option<String>,
    identity: Option<Identity>,
) -> Result<(Viewer, Option<Identity>), Closing> {
    let wrong = |says| Closing::ByServer(BAD_MESSAGE, says);
    let identity = match secret {
        None => identity,
        Some(token) if token.starts_with(TOKEN_PREFIX) => {
            let found = app.accounts.by_token(&token).await.map_err(|_| try_again())?;
            Some(found.ok_or(wrong("That is not a token of an account."))?)
        }
        Some(secret) => {
            return match app.seat_by_secret(id, &secret).await {
                Ok(Some(seat)) => Ok((Viewer::Seat(seat), None)),
                Err(RoomError::Busy | RoomError::Failed(_)) => Err(try_again()),
                Ok(None) | Err(_) => Err(wrong("That is not the secret of a seat of this match.")),
            };
        }
    };
    let seat = app.seat_by_identity(id, identity).await.map_err(|_| try_again())?;
    Ok(seat.map_or((Viewer::Spectator, None), |(seat, who)| (Viewer::Seat(seat), Some(who))))
}

/// The client reconnects, and gets what it missed.
impl From<FollowError> for Closing {
    fn from(error: FollowError) -> Closing {
        match error {
            FollowError::Unavailable => try_again(),
            FollowError::TooSlow => {
                Closing::ByServer(TRY_AGAIN, "You are too far behind; reconnect.")
            }
        }
    }
}

fn try_again() -> Closing {
    Closing::ByServer(TRY_AGAIN, "The server is busy; reconnect.")
}

/// The session or token that a seat depended on has ended.
fn signed_out() -> Closing {
    Closing::ByServer(BAD_MESSAGE, "You are not signed in any more.")
}

/// How to close a connection after an error.
fn after_error(error: axum::Error) -> Closing {
    use tungstenite::error::{Error, ProtocolError};
    match error.into_inner().downcast_ref() {
        Some(Error::Capacity(_)) => Closing::ByServer(TOO_LARGE, "A message has at most 8 KiB."),
        Some(Error::Utf8(_)) => Closing::ByServer(BAD_TEXT, "A text is in UTF-8."),
        Some(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => Closing::Lost,
        Some(Error::Protocol(_)) => {
            Closing::ByServer(BAD_FRAME, "That frame breaks the WebSocket protocol.")
        }
        _ => Closing::Lost,
    }
}

/// The next text message.
async fn next_text(socket: &mut WebSocket) -> Result<String, Closing> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => {
                return Err(Closing::ByServer(BAD_MESSAGE, "Messages are texts."));
            }
            Some(Err(error)) => return Err(after_error(error)),
            Some(Ok(Message::Close(_))) => return Err(Closing::ByClient),
            None => return Err(Closing::Lost),
        }
    }
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), Closing> {
    let text = serde_json::to_string(message).map_err(|_| try_again())?;
    send_in_time(socket, Message::Text(text.into())).await
}

async fn send_in_time(socket: &mut WebSocket, message: Message) -> Result<(), Closing> {
    with_time_limit(socket.send(message)).await
}

async fn with_time_limit(
    sending: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), Closing> {
    match timeout(SEND, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Closing::Lost),
    }
}
