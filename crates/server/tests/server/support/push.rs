//! A push service on this machine, and a browser that decrypts its messages with its own keys.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, Response};
use base64ct::{Base64UrlUnpadded, Encoding};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use p256::elliptic_curve::sec1::ToSec1Point;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hmac::{HMAC_SHA256, Key, sign};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

pub(crate) struct PushService {
    address: SocketAddr,
    answers: Arc<Mutex<VecDeque<u16>>>,
    came: mpsc::Receiver<Came>,
}

/// A request that it received.
pub(crate) struct Came {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// A browser with the keys of its subscription.
pub(crate) struct Reader {
    secret: p256::SecretKey,
    auth: [u8; 16],
}

pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

pub(crate) fn bytes(text: &str) -> Vec<u8> {
    Base64UrlUnpadded::decode_vec(text).unwrap()
}

impl PushService {
    pub(crate) async fn start() -> PushService {
        let certificate = CertificateDer::from_pem_file(data("cert.pem")).unwrap();
        let key = PrivateKeyDer::from_pem_file(data("key.pem")).unwrap();
        let tls = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let tls = TlsAcceptor::from(Arc::new(tls));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let answers: Arc<Mutex<VecDeque<u16>>> = Arc::default();
        let (to, came) = mpsc::channel(99);
        let statuses = answers.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (tls, to, statuses) = (tls.clone(), to.clone(), statuses.clone());
                tokio::spawn(async move {
                    let Ok(stream) = tls.accept(stream).await else { return };
                    let service = service_fn(|request| take(request, &to, &statuses));
                    let serving = http1::Builder::new();
                    let _ = serving.serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        PushService { address, answers, came }
    }

    /// The endpoint of a browser there.
    pub(crate) fn endpoint(&self, name: &str) -> String {
        format!("https://localhost:{}/to/{name}", self.address.port())
    }

    pub(crate) fn origin(&self) -> String {
        format!("https://localhost:{}", self.address.port())
    }

    /// Its next responses, before it accepts everything again.
    pub(crate) fn answer_next(&self, status: u16) {
        self.answers.lock().unwrap().push_back(status);
    }

    pub(crate) async fn next(&mut self) -> Came {
        let next = tokio::time::timeout(Duration::from_secs(30), self.came.recv());
        next.await.expect("a push comes").unwrap()
    }

    /// Waits for a while in which nothing may arrive.
    pub(crate) async fn nothing(&mut self) {
        let next = tokio::time::timeout(Duration::from_millis(1200), self.came.recv()).await;
        assert!(next.is_err(), "a push came that should not");
    }
}

async fn take(
    request: Request<Incoming>,
    to: &mpsc::Sender<Came>,
    statuses: &Mutex<VecDeque<u16>>,
) -> Result<Response<Body>, std::convert::Infallible> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    let came = Came { path: head.uri.path().to_owned(), headers: head.headers, body };
    to.send(came).await.unwrap();
    let status = statuses.lock().unwrap().pop_front().unwrap_or(201);
    Ok(Response::builder().status(status).body(Body::empty()).unwrap())
}

impl Reader {
    pub(crate) fn new(secret: &[u8], auth: [u8; 16]) -> Reader {
        Reader { secret: p256::SecretKey::from_slice(secret).unwrap(), auth }
    }

    fn point(&self) -> Vec<u8> {
        self.secret.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    /// The keys as a browser sends them.
    pub(crate) fn keys(&self) -> Value {
        json!({"p256dh": base64(&self.point()), "auth": base64(&self.auth)})
    }

    /// The text of an encrypted message.
    pub(crate) fn open(&self, sealed: &[u8]) -> Vec<u8> {
        let (salt, rest) = sealed.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(size, 4096_u32.to_be_bytes());
        let (length, rest) = rest.split_at(1);
        let (sender, record) = rest.split_at(usize::from(length[0]));
        let public = p256::PublicKey::from_sec1_bytes(sender).unwrap();
        let shared =
            p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), public.as_affine());
        let info = [b"WebPush: info\0", &self.point()[..], sender].concat();
        let keys = drawn(&self.auth, shared.raw_secret_bytes(), &info);
        let key = drawn(salt, &keys, b"Content-Encoding: aes128gcm\0");
        let nonce = drawn(salt, &keys, b"Content-Encoding: nonce\0");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut record = record.to_vec();
        let mut opened = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap().to_vec();
        assert_eq!(opened.pop(), Some(2), "it is the last record");
        opened
    }
}

/// The first block of HKDF; every key here is a prefix of it.
fn drawn(salt: &[u8], secret: &[u8], info: &[u8]) -> Vec<u8> {
    let drawn = sign(&Key::new(HMAC_SHA256, salt), secret);
    let drawn = Key::new(HMAC_SHA256, drawn.as_ref());
    sign(&drawn, &[info, &[1]].concat()).as_ref().to_vec()
}

/// The claims of a VAPID token that was signed with the key in it, and that key.
pub(crate) fn pass(headers: &HeaderMap) -> (Value, String) {
    let text = headers["authorization"].to_str().unwrap();
    let (token, key) = text.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key));
    public.verify(signed.as_bytes(), &bytes(signature)).expect("it is signed with that key");
    let claims = bytes(signed.split_once('.').unwrap().1);
    (serde_json::from_slice(&claims).unwrap(), key.to_owned())
}
