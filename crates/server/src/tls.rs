//! TLS with a certificate and a key from files, which can be read again while the server runs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::RwLock;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The PEM files of a certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate chain.
    pub certificate: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// The reason why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsError {
    file: PathBuf,
    reason: String,
}

/// The certificate of a server.
pub(crate) struct Tls {
    files: TlsFiles,
    acceptor: RwLock<TlsAcceptor>,
}

impl Tls {
    /// Reads the files.
    pub(crate) fn new(files: &TlsFiles) -> Result<Tls, TlsError> {
        Ok(Tls { files: files.clone(), acceptor: RwLock::new(files.acceptor()?) })
    }

    /// The acceptor for a new connection.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.read().clone()
    }

    /// Reads the files again, for the connections from now on. If they are invalid, the old
    /// certificate stays.
    pub(crate) fn reload(&self) -> Result<(), TlsError> {
        *self.acceptor.write() = self.files.acceptor()?;
        Ok(())
    }
}

impl TlsFiles {
    fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let certificates: Vec<_> = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect)
            .map_err(|reason| failed(&self.certificate, reason))?;
        if certificates.is_empty() {
            return Err(failed(&self.certificate, "there is no certificate in it"));
        }
        let key =
            PrivateKeyDer::from_pem_file(&self.key).map_err(|reason| failed(&self.key, reason))?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|reason| failed(&self.certificate, reason))?
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .map_err(|reason| failed(&self.certificate, reason))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

fn failed(file: &Path, reason: impl fmt::Display) -> TlsError {
    TlsError { file: file.to_owned(), reason: reason.to_string() }
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be used for encryption: {}", self.file.display(), self.reason)
    }
}

impl std::error::Error for TlsError {}
