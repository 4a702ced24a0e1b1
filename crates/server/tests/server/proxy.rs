//! A room behind a proxy, with the examples of deploy/ as they stand: people sign up, sockets open,
//! streams flow, and the room learns the client's address and that the page came encrypted.
#![cfg(unix)]

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crownhead_server::push::PushConfig;
use crownhead_server::{Config, ListenAddress, Server};
use crownhead_store::StoreLocation;
use crownhead_swarm::fleet::Port;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};
use tokio_tungstenite::tungstenite::Message;

use crate::support::samples::settings;
use crate::support::until;

/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_works_behind_nginx() {
    works_behind(nginx).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_works_behind_caddy() {
    works_behind(caddy).await;
}

async fn works_behind(proxy: fn(&Path, u16) -> Command) {
    let room = Room::open(proxy, None).await;
    people_sign_up(&room).await;
    let (id, secrets) = opened(&room).await;
    sockets_open(&room, &id).await;
    streams_flow(&room, &id, &secrets).await;
    let metrics = room.exchange("GET", "/metrics", "", "").await;
    assert!(metrics.starts_with("HTTP/1.1 404"), "{metrics}");
    let room = Room::open(proxy, NonZeroU32::new(1)).await;
    each_client_has_its_own_limit(&room).await;
}

/// nginx with the example as its only site.
fn nginx(folder: &Path, port: u16) -> Command {
    let site = example("nginx.conf")
        .replace("/run/crownhead/", &format!("{}/", folder.display()))
        .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port} ssl;"))
        .replace("/etc/ssl/games.example/fullchain.pem", &data("cert.pem"))
        .replace("/etc/ssl/games.example/privkey.pem", &data("key.pem"));
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {}/{kind};\n", folder.display()))
        .concat();
    // In one process, which ends when it is killed.
    let config = format!(
        "daemon off;\nmaster_process off;\npid {0}/nginx.pid;\nerror_log stderr;\nevents {{}}\n\
         http {{\naccess_log off;\n{temporary}{site}}}\n",
        folder.display()
    );
    let file = folder.join("nginx.conf");
    std::fs::write(&file, config).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-c").arg(file).arg("-p").arg(folder);
    command
}

/// Caddy with the example as its only site.
fn caddy(folder: &Path, port: u16) -> Command {
    let tls = format!("tls {} {}", data("cert.pem"), data("key.pem"));
    let site = example("Caddyfile")
        .replace("/run/crownhead/", &format!("{}/", folder.display()))
        .replace("games.example {", &format!("https://localhost:{port} {{\n\t{tls}"));
    // The port is reserved for TCP only, so there is no HTTP/3.
    let config = format!(
        "{{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {{\n\t\tprotocols h1 h2\n\t}}\n}}\n{site}"
    );
    let file = folder.join("Caddyfile");
    std::fs::write(&file, config).unwrap();
    let mut command = Command::new("caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(file);
    command.env("HOME", folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    command
}

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join("deploy").join(name)).unwrap()
}

fn data(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    path.display().to_string()
}

/// A server at a Unix socket, and a proxy in front of it.
struct Room {
    port: Port,
    proxy: Child,
    _stop: oneshot::Sender<()>,
    _folder: TempDir,
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = self.proxy.kill();
        let _ = self.proxy.wait();
    }
}

impl Room {
    async fn open(proxy: fn(&Path, u16) -> Command, rate: Option<NonZeroU32>) -> Room {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            listen: ListenAddress::Unix(folder.path().join("room.sock")),
            database: StoreLocation::File(folder.path().join("store")),
            bus: None,
            bus_authority: None,
            origins: Vec::new(),
            hosts: Vec::new(),
            tls: None,
            rate,
            behind_proxy: true,
            mail: None,
            push: PushConfig::default(),
            tables: None,
        };
        let server = Server::bind(&config).await.unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(async {
            server
                .run(async {
                    let _ = stopped.await;
                })
                .await
        });
        let port = Port::reserve().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let proxy = proxy(folder.path(), port.number())
            // Where Debian keeps nginx.
            .env("PATH", format!("{path}:/usr/sbin"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the proxy is a Debian package");
        let room = Room { port, proxy, _stop: stop, _folder: folder };
        let address = ("127.0.0.1", room.port.number());
        until("the proxy", async || TcpStream::connect(address).await.is_ok()).await;
        room
    }

    /// A connection that comes from an address of this machine.
    async fn connect(&self, from: IpAddr) -> TlsStream<TcpStream> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(data("ca.pem")).unwrap()).unwrap();
        let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(from, 0)).unwrap();
        let to = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), self.port.number());
        let stream = socket.connect(to).await.unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(client)).connect(name, stream).await.unwrap()
    }

    /// Sends a request with more headers.
    async fn send(
        &self,
        from: IpAddr,
        (method, path): (&str, &str),
        more: &str,
        body: &str,
    ) -> TlsStream<TcpStream> {
        let mut stream = self.connect(from).await;
        let (host, length) = (self.host(), body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{more}\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    async fn exchange(&self, method: &str, path: &str, more: &str, body: &str) -> String {
        let mut stream = self.send(Ipv4Addr::LOCALHOST.into(), (method, path), more, body).await;
        read_to_end(&mut stream).await
    }

    fn host(&self) -> String {
        format!("localhost:{}", self.port.number())
    }
}

async fn read_to_end(stream: &mut TlsStream<TcpStream>) -> String {
    let mut answer = Vec::new();
    // Some close the connection without a TLS close notification.
    let _ = tokio::time::timeout(LIMIT, stream.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Reads until the text has come, with the connection still open.
async fn read_until(stream: &mut TlsStream<TcpStream>, text: &str) {
    let mut read = Vec::new();
    while !String::from_utf8_lossy(&read).contains(text) {
        let count = tokio::time::timeout(LIMIT, stream.read_buf(&mut read)).await;
        let count = count.unwrap_or_else(|_| panic!("{text} is held back"));
        assert_ne!(count.unwrap(), 0, "{}", String::from_utf8_lossy(&read));
    }
}

fn json_of(response: &str) -> Value {
    let (start, end) = (response.find('{').unwrap(), response.rfind('}').unwrap());
    serde_json::from_str(&response[start..=end]).unwrap()
}

/// A page sends its origin with the port, which must match the host that the proxy forwards.
async fn people_sign_up(room: &Room) {
    let account = json!({"name": "Ann", "password": "correct horse"}).to_string();
    let from_elsewhere = "origin: https://elsewhere.example\r\n";
    let refused = room.exchange("POST", "/api/v1/accounts", from_elsewhere, &account).await;
    assert!(refused.starts_with("HTTP/1.1 403"), "{refused}");
    let from_here = format!("origin: https://{}\r\n", room.host());
    let made = room.exchange("POST", "/api/v1/accounts", &from_here, &account).await;
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    // A program sends no origin, so the room knows only from the proxy that this came encrypted, and
    // that the cookie must not go out otherwise.
    let signed_in = room.exchange("POST", "/api/v1/session", "", &account).await;
    let cookie = signed_in.lines().find(|line| line.to_lowercase().starts_with("set-cookie:"));
    assert!(cookie.is_some_and(|cookie| cookie.contains("; Secure")), "{signed_in}");
    let large = "x".repeat(1_100_000);
    let refused = room.exchange("POST", "/api/v1/records", "", &large).await;
    assert!(refused.contains("problem+json"), "the room says why: {refused}");
}

/// A match, and the secrets of its seats.
async fn opened(room: &Room) -> (String, [String; 2]) {
    let body = serde_json::to_string(&settings()).unwrap();
    let opened = json_of(&room.exchange("POST", "/api/v1/matches", "", &body).await);
    let secret = |seat: &str| opened["seats"][seat]["secret"].as_str().unwrap().to_owned();
    (opened["id"].as_str().unwrap().to_owned(), [secret("one"), secret("two")])
}

async fn sockets_open(room: &Room, id: &str) {
    let stream = room.connect(Ipv4Addr::LOCALHOST.into()).await;
    let url = format!("wss://{}/api/v1/matches/{id}/live", room.host());
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    socket.send(Message::text(json!({"kind": "join"}).to_string())).await.unwrap();
    let first = tokio::time::timeout(LIMIT, socket.next()).await.unwrap().unwrap().unwrap();
    let first: Value = serde_json::from_str(first.to_text().unwrap()).unwrap();
    assert_eq!(first["kind"], "snapshot");
}

/// Events arrive while the connection stays open.
async fn streams_flow(room: &Room, id: &str, secrets: &[String; 2]) {
    for (accept, seat) in [("application/x-ndjson", 0), ("text/event-stream", 1)] {
        let path = format!("/api/v1/matches/{id}/stream");
        let here = Ipv4Addr::LOCALHOST.into();
        let accept = format!("accept: {accept}\r\n");
        let mut stream = room.send(here, ("GET", &path), &accept, "").await;
        read_until(&mut stream, "\"kind\":\"snapshot\"").await;
        let shown = json_of(&room.exchange("GET", &format!("/api/v1/matches/{id}"), "", "").await);
        let command = json!({"kind": "move", "text": shown["view"]["legal"][0]});
        let body = json!({"id": "a", "command": command}).to_string();
        let authorization = format!("authorization: Bearer {}\r\n", secrets[seat]);
        let commands = format!("/api/v1/matches/{id}/commands");
        let done = room.exchange("POST", &commands, &authorization, &body).await;
        assert!(done.starts_with("HTTP/1.1 200"), "{done}");
        read_until(&mut stream, "\"kind\":\"moved\"").await;
    }
}

/// A client over its limit does not stop others, and cannot pretend to be another.
async fn each_client_has_its_own_limit(room: &Room) {
    // Only Linux has more than one loopback address without further ado.
    if !cfg!(target_os = "linux") {
        return;
    }
    let other = IpAddr::from(Ipv4Addr::new(127, 0, 0, 2));
    let mut refused = 0;
    for number in 0..40 {
        let forged = format!("x-forwarded-for: 192.0.2.{number}\r\n");
        let mut stream = room.send(other, ("GET", "/api/v1/matches"), &forged, "").await;
        refused += usize::from(read_to_end(&mut stream).await.starts_with("HTTP/1.1 429"));
    }
    assert!(refused > 0, "every request was that of another client");
    let answer = room.exchange("GET", "/api/v1/matches", "", "").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
