//! A node over a store in a temporary file, asked without a socket.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use crownhead_server::bus::LocalBus;
use crownhead_server::rooms::Rooms;
use crownhead_server::store::{Place, Store};
use crownhead_server::{App, app};
use http_body_util::BodyExt;
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::watch;
use tower::ServiceExt;

/// A node.
pub(crate) struct Node {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) state: App,
    pub(crate) drain: watch::Sender<bool>,
    folder: TempDir,
}

/// What it answers.
pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Node {
    pub(crate) async fn start() -> Node {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Place::File(folder.path().join("store")).open().await.expect("a store");
        let rooms = Arc::new(Rooms::new(store.clone(), Arc::new(LocalBus)));
        let (drain, draining) = watch::channel(false);
        let state = App::new(rooms.clone(), draining, Vec::new());
        Node { store, rooms, state, drain, folder }
    }

    pub(crate) fn app(&self) -> Router {
        app(self.state.clone())
    }

    pub(crate) async fn get(&self, path: &str, secret: Option<&str>) -> Response {
        self.ask("GET", path, secret, Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, secret: Option<&str>, body: &Value) -> Response {
        self.ask("POST", path, secret, Body::from(body.to_string())).await
    }

    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        secret: Option<&str>,
        body: Body,
    ) -> Response {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header("content-type", "application/json");
        if let Some(secret) = secret {
            request = request.header("authorization", format!("Bearer {secret}"));
        }
        let request = request.body(body).expect("a request");
        let response = self.app().oneshot(request).await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        let text = || Value::from(String::from_utf8_lossy(&bytes));
        let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| text());
        Response { status, headers, body }
    }
}
