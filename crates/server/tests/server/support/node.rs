//! A node over a store in a temporary file, called without a socket.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use crownhead_arbiter::Timestamp;
use crownhead_server::bus::LocalBus;
use crownhead_server::rooms::Rooms;
use crownhead_server::{App, app};
use crownhead_store::{Db, Store, StoreLocation};
use http_body_util::BodyExt;
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::watch;
use tower::ServiceExt;

use super::conformance::CONFORMANCE;

pub(crate) struct Node {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) state: App,
    pub(crate) drain: watch::Sender<bool>,
    _folder: Option<TempDir>,
}

/// A node with its background jobs.
pub(crate) struct Kept(tokio::task::JoinHandle<()>);

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.abort();
    }
}

pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Node {
    pub(crate) async fn start() -> Node {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = StoreLocation::File(folder.path().join("store"));
        Node { _folder: Some(folder), ..Node::over(place.open().await.expect("a store")) }
    }

    /// A node over a store that other nodes may share.
    pub(crate) fn over(store: Arc<dyn Store>) -> Node {
        let rooms = Rooms::new(Db::new(store.clone()), Arc::new(LocalBus));
        Node::of(store, rooms)
    }

    /// The same with another clock, in milliseconds.
    pub(crate) fn by_clock(store: Arc<dyn Store>, clock: Arc<AtomicU64>) -> Node {
        let clock = move || Timestamp::from_millis(clock.load(Ordering::SeqCst));
        let rooms = Rooms::new(Db::with_clock(store.clone(), clock), Arc::new(LocalBus));
        Node::of(store, rooms)
    }

    fn of(store: Arc<dyn Store>, rooms: Rooms) -> Node {
        let rooms = Arc::new(rooms);
        let (drain, draining) = watch::channel(false);
        let state = App::new(rooms.clone(), draining, Vec::new());
        Node { store, rooms, state, drain, _folder: None }
    }

    /// The accounts of its store.
    pub(crate) fn accounts(&self) -> crownhead_server::people::accounts::Accounts {
        crownhead_server::people::accounts::Accounts::new(self.rooms.db().clone())
    }

    /// Runs the background jobs until the returned guard is dropped.
    pub(crate) fn keep(&self) -> Kept {
        let state = self.state.clone();
        Kept(tokio::spawn(async move { state.run_background().await }))
    }

    pub(crate) fn app(&self) -> Router {
        app(self.state.clone())
    }

    pub(crate) async fn get(&self, path: &str, secret: Option<&str>) -> Response {
        self.send("GET", path, secret, Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, secret: Option<&str>, body: &Value) -> Response {
        self.send("POST", path, secret, Body::from(body.to_string())).await
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        secret: Option<&str>,
        body: Body,
    ) -> Response {
        let bearer = secret.map(|secret| format!("Bearer {secret}"));
        let headers: Vec<_> =
            bearer.iter().map(|value| ("authorization", value.as_str())).collect();
        self.ask_with(method, path, &headers, body).await
    }

    /// Sends a request with these headers.
    pub(crate) async fn ask_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Body,
    ) -> Response {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body).expect("a request");
        let response = self.app().oneshot(request).await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        CONFORMANCE.check((method, path), status, &headers, &bytes);
        let text = || Value::from(String::from_utf8_lossy(&bytes));
        let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| text());
        Response { status, headers, body }
    }
}
