//! Accepting connections, with limits and time limits, and TLS if it is configured.

mod guarded;
mod linger;
mod refusal;
mod table;

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;

use crate::app::{App, stopping};
use crate::http::{Problem, app, is_health_check};
use crate::listen_address::{ClientStream, Listener};
use crate::live::LiveSlots;
use crate::rate_limit::{Peer, network_prefix};
use crate::tls::{CHALLENGE, Tls};
use guarded::{Guarded, GuardedBody, HEAD_TIMEOUT};
use linger::{Lingering, Stream};
use refusal::Refuser;
use table::{Admission, Class};

pub use table::ConnectionLimits;
pub(crate) use table::{Connection, ConnectionTable, Phase};

/// How long a client may keep an idle connection open.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum size of a request's head, in bytes.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The maximum number of connections that are being closed.
const MAX_LINGERING: u32 = 1024;

/// Accepts connections, and serves each in a task of its own.
pub struct ConnectionAcceptor {
    listener: Listener,
    handler: ConnectionHandler,
    live: Arc<LiveSlots>,
    /// Whether connections are limited by address. Behind a proxy, all come from the proxy.
    by_address: bool,
}

/// Serves one connection.
#[derive(Clone)]
struct ConnectionHandler {
    tls: Option<Arc<Tls>>,
    service: TowerToHyperService<axum::Router>,
    draining: watch::Receiver<bool>,
    lingering: Arc<Semaphore>,
    table: Arc<ConnectionTable>,
    refuser: Refuser,
}

impl ConnectionAcceptor {
    /// Serves an application at a bound port, without TLS.
    pub fn at(listener: TcpListener, app: App) -> ConnectionAcceptor {
        ConnectionAcceptor::new(Listener::Tcp(listener), None, app)
    }

    pub(crate) fn new(listener: Listener, tls: Option<Arc<Tls>>, state: App) -> ConnectionAcceptor {
        let limits_clients = state.limiter.as_ref().is_some_and(|limiter| !limiter.behind_proxy());
        let by_address = limits_clients && matches!(listener, Listener::Tcp(_));
        let live = state.live.clone();
        let handler = ConnectionHandler {
            tls,
            draining: state.draining.clone(),
            table: state.connections.clone(),
            service: TowerToHyperService::new(app(state)),
            lingering: Arc::new(Semaphore::new(MAX_LINGERING as usize)),
            refuser: Refuser::default(),
        };
        ConnectionAcceptor { listener, handler, live, by_address }
    }

    /// Accepts connections until `stop`.
    pub async fn accept_until(&self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => return,
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => self.admit(stream, peer),
                    // Too many files are open; connections that close will free some.
                    Err(_) => {
                        self.handler.table.make_room();
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                },
            }
        }
    }

    /// Serves a connection, or refuses it.
    fn admit(&self, stream: ClientStream, peer: Peer) {
        let address = self.by_address.then(|| network_prefix(peer.0));
        match stream {
            ClientStream::Tcp(stream) => self.handler.admit(stream, peer, address),
            #[cfg(unix)]
            ClientStream::Unix(stream) => self.handler.admit(stream, peer, address),
        }
    }

    /// Stops listening. The returned future waits until all connections are closed.
    pub(crate) fn close(self) -> impl Future<Output = ()> {
        let ConnectionAcceptor { listener, handler, live, .. } = self;
        drop(listener);
        async move {
            handler.table.wait_until_empty().await;
            live.wait_until_empty().await;
            let _ = handler.lingering.acquire_many(MAX_LINGERING).await;
        }
    }
}

impl ConnectionHandler {
    fn admit(&self, stream: impl Stream, peer: Peer, address: Option<IpAddr>) {
        let stream = Lingering::new(stream, self.lingering.clone());
        let tls = self.tls.as_ref().map(|tls| tls.acceptor());
        let problem = match self.table.admit(address) {
            Admission::Admitted(connection) => {
                tokio::spawn(self.clone().handshake(stream, tls, peer, connection));
                return;
            }
            Admission::TooManyOfAddress => Problem::too_many_connections(),
            Admission::Full => Problem::busy(),
        };
        self.refuser.refuse(stream, tls, &problem);
    }

    /// Performs the TLS handshake, if TLS is configured, and serves the connection.
    async fn handshake(
        self,
        stream: impl Stream,
        tls: Option<TlsAcceptor>,
        peer: Peer,
        connection: Arc<Connection>,
    ) {
        let Some(tls) = tls else { return self.serve(stream, peer, connection).await };
        let handshake = tokio::select! {
            handshake = tokio::time::timeout(HEAD_TIMEOUT, tls.accept(stream)) => handshake,
            () = connection.told_to_close() => return,
        };
        // A failed handshake is the client's problem, so it is not logged.
        if let Ok(Ok(stream)) = handshake {
            // The handshake was the whole answer to an authority.
            if stream.get_ref().1.alpn_protocol() == Some(CHALLENGE) {
                return;
            }
            self.serve(stream, peer, connection).await;
        }
    }

    async fn serve(self, stream: impl Stream, peer: Peer, connection: Arc<Connection>) {
        let stream = Guarded::new(stream, connection.clone());
        let (service, own) = (self.service, connection.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            own.set_phase(Phase::Busy);
            let (service, connection) = (service.clone(), own.clone());
            async move {
                request.extensions_mut().insert(peer);
                request.extensions_mut().insert(connection.clone());
                let response = respond(service, request, &connection).await;
                Ok::<_, Infallible>(response.map(|body| GuardedBody::new(body, connection)))
            }
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(IDLE_TIMEOUT)
            .max_buf_size(MAX_HEAD_BYTES)
            .keep_alive(connection.class == Class::General)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut serving = std::pin::pin!(serving);
        tokio::select! {
            _ = serving.as_mut() => return,
            () = stopping(self.draining) => {}
            () = connection.told_to_close() => {
                // There is nothing to finish.
                if connection.phase() == Phase::Head {
                    return;
                }
            }
        }
        serving.as_mut().graceful_shutdown();
        let _ = serving.await;
    }
}

/// The response to a request. A connection of the reserve gets health checks only.
async fn respond(
    service: TowerToHyperService<axum::Router>,
    request: Request<Incoming>,
    connection: &Connection,
) -> Response<Body> {
    if connection.class == Class::Reserved && !is_health_check(request.uri().path()) {
        return Problem::busy().into_response();
    }
    match service.call(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}
