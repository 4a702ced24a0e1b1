//! HTTP connections from an address of choice, kept open as long as the server allows.

use std::net::Ipv4Addr;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response, header};
use hyper_util::rt::TokioIo;
use tokio::time::timeout;

use crate::transport::connect_from;

/// The time limit of a call: longer than any of the server's.
const TIMEOUT: Duration = Duration::from_secs(40);

/// A request to be made.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) headers: Vec<(header::HeaderName, String)>,
    pub(crate) body: Bytes,
    /// The statuses with which the server shows that it understood the call.
    pub(crate) understood: &'static [u16],
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) cookie: Option<String>,
    pub(crate) body: Bytes,
}

/// An open connection.
pub(crate) struct Connection {
    requests: SendRequest<Full<Bytes>>,
    host: String,
}

/// The reason why there is no answer.
pub(crate) type NoAnswer = String;

impl Call {
    pub(crate) fn new(method: Method, path: impl Into<String>) -> Call {
        let (path, headers, body) = (path.into(), Vec::new(), Bytes::new());
        Call { method, path, headers, body, understood: &[200, 201, 202, 204] }
    }

    pub(crate) fn get(path: impl Into<String>) -> Call {
        Call::new(Method::GET, path)
    }

    pub(crate) fn json(self, body: impl Into<Bytes>) -> Call {
        let body = body.into();
        Call { body, ..self }.header(header::CONTENT_TYPE, "application/json")
    }

    pub(crate) fn header(mut self, name: header::HeaderName, value: impl Into<String>) -> Call {
        self.headers.push((name, value.into()));
        self
    }

    /// With the secret of a seat, or a token.
    pub(crate) fn bearer(self, secret: &str) -> Call {
        self.header(header::AUTHORIZATION, format!("Bearer {secret}"))
    }

    /// With the cookie of a session.
    pub(crate) fn cookie(self, cookie: &str) -> Call {
        self.header(header::COOKIE, cookie)
    }

    /// Other statuses count as understood, too.
    pub(crate) fn or(self, understood: &'static [u16]) -> Call {
        Call { understood, ..self }
    }
}

impl Connection {
    /// Connects to an address.
    pub(crate) async fn open(source: Ipv4Addr, address: &str) -> Result<Connection, NoAnswer> {
        let opening = timeout(TIMEOUT, async {
            let stream = connect_from(source, address, None).await.map_err(no_answer)?;
            stream.set_nodelay(true).map_err(no_answer)?;
            handshake(TokioIo::new(stream)).await.map_err(no_answer)
        });
        let (requests, connection) = opening.await.map_err(no_answer)??;
        tokio::spawn(connection);
        Ok(Connection { requests, host: address.to_owned() })
    }

    /// Makes a call, and reads the whole answer.
    pub(crate) async fn call(&mut self, call: &Call) -> Result<Answer, NoAnswer> {
        let calling = timeout(TIMEOUT, async {
            let (head, body) = self.send(call).await?.into_parts();
            let body = body.collect().await.map_err(no_answer)?.to_bytes();
            let cookie = head.headers.get(header::SET_COOKIE);
            let cookie = cookie.and_then(|value| value.to_str().ok()?.split(';').next());
            Ok(Answer { status: head.status.as_u16(), cookie: cookie.map(str::to_owned), body })
        });
        calling.await.map_err(no_answer)?
    }

    /// Makes a call, and returns as soon as the head of the answer is there.
    pub(crate) async fn send(
        &mut self,
        call: &Call,
    ) -> Result<Response<hyper::body::Incoming>, NoAnswer> {
        let mut request = Request::builder().method(&call.method).uri(&call.path);
        request = request.header(header::HOST, &self.host);
        for (name, value) in &call.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(call.body.clone())).map_err(no_answer)?;
        self.requests.ready().await.map_err(no_answer)?;
        self.requests.send_request(request).await.map_err(no_answer)
    }
}

fn no_answer(error: impl std::fmt::Display) -> NoAnswer {
    error.to_string()
}
