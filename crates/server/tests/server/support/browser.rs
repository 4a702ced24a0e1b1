//! A browser that is signed in to an account.

use axum::body::Body;
use serde_json::{Value, json};

use super::node::{Node, Response};

/// A browser with its cookie.
pub(crate) struct Browser<'a> {
    pub(crate) node: &'a Node,
    pub(crate) cookie: String,
}

impl<'a> Browser<'a> {
    /// Creates an account with the password `correct horse`.
    pub(crate) async fn new(node: &'a Node, name: &str) -> Browser<'a> {
        let body = json!({"name": name, "password": "correct horse"});
        let made = node.post("/api/v1/accounts", None, &body).await;
        assert_eq!(made.status, 201, "{}", made.body);
        Browser { node, cookie: cookie(&made) }
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: &Value) -> Response {
        let headers =
            [("cookie", self.cookie.as_str()), ("origin", "http://here"), ("host", "here")];
        let path = format!("/api/v1{path}");
        self.node.ask_with(method, &path, &headers, Body::from(body.to_string())).await
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send("GET", path, &Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Response {
        self.send("POST", path, body).await
    }
}

/// The cookie that a response sets.
pub(crate) fn cookie(response: &Response) -> String {
    let cookie = response.headers["set-cookie"].to_str().expect("a cookie");
    assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
    cookie.split(';').next().expect("a value").to_owned()
}
