//! The answer to a connection that gets no place. It is written before any request is read, and the
//! connection is closed.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use super::linger::{Lingering, Stream};
use crate::http::Problem;

/// The maximum number of connections that are being refused. More are closed without an answer.
const MAX_REFUSING: usize = 256;

/// How long the handshake and the answer may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Answers connections that get no place.
#[derive(Clone)]
pub(super) struct Refuser {
    permits: Arc<Semaphore>,
}

impl Default for Refuser {
    fn default() -> Refuser {
        Refuser { permits: Arc::new(Semaphore::new(MAX_REFUSING)) }
    }
}

impl Refuser {
    /// Answers with a problem, and closes the connection.
    pub(super) fn refuse(
        &self,
        stream: Lingering<impl Stream>,
        tls: Option<TlsAcceptor>,
        problem: &Problem,
    ) {
        let Ok(permit) = self.permits.clone().try_acquire_owned() else {
            return stream.close_at_once();
        };
        let response = problem.to_http();
        tokio::spawn(async move {
            let answer = async {
                match tls {
                    Some(tls) => send(tls.accept(stream).await?, &response).await,
                    None => send(stream, &response).await,
                }
            };
            // A client that does not wait for the answer is none of the server's business.
            let _ = timeout(TIMEOUT, answer).await;
            drop(permit);
        });
    }
}

async fn send(mut stream: impl Stream, response: &[u8]) -> std::io::Result<()> {
    stream.write_all(response).await?;
    stream.flush().await
}
