//! The health check of a running server, asked from outside over one connection of its own.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::client::conn::http1;
use hyper::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use url::{Host, Url};

use crate::listen_address::ListenAddress;

/// The time limit of a check.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The server to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HealthTarget {
    /// A server on this machine, by its listen address. If it uses TLS, its certificate is not
    /// checked: that names the public address, and whether it has expired is another question.
    Local {
        /// The address.
        listen: ListenAddress,
        /// Whether it uses TLS.
        tls: bool,
    },
    /// A server by its `http` or `https` URL. Only scheme, host and port count.
    Url(Url),
}

/// The questions to ask.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HealthQuestion {
    /// Whether it answers.
    Live,
    /// Whether it can serve.
    Ready,
}

/// The reason why a server is not healthy.
#[derive(Debug)]
pub enum HealthError {
    /// It is not an `http` or `https` URL with a host.
    InvalidUrl,
    /// Nobody answers there.
    Unreachable(io::Error),
    /// It does not answer in time.
    Timeout,
    /// It refuses, with this status and sentence.
    Status(u16, String),
}

/// Checks a server.
pub fn check_health(target: &HealthTarget, question: HealthQuestion) -> Result<(), HealthError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(HealthError::Unreachable)?;
    let path = match question {
        HealthQuestion::Live => "/livez",
        HealthQuestion::Ready => "/readyz",
    };
    let checked =
        runtime.block_on(async { tokio::time::timeout(TIMEOUT, request(target, path)).await });
    // A lookup of a name that hangs does not hold the answer back.
    runtime.shutdown_background();
    checked.unwrap_or(Err(HealthError::Timeout))
}

/// A byte stream of any kind.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

async fn request(target: &HealthTarget, path: &str) -> Result<(), HealthError> {
    let (stream, host) = match target {
        HealthTarget::Local { listen, tls } => {
            let stream = connect(listen).await.map_err(HealthError::Unreachable)?;
            let name = ServerName::from(IpAddr::from(Ipv4Addr::LOCALHOST));
            let verifier = tls.then(|| AnyCertificate(Arc::new(ring::default_provider())));
            let config = verifier.map(|verifier| {
                Ok(builder()?.dangerous().with_custom_certificate_verifier(Arc::new(verifier)))
            });
            (encrypted(stream, config, name).await?, "localhost".to_owned())
        }
        HealthTarget::Url(url) => {
            let config = match url.scheme() {
                "http" => None,
                "https" => Some(builder().map(|builder| builder.with_root_certificates(roots()))),
                _ => return Err(HealthError::InvalidUrl),
            };
            let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
                return Err(HealthError::InvalidUrl);
            };
            // Brackets around an IPv6 address are the URL's.
            let bare = match host {
                Host::Domain(name) => name.to_owned(),
                Host::Ipv4(address) => address.to_string(),
                Host::Ipv6(address) => address.to_string(),
            };
            let stream = TcpStream::connect((bare.as_str(), port)).await;
            let stream: Box<dyn Stream> = Box::new(stream.map_err(HealthError::Unreachable)?);
            let name = ServerName::try_from(bare).map_err(|_| HealthError::InvalidUrl)?;
            (encrypted(stream, config, name).await?, format!("{host}:{port}"))
        }
    };
    get(stream, &host, path).await
}

async fn connect(listen: &ListenAddress) -> io::Result<Box<dyn Stream>> {
    match listen {
        ListenAddress::Tcp(address) => Ok(Box::new(TcpStream::connect(reachable(*address)).await?)),
        #[cfg(unix)]
        ListenAddress::Unix(path) => Ok(Box::new(tokio::net::UnixStream::connect(path).await?)),
        #[cfg(not(unix))]
        ListenAddress::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// A server that listens at every address is also at the loopback address.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

type ConfigBuilder =
    tokio_rustls::rustls::ConfigBuilder<ClientConfig, tokio_rustls::rustls::WantsVerifier>;
type Verified = tokio_rustls::rustls::ConfigBuilder<
    ClientConfig,
    tokio_rustls::rustls::client::WantsClientCert,
>;

fn builder() -> Result<ConfigBuilder, Error> {
    ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
}

/// The system's certificate authorities.
fn roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

async fn encrypted(
    stream: Box<dyn Stream>,
    config: Option<Result<Verified, Error>>,
    name: ServerName<'static>,
) -> Result<Box<dyn Stream>, HealthError> {
    let Some(config) = config else { return Ok(stream) };
    let config = config.map_err(|error| HealthError::Unreachable(io::Error::other(error)))?;
    let connector = TlsConnector::from(Arc::new(config.with_no_client_auth()));
    let stream = connector.connect(name, stream).await.map_err(HealthError::Unreachable)?;
    Ok(Box::new(stream))
}

async fn get(stream: Box<dyn Stream>, host: &str, path: &str) -> Result<(), HealthError> {
    let broken = |error: hyper::Error| HealthError::Unreachable(io::Error::other(error));
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let connection = tokio::spawn(connection);
    let request = Request::get(path)
        .header(header::HOST, host)
        .header(header::CONNECTION, "close")
        .body(String::new())
        .map_err(|error| HealthError::Unreachable(io::Error::other(error)))?;
    let response = sender.send_request(request).await.map_err(broken)?;
    let status = response.status();
    let answer = match status {
        StatusCode::OK => Ok(()),
        status => Err(HealthError::Status(status.as_u16(), sentence(response.into_body()).await)),
    };
    connection.abort();
    answer
}

/// The detail of a problem document, if the body is one.
async fn sentence(body: Incoming) -> String {
    /// A problem document is far smaller.
    const MAX_BODY: u64 = 8 * 1024;
    if body.size_hint().upper().is_none_or(|size| size > MAX_BODY) {
        return String::new();
    }
    let bytes = axum::body::to_bytes(axum::body::Body::new(body), 8 * 1024).await;
    let problem: Option<serde_json::Value> =
        bytes.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let detail = problem.as_ref().and_then(|problem| problem["detail"].as_str());
    detail.unwrap_or_default().to_owned()
}

/// Accepts every certificate, for a server on the same machine.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

impl fmt::Display for HealthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HealthError::InvalidUrl => f.write_str("that is not the http or https URL of a server"),
            HealthError::Unreachable(error) => write!(f, "the server cannot be reached: {error}"),
            HealthError::Timeout => {
                write!(f, "the server did not answer within {} seconds", TIMEOUT.as_secs())
            }
            HealthError::Status(status, detail) if detail.is_empty() => {
                write!(f, "the server answered {status}")
            }
            HealthError::Status(status, detail) => {
                write!(f, "the server answered {status}: {detail}")
            }
        }
    }
}

impl std::error::Error for HealthError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_every_address_is_checked_on_loopback() {
        for (listen, asked) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:80", "[::1]:80"),
            ("192.0.2.7:443", "192.0.2.7:443"),
        ] {
            assert_eq!(reachable(listen.parse().unwrap()), asked.parse().unwrap());
        }
    }
}
