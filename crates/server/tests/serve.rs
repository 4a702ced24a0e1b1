//! The server as a process would run it, over real sockets: encryption, limits, and what it says
//! when it cannot start.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crownhead_server::push::PushConfig;
use crownhead_server::store::Place;
use crownhead_server::{Address, Config, Server, TlsFiles};
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

/// A server that runs until it is dropped.
struct Running {
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
    _folder: TempDir,
}

async fn start(change: impl FnOnce(&mut Config)) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        database: Place::File(folder.path().join("store")),
        bus: None,
        bus_authority: None,
        origins: Vec::new(),
        tls: None,
        rate: None,
        behind_proxy: false,
        mail: None,
        push: PushConfig::default(),
        tables: None,
    };
    change(&mut config);
    let server = Server::bind(&config).await.unwrap();
    let (stop, stopped) = oneshot::channel();
    let Address::Port(address) = *server.address() else { panic!("it has no port") };
    tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    Running { address, _stop: stop, _folder: folder }
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// What comes back for one request.
async fn ask(mut stream: impl AsyncRead + AsyncWrite + Unpin, path: &str, more: &str) -> String {
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{more}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // The other side may be gone before it has read all.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

async fn plain(server: &Running, path: &str, more: &str) -> String {
    ask(TcpStream::connect(server.address).await.unwrap(), path, more).await
}

#[tokio::test]
async fn it_encrypts_with_a_certificate() {
    let (certificate, key) = (data("cert.pem"), data("key.pem"));
    let server = start(|config| config.tls = Some(TlsFiles { certificate, key })).await;
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(data("ca.pem")).unwrap()).unwrap();
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(server.address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let stream = TlsConnector::from(Arc::new(client)).connect(name, stream).await.unwrap();
    assert!(ask(stream, "/readyz", "").await.starts_with("HTTP/1.1 200"));
    // Nobody gets anything in plain words.
    assert!(!plain(&server, "/readyz", "").await.contains("200"));
}

#[tokio::test]
async fn files_that_cannot_encrypt_are_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let nonsense = folder.path().join("nonsense.pem");
    std::fs::write(&nonsense, "not a certificate\n").unwrap();
    for (certificate, key, named) in [
        (data("nothing.pem"), data("key.pem"), "nothing.pem"),
        (nonsense.clone(), data("key.pem"), "nonsense.pem"),
        (data("cert.pem"), nonsense.clone(), "nonsense.pem"),
        (data("ca.pem"), data("key.pem"), "ca.pem"),
    ] {
        let config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            database: Place::File(folder.path().join("store")),
            bus: None,
            bus_authority: None,
            origins: Vec::new(),
            tls: Some(TlsFiles { certificate, key }),
            rate: None,
            behind_proxy: false,
            mail: None,
            push: PushConfig::default(),
            tables: None,
        };
        let why = Server::bind(&config).await.err().unwrap().to_string();
        assert!(why.contains(named) && why.contains("cannot be used for encryption"), "{why}");
        assert!(!why.contains('\n'), "{why}");
    }
    assert!(!folder.path().join("store").exists());
}

/// What comes back when a challenge is made by somebody without an account.
async fn challenge(server: &Running, settings: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/v1/challenges HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        settings.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(settings.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn so_many_challenges_of_one_address_wait() {
    let server = start(|config| config.rate = NonZeroU32::new(1_000)).await;
    let settings = r#"{"play": {"game": "stack-em"}, "ritual": {"kind": "choice"},
        "clock": {"kind": "days", "days": 3}, "takebacks": "agreement", "rated": false}"#;
    for _ in 0..20 {
        let made = challenge(&server, settings).await;
        assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    }
    let more = challenge(&server, settings).await;
    assert!(more.starts_with("HTTP/1.1 409") && more.contains("/problems/full"), "{more}");
}

#[tokio::test]
async fn who_asks_too_often_is_told_to_wait() {
    let server = start(|config| config.rate = NonZeroU32::new(1)).await;
    for _ in 0..4 {
        assert!(plain(&server, "/api/v1/matches", "").await.starts_with("HTTP/1.1 200"));
    }
    let turned_away = plain(&server, "/api/v1/matches", "").await;
    assert!(turned_away.starts_with("HTTP/1.1 429"), "{turned_away}");
    assert!(turned_away.contains("retry-after: 1\r\n"), "{turned_away}");
    assert!(turned_away.contains("/problems/too-many"), "{turned_away}");
    let forged = plain(&server, "/api/v1/matches", "x-forwarded-for: 192.0.2.1\r\n").await;
    assert!(forged.starts_with("HTTP/1.1 429"), "{forged}");
    // Those who watch over it may always ask.
    assert!(plain(&server, "/livez", "").await.starts_with("HTTP/1.1 200"));
    let metrics = plain(&server, "/metrics", "").await;
    assert!(metrics.contains("\ncrownhead_turned_away_total 2\n"), "{metrics}");
}

#[tokio::test]
async fn a_huge_head_is_refused() {
    let server = start(|_| {}).await;
    let huge = format!("x-long: {}\r\n", "x".repeat(20_000));
    let refused = plain(&server, "/livez", &huge).await;
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 431"), "{refused}");
    assert!(plain(&server, "/livez", "").await.starts_with("HTTP/1.1 200"));
}
