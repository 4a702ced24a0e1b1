//! Attacks that hold connections: silent, half-sent, unread, or WebSockets that are fed nonsense.

use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{Command, CommandId, Span};
use crownhead_protocol::ClientMessage;
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::attack::Tally;
use super::visitor::{NOISY, Visitor};
use crate::http_connection::{Call, Connection};
use crate::transport::connect_from;

/// The time between two bytes of something that is sent byte by byte.
const TRICKLE: Duration = Duration::from_secs(1);

/// The receive buffer of a connection that is not read.
const SMALL_BUFFER: u32 = 4096;

/// How long a connection lies unread before it is given up.
const UNREAD: Duration = Duration::from_secs(60);

/// The way in which a connection is held.
#[derive(Copy, Clone, Debug)]
pub(super) enum Held {
    Stream,
    Socket,
    Commands,
    BadFrames,
    SlowRead,
    SlowBody,
    HalfHead,
    Silent,
}

/// Why a connection is held no longer.
type Ended = String;

/// Holds a connection, and opens it again whenever it ends.
pub(super) async fn hold(held: Held, number: u64, visitor: Arc<Visitor>, tally: Arc<Tally>) {
    for round in 0.. {
        let number = number + 10_000 * round;
        let ended = match held {
            Held::Stream => stream(number, &visitor, &tally).await,
            Held::Socket => socket(&visitor, &tally).await,
            Held::Commands => commands(number, &visitor, &tally).await,
            Held::BadFrames => bad_frames(number, &visitor, &tally).await,
            Held::SlowRead => slow_read(number, &visitor, &tally).await,
            Held::SlowBody => slow_body(&visitor, &tally).await,
            Held::HalfHead => half_head(&visitor, &tally).await,
            Held::Silent => silent(&visitor, &tally).await,
        };
        if ended.is_err() {
            tally.broke().await;
        }
        // Thousands of refused connections would keep only the noisy visitor busy.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A stream of the lobby or of a match that is read to its end.
async fn stream(number: u64, it: &Visitor, tally: &Arc<Tally>) -> Result<(), Ended> {
    let path = match number % 2 {
        0 => "/api/v1/lobby/stream".to_owned(),
        _ => format!("/api/v1/matches/{}/stream", it.own.id),
    };
    let mut line = Connection::open(NOISY, &it.address).await?;
    let answer = line.send(&Call::get(&path)).await?;
    tally.answer(answer.status().as_u16(), || path);
    if answer.status() != 200 {
        return Ok(());
    }
    let _open = tally.opened();
    let mut body = answer.into_body();
    while let Some(frame) = body.frame().await {
        frame.map_err(ended)?;
    }
    Ok(())
}

/// A WebSocket that watches a match.
async fn socket(it: &Visitor, tally: &Arc<Tally>) -> Result<(), Ended> {
    let mut socket = join(it, tally, None).await?;
    let _open = tally.opened();
    while let Some(message) = socket.next().await {
        message.map_err(ended)?;
    }
    Ok(())
}

/// A player who sends commands without waiting for answers.
async fn commands(number: u64, it: &Visitor, tally: &Arc<Tally>) -> Result<(), Ended> {
    let (mut to, mut from) = join(it, tally, Some(&it.own.secret)).await?.split();
    let _open = tally.opened();
    let sending = async {
        for n in 0_u64.. {
            let id = CommandId::new(format!("s{number}-{n}")).map_err(ended)?;
            let command = Command::Premove { text: n.to_string(), queue: false };
            let message = ClientMessage::Command { id, command, lag: Span::ZERO }.to_json();
            to.send(Message::text(message)).await.map_err(ended)?;
        }
        Ok(())
    };
    let reading = async {
        while let Some(message) = from.next().await {
            message.map_err(ended)?;
            tally.answer(200, String::new);
        }
        Ok(())
    };
    tokio::select! {
        sent = sending => sent,
        read = reading => read,
    }
}

/// Messages that are too large, wrong, or no messages at all.
async fn bad_frames(number: u64, it: &Visitor, tally: &Arc<Tally>) -> Result<(), Ended> {
    let mut socket = join(it, tally, None).await?;
    let _open = tally.opened();
    let large = format!(r#"{{"kind":"command","id":"{}"}}"#, "x".repeat(1 << 20));
    let message = match number % 4 {
        0 => Message::text(large),
        1 => Message::text("[".repeat(8_000)),
        2 => Message::binary(vec![0; 8_000]),
        _ => Message::Ping(vec![0; 125].into()),
    };
    for _ in 0..1_000 {
        socket.feed(message.clone()).await.map_err(ended)?;
        tally.answer(200, String::new);
    }
    socket.flush().await.map_err(ended)
}

/// Large answers and streams that are requested and not read.
async fn slow_read(number: u64, it: &Visitor, tally: &Arc<Tally>) -> Result<(), Ended> {
    let mut stream = connect_from(NOISY, &it.address, Some(SMALL_BUFFER)).await.map_err(ended)?;
    let _open = tally.opened();
    let path = match number % 3 {
        0 => "/api/v1/games?limit=200".to_owned(),
        1 => "/api/v1/openapi.json".to_owned(),
        _ => format!("/api/v1/matches/{}/stream", it.own.id),
    };
    // Many in a row, so that the answers do not fit into the buffers of the system.
    let request = format!("GET {path} HTTP/1.1\r\nhost: noisy\r\n\r\n");
    stream.write_all(request.repeat(50).as_bytes()).await.map_err(ended)?;
    tokio::time::sleep(UNREAD).await;
    Ok(())
}

/// A file of games that arrives byte by byte.
async fn slow_body(it: &Visitor, tally: &Arc<Tally>) -> Result<(), Ended> {
    let head = format!(
        "POST /api/v1/records HTTP/1.1\r\nhost: noisy\r\ncontent-type: text/plain\r\n\
         content-length: {}\r\n\r\n",
        it.file.len()
    );
    trickle(it, tally, &head, b"[").await
}

/// A head that arrives byte by byte.
async fn half_head(it: &Visitor, tally: &Arc<Tally>) -> Result<(), Ended> {
    trickle(it, tally, "GET / HTTP/1.1\r\nhost: noisy\r\nx-noise: ", b"x").await
}

/// A connection on which nothing is sent.
async fn silent(it: &Visitor, tally: &Arc<Tally>) -> Result<(), Ended> {
    let mut stream = connect_from(NOISY, &it.address, None).await.map_err(ended)?;
    let _open = tally.opened();
    read_to_end(&mut stream).await
}

/// Sends a beginning, and then a byte now and then until the server has enough of it.
async fn trickle(it: &Visitor, tally: &Arc<Tally>, begin: &str, byte: &[u8]) -> Result<(), Ended> {
    let mut stream = connect_from(NOISY, &it.address, None).await.map_err(ended)?;
    let _open = tally.opened();
    stream.write_all(begin.as_bytes()).await.map_err(ended)?;
    let (mut from, mut to) = stream.split();
    let sending = async {
        loop {
            tokio::time::sleep(TRICKLE).await;
            to.write_all(byte).await.map_err(ended)?;
        }
    };
    let mut buffer = [0; 1024];
    let answered = async {
        while from.read(&mut buffer).await.map_err(ended)? > 0 {
            tally.answer(200, String::new);
        }
        Ok(())
    };
    tokio::select! {
        sent = sending => sent,
        answered = answered => answered,
    }
}

async fn read_to_end(stream: &mut TcpStream) -> Result<(), Ended> {
    let mut buffer = [0; 1024];
    while stream.read(&mut buffer).await.map_err(ended)? > 0 {}
    Ok(())
}

/// Opens a WebSocket, and joins as a player or a spectator.
async fn join(
    it: &Visitor,
    tally: &Arc<Tally>,
    secret: Option<&str>,
) -> Result<WebSocketStream<TcpStream>, Ended> {
    let stream = connect_from(NOISY, &it.address, None).await.map_err(ended)?;
    let url = format!("ws://{}/api/v1/matches/{}/live", it.address, it.own.id);
    let opening = client_async(url, stream).await;
    let status = match &opening {
        Ok((_, response)) => response.status().as_u16(),
        Err(tokio_tungstenite::tungstenite::Error::Http(response)) => response.status().as_u16(),
        Err(error) => return Err(ended(error)),
    };
    tally.answer(status, || "a WebSocket".to_owned());
    let (mut socket, _) = opening.map_err(ended)?;
    let secret = secret.map(str::to_owned);
    let join = ClientMessage::Join { secret, seen: None, name: None }.to_json();
    socket.send(Message::text(join)).await.map_err(ended)?;
    Ok(socket)
}

fn ended(error: impl std::fmt::Display) -> Ended {
    error.to_string()
}
