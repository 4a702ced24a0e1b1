//! The settings of mail: the relay, its encryption, and the login there.

use std::path::{Path, PathBuf};

use crownhead_server::people::mail::{MailConfig, MailEncryption, MailLogin};
use serde::Deserialize;

use crate::args::MailArgs;
use crate::failure::Failure;

/// The environment variable with the password at the relay. There is no flag for it, because everybody
/// on the machine can read flags.
const PASSWORD: &str = "CROWNHEAD_SMTP_PASSWORD";

/// The settings of mail in a config file.
pub(super) struct FileMailSettings {
    pub(super) smtp: Option<String>,
    pub(super) smtp_encryption: Option<MailEncryption>,
    pub(super) smtp_ca: Option<PathBuf>,
    pub(super) smtp_user: Option<String>,
    pub(super) smtp_password_file: Option<PathBuf>,
    pub(super) mail_from: Option<String>,
}

/// Combines the settings of mail, if there is mail.
pub(super) fn gather(
    said: MailArgs,
    file: FileMailSettings,
    site: Option<String>,
) -> Result<Option<MailConfig>, Failure> {
    let relay = said.smtp.or(file.smtp);
    let (relay, from, site) = match (relay, said.mail_from.or(file.mail_from), site) {
        (Some(relay), Some(from), Some(site)) => (relay, from, site),
        // A site by itself says nothing about mail.
        (None, None, _) => return Ok(None),
        _ => {
            let error = "mail needs all of --smtp, --mail-from and --site";
            return Err(Failure::Input(error.to_owned()));
        }
    };
    let encryption = said.smtp_encryption.or(file.smtp_encryption).unwrap_or_default();
    let password = password(said.smtp_password_file.or(file.smtp_password_file).as_deref())?;
    let login = match (said.smtp_user.or(file.smtp_user), password) {
        (Some(user), Some(password)) => Some(MailLogin { user, password }),
        (None, None) => None,
        _ => {
            let error = format!(
                "a login at the relay needs --smtp-user, and --smtp-password-file or {PASSWORD}"
            );
            return Err(Failure::Input(error));
        }
    };
    let authority = said.smtp_ca.or(file.smtp_ca);
    Ok(Some(MailConfig { relay, encryption, authority, login, from, site }))
}

/// The password at the relay, from its file or the environment.
fn password(file: Option<&Path>) -> Result<Option<String>, Failure> {
    match file {
        Some(path) => {
            let text =
                std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
            Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
        }
        None => Ok(std::env::var(PASSWORD).ok().filter(|password| !password.is_empty())),
    }
}

pub(super) fn encryption<'de, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<Option<MailEncryption>, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}
