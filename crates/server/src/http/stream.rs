//! Streaming responses: one JSON message a line (NDJSON) for programs, or server-sent events (SSE) for
//! pages.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use tokio::sync::mpsc;

/// The maximum number of queued messages for a client, and how long sending one may take.
const QUEUE: usize = 16;
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The framing of messages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum StreamFormat {
    /// One message a line (NDJSON).
    Lines,
    /// Server-sent events.
    Events,
}

/// The sending side of a stream.
pub(crate) struct StreamSender {
    format: StreamFormat,
    queue: mpsc::Sender<Bytes>,
}

/// The client has disconnected, or does not read.
pub(crate) struct Disconnected;

impl StreamFormat {
    /// The format that a client accepts.
    pub(crate) fn of(headers: &HeaderMap) -> StreamFormat {
        let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
        let events = accept.is_some_and(|accept| accept.contains("text/event-stream"));
        if events { StreamFormat::Events } else { StreamFormat::Lines }
    }

    /// A JSON message in this framing.
    pub(crate) fn message(self, json: &str) -> Bytes {
        Bytes::from(match self {
            StreamFormat::Lines => format!("{json}\n"),
            StreamFormat::Events => format!("data: {json}\n\n"),
        })
    }

    /// A heartbeat in this framing.
    pub(crate) fn heartbeat(self) -> Bytes {
        Bytes::from_static(match self {
            StreamFormat::Lines => b"\n",
            StreamFormat::Events => b":\n\n",
        })
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            StreamFormat::Lines => "application/x-ndjson",
            StreamFormat::Events => "text/event-stream",
        })
    }
}

impl StreamSender {
    /// Sends a message.
    pub(crate) async fn send(&self, message: &impl Serialize) -> Result<(), Disconnected> {
        let json = serde_json::to_string(message).map_err(|_| Disconnected)?;
        self.send_json(&json).await
    }

    /// Sends a message that is already JSON.
    pub(crate) async fn send_json(&self, json: &str) -> Result<(), Disconnected> {
        self.put(self.format.message(json)).await
    }

    /// Sends a text without framing.
    pub(crate) async fn send_text(&self, text: String) -> Result<(), Disconnected> {
        self.put(text.into()).await
    }

    /// Sends a heartbeat.
    pub(crate) async fn heartbeat(&self) -> Result<(), Disconnected> {
        self.put(self.format.heartbeat()).await
    }

    /// Waits until the client has disconnected.
    pub(crate) async fn closed(&self) {
        self.queue.closed().await;
    }

    async fn put(&self, text: Bytes) -> Result<(), Disconnected> {
        match tokio::time::timeout(SEND_TIMEOUT, self.queue.send(text)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Disconnected),
        }
    }
}

/// A stream and the response that carries it.
pub(crate) fn open(format: StreamFormat) -> (StreamSender, Response) {
    let (queue, messages) = mpsc::channel(QUEUE);
    let body = futures_util::stream::unfold(messages, async |mut messages| {
        let text: Bytes = messages.recv().await?;
        Some((text, messages))
    });
    (StreamSender { format, queue }, response(format, body))
}

/// A response that streams encoded messages. Its connection is not used again.
pub(crate) fn response(
    format: StreamFormat,
    messages: impl Stream<Item = Bytes> + Send + 'static,
) -> Response {
    let messages = messages.map(Ok::<_, Infallible>);
    let mut response = Body::from_stream(messages).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, format.content_type());
    // Buffering proxies would hold the messages back.
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
