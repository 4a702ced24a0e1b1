//! The HTTPS client for push services: it connects only to allowed addresses, follows no redirects,
//! and has a time limit.

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

use super::{Endpoint, EndpointPolicy, PushConfig, PushError};

/// The time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(10);

/// How long a push service stores an undelivered message: a week, in seconds.
const TTL_SECONDS: &str = "604800";

/// The longest delay that a push service may demand.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60 * 60);

/// A client for push services.
pub(super) struct PushClient {
    tls: TlsConnector,
    endpoints: EndpointPolicy,
}

/// The reason why there is no client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClientError(String);

impl PushClient {
    pub(super) async fn new(config: &PushConfig) -> Result<PushClient, ClientError> {
        let (endpoints, authorities) = (config.endpoints, config.authorities.clone());
        let roots = tokio::task::spawn_blocking(move || roots(authorities.as_deref()));
        let roots = roots.await.map_err(|error| ClientError(error.to_string()))??;
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| ClientError(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(PushClient { tls: TlsConnector::from(Arc::new(tls)), endpoints })
    }

    /// Sends an encrypted message.
    pub(super) async fn send(
        &self,
        endpoint: &Endpoint,
        authorization: &str,
        topic: &str,
        encrypted: Vec<u8>,
    ) -> Result<(), PushError> {
        let request = Request::post(endpoint.path())
            .header(header::HOST, endpoint.authority())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", TTL_SECONDS)
            .header("urgency", "normal")
            .header("topic", topic)
            .body(Body::from(encrypted));
        let request = request.map_err(|error| PushError::Refused(error.to_string()))?;
        match tokio::time::timeout(TIMEOUT, self.request(endpoint, request)).await {
            Ok(response) => {
                let (status, headers) = response?;
                check_response(status, &headers)
            }
            Err(_) => Err(later("the push service takes too long")),
        }
    }

    async fn request(
        &self,
        endpoint: &Endpoint,
        request: Request<Body>,
    ) -> Result<(StatusCode, HeaderMap), PushError> {
        let (host, port) = endpoint.host();
        let found = tokio::net::lookup_host((host.as_str(), port)).await.map_err(later)?;
        let found: Vec<_> = found.collect();
        if !found.iter().all(|address| self.endpoints.allows(address.ip())) {
            return Err(PushError::Gone("an endpoint leads into a private network".to_owned()));
        }
        let name =
            ServerName::try_from(host).map_err(|error| PushError::Gone(error.to_string()))?;
        let stream = connect(&found).await?;
        let stream = self.tls.connect(name, stream).await.map_err(later)?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(later)?;
        // The connection is driven only until the response's head arrives; its body is not read. If
        // the connection ends first, there is no response.
        let connection_ended = async {
            let _ = connection.await;
            std::future::pending::<()>().await;
        };
        tokio::select! {
            response = sender.send_request(request) => {
                let response = response.map_err(later)?;
                Ok((response.status(), response.headers().clone()))
            }
            () = connection_ended => Err(later("the push service hung up")),
        }
    }
}

/// Connects to the first address that accepts.
async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, PushError> {
    TcpStream::connect(addresses).await.map_err(later)
}

/// Interprets a response (RFC 8030, and the practice of push services).
fn check_response(status: StatusCode, headers: &HeaderMap) -> Result<(), PushError> {
    let reason = format!("the push service answers {status}");
    match status {
        _ if status.is_success() => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(PushError::Gone(reason)),
        StatusCode::TOO_MANY_REQUESTS => Err(PushError::Later(reason, retry_after(headers))),
        _ if status.is_server_error() => Err(PushError::Later(reason, retry_after(headers))),
        _ => Err(PushError::Refused(reason)),
    }
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    text.trim().parse().ok().map(|seconds| Duration::from_secs(seconds).min(MAX_RETRY_AFTER))
}

fn later(error: impl fmt::Display) -> PushError {
    PushError::Later(error.to_string(), None)
}

/// The trusted certificate authorities.
fn roots(authorities: Option<&Path>) -> Result<RootCertStore, ClientError> {
    let mut roots = RootCertStore::empty();
    let found = match authorities {
        Some(path) => CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .map_err(|error| ClientError(format!("{}: {error}", path.display())))?,
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
    fn responses_are_interpreted() {
        let mut patient = HeaderMap::new();
        patient.insert(header::RETRY_AFTER, "120".parse().unwrap());
        let outcome = |status: u16| check_response(StatusCode::from_u16(status).unwrap(), &patient);
        for status in [200, 201, 202, 204] {
            assert_eq!(outcome(status), Ok(()));
        }
        for status in [404, 410] {
            assert!(matches!(outcome(status), Err(PushError::Gone(_))), "{status}");
        }
        for status in [429, 500, 503] {
            let retry_after = Some(Duration::from_secs(120));
            assert!(
                matches!(outcome(status), Err(PushError::Later(_, found)) if found == retry_after)
            );
        }
        // Redirects are not followed.
        for status in [301, 307, 400, 401, 403, 413] {
            assert!(matches!(outcome(status), Err(PushError::Refused(_))), "{status}");
        }
    }
}
