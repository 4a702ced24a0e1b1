//! Mail over relays with encryption and a login, and over relays without.

use std::sync::Arc;

use crownhead_server::people::mail::{Mail, MailConfig, MailEncryption, MailError, MailLogin};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::support::push::data;

/// `\0games\0hidden` in base64.
const LOGIN: &str = "AUTH PLAIN AGdhbWVzAGhpZGRlbg==";

struct Relay {
    address: String,
    /// The mails that it accepted.
    mails: mpsc::Receiver<String>,
}

/// What a relay offers before anything is encrypted.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Offer {
    StartTls,
    Tls,
    Nothing,
}

impl Relay {
    async fn start(offer: Offer) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("localhost:{}", listener.local_addr().unwrap().port());
        let (to, mails) = mpsc::channel(9);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client that disconnects does not stop it.
                tokio::spawn(receive(stream, offer, to.clone()));
            }
        });
        Relay { address, mails }
    }

    /// Sends a mail to it with these settings.
    async fn send(&self, config: MailConfig) -> Result<(), MailError> {
        let config = MailConfig {
            relay: self.address.clone(),
            from: "games@games.example".to_owned(),
            site: "https://games.example".to_owned(),
            ..config
        };
        let mail = Mail::new(&config)?;
        mail.send("ann@mail.example", "Hello", "It is your turn.\n".to_owned(), None).await
    }
}

fn acceptor() -> TlsAcceptor {
    let certificate = CertificateDer::from_pem_file(data("cert.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(data("key.pem")).unwrap();
    let tls = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(tls))
}

async fn receive(stream: TcpStream, offer: Offer, to: mpsc::Sender<String>) -> Option<()> {
    match offer {
        Offer::Tls => {
            let mut stream = BufReader::new(acceptor().accept(stream).await.ok()?);
            stream.write_all(b"220 relay\r\n").await.ok()?;
            talk(&mut stream, true, &to).await.map(|_| ())
        }
        Offer::Nothing | Offer::StartTls => {
            let mut stream = BufReader::new(stream);
            stream.write_all(b"220 relay\r\n").await.ok()?;
            let may_encrypt = offer == Offer::StartTls;
            if talk(&mut stream, !may_encrypt, &to).await? {
                let stream = acceptor().accept(stream.into_inner()).await.ok()?;
                talk(&mut BufReader::new(stream), true, &to).await?;
            }
            Some(())
        }
    }
}

/// Serves a session; true if the client wants to encrypt. If `open`, it accepts logins and mails.
async fn talk(
    stream: &mut (impl AsyncBufRead + AsyncWrite + Unpin),
    open: bool,
    to: &mpsc::Sender<String>,
) -> Option<bool> {
    let (mut mail, mut in_data) = (String::new(), false);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return Some(false);
        }
        let answer: &[u8] = match line.trim_end() {
            "." if in_data => {
                in_data = false;
                to.send(std::mem::take(&mut mail)).await.ok()?;
                b"250 taken\r\n"
            }
            _ if in_data => {
                mail.push_str(&line);
                continue;
            }
            "STARTTLS" => {
                stream.write_all(b"220 go on\r\n").await.ok()?;
                return Some(true);
            }
            LOGIN if open => {
                mail.push_str("logged in\n");
                b"235 welcome\r\n"
            }
            line if line.starts_with("AUTH") => b"535 who is that?\r\n",
            line if line.starts_with("EHLO") && open => b"250-relay\r\n250 AUTH PLAIN\r\n",
            line if line.starts_with("EHLO") => b"250-relay\r\n250 STARTTLS\r\n",
            "DATA" => {
                in_data = true;
                b"354 go on\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 fine\r\n",
        };
        stream.write_all(answer).await.ok()?;
    }
}

fn login(password: &str) -> Option<MailLogin> {
    Some(MailLogin { user: "games".to_owned(), password: password.to_owned() })
}

fn encrypted(encryption: MailEncryption) -> MailConfig {
    let authority = Some(data("ca.pem"));
    MailConfig { encryption, authority, login: login("hidden"), ..MailConfig::default() }
}

#[tokio::test]
async fn mail_is_encrypted_and_the_relay_is_checked() {
    for (offer, encryption) in
        [(Offer::StartTls, MailEncryption::StartTls), (Offer::Tls, MailEncryption::Tls)]
    {
        let mut relay = Relay::start(offer).await;
        assert_eq!(relay.send(encrypted(encryption)).await, Ok(()));
        let mail = relay.mails.recv().await.unwrap();
        assert!(mail.starts_with("logged in\n") && mail.contains("It is your turn."), "{mail}");
        // Neither a wrong password nor an unknown certificate is accepted.
        let wrong = MailConfig { login: login("guessed"), ..encrypted(encryption) };
        assert!(relay.send(wrong).await.is_err());
        let stranger = MailConfig { authority: None, ..encrypted(encryption) };
        assert!(relay.send(stranger).await.is_err());
        // Without a login the relay decides whether it accepts the mail.
        let nobody = MailConfig { login: None, ..encrypted(encryption) };
        assert_eq!(relay.send(nobody).await, Ok(()));
        let mail = relay.mails.recv().await.unwrap();
        assert!(!mail.contains("logged in"), "{mail}");
        assert!(relay.mails.try_recv().is_err());
    }
}

#[tokio::test]
async fn a_relay_that_cannot_encrypt_gets_neither_mail_nor_password() {
    let mut relay = Relay::start(Offer::Nothing).await;
    assert!(relay.send(encrypted(MailEncryption::StartTls)).await.is_err());
    let open = MailConfig { login: login("hidden"), ..MailConfig::default() };
    let error = relay.send(open).await.unwrap_err().to_string();
    assert!(error.contains("encrypted connection only"), "{error}");
    assert!(relay.mails.try_recv().is_err());
    assert_eq!(relay.send(MailConfig::default()).await, Ok(()));
    assert!(relay.mails.recv().await.unwrap().contains("It is your turn."));
    let shown = format!("{:?}", encrypted(MailEncryption::Tls));
    assert!(shown.contains("games") && !shown.contains("hidden"), "{shown}");
}

#[test]
fn an_unusable_authority_is_named() {
    let config = MailConfig {
        relay: "localhost".to_owned(),
        from: "games@games.example".to_owned(),
        encryption: MailEncryption::Tls,
        authority: Some(data("nothing.pem")),
        ..MailConfig::default()
    };
    let error = Mail::new(&config).err().unwrap().to_string();
    assert!(error.contains("nothing.pem: ") && !error.contains('\n'), "{error}");
}
