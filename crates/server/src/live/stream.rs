//! Live connections without a WebSocket: one message a line (NDJSON) for programs, or server-sent
//! events for pages. What a client has to say it posts.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::Follower;
use super::message::FromServer;
use crate::http::stopping;

/// How many messages wait for a client, and for how long.
const QUEUE: usize = 16;
const SEND: Duration = Duration::from_secs(10);

/// How often something is said, so that both sides know that the other is there.
const BEAT: Duration = Duration::from_secs(10);

/// How messages are told apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One a line.
    Lines,
    /// As server-sent events.
    Events,
}

/// Where the messages of a stream go in.
pub(crate) struct Sender {
    form: Form,
    queue: mpsc::Sender<String>,
}

/// The client has gone, or does not listen.
pub(crate) struct Gone;

impl Form {
    /// The form that a client asks for.
    pub(crate) fn of(headers: &HeaderMap) -> Form {
        let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
        let events = accept.is_some_and(|accept| accept.contains("text/event-stream"));
        if events { Form::Events } else { Form::Lines }
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Form::Lines => "application/x-ndjson",
            Form::Events => "text/event-stream",
        })
    }
}

impl Sender {
    /// Sends a message.
    pub(crate) async fn send(&self, message: &impl Serialize) -> Result<(), Gone> {
        let json = serde_json::to_string(message).map_err(|_| Gone)?;
        self.send_json(&json).await
    }

    /// Sends a message that is JSON already.
    pub(crate) async fn send_json(&self, json: &str) -> Result<(), Gone> {
        self.put(match self.form {
            Form::Lines => format!("{json}\n"),
            Form::Events => format!("data: {json}\n\n"),
        })
        .await
    }

    /// Sends a text as it is.
    pub(crate) async fn send_text(&self, text: String) -> Result<(), Gone> {
        self.put(text).await
    }

    /// Says that there is nothing to say.
    pub(crate) async fn beat(&self) -> Result<(), Gone> {
        self.put(match self.form {
            Form::Lines => "\n".to_owned(),
            Form::Events => ":\n\n".to_owned(),
        })
        .await
    }

    /// Waits until the client has gone.
    pub(crate) async fn gone(&self) {
        self.queue.closed().await;
    }

    async fn put(&self, text: String) -> Result<(), Gone> {
        match tokio::time::timeout(SEND, self.queue.send(text)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }
}

/// A stream and the answer that carries it.
pub(crate) fn open(form: Form) -> (Sender, Response) {
    let (queue, messages) = mpsc::channel(QUEUE);
    let body = futures_util::stream::unfold(messages, async |mut messages| {
        let text: String = messages.recv().await?;
        Some((Ok::<_, Infallible>(text), messages))
    });
    let mut response = Body::from_stream(body).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, form.content_type());
    // Proxies that gather answers would hold the messages back.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    (Sender { form, queue }, response)
}

/// Tells a client of a match until either has enough.
pub(crate) async fn follow(
    to: Sender,
    mut follower: Follower,
    welcome: FromServer,
    permit: OwnedSemaphorePermit,
) {
    let mut stopping = std::pin::pin!(stopping(follower.app.draining.clone()));
    let mut beat = tokio::time::interval(BEAT);
    let mut told = to.send(&welcome).await;
    while told.is_ok() {
        told = tokio::select! {
            () = to.gone() => Err(Gone),
            () = &mut stopping => Err(Gone),
            () = follower.changed() => tell(&to, &mut follower).await,
            _ = beat.tick() => to.beat().await,
        };
    }
    drop(permit);
}

async fn tell(to: &Sender, follower: &mut Follower) -> Result<(), Gone> {
    for message in &follower.news().await.map_err(|_| Gone)? {
        to.send_json(message).await?;
    }
    Ok(())
}
