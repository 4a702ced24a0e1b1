//! A certificate authority on this machine that speaks ACME (RFC 8555): it checks a name by a TLS
//! connection (RFC 8737), and signs certificates. It trusts every signature of a request.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, Response};
use base64ct::{Base64, Encoding};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error, ServerConfig, SignatureScheme,
};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use super::push::{base64, bytes, data};

/// The token of every challenge.
const TOKEN: &str = "a-token-of-this-test";

/// The authority.
#[derive(Clone)]
pub(crate) struct Authority(Arc<State>);

struct State {
    address: SocketAddr,
    /// Where the server that asks for certificates really is.
    server: Mutex<Option<SocketAddr>>,
    key: EcdsaKeyPair,
    /// The thumbprint of the account's key.
    thumbprint: Mutex<String>,
    name: Mutex<String>,
    /// Whether the name was checked.
    checked: Mutex<bool>,
    issued: Mutex<Option<String>>,
    orders: Mutex<u32>,
}

impl Authority {
    pub(crate) async fn start() -> Authority {
        let pkcs8 =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new());
        let key = EcdsaKeyPair::from_pkcs8(
            &ECDSA_P256_SHA256_ASN1_SIGNING,
            pkcs8.unwrap().as_ref(),
            &SystemRandom::new(),
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let authority = Authority(Arc::new(State {
            address: listener.local_addr().unwrap(),
            server: Mutex::default(),
            key: key.unwrap(),
            thumbprint: Mutex::default(),
            name: Mutex::default(),
            checked: Mutex::default(),
            issued: Mutex::default(),
            orders: Mutex::default(),
        }));
        tokio::spawn(authority.clone().serve(listener));
        authority
    }

    /// The URL of its directory.
    pub(crate) fn directory(&self) -> String {
        self.url("directory")
    }

    /// Says where the server listens that the names belong to.
    pub(crate) fn resolve(&self, server: SocketAddr) {
        *self.0.server.lock().unwrap() = Some(server);
    }

    /// How many certificates were asked for.
    pub(crate) fn orders(&self) -> u32 {
        *self.0.orders.lock().unwrap()
    }

    /// Its own certificate, to trust.
    pub(crate) fn root(&self) -> CertificateDer<'static> {
        let public = self.0.key.public_key().as_ref();
        let algorithm = sequence(&[&oid(&[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]), &P256]);
        let point = [&[0][..], public].concat();
        self.certificate(&sequence(&[&algorithm, &tlv(0x03, &point)]), "the authority").into()
    }

    async fn serve(self, listener: TcpListener) {
        let certificate = CertificateDer::from_pem_file(data("cert.pem")).unwrap();
        let key = PrivateKeyDer::from_pem_file(data("key.pem")).unwrap();
        let tls = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let tls = TlsAcceptor::from(Arc::new(tls));
        while let Ok((stream, _)) = listener.accept().await {
            let (tls, authority) = (tls.clone(), self.clone());
            tokio::spawn(async move {
                let Ok(stream) = tls.accept(stream).await else { return };
                let answer = service_fn(move |request| authority.clone().answer(request));
                let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
            });
        }
    }

    fn url(&self, path: &str) -> String {
        format!("https://localhost:{}/{path}", self.0.address.port())
    }

    async fn answer(self, request: Request<Incoming>) -> Result<Response<Body>, Error> {
        let path = request.uri().path().to_owned();
        let body = request.into_body().collect().await.unwrap().to_bytes();
        let signed: Value = serde_json::from_slice(&body).unwrap_or_default();
        let part = |name: &str| {
            let json = bytes(signed[name].as_str().unwrap_or_default());
            serde_json::from_slice::<Value>(&json).unwrap_or_default()
        };
        let answer = match path.as_str() {
            "/directory" => json!({
                "newNonce": self.url("nonce"),
                "newAccount": self.url("account"),
                "newOrder": self.url("order"),
            }),
            "/account" => {
                let key = &part("protected")["jwk"];
                // RFC 7638: the members that are needed, in their order.
                let (x, y) = (&key["x"], &key["y"]);
                let canonical = format!(r#"{{"crv":"P-256","kty":"EC","x":{x},"y":{y}}}"#);
                *self.0.thumbprint.lock().unwrap() =
                    base64(digest(&SHA256, canonical.as_bytes()).as_ref());
                json!({"status": "valid"})
            }
            "/order" => {
                let order = part("payload");
                if let Some(name) = order["identifiers"][0]["value"].as_str() {
                    *self.0.name.lock().unwrap() = name.to_owned();
                    *self.0.orders.lock().unwrap() += 1;
                }
                self.order()
            }
            "/authorization" => json!({
                "status": if *self.0.checked.lock().unwrap() { "valid" } else { "pending" },
                "identifier": {"type": "dns", "value": *self.0.name.lock().unwrap()},
                "challenges": [{
                    "type": "tls-alpn-01", "url": self.url("challenge"), "token": TOKEN,
                    "status": "pending",
                }],
            }),
            "/challenge" => {
                let is_right = self.check().await;
                *self.0.checked.lock().unwrap() |= is_right;
                json!({})
            }
            "/finalize" => {
                let csr = bytes(part("payload")["csr"].as_str().unwrap());
                let name = self.0.name.lock().unwrap().clone();
                let certificate = self.certificate(public_key(&csr), &name);
                *self.0.issued.lock().unwrap() = Some(pem(&certificate));
                self.order()
            }
            "/certificate" => {
                let chain = self.0.issued.lock().unwrap().clone().unwrap();
                return Ok(Response::new(Body::from(chain)));
            }
            _ => json!({}),
        };
        let response = Response::builder()
            .header("replay-nonce", "a-nonce")
            .header("location", self.url("order"))
            .header("content-type", "application/json");
        Ok(response.body(Body::from(answer.to_string())).unwrap())
    }

    fn order(&self) -> Value {
        let issued = self.0.issued.lock().unwrap().is_some();
        let status = match (*self.0.checked.lock().unwrap(), issued) {
            (_, true) => "valid",
            (true, false) => "ready",
            (false, false) => "pending",
        };
        json!({
            "status": status,
            "authorizations": [self.url("authorization")],
            "finalize": self.url("finalize"),
            "certificate": self.url("certificate"),
        })
    }

    /// Whether the server at the name shows the certificate of the challenge (RFC 8737), and says no
    /// more than that.
    async fn check(&self) -> bool {
        let Some(server) = *self.0.server.lock().unwrap() else { return false };
        let (name, thumbprint) =
            (self.0.name.lock().unwrap().clone(), self.0.thumbprint.lock().unwrap().clone());
        let mut client = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(AnyCertificate))
            .with_no_client_auth();
        client.alpn_protocols = vec![b"acme-tls/1".to_vec()];
        let Ok(stream) = TcpStream::connect(server).await else { return false };
        let name = ServerName::try_from(name).unwrap();
        let connecting = TlsConnector::from(Arc::new(client)).connect(name, stream);
        let Ok(stream) = connecting.await else { return false };
        let session = stream.get_ref().1;
        let shown = session.peer_certificates().and_then(|chain| chain.first()).unwrap().clone();
        let wanted = digest(&SHA256, format!("{TOKEN}.{thumbprint}").as_bytes());
        session.alpn_protocol() == Some(b"acme-tls/1")
            && shown.windows(32).any(|window| window == wanted.as_ref())
    }

    /// A certificate of a public key for a name.
    fn certificate(&self, public_key: &[u8], name: &str) -> Vec<u8> {
        let ecdsa = sequence(&[&oid(&[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])]);
        let issuer = sequence(&[&tlv(
            0x31,
            &sequence(&[&oid(&[0x55, 0x04, 0x03]), &tlv(0x0c, b"the authority")]),
        )]);
        let validity = sequence(&[&tlv(0x17, b"250101000000Z"), &tlv(0x17, b"490101000000Z")]);
        let names = sequence(&[&tlv(0x82, name.as_bytes())]);
        let extension = sequence(&[&oid(&[0x55, 0x1d, 0x11]), &tlv(0x04, &names)]);
        let body = sequence(&[
            &tlv(0xa0, &tlv(0x02, &[2])),
            &tlv(0x02, &[7]),
            &ecdsa,
            &issuer,
            &validity,
            &issuer,
            public_key,
            &tlv(0xa3, &sequence(&[&extension])),
        ]);
        let signature = self.0.key.sign(&SystemRandom::new(), &body).unwrap();
        let signature = tlv(0x03, &[&[0][..], signature.as_ref()].concat());
        sequence(&[&body, &ecdsa, &signature])
    }
}

/// The object identifier of the curve P-256.
const P256: [u8; 10] = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];

/// A value in the Distinguished Encoding Rules.
fn tlv(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).unwrap().to_be_bytes();
    let length = match content.len() {
        0..128 => vec![length[1]],
        128..256 => vec![0x81, length[1]],
        _ => vec![0x82, length[0], length[1]],
    };
    [&[tag][..], &length, content].concat()
}

fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    tlv(0x30, &parts.concat())
}

fn oid(content: &[u8]) -> Vec<u8> {
    tlv(0x06, content)
}

/// The first value: its head's length, and its whole length.
fn lengths(der: &[u8]) -> (usize, usize) {
    let (head, content) = match der[1] {
        short @ 0..128 => (2, usize::from(short)),
        0x81 => (3, usize::from(der[2])),
        _ => (4, usize::from(u16::from_be_bytes([der[2], der[3]]))),
    };
    (head, head + content)
}

/// The public key in a request for a certificate: the third value of its first part.
fn public_key(csr: &[u8]) -> &[u8] {
    let mut rest = &csr[lengths(csr).0..];
    rest = &rest[lengths(rest).0..];
    for _ in 0..2 {
        rest = &rest[lengths(rest).1..];
    }
    &rest[..lengths(rest).1]
}

fn pem(certificate: &[u8]) -> String {
    let text = Base64::encode_string(certificate);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

/// Trusts every certificate, as the check of a challenge does.
#[derive(Debug)]
struct AnyCertificate;

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
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        default_provider().signature_verification_algorithms.supported_schemes()
    }
}
