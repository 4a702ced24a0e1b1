//! Accepting connections, with limits and time limits, and TLS if it is configured.

mod linger;

use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_rustls::TlsAcceptor;

use crate::app::{App, stopping};
use crate::http::app;
use crate::listen_address::{ClientStream, Listener};
use crate::rate_limit::Peer;
use linger::{Lingering, Stream};

/// How long a client may take for the head of a request or the TLS handshake, and keep an idle
/// connection open.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum size of a request's head, in bytes.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The maximum number of connections, without the live ones.
const MAX_CONNECTIONS: u32 = 4096;

/// The maximum number of connections that are being closed.
const MAX_LINGERING: u32 = 1024;

/// Accepts connections, and serves each in a task of its own.
pub struct ConnectionAcceptor {
    listener: Listener,
    handler: ConnectionHandler,
    connections: Arc<Semaphore>,
    /// The live connections, and their maximum number.
    live: (Arc<Semaphore>, u32),
}

/// Serves one connection.
#[derive(Clone)]
struct ConnectionHandler {
    tls: Option<TlsAcceptor>,
    service: TowerToHyperService<axum::Router>,
    draining: watch::Receiver<bool>,
    lingering: Arc<Semaphore>,
}

impl ConnectionAcceptor {
    /// Serves an application at a bound port, without TLS.
    pub fn at(listener: TcpListener, app: App) -> ConnectionAcceptor {
        ConnectionAcceptor::new(Listener::Tcp(listener), None, app)
    }

    pub(crate) fn new(
        listener: Listener,
        tls: Option<TlsAcceptor>,
        state: App,
    ) -> ConnectionAcceptor {
        let live = state.connections.clone();
        let max_live = u32::try_from(live.available_permits()).unwrap_or(u32::MAX);
        let handler = ConnectionHandler {
            tls,
            draining: state.draining.clone(),
            service: TowerToHyperService::new(app(state)),
            lingering: Arc::new(Semaphore::new(MAX_LINGERING as usize)),
        };
        let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS as usize));
        ConnectionAcceptor { listener, handler, connections, live: (live, max_live) }
    }

    /// Accepts connections until `stop`.
    pub async fn accept_until(&self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => return,
                Some((stream, peer, permit)) = self.accept() => {
                    let serving = self.handler.clone().handle(stream, peer);
                    tokio::spawn(async move {
                        serving.await;
                        drop(permit);
                    });
                }
            }
        }
    }

    /// The next connection, as soon as the limit allows one.
    async fn accept(&self) -> Option<(ClientStream, Peer, OwnedSemaphorePermit)> {
        let permit = self.connections.clone().acquire_owned().await.ok()?;
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => return Some((stream, peer, permit)),
                // Too many files are open; connections that close will free some.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// Stops listening. The returned future waits until all connections are closed.
    pub(crate) fn close(self) -> impl Future<Output = ()> {
        let ConnectionAcceptor { listener, handler, connections, live: (live, max_live) } = self;
        drop(listener);
        async move {
            let _ = connections.acquire_many(MAX_CONNECTIONS).await;
            let _ = live.acquire_many(max_live).await;
            let _ = handler.lingering.acquire_many(MAX_LINGERING).await;
        }
    }
}

impl ConnectionHandler {
    /// Performs the TLS handshake, if TLS is configured, and serves the connection.
    async fn handle(self, stream: ClientStream, peer: Peer) {
        match stream {
            ClientStream::Tcp(stream) => self.handshake(stream, peer).await,
            #[cfg(unix)]
            ClientStream::Unix(stream) => self.handshake(stream, peer).await,
        }
    }

    async fn handshake(self, stream: impl Stream, peer: Peer) {
        let stream = Lingering::new(stream, self.lingering.clone());
        let Some(tls) = &self.tls else { return self.serve(stream, peer).await };
        // A failed handshake is the client's problem, so it is not logged.
        if let Ok(Ok(stream)) = tokio::time::timeout(HEAD_TIMEOUT, tls.accept(stream)).await {
            self.serve(stream, peer).await;
        }
    }

    async fn serve(self, stream: impl Stream, peer: Peer) {
        let service = self.service;
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            service.call(request)
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut serving = std::pin::pin!(serving);
        tokio::select! {
            _ = serving.as_mut() => {}
            () = stopping(self.draining) => {
                serving.as_mut().graceful_shutdown();
                let _ = serving.await;
            }
        }
    }
}
