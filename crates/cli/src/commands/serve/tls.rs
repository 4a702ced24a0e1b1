//! The settings of encryption: a certificate from files, or from an authority.

use std::path::{Path, PathBuf};

use crownhead_server::{AcmeSettings, TlsFiles, TlsSource};
use crownhead_store::StoreLocation;

use crate::args::TlsArgs;
use crate::failure::Failure;

/// The settings of encryption in a config file.
pub(super) struct FileTlsSettings {
    pub(super) tls_cert: Option<PathBuf>,
    pub(super) tls_key: Option<PathBuf>,
    pub(super) acme: Vec<String>,
    pub(super) acme_mail: Option<String>,
    pub(super) acme_folder: Option<PathBuf>,
    pub(super) acme_directory: Option<String>,
    pub(super) acme_ca: Option<PathBuf>,
}

/// Combines the settings of encryption, if the server encrypts.
pub(super) fn gather(
    said: TlsArgs,
    file: FileTlsSettings,
    database: &StoreLocation,
) -> Result<Option<TlsSource>, Failure> {
    let names = if said.acme.is_empty() { file.acme } else { said.acme };
    let files = match (said.tls_cert.or(file.tls_cert), said.tls_key.or(file.tls_key)) {
        (Some(certificate), Some(key)) => Some(TlsFiles { certificate, key }),
        (None, None) => None,
        _ => {
            let error = "a certificate and its key are needed together: --tls-cert and --tls-key";
            return Err(Failure::Input(error.to_owned()));
        }
    };
    if names.is_empty() {
        return Ok(files.map(TlsSource::Files));
    }
    if files.is_some() {
        let error = "a certificate comes from files or from an authority: --tls-cert or --acme";
        return Err(Failure::Input(error.to_owned()));
    }
    let folder = said.acme_folder.or(file.acme_folder).or_else(|| beside(database));
    let Some(folder) = folder else {
        let error = "--acme needs --acme-folder, because the database is not a file";
        return Err(Failure::Input(error.to_owned()));
    };
    Ok(Some(TlsSource::Acme(AcmeSettings {
        names: super::settings::checked(names)?,
        mail: said.acme_mail.or(file.acme_mail),
        folder,
        directory: said.acme_directory.or(file.acme_directory),
        authority: said.acme_ca.or(file.acme_ca),
    })))
}

/// The folder `games.db-acme` beside the database `games.db`.
fn beside(database: &StoreLocation) -> Option<PathBuf> {
    let StoreLocation::File(path) = database else { return None };
    let mut name = path.file_name()?.to_owned();
    name.push("-acme");
    Some(path.parent().unwrap_or(Path::new("")).join(name))
}
