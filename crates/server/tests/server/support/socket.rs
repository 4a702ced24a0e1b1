//! Requests to a node over a socket, behind a proxy that forwards the client's address.

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::Request;
use crownhead_server::ConnectionAcceptor;
use http_body_util::BodyExt;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};

use super::node::{Node, Response};

/// Starts a listening node, and returns its address.
pub(crate) async fn listening(node: &Node) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let entrance = ConnectionAcceptor::at(listener, node.state.clone().with_proxy(true));
    tokio::spawn(async move { entrance.accept_until(std::future::pending()).await });
    address
}

/// A client with an address of its own.
pub(crate) struct Visitor {
    pub(crate) server: SocketAddr,
    pub(crate) address: &'static str,
    /// The cookies that the browser sends.
    pub(crate) cookies: String,
}

impl Visitor {
    pub(crate) fn new(server: SocketAddr, address: &'static str) -> Visitor {
        Visitor { server, address, cookies: String::new() }
    }

    /// Sends a request, and keeps the cookies of the response.
    pub(crate) async fn send(&mut self, method: &str, path: &str, body: &Value) -> Response {
        let response = self.ask_with(method, path, None, body).await;
        for cookie in response.headers.get_all("set-cookie") {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let name = format!("{}=", pair.split_once('=').unwrap().0);
            let others = self.cookies.split("; ").filter(|other| !other.starts_with(&name));
            let all: Vec<_> = others.filter(|other| !other.is_empty()).chain([pair]).collect();
            self.cookies = all.join("; ");
        }
        response
    }

    /// Sends a request with a bearer token, if there is one.
    pub(crate) async fn ask_with(
        &self,
        method: &str,
        path: &str,
        bearer: Option<&str>,
        body: &Value,
    ) -> Response {
        let stream = TcpStream::connect(self.server).await.unwrap();
        let io = TokioIo::new(stream);
        let (mut sender, connection) = hyper::client::conn::http1::handshake(io).await.unwrap();
        tokio::spawn(connection);
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header("host", "here")
            .header("x-forwarded-for", self.address)
            .header("content-type", "application/json");
        if !self.cookies.is_empty() {
            request = request.header("cookie", &self.cookies);
        }
        if let Some(bearer) = bearer {
            request = request.header("authorization", format!("Bearer {bearer}"));
        }
        let request = request.body(Body::from(body.to_string())).unwrap();
        let response = sender.send_request(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Response { status, headers, body }
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Response {
        self.send("POST", path, body).await
    }
}
