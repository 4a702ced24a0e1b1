//! One live connection from its join to its end.

use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use crownhead_arbiter::{CommandId, Span, Viewer};
use futures_util::SinkExt;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite;

use super::follow::{Follower, Lost};
use super::message::{FromClient, FromServer};
use crate::MatchId;
use crate::http::{App, seat_of, stopping};
use crate::rooms::{Ask, RoomError};

/// How long a client may take to say who it is.
const JOIN: Duration = Duration::from_secs(10);

/// How long a client may take to take a message in.
const SEND: Duration = Duration::from_secs(10);

/// Why a connection ended.
enum End {
    /// The client went.
    Gone,
    /// The server closes it, with a code of RFC 6455 and a sentence.
    Closed(u16, &'static str),
}

const GOING_AWAY: u16 = 1001;
const BAD_MESSAGE: u16 = 1008;
const TOO_LARGE: u16 = 1009;
const TRY_AGAIN: u16 = 1013;

/// Talks with a client until either has enough.
pub(super) async fn run(mut socket: WebSocket, app: App, id: MatchId) {
    let end = match Live::join(&mut socket, app, id).await {
        Ok(mut live) => live.talk(&mut socket).await,
        Err(end) => end,
    };
    if let End::Closed(code, reason) = end {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = timeout(SEND, socket.send(Message::Close(Some(frame)))).await;
    }
}

struct Live {
    follower: Follower,
    /// When the client was last heard of.
    heard: Instant,
    /// The last ping that is not answered yet.
    ping: Option<Instant>,
    /// How long the last answered ping was on its way, there and back.
    measured: Span,
}

impl Live {
    /// Lets a client in, and tells it where the match stands.
    async fn join(socket: &mut WebSocket, app: App, id: MatchId) -> Result<Live, End> {
        let first = timeout(JOIN, text(socket)).await;
        let first = first.map_err(|_| End::Closed(BAD_MESSAGE, "Nobody joined in time."))??;
        let Ok(FromClient::Join { secret, seen, name }) = serde_json::from_str(&first) else {
            return Err(End::Closed(BAD_MESSAGE, "The first message is to join."));
        };
        let viewer = match secret {
            None => Viewer::Spectator,
            Some(secret) => match seat_of(&app, id, &secret).await {
                Ok(seat) => Viewer::Seat(seat),
                Err(problem) if problem.status >= 500 => return Err(try_again()),
                Err(_) => {
                    let says = "That is not the secret of a seat of this match.";
                    return Err(End::Closed(BAD_MESSAGE, says));
                }
            },
        };
        if let (Viewer::Seat(seat), Some(name)) = (viewer, name) {
            app.rooms.set_name(id, seat, &name).await.map_err(|_| try_again())?;
        }
        let joined = Follower::join(app, id, viewer, seen).await;
        let (follower, welcome) = joined.map_err(|_| try_again())?;
        send(socket, &welcome).await?;
        Ok(Live { follower, heard: Instant::now(), ping: None, measured: Span::ZERO })
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> End {
        let mut beat = interval(self.follower.app.silence / 3);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stopping = std::pin::pin!(stopping(self.follower.app.draining.clone()));
        loop {
            let went = tokio::select! {
                frame = socket.recv() => match frame {
                    Some(Ok(frame)) => self.hear(socket, frame).await,
                    Some(Err(why)) => Err(broken(why)),
                    None => Err(End::Gone),
                },
                () = self.follower.changed() => self.send_new(socket).await,
                _ = beat.tick() => self.beat(socket).await,
                () = &mut stopping => {
                    Err(End::Closed(GOING_AWAY, "The server is about to stop; come again."))
                }
            };
            if let Err(end) = went {
                return end;
            }
        }
    }

    async fn hear(&mut self, socket: &mut WebSocket, frame: Message) -> Result<(), End> {
        self.heard = Instant::now();
        match frame {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(FromClient::Command { id, command, lag }) => {
                    self.command(socket, id, command, lag).await
                }
                Ok(FromClient::Join { .. }) => {
                    Err(End::Closed(BAD_MESSAGE, "One joins only once."))
                }
                Err(_) => Err(End::Closed(BAD_MESSAGE, "That message is not understood.")),
            },
            Message::Pong(_) => {
                if let Some(ping) = self.ping.take() {
                    let millis = u64::try_from(ping.elapsed().as_millis()).unwrap_or(u64::MAX);
                    self.measured = Span::from_millis(millis);
                }
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Binary(_) => Err(End::Closed(BAD_MESSAGE, "Messages are texts.")),
            Message::Close(_) => Err(End::Gone),
        }
    }

    /// Carries a command out. Its events are sent before its answer.
    async fn command(
        &mut self,
        socket: &mut WebSocket,
        id: CommandId,
        command: crownhead_arbiter::Command,
        lag: Span,
    ) -> Result<(), End> {
        let Viewer::Seat(seat) = self.follower.viewer else {
            let refusal = crownhead_arbiter::RefusalKind::Spectator.into();
            return send(socket, &FromServer::Refused { id, refusal: Box::new(refusal) }).await;
        };
        if let Err(problem) = self.follower.app.may_command(self.follower.id, seat).await {
            return send(socket, &FromServer::Unsure { id, says: problem.detail }).await;
        }
        let lag = lag.min(self.measured);
        let ask = Ask { seat, command, id: id.clone(), lag };
        let done = self.follower.app.rooms.command(self.follower.id, ask).await;
        self.put_new(socket).await?;
        let answer = match done {
            Ok(done) => FromServer::Done { id, answer: done.answer },
            Err(RoomError::Refused(refusal)) => FromServer::Refused { id, refusal },
            Err(why) => FromServer::Unsure { id, says: why.to_string() },
        };
        send(socket, &answer).await
    }

    /// Sends what the client has not seen.
    async fn send_new(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        self.put_new(socket).await?;
        in_time(socket.flush()).await
    }

    /// Gets what the client has not seen ready to be sent, together with what follows.
    async fn put_new(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        for message in self.follower.news().await? {
            in_time(socket.feed(Message::Text(message.into()))).await?;
        }
        Ok(())
    }

    /// Drops a client that has been silent for too long.
    async fn beat(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        if self.heard.elapsed() >= self.follower.app.silence {
            return Err(End::Closed(GOING_AWAY, "Nothing was heard of you for too long."));
        }
        if self.ping.is_none() {
            self.ping = Some(Instant::now());
        }
        timed(socket, Message::Ping(Default::default())).await
    }
}

/// Who cannot follow comes again, and gets what was missed.
impl From<Lost> for End {
    fn from(lost: Lost) -> End {
        match lost {
            Lost::NotNow => try_again(),
            Lost::TooSlow => {
                End::Closed(TRY_AGAIN, "Too much has happened for this connection; come again.")
            }
        }
    }
}

fn try_again() -> End {
    End::Closed(TRY_AGAIN, "The server has too much to do; come again.")
}

/// Why nothing more is to be heard of a client.
fn broken(why: axum::Error) -> End {
    match why.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => {
            End::Closed(TOO_LARGE, "A message has at most 8 KiB.")
        }
        _ => End::Gone,
    }
}

/// The next text.
async fn text(socket: &mut WebSocket) -> Result<String, End> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => {
                return Err(End::Closed(BAD_MESSAGE, "Messages are texts."));
            }
            Some(Err(why)) => return Err(broken(why)),
            Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
        }
    }
}

async fn send(socket: &mut WebSocket, message: &FromServer) -> Result<(), End> {
    let text = serde_json::to_string(message).map_err(|_| try_again())?;
    timed(socket, Message::Text(text.into())).await
}

async fn timed(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    in_time(socket.send(message)).await
}

async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    match timeout(SEND, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}
