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

use crate::address::{Caller, Listener};
use crate::app::{App, stopping};
use crate::http::app;
use crate::limit::Peer;
use linger::{Lingering, Stream};

/// How long a client may take to say what it wants, and keep a connection open without wanting
/// anything.
const HEAD: Duration = Duration::from_secs(30);

/// How large the head of a request may be.
const LARGEST_HEAD: usize = 16 * 1024;

/// How many connections there are at a time, live ones aside.
const CONNECTIONS: u32 = 4096;

/// How many are being ended at a time.
const LINGERING: u32 = 1024;

/// Where clients come in.
pub struct ConnectionAcceptor {
    listener: Listener,
    guide: ConnectionHandler,
    connections: Arc<Semaphore>,
    /// Live connections, and how many there can be.
    live: (Arc<Semaphore>, u32),
}

/// What every connection needs.
#[derive(Clone)]
struct ConnectionHandler {
    tls: Option<TlsAcceptor>,
    service: TowerToHyperService<axum::Router>,
    draining: watch::Receiver<bool>,
    lingering: Arc<Semaphore>,
}

impl ConnectionAcceptor {
    /// The entrance to a server at a port that is listened at, without encryption.
    pub fn at(listener: TcpListener, app: App) -> ConnectionAcceptor {
        ConnectionAcceptor::new(Listener::Port(listener), None, app)
    }

    pub(crate) fn new(
        listener: Listener,
        tls: Option<TlsAcceptor>,
        state: App,
    ) -> ConnectionAcceptor {
        let live = state.connections.clone();
        let all = u32::try_from(live.available_permits()).unwrap_or(u32::MAX);
        let guide = ConnectionHandler {
            tls,
            draining: state.draining.clone(),
            service: TowerToHyperService::new(app(state)),
            lingering: Arc::new(Semaphore::new(LINGERING as usize)),
        };
        let connections = Arc::new(Semaphore::new(CONNECTIONS as usize));
        ConnectionAcceptor { listener, guide, connections, live: (live, all) }
    }

    /// Lets clients in until `stop`.
    pub async fn admit(&self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => return,
                Some((caller, peer, permit)) = self.next() => {
                    let serving = self.guide.clone().greet(caller, peer);
                    tokio::spawn(async move {
                        serving.await;
                        drop(permit);
                    });
                }
            }
        }
    }

    /// The next connection, once there is room for it.
    async fn next(&self) -> Option<(Caller, Peer, OwnedSemaphorePermit)> {
        let permit = self.connections.clone().acquire_owned().await.ok()?;
        loop {
            match self.listener.accept().await {
                Ok((caller, peer)) => return Some((caller, peer, permit)),
                // Too many files are open: some will be closed.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// Lets nobody in any more. What this returns waits until all have gone.
    pub(crate) fn close(self) -> impl Future<Output = ()> {
        let ConnectionAcceptor { listener, guide, connections, live: (live, all) } = self;
        drop(listener);
        async move {
            let _ = connections.acquire_many(CONNECTIONS).await;
            let _ = live.acquire_many(all).await;
            let _ = guide.lingering.acquire_many(LINGERING).await;
        }
    }
}

impl ConnectionHandler {
    /// Agrees with a client on encryption, if there is to be any, and serves it.
    async fn greet(self, caller: Caller, peer: Peer) {
        match caller {
            Caller::Port(stream) => self.agree(stream, peer).await,
            #[cfg(unix)]
            Caller::File(stream) => self.agree(stream, peer).await,
        }
    }

    async fn agree(self, stream: impl Stream, peer: Peer) {
        let stream = Lingering::new(stream, self.lingering.clone());
        let Some(tls) = &self.tls else { return self.serve(stream, peer).await };
        // Clients that break off or do not understand it are nobody's fault.
        if let Ok(Ok(stream)) = tokio::time::timeout(HEAD, tls.accept(stream)).await {
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
            .header_read_timeout(HEAD)
            .max_buf_size(LARGEST_HEAD)
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
