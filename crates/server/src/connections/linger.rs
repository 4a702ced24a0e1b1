//! Lingering close. A socket that is closed with unread input is reset, and the reset discards the
//! last response, so a client would not learn why it was refused. Therefore the server sends its
//! end of stream first, and discards the client's input for a while.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The maximum time to linger, and the longest pause of the client. Both are shorter than the drain
/// time of a server that shuts down.
const MAX_LINGER: Duration = Duration::from_secs(5);
const IDLE_TIMEOUT: Duration = Duration::from_secs(2);

/// The maximum number of bytes to discard.
const MAX_DISCARDED: u64 = 64 * 1024 * 1024;

/// The size of the read buffer.
const BUFFER: usize = 4096;

/// A stream that lingers when it is dropped.
pub(super) struct Lingering<S: Stream> {
    /// `Some` until it is dropped.
    stream: Option<S>,
    /// Whether the client has sent its end of stream.
    read_to_end: bool,
    /// Limits the number of lingering streams. A stream without a permit is closed at once.
    permits: Arc<Semaphore>,
}

/// A stream that can linger.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Stream for S {}

impl<S: Stream> Lingering<S> {
    pub(super) fn new(stream: S, permits: Arc<Semaphore>) -> Lingering<S> {
        Lingering { stream: Some(stream), read_to_end: false, permits }
    }

    /// Closes the stream without lingering.
    pub(super) fn close_at_once(mut self) {
        self.stream = None;
    }

    fn stream(&mut self) -> io::Result<Pin<&mut S>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl<S: Stream> Drop for Lingering<S> {
    fn drop(&mut self) {
        let Some(stream) = self.stream.take() else { return };
        if self.read_to_end {
            return;
        }
        let permit = self.permits.clone().try_acquire_owned();
        if let (Ok(runtime), Ok(permit)) = (Handle::try_current(), permit) {
            runtime.spawn(async move {
                let _ = timeout(MAX_LINGER, linger(stream)).await;
                drop(permit);
            });
        }
    }
}

async fn linger(mut stream: impl Stream) {
    if stream.shutdown().await.is_err() {
        return;
    }
    let mut stream = stream.take(MAX_DISCARDED);
    let mut discarded = [0; BUFFER];
    while let Ok(Ok(1..)) = timeout(IDLE_TIMEOUT, stream.read(&mut discarded)).await {}
}

impl<S: Stream> AsyncRead for Lingering<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(self.stream()?.poll_read(context, buffer));
        self.read_to_end |=
            read.is_err() || buffer.filled().len() == before && buffer.remaining() > 0;
        Poll::Ready(read)
    }
}

impl<S: Stream> AsyncWrite for Lingering<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// A client, and the server's end of the connection.
    async fn connected(permits: usize) -> (TcpStream, Lingering<TcpStream>, Arc<Semaphore>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, served) = tokio::join!(TcpStream::connect(address), listener.accept());
        let permits = Arc::new(Semaphore::new(permits));
        (client.unwrap(), Lingering::new(served.unwrap().0, permits.clone()), permits)
    }

    #[tokio::test]
    async fn a_client_that_is_still_sending_gets_the_response() {
        let (mut client, mut served, permits) = connected(1).await;
        client.write_all(&[b'x'; 100_000]).await.unwrap();
        served.read_exact(&mut [0; 10]).await.unwrap();
        served.write_all(b"no").await.unwrap();
        drop(served);
        // Far more than the system buffers.
        for _ in 0..200 {
            client.write_all(&[b'x'; 100_000]).await.unwrap();
        }
        let mut response = String::new();
        client.read_to_string(&mut response).await.unwrap();
        assert_eq!(response, "no");
        drop(client);
        drop(permits.acquire().await.unwrap());
    }

    #[tokio::test]
    async fn a_client_that_has_finished_is_not_waited_for() {
        let (mut client, mut served, permits) = connected(1).await;
        client.write_all(b"bye").await.unwrap();
        client.shutdown().await.unwrap();
        served.read_to_end(&mut Vec::new()).await.unwrap();
        drop(served);
        assert_eq!(permits.available_permits(), 1);
        client.read_to_end(&mut Vec::new()).await.unwrap();
    }

    #[tokio::test]
    async fn lingering_is_limited_in_time_and_number() {
        let (client, served, permits) = connected(1).await;
        let (mut other, another, _) = connected(0).await;
        tokio::time::pause();
        drop((served, another));
        assert_eq!(permits.available_permits(), 0);
        other.read_to_end(&mut Vec::new()).await.unwrap();
        // The client neither sends nor closes.
        drop(permits.acquire().await.unwrap());
        drop(client);
    }
}
