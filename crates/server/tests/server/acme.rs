//! Certificates from an authority.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use crownhead_server::push::PushConfig;
use crownhead_server::{AcmeSettings, Config, ListenAddress, Server, TlsSource};
use crownhead_store::StoreLocation;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::support::authority::Authority;
use crate::support::push::data;
use crate::support::until;

/// Starts a server that gets its certificate from an authority.
async fn start(folder: &Path, directory: String) -> (SocketAddr, JoinHandle<()>) {
    let tls = TlsSource::Acme(AcmeSettings {
        names: vec!["localhost".to_owned()],
        mail: Some("room@games.example".to_owned()),
        folder: folder.join("acme"),
        directory: Some(directory),
        authority: Some(data("ca.pem")),
    });
    let config = Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        database: StoreLocation::File(folder.join("store")),
        bus: None,
        bus_authority: None,
        origins: Vec::new(),
        hosts: Vec::new(),
        tls: Some(tls),
        rate: None,
        behind_proxy: false,
        mail: None,
        push: PushConfig::default(),
        tables: None,
    };
    let server = Server::bind(&config).await.unwrap();
    let ListenAddress::Tcp(address) = *server.address() else { panic!("it has no port") };
    let running = tokio::spawn(async { server.run(std::future::pending()).await.unwrap() });
    (address, running)
}

/// What a browser gets that trusts only this authority; none if there is no connection.
async fn get(server: SocketAddr, authority: &Authority, path: &str) -> Option<String> {
    let mut roots = RootCertStore::empty();
    roots.add(authority.root()).unwrap();
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(server).await.ok()?;
    let name = ServerName::try_from("localhost").unwrap();
    let mut stream = TlsConnector::from(Arc::new(client)).connect(name, stream).await.ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    Some(answer)
}

#[tokio::test]
async fn a_certificate_is_had_from_an_authority_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::start().await;
    let (address, running) = start(folder.path(), authority.directory()).await;
    // The name leads to the server only now: the first attempt may fail, and is repeated.
    assert_eq!(get(address, &authority, "/livez").await, None);
    authority.resolve(address);
    let answers = async || get(address, &authority, "/livez").await.is_some();
    until("a certificate", answers).await;
    let answer = get(address, &authority, "/api/v1/lobby").await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("strict-transport"), "{answer}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join("acme")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "others can read the key");
    }
    let kept = async || std::fs::read_dir(folder.path().join("acme")).unwrap().count() >= 2;
    until("the files", kept).await;
    let orders = authority.orders();
    running.abort();
    let _ = running.await;
    // After a restart the certificate comes from the folder.
    let again = tempfile::tempdir().unwrap();
    std::fs::create_dir(again.path().join("acme")).unwrap();
    for file in std::fs::read_dir(folder.path().join("acme")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), again.path().join("acme").join(file.file_name())).unwrap();
    }
    let (address, _running) = start(again.path(), authority.directory()).await;
    let answers = async || get(address, &authority, "/livez").await.is_some();
    until("the kept certificate", answers).await;
    assert_eq!(authority.orders(), orders, "a second certificate was asked for");
}
