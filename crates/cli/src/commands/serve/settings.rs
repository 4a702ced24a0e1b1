//! The settings of a server: flags override environment variables, which override the config file,
//! which overrides the defaults.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use crownhead_server::people::mail::MailEncryption;
use crownhead_server::push::{EndpointPolicy, PushConfig};
use crownhead_server::{Config, HealthTarget, ListenAddress};
use crownhead_store::StoreLocation;
use serde::Deserialize;

use super::mail::{self, FileMailSettings};
use super::tls::{self, FileTlsSettings};
use crate::args::{HealthArgs, LogForm, ServeArgs};
use crate::endgames;
use crate::failure::Failure;

/// The default address.
const LISTEN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// The default database.
pub(crate) const DATABASE: &str = "crownhead.db";

/// The default rate limit, in requests per second and address.
const RATE: u32 = 50;

/// The settings of a config file.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(default, deserialize_with = "address")]
    listen: Option<ListenAddress>,
    database: Option<String>,
    bus: Option<String>,
    bus_ca: Option<PathBuf>,
    /// One origin or a list of them.
    #[serde(default, alias = "origins", deserialize_with = "one_or_more")]
    origin: Vec<String>,
    /// One host or a list of them.
    #[serde(default, deserialize_with = "one_or_more")]
    host: Vec<String>,
    tls_cert: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    /// One name or a list of them.
    #[serde(default, deserialize_with = "one_or_more")]
    acme: Vec<String>,
    acme_mail: Option<String>,
    acme_folder: Option<PathBuf>,
    acme_directory: Option<String>,
    acme_ca: Option<PathBuf>,
    rate: Option<u32>,
    #[serde(default)]
    behind_proxy: bool,
    smtp: Option<String>,
    #[serde(default, deserialize_with = "mail::encryption")]
    smtp_encryption: Option<MailEncryption>,
    smtp_ca: Option<PathBuf>,
    smtp_user: Option<String>,
    smtp_password_file: Option<PathBuf>,
    mail_from: Option<String>,
    site: Option<String>,
    #[serde(default)]
    push_private: bool,
    tables: Option<PathBuf>,
    log: Option<LogForm>,
}

/// Combines all settings.
pub(super) fn gather(said: ServeArgs) -> Result<(Config, LogForm), Failure> {
    let file = said.config.as_deref().map(read).transpose()?.unwrap_or_default();
    let database = said.store.database.or(file.database);
    let database: StoreLocation =
        database.as_deref().unwrap_or(DATABASE).parse().unwrap_or_else(never);
    let tls_of_file = FileTlsSettings {
        tls_cert: file.tls_cert,
        tls_key: file.tls_key,
        acme: file.acme,
        acme_mail: file.acme_mail,
        acme_folder: file.acme_folder,
        acme_directory: file.acme_directory,
        acme_ca: file.acme_ca,
    };
    let tls = tls::gather(said.tls, tls_of_file, &database)?;
    let site = said.site.or(file.site);
    let push = PushConfig {
        endpoints: if said.push_private || file.push_private {
            EndpointPolicy::Any
        } else {
            EndpointPolicy::Public
        },
        contact: site.clone().filter(|site| site.starts_with("https://")),
        authorities: None,
    };
    let mail_of_file = FileMailSettings {
        smtp: file.smtp,
        smtp_encryption: file.smtp_encryption,
        smtp_ca: file.smtp_ca,
        smtp_user: file.smtp_user,
        smtp_password_file: file.smtp_password_file,
        mail_from: file.mail_from,
    };
    let mail = mail::gather(said.mail, mail_of_file, site)?;
    let config = Config {
        listen: said.listen.or(file.listen).unwrap_or(ListenAddress::Tcp(LISTEN)),
        database,
        bus: said.bus.or(file.bus),
        bus_authority: said.bus_ca.or(file.bus_ca),
        origins: if said.origins.is_empty() { file.origin } else { said.origins },
        hosts: checked(if said.hosts.is_empty() { file.host } else { said.hosts })?,
        tls,
        rate: NonZeroU32::new(said.rate.or(file.rate).unwrap_or(RATE)),
        behind_proxy: said.behind_proxy || file.behind_proxy,
        mail,
        push,
        tables: endgames::folder(said.tables.or_else(endgames::in_environment).or(file.tables)),
    };
    Ok((config, said.log.or(file.log).unwrap_or(LogForm::Text)))
}

/// Refuses what is not the name of a host.
pub(super) fn checked(hosts: Vec<String>) -> Result<Vec<String>, Failure> {
    match hosts.iter().find(|host| host.is_empty() || host.contains(['/', ':', ' ', '*'])) {
        None => Ok(hosts),
        Some(host) => {
            let error = format!("`{host}` is not a host: a host is a name such as games.example");
            Err(Failure::Input(error))
        }
    }
}

/// The server on this machine that these settings describe.
pub(crate) fn health_target(said: HealthArgs) -> Result<HealthTarget, Failure> {
    let file = said.config.as_deref().map(read).transpose()?.unwrap_or_default();
    let has_authority = !said.acme.is_empty() || !file.acme.is_empty();
    Ok(HealthTarget::Local {
        listen: said.listen.or(file.listen).unwrap_or(ListenAddress::Tcp(LISTEN)),
        tls: said.tls_cert.or(file.tls_cert).is_some() || has_authority,
    })
}

fn address<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<ListenAddress>, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

fn one_or_more<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a text or a list of texts")]
    enum OneOrMore {
        One(String),
        More(Vec<String>),
    }
    Ok(match OneOrMore::deserialize(from)? {
        OneOrMore::One(text) => vec![text],
        OneOrMore::More(texts) => texts,
    })
}

fn never(never: std::convert::Infallible) -> StoreLocation {
    match never {}
}

/// Reads the config file. A file that is not TOML is damaged; a TOML file may have an invalid setting.
fn read(path: &Path) -> Result<File, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let place = |error: toml::de::Error| {
        let before = text.get(..error.span().map_or(0, |span| span.start)).unwrap_or(&text);
        let line = before.matches('\n').count() + 1;
        format!("line {line}: {}", error.message().replace('\n', " "))
    };
    text.parse::<toml::Table>().map_err(|error| Failure::damaged(path, place(error)))?;
    toml::from_str(&text)
        .map_err(|error| Failure::Input(format!("{}: {}", path.display(), place(error))))
}
