//! The end of a connection. A socket that is closed while something unread lies in it is reset, and
//! a reset takes back what was said last: why somebody is refused would never be heard. So whatever
//! ends a connection, the server says that it has said everything, and reads and throws away what
//! still comes, for a while.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// How long that lasts at most, and how long nothing may come. It is over before a server that stops
/// gives up on its clients.
const LONGEST: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_secs(2);

/// The most bytes that are thrown away.
const MOST: u64 = 64 * 1024 * 1024;

/// Into how much is read at a time.
const BUFFER: usize = 4096;

/// A stream that lingers when it is dropped.
pub(super) struct Lingering<S: Stream> {
    /// There until it is dropped.
    stream: Option<S>,
    /// Whether nothing more can come.
    heard_all: bool,
    /// How many can linger at a time. One for whom there is no place is closed at once.
    places: Arc<Semaphore>,
}

/// What can linger.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Stream for S {}

impl<S: Stream> Lingering<S> {
    pub(super) fn new(stream: S, places: Arc<Semaphore>) -> Lingering<S> {
        Lingering { stream: Some(stream), heard_all: false, places }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut S>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl<S: Stream> Drop for Lingering<S> {
    fn drop(&mut self) {
        let Some(stream) = self.stream.take() else { return };
        if self.heard_all {
            return;
        }
        let place = self.places.clone().try_acquire_owned();
        if let (Ok(runtime), Ok(place)) = (Handle::try_current(), place) {
            runtime.spawn(async move {
                let _ = timeout(LONGEST, linger(stream)).await;
                drop(place);
            });
        }
    }
}

async fn linger(mut stream: impl Stream) {
    if stream.shutdown().await.is_err() {
        return;
    }
    let mut stream = stream.take(MOST);
    let mut unheard = [0; BUFFER];
    while let Ok(Ok(1..)) = timeout(PAUSE, stream.read(&mut unheard)).await {}
}

impl<S: Stream> AsyncRead for Lingering<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        with: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = ready!(self.stream()?.poll_read(with, into));
        self.heard_all |= read.is_err() || into.filled().len() == before && into.remaining() > 0;
        Poll::Ready(read)
    }
}

impl<S: Stream> AsyncWrite for Lingering<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        with: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(with, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        with: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(with, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, with: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(with)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, with: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(with)
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// A client, and the server's end of its connection.
    async fn connected(places: usize) -> (TcpStream, Lingering<TcpStream>, Arc<Semaphore>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, served) = tokio::join!(TcpStream::connect(address), listener.accept());
        let places = Arc::new(Semaphore::new(places));
        (client.unwrap(), Lingering::new(served.unwrap().0, places.clone()), places)
    }

    #[tokio::test]
    async fn who_is_still_talking_hears_the_last_word() {
        let (mut client, mut served, places) = connected(1).await;
        client.write_all(&[b'x'; 100_000]).await.unwrap();
        served.read_exact(&mut [0; 10]).await.unwrap();
        served.write_all(b"no").await.unwrap();
        drop(served);
        // Far more than the system holds in between.
        for _ in 0..200 {
            client.write_all(&[b'x'; 100_000]).await.unwrap();
        }
        let mut heard = String::new();
        client.read_to_string(&mut heard).await.unwrap();
        assert_eq!(heard, "no");
        drop(client);
        drop(places.acquire().await.unwrap());
    }

    #[tokio::test]
    async fn who_has_said_all_is_not_waited_for() {
        let (mut client, mut served, places) = connected(1).await;
        client.write_all(b"bye").await.unwrap();
        client.shutdown().await.unwrap();
        served.read_to_end(&mut Vec::new()).await.unwrap();
        drop(served);
        assert_eq!(places.available_permits(), 1);
        client.read_to_end(&mut Vec::new()).await.unwrap();
    }

    #[tokio::test]
    async fn nobody_lingers_for_ever_nor_in_any_number() {
        let (client, served, places) = connected(1).await;
        let (mut other, another, _) = connected(0).await;
        tokio::time::pause();
        drop((served, another));
        assert_eq!(places.available_permits(), 0);
        other.read_to_end(&mut Vec::new()).await.unwrap();
        // The client says nothing, and does not go either.
        drop(places.acquire().await.unwrap());
        drop(client);
    }
}
