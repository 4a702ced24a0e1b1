//! TLS with a certificate and a key from files, which can be read again while the server runs, or from
//! an authority.

use std::fmt;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use parking_lot::RwLock;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::acme::AcmeSettings;

/// The protocol with which an authority checks who serves a name. Such a connection ends after its
/// handshake.
pub(crate) const CHALLENGE: &[u8] = b"acme-tls/1";

/// Where the certificate of a server comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TlsSource {
    /// Files.
    Files(TlsFiles),
    /// An authority.
    Acme(AcmeSettings),
}

/// The PEM files of a certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate chain.
    pub certificate: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// The reason why a file or an authority cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsError {
    what: String,
    reason: String,
}

/// The work that gets certificates from an authority.
pub(crate) type Renewal = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The certificate of a server.
pub(crate) struct Tls {
    /// The files, if it comes from files.
    files: Option<TlsFiles>,
    acceptor: RwLock<TlsAcceptor>,
}

impl Tls {
    /// Reads the files, or prepares to call the authority.
    pub(crate) fn new(source: &TlsSource) -> Result<(Tls, Option<Renewal>), TlsError> {
        match source {
            TlsSource::Files(files) => {
                let (acceptor, files) = (RwLock::new(files.acceptor()?), Some(files.clone()));
                Ok((Tls { files, acceptor }, None))
            }
            #[cfg(feature = "acme")]
            TlsSource::Acme(settings) => {
                let (client, acceptor) = crate::acme::AcmeClient::new(settings)?;
                let tls = Tls { files: None, acceptor: RwLock::new(acceptor) };
                Ok((tls, Some(Box::pin(client.run()))))
            }
            #[cfg(not(feature = "acme"))]
            TlsSource::Acme(_) => {
                Err(TlsError::new("ACME", "this program was built without the feature `acme`"))
            }
        }
    }

    /// The acceptor for a new connection.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.read().clone()
    }

    /// Reads the files again, for the connections from now on. If they are invalid, the old
    /// certificate stays. An authority is asked again in time anyway.
    pub(crate) fn reload(&self) -> Result<(), TlsError> {
        if let Some(files) = &self.files {
            *self.acceptor.write() = files.acceptor()?;
        }
        Ok(())
    }
}

impl TlsFiles {
    fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let certificates: Vec<_> = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect)
            .map_err(|reason| TlsError::of_file(&self.certificate, reason))?;
        if certificates.is_empty() {
            return Err(TlsError::of_file(&self.certificate, "there is no certificate in it"));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key)
            .map_err(|reason| TlsError::of_file(&self.key, reason))?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|reason| TlsError::of_file(&self.certificate, reason))?
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .map_err(|reason| TlsError::of_file(&self.certificate, reason))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

impl TlsError {
    pub(crate) fn new(what: impl Into<String>, reason: impl fmt::Display) -> TlsError {
        TlsError { what: what.into(), reason: reason.to_string() }
    }

    pub(crate) fn of_file(file: &Path, reason: impl fmt::Display) -> TlsError {
        TlsError::new(file.display().to_string(), reason)
    }
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be used for encryption: {}", self.what, self.reason)
    }
}

impl std::error::Error for TlsError {}
