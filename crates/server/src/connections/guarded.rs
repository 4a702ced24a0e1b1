//! A connection's stream and response bodies, watched: they tell the table what the connection does,
//! and end it if the client takes too long over the head of a request or over reading.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::linger::Stream;
use super::table::{Class, Connection, Phase};

/// How long a client may take for the head of a request.
pub(super) const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The same for a connection of the reserve.
const RESERVED_HEAD_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a client may read nothing while there is something for it.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// A stream with these time limits.
pub(super) struct Guarded<S> {
    stream: S,
    connection: Arc<Connection>,
    /// Runs while the client sends a head.
    head: Option<Pin<Box<Sleep>>>,
    /// Runs while the client reads nothing.
    write: Option<Pin<Box<Sleep>>>,
}

impl<S: Stream> Guarded<S> {
    pub(super) fn new(stream: S, connection: Arc<Connection>) -> Guarded<S> {
        Guarded { stream, connection, head: None, write: None }
    }

    /// The result of a write, or an error if the client has read nothing for too long.
    fn written<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let written = write(Pin::new(&mut self.stream), context);
        if written.is_ready() {
            self.write = None;
            return written;
        }
        wait(&mut self.write, READ_TIMEOUT, context).map(Err)
    }
}

/// Waits until the time is over, from the first call on.
fn wait(
    timer: &mut Option<Pin<Box<Sleep>>>,
    limit: Duration,
    context: &mut Context<'_>,
) -> Poll<io::Error> {
    let timer = timer.get_or_insert_with(|| Box::pin(sleep(limit)));
    timer.as_mut().poll(context).map(|()| io::ErrorKind::TimedOut.into())
}

impl<S: Stream> AsyncRead for Guarded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if self.connection.phase() == Phase::Idle && buffer.filled().len() > before {
            self.head = None;
            self.connection.set_phase(Phase::Head);
        }
        if self.connection.phase() != Phase::Head {
            self.head = None;
            return read;
        }
        if read.is_ready() {
            return read;
        }
        let limit = match self.connection.class {
            Class::General => HEAD_TIMEOUT,
            Class::Reserved => RESERVED_HEAD_TIMEOUT,
        };
        wait(&mut self.head, limit, context).map(Err)
    }
}

impl<S: Stream> AsyncWrite for Guarded<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.written(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.written(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.written(context, tokio::io::AsyncWrite::poll_flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The body of a response. When it is gone, its connection is idle.
pub(super) struct GuardedBody {
    body: Body,
    connection: Arc<Connection>,
}

impl GuardedBody {
    pub(super) fn new(body: Body, connection: Arc<Connection>) -> GuardedBody {
        GuardedBody { body, connection }
    }
}

impl Drop for GuardedBody {
    fn drop(&mut self) {
        self.connection.set_phase(Phase::Idle);
    }
}

impl HttpBody for GuardedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::super::table::{Admission, ConnectionLimits, ConnectionTable};
    use super::*;

    /// A client, the server's end, and its place.
    fn connected() -> (DuplexStream, Guarded<DuplexStream>, Arc<Connection>) {
        let table = ConnectionTable::new(ConnectionLimits::default());
        let Admission::Admitted(connection) = table.admit(None) else { panic!("it is empty") };
        let (client, stream) = duplex(16);
        (client, Guarded::new(stream, connection.clone()), connection)
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_request_head_ends_the_connection() {
        let (mut client, mut served, connection) = connected();
        let begun = tokio::time::Instant::now();
        let dribble = tokio::spawn(async move {
            loop {
                client.write_all(b"x").await.unwrap();
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        let read = served.read_to_end(&mut Vec::new()).await;
        assert_eq!(read.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(begun.elapsed(), HEAD_TIMEOUT);
        dribble.abort();
        assert_eq!(connection.phase(), Phase::Head);
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_connection_has_no_such_limit_until_a_head_begins() {
        let (mut client, mut served, connection) = connected();
        connection.set_phase(Phase::Idle);
        let hour = Duration::from_secs(3600);
        let waiting = tokio::time::timeout(hour, served.read_u8()).await;
        assert!(waiting.is_err() && connection.phase() == Phase::Idle);
        client.write_all(b"G").await.unwrap();
        assert_eq!(served.read_u8().await.unwrap(), b'G');
        assert_eq!(connection.phase(), Phase::Head);
        assert_eq!(served.read_u8().await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_given_up() {
        let (client, mut served, connection) = connected();
        connection.set_phase(Phase::Live);
        let written = served.write_all(&[7; 100]).await;
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(client);
    }
}
