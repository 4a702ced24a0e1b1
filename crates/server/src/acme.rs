//! Certificates from an authority that speaks ACME, such as Let's Encrypt. The authority checks each
//! name by a TLS connection to it (TLS-ALPN-01), so the server needs port 443 and nothing else. Part
//! of builds with the feature `acme`.

use std::path::PathBuf;

/// What a server says to an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcmeSettings {
    /// The host names for the certificate.
    pub names: Vec<String>,
    /// A mail address at which the authority reaches the operator.
    pub mail: Option<String>,
    /// The folder that keeps the account and the certificate.
    pub folder: PathBuf,
    /// The URL of the authority's directory; that of Let's Encrypt if there is none.
    pub directory: Option<String>,
    /// A PEM file of certificates to trust at that URL, in addition to the system's.
    pub authority: Option<PathBuf>,
}

#[cfg(feature = "acme")]
pub(crate) use client::AcmeClient;

#[cfg(feature = "acme")]
mod client {
    use std::io;
    use std::path::Path;
    use std::sync::Arc;

    use futures_util::StreamExt;
    use rustls_acme::caches::DirCache;
    use rustls_acme::{AcmeConfig, AcmeState, EventOk};
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::crypto::ring;
    use tokio_rustls::rustls::pki_types::CertificateDer;
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};

    use super::AcmeSettings;
    use crate::tls::{CHALLENGE, TlsError};

    /// Gets a certificate, and a new one when a third of its time is left.
    pub(crate) struct AcmeClient(AcmeState<io::Error, io::Error>);

    impl AcmeClient {
        /// A client, and the acceptor that always has its newest certificate.
        pub(crate) fn new(settings: &AcmeSettings) -> Result<(AcmeClient, TlsAcceptor), TlsError> {
            make_private(&settings.folder)
                .map_err(|error| TlsError::of_file(&settings.folder, error))?;
            let contact = settings.mail.iter().map(|mail| format!("mailto:{mail}"));
            let config = AcmeConfig::new_with_client_config(&settings.names, client(settings)?)
                .contact(contact)
                .cache(DirCache::new(settings.folder.clone()));
            let config = match &settings.directory {
                Some(url) => config.directory(url),
                None => config.directory_lets_encrypt(true),
            };
            let state = config.state();
            let mut server =
                ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
                    .with_safe_default_protocol_versions()
                    .map_err(|reason| TlsError::new("TLS", reason))?
                    .with_no_client_auth()
                    .with_cert_resolver(state.resolver());
            server.alpn_protocols = vec![b"http/1.1".to_vec(), CHALLENGE.to_vec()];
            Ok((AcmeClient(state), TlsAcceptor::from(Arc::new(server))))
        }

        /// Runs forever. Whatever fails is tried again later.
        pub(crate) async fn run(mut self) {
            while let Some(event) = self.0.next().await {
                match event {
                    Ok(EventOk::DeployedNewCert) => tracing::info!("there is a new certificate"),
                    Ok(_) => {}
                    Err(error) => tracing::error!(%error, "no certificate could be had"),
                }
            }
        }
    }

    /// How the authority is called.
    fn client(settings: &AcmeSettings) -> Result<Arc<ClientConfig>, TlsError> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if let Some(file) = &settings.authority {
            let certificates = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
            let certificates: Vec<_> =
                certificates.map_err(|reason| TlsError::of_file(file, reason))?;
            if roots.add_parsable_certificates(certificates).0 == 0 {
                return Err(TlsError::of_file(file, "there is no certificate in it"));
            }
        }
        let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|reason| TlsError::new("TLS", reason))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Arc::new(client))
    }

    /// Creates a folder for private keys, if it does not exist.
    fn make_private(folder: &Path) -> io::Result<()> {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)
    }
}
