//! One request to a push service, over HTTPS: to an address that was looked at before, without
//! following it anywhere else, and not for longer than it may take.

use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use super::{Endpoint, PushConfig, PushError, Reach};

/// How long all of it may take.
const LIMIT: Duration = Duration::from_secs(10);

/// For how long a push service keeps what it cannot deliver: a week, in seconds.
const KEPT: &str = "604800";

/// The longest that a push service may ask to wait.
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// What asks push services.
pub(super) struct Client {
    tls: TlsConnector,
    reach: Reach,
}

/// Why nothing can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClientError(String);

impl Client {
    pub(super) async fn new(config: &PushConfig) -> Result<Client, ClientError> {
        let (reach, authorities) = (config.reach, config.authorities.clone());
        let roots = tokio::task::spawn_blocking(move || roots(authorities.as_deref()));
        let roots = roots.await.map_err(|why| ClientError(why.to_string()))??;
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|why| ClientError(why.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Client { tls: TlsConnector::from(Arc::new(tls)), reach })
    }

    /// Hands a sealed message over.
    pub(super) async fn post(
        &self,
        endpoint: &Endpoint,
        pass: &str,
        topic: &str,
        sealed: Vec<u8>,
    ) -> Result<(), PushError> {
        let request = Request::post(endpoint.path())
            .header(header::HOST, endpoint.authority())
            .header(header::AUTHORIZATION, pass)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", KEPT)
            .header("urgency", "normal")
            .header("topic", topic)
            .body(Body::from(sealed));
        let request = request.map_err(|why| PushError::Refused(why.to_string()))?;
        match tokio::time::timeout(LIMIT, self.ask(endpoint, request)).await {
            Ok(answered) => {
                let (status, headers) = answered?;
                judge(status, &headers)
            }
            Err(_) => Err(later("the push service takes too long")),
        }
    }

    async fn ask(
        &self,
        endpoint: &Endpoint,
        request: Request<Body>,
    ) -> Result<(StatusCode, HeaderMap), PushError> {
        let (host, port) = endpoint.host();
        let found = tokio::net::lookup_host((host.as_str(), port)).await.map_err(later)?;
        let found: Vec<_> = found.collect();
        if !found.iter().all(|address| self.reach.allows(address.ip())) {
            return Err(PushError::Gone("an endpoint leads into a private network".to_owned()));
        }
        let name = ServerName::try_from(host).map_err(|why| PushError::Gone(why.to_string()))?;
        let stream = connect(&found).await?;
        let stream = self.tls.connect(name, stream).await.map_err(later)?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(later)?;
        // It goes on only while the answer is waited for; what follows its head is not read. One
        // that ends is known by the answer that does not come.
        let going_on = async {
            let _ = connection.await;
            std::future::pending::<()>().await;
        };
        tokio::select! {
            answer = sender.send_request(request) => {
                let answer = answer.map_err(later)?;
                Ok((answer.status(), answer.headers().clone()))
            }
            () = going_on => Err(later("the push service hung up")),
        }
    }
}

/// The first of the addresses that answers.
async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, PushError> {
    TcpStream::connect(addresses).await.map_err(later)
}

/// What an answer means (RFC 8030, and what the push services do).
fn judge(status: StatusCode, headers: &HeaderMap) -> Result<(), PushError> {
    let says = format!("the push service answers {status}");
    match status {
        _ if status.is_success() => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(PushError::Gone(says)),
        StatusCode::TOO_MANY_REQUESTS => Err(PushError::Later(says, wait(headers))),
        _ if status.is_server_error() => Err(PushError::Later(says, wait(headers))),
        _ => Err(PushError::Refused(says)),
    }
}

fn wait(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    text.trim().parse().ok().map(|seconds| Duration::from_secs(seconds).min(LONGEST_WAIT))
}

fn later(why: impl fmt::Display) -> PushError {
    PushError::Later(why.to_string(), None)
}

/// The certificates that are believed.
fn roots(authorities: Option<&Path>) -> Result<RootCertStore, ClientError> {
    let mut roots = RootCertStore::empty();
    let found = match authorities {
        Some(path) => CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .map_err(|why| ClientError(format!("{}: {why}", path.display())))?,
        None => rustls_native_certs::load_native_certs().certs,
    };
    roots.add_parsable_certificates(found);
    if roots.is_empty() {
        return Err(ClientError("the system has no certificates to know others by".to_owned()));
    }
    Ok(roots)
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "push services cannot be asked: {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood() {
        let mut patient = HeaderMap::new();
        patient.insert(header::RETRY_AFTER, "120".parse().unwrap());
        let told = |status: u16| judge(StatusCode::from_u16(status).unwrap(), &patient);
        for status in [200, 201, 202, 204] {
            assert_eq!(told(status), Ok(()));
        }
        for status in [404, 410] {
            assert!(matches!(told(status), Err(PushError::Gone(_))), "{status}");
        }
        for status in [429, 500, 503] {
            let wait = Some(Duration::from_secs(120));
            assert!(matches!(told(status), Err(PushError::Later(_, found)) if found == wait));
        }
        // Whoever is sent elsewhere is not followed.
        for status in [301, 307, 400, 401, 403, 413] {
            assert!(matches!(told(status), Err(PushError::Refused(_))), "{status}");
        }
    }
}
