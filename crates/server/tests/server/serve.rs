//! The server as a process would run it, over real sockets: encryption, limits, and what it says
//! when it cannot start.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[cfg(not(feature = "acme"))]
use crownhead_server::AcmeSettings;
use crownhead_server::push::PushConfig;
use crownhead_server::{Config, ListenAddress, Server, TlsFiles, TlsSource};
use crownhead_store::StoreLocation;
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

/// A server that runs until it is dropped.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
    _folder: TempDir,
}

async fn start(change: impl FnOnce(&mut Config)) -> Running {
    let (server, folder) = bind(change).await;
    let ListenAddress::Tcp(address) = *server.address() else { panic!("it has no port") };
    let (stop, ended) = run(server);
    Running { address, stop, ended, _folder: folder }
}

async fn bind(change: impl FnOnce(&mut Config)) -> (Server, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    change(&mut config);
    (Server::bind(&config).await.unwrap(), folder)
}

/// Runs a server until what stops it is dropped.
fn run(server: Server) -> (oneshot::Sender<()>, JoinHandle<()>) {
    let (stop, stopped) = oneshot::channel();
    let stopped = async {
        let _ = stopped.await;
    };
    (stop, tokio::spawn(async { server.run(stopped).await.unwrap() }))
}

fn config(folder: &Path) -> Config {
    Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        database: StoreLocation::File(folder.join("store")),
        bus: None,
        bus_authority: None,
        origins: Vec::new(),
        hosts: Vec::new(),
        tls: None,
        rate: None,
        behind_proxy: false,
        mail: None,
        push: PushConfig::default(),
        tables: None,
    }
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
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

async fn plain(server: &Running, path: &str, more: &str) -> String {
    ask(TcpStream::connect(server.address).await.unwrap(), path, more).await
}

async fn encrypted(server: &Running) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(data("ca.pem")).unwrap()).unwrap();
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(server.address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(client)).connect(name, stream).await.unwrap()
}

#[tokio::test]
async fn it_encrypts_with_a_certificate() {
    let (certificate, key) = (data("cert.pem"), data("key.pem"));
    let server =
        start(|config| config.tls = Some(TlsSource::Files(TlsFiles { certificate, key }))).await;
    let stream = encrypted(&server).await;
    assert!(ask(stream, "/readyz", "").await.starts_with("HTTP/1.1 200"));
    // Nobody gets anything in plain words.
    assert!(!plain(&server, "/readyz", "").await.contains("200"));
}

#[tokio::test]
async fn invalid_tls_files_are_reported_on_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let nonsense = folder.path().join("nonsense.pem");
    std::fs::write(&nonsense, "not a certificate\n").unwrap();
    for (certificate, key, named) in [
        (data("nothing.pem"), data("key.pem"), "nothing.pem"),
        (nonsense.clone(), data("key.pem"), "nonsense.pem"),
        (data("cert.pem"), nonsense.clone(), "nonsense.pem"),
        (data("ca.pem"), data("key.pem"), "ca.pem"),
    ] {
        let tls = Some(TlsSource::Files(TlsFiles { certificate, key }));
        let config = Config { tls, ..config(folder.path()) };
        let error = Server::bind(&config).await.err().unwrap().to_string();
        assert!(
            error.contains(named) && error.contains("cannot be used for encryption"),
            "{error}"
        );
        assert!(!error.contains('\n'), "{error}");
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
async fn open_challenges_are_limited_per_address() {
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
async fn a_client_waits_for_each_refusal_and_others_do_not() {
    let server = start(|config| config.rate = NonZeroU32::new(1)).await;
    until_turned_away(&server, |_| String::new()).await;
    let begun = Instant::now();
    for _ in 0..5 {
        plain(&server, "/api/v1/matches", "").await;
    }
    // One of them may be allowed, because a second has passed.
    assert!(begun.elapsed() >= Duration::from_millis(400), "{:?}", begun.elapsed());
}

/// Asks with these headers until it is too much, however slow the machine is: how often it was
/// answered before, and what is said then.
async fn until_turned_away(server: &Running, more: impl Fn(u8) -> String) -> (u8, String) {
    for asked in 0..100 {
        let answer = plain(server, "/api/v1/matches", &more(asked)).await;
        if answer.starts_with("HTTP/1.1 429") {
            return (asked, answer);
        }
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    panic!("nobody is turned away");
}

#[tokio::test]
async fn a_rate_limited_request_gets_retry_after() {
    let server = start(|config| config.rate = NonZeroU32::new(1)).await;
    let (asked, turned_away) = until_turned_away(&server, |_| String::new()).await;
    assert!(asked >= 4, "{asked}");
    assert!(turned_away.contains("retry-after: 1\r\n"), "{turned_away}");
    assert!(turned_away.contains("/problems/too-many"), "{turned_away}");
    // Another address that is only claimed has no more of it.
    until_turned_away(&server, |number| format!("x-forwarded-for: 192.0.2.{number}\r\n")).await;
    // Those who watch over it may always ask.
    assert!(plain(&server, "/livez", "").await.starts_with("HTTP/1.1 200"));
    let metrics = plain(&server, "/metrics", "").await;
    assert!(metrics.contains("\ncrownhead_turned_away_total 2\n"), "{metrics}");
}

/// Says all of a request that brings more than is taken, and only then listens.
async fn say_all(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    head: &str,
    more: usize,
) -> String {
    stream.write_all(head.as_bytes()).await.unwrap();
    let piece = [b' '; 64 * 1024];
    for _ in 0..more / piece.len() {
        stream.write_all(&piece).await.unwrap();
    }
    stream.flush().await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// More than the system keeps between two sockets.
const A_LOT: usize = 16 * 1024 * 1024;

fn post(path: &str, length: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{length}\r\n\r\n"
    )
}

/// Requests that are refused before they were heard out, and what is said to them.
fn refused() -> Vec<(String, &'static str)> {
    let length = format!("content-length: {A_LOT}");
    let chunked = format!("transfer-encoding: chunked\r\n\r\n{:x}", 2 * A_LOT);
    vec![
        (post("/api/v1/matches", &length), "413"),
        (post("/api/v1/matches", &chunked), "413"),
        (post("/api/v1/records", &length), "413"),
        (post("/api/v1/accounts", &length), "413"),
        // What nobody reads the body of.
        (post("/api/v1/lobby", &length), "405"),
        (post("/api/v1/matches/nobody00/live", &length), "405"),
        (post("/nowhere", &length), "405"),
        // What is no request at all.
        ("this is not HTTP\r\n\r\n".to_owned(), "400"),
        (format!("GET /livez HTTP/1.1\r\nx-long: {}", "x".repeat(32 * 1024)), "431"),
        (format!("GET /{} HTTP/1.1\r\n", "x".repeat(32 * 1024)), "431"),
        (post("/api/v1/matches", "content-length: many"), "400"),
    ]
}

#[tokio::test]
async fn a_rejected_request_is_drained_before_closing() {
    let server = start(|_| {}).await;
    for (head, status) in refused() {
        let stream = TcpStream::connect(server.address).await.unwrap();
        let answer = say_all(stream, &head, A_LOT).await;
        let begin: String = head.chars().take(60).collect();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{begin}: {answer}");
    }
    assert!(plain(&server, "/livez", "").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_rate_limited_request_is_drained_before_closing() {
    let server = start(|config| config.rate = NonZeroU32::new(1)).await;
    let head = post("/api/v1/records", &format!("content-length: {A_LOT}"));
    for _ in 0..100 {
        let stream = TcpStream::connect(server.address).await.unwrap();
        let answer = say_all(stream, &head, A_LOT).await;
        if answer.starts_with("HTTP/1.1 429 ") {
            return;
        }
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        until_turned_away(&server, |_| String::new()).await;
    }
    panic!("nobody is turned away");
}

#[tokio::test]
async fn so_does_one_behind_encryption() {
    let (certificate, key) = (data("cert.pem"), data("key.pem"));
    let server =
        start(|config| config.tls = Some(TlsSource::Files(TlsFiles { certificate, key }))).await;
    for (head, status) in refused() {
        let answer = say_all(encrypted(&server).await, &head, A_LOT).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{status}: {answer}");
    }
    // Who does not encrypt is told so in the way of TLS: an alert, and not a reset.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(&vec![b'x'; A_LOT]).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert_eq!(answer.first(), Some(&21), "{answer:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn so_does_one_at_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let listen = ListenAddress::Unix(path.clone());
    let (server, _store) = bind(|config| config.listen = listen).await;
    let _running = run(server);
    for (head, status) in refused() {
        let stream = tokio::net::UnixStream::connect(&path).await.unwrap();
        let answer = say_all(stream, &head, A_LOT).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{status}: {answer}");
    }
}

/// A server that stops says so to those who are still talking.
#[tokio::test]
async fn a_request_during_shutdown_is_drained_before_closing() {
    let server = start(|_| {}).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = post("/api/v1/matches", &format!("content-length: {A_LOT}"));
    stream.write_all(head.as_bytes()).await.unwrap();
    // It is being served by now, or waits to be.
    assert!(plain(&server, "/livez", "").await.starts_with("HTTP/1.1 200"));
    let Running { stop, ended, .. } = server;
    stop.send(()).unwrap();
    let answer = say_all(stream, "", A_LOT).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    ended.await.unwrap();
}

/// A request with these lines in its head.
async fn say(server: &Running, method: &str, path: &str, head: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n{head}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.to_lowercase()
}

#[tokio::test]
async fn other_hosts_are_refused() {
    let named = start(|config| config.hosts = vec!["games.example".to_owned()]).await;
    let local = start(|_| {}).await;
    let proxied = start(|config| config.behind_proxy = true).await;
    for (host, status) in [
        ("games.example", [200, 421, 200]),
        ("evil.example", [421, 421, 200]),
        ("localhost\r\nhost: evil.example", [421, 421, 200]),
        ("localhost:8080", [200, 200, 200]),
        ("127.0.0.1", [200, 200, 200]),
    ] {
        for (server, status) in [&named, &local, &proxied].into_iter().zip(status) {
            let head = format!("host: {host}\r\n");
            let answer = say(server, "GET", "/api/v1/lobby", &head).await;
            assert!(answer.starts_with(&format!("http/1.1 {status} ")), "{host}: {answer}");
            assert_eq!(answer.contains("/problems/wrong-host"), status == 421, "{answer}");
            assert!(say(server, "GET", "/livez", &head).await.starts_with("http/1.1 200 "));
        }
    }
}

#[tokio::test]
async fn pages_of_allowed_origins_may_use_the_api() {
    let server = start(|config| config.origins = vec!["https://a.example".to_owned()]).await;
    let preflight = |origin: &str| {
        format!(
            "host: localhost\r\norigin: {origin}\r\naccess-control-request-method: POST\r\n\
             access-control-request-headers: authorization,content-type\r\n"
        )
    };
    let path = "/api/v1/matches";
    let allowed = say(&server, "OPTIONS", path, &preflight("https://a.example")).await;
    assert!(allowed.starts_with("http/1.1 200 "), "{allowed}");
    for line in [
        "access-control-allow-origin: https://a.example\r\n",
        "access-control-allow-credentials: true\r\n",
        "access-control-allow-methods: get,post,put,delete\r\n",
        "access-control-allow-headers: authorization,content-type\r\n",
    ] {
        assert!(allowed.contains(line), "{line}{allowed}");
    }
    let other = say(&server, "OPTIONS", path, &preflight("https://b.example")).await;
    assert!(!other.contains("access-control-allow-origin"), "{other}");
    // Errors can be read, too.
    let head = "host: localhost\r\norigin: https://a.example\r\n";
    let missing = say(&server, "GET", "/api/v1/matches/nobody00", head).await;
    assert!(missing.starts_with("http/1.1 404 "), "{missing}");
    assert!(missing.contains("access-control-allow-origin: https://a.example\r\n"), "{missing}");
    assert!(missing.contains("vary: origin"), "{missing}");

    // Everybody, but never with credentials.
    let open = start(|config| config.origins = vec!["*".to_owned()]).await;
    let answer = say(&open, "OPTIONS", path, &preflight("https://b.example")).await;
    assert!(answer.contains("access-control-allow-origin: *\r\n"), "{answer}");
    assert!(!answer.contains("credentials"), "{answer}");

    let closed = start(|_| {}).await;
    let answer = say(&closed, "GET", path, head).await;
    assert!(!answer.contains("access-control"), "{answer}");
}

#[tokio::test]
async fn under_tls_browsers_come_back_over_tls() {
    let (certificate, key) = (data("cert.pem"), data("key.pem"));
    let server =
        start(|config| config.tls = Some(TlsSource::Files(TlsFiles { certificate, key }))).await;
    let lobby = ask(encrypted(&server).await, "/api/v1/lobby", "").await;
    assert!(lobby.contains("strict-transport-security: max-age=31536000\r\n"), "{lobby}");
    let body = r#"{"name": "Ann", "password": "correct horse"}"#;
    let mut stream = encrypted(&server).await;
    let request = format!(
        "POST /api/v1/accounts HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201") && answer.contains("; Secure\r\n"), "{answer}");
    let plain_text = start(|_| {}).await;
    assert!(!plain(&plain_text, "/api/v1/lobby", "").await.contains("strict-transport"));
}

#[cfg(not(feature = "acme"))]
#[tokio::test]
async fn a_build_without_acme_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let tls = TlsSource::Acme(AcmeSettings {
        names: vec!["games.example".to_owned()],
        mail: None,
        folder: folder.path().join("acme"),
        directory: None,
        authority: None,
    });
    let config = Config { tls: Some(tls), ..config(folder.path()) };
    let error = Server::bind(&config).await.err().unwrap().to_string();
    assert!(error.contains("without the feature `acme`"), "{error}");
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
}
