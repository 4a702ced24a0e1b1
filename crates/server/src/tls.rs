//! Encryption by a certificate and a key in files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Where a certificate and its key are, as PEM files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, and those that lead to the one that everybody knows.
    pub certificate: PathBuf,
    /// The key.
    pub key: PathBuf,
}

/// Why files cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsError {
    file: PathBuf,
    why: String,
}

impl TlsFiles {
    /// Reads the files.
    pub(crate) fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let certificates: Vec<_> = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect)
            .map_err(|why| failed(&self.certificate, why))?;
        if certificates.is_empty() {
            return Err(failed(&self.certificate, "there is no certificate in it"));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|why| failed(&self.key, why))?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|why| failed(&self.certificate, why))?
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .map_err(|why| failed(&self.certificate, why))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

fn failed(file: &Path, why: impl fmt::Display) -> TlsError {
    TlsError { file: file.to_owned(), why: why.to_string() }
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be used for encryption: {}", self.file.display(), self.why)
    }
}

impl std::error::Error for TlsError {}
