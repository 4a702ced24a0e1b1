//! The arguments of a server: its settings and its database.

use std::path::PathBuf;

use clap::Args;
use crownhead_server::ListenAddress;
use crownhead_server::people::mail::MailEncryption;

/// Settings of the server. Flags override environment variables, which override the config file,
/// which overrides the defaults.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// A TOML file of settings, named like these flags without the dashes
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// The address to listen on: IP and port, or a Unix socket [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS|unix:PATH", env = "CROWNHEAD_LISTEN")]
    pub(crate) listen: Option<ListenAddress>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// A NATS server that connects the nodes of a cluster
    #[arg(long, value_name = "nats://…|tls://…", env = "CROWNHEAD_BUS", hide_env_values = true)]
    pub(crate) bus: Option<String>,
    /// Extra CA certificates for the NATS server, as a PEM file
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_BUS_CA")]
    pub(crate) bus_ca: Option<PathBuf>,
    /// Scheme and host of another site whose pages may use the API and open live connections; `*`
    /// lets all pages use the API without signing in
    #[arg(long = "origin", value_name = "ORIGIN", env = "CROWNHEAD_ORIGIN")]
    pub(crate) origins: Vec<String>,
    /// A host name of the server; requests for other names are refused [default: every name, or
    /// loopback names if it listens on a loopback address without --behind-proxy]
    #[arg(long = "host", value_name = "NAME", env = "CROWNHEAD_HOST")]
    pub(crate) hosts: Vec<String>,
    #[command(flatten)]
    pub(crate) tls: TlsArgs,
    /// Requests per second allowed from one address; 0 for no limit [default: 50]
    #[arg(long, value_name = "N", env = "CROWNHEAD_RATE")]
    pub(crate) rate: Option<u32>,
    /// Read the client's address from the X-Forwarded-For header of a proxy
    #[arg(long, env = "CROWNHEAD_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    #[command(flatten)]
    pub(crate) mail: MailArgs,
    /// The public URL of the server, for links in mail and for push services
    #[arg(long, value_name = "URL", env = "CROWNHEAD_SITE")]
    pub(crate) site: Option<String>,
    /// Allow push services in private networks and on any port
    #[arg(long, env = "CROWNHEAD_PUSH_PRIVATE")]
    pub(crate) push_private: bool,
    /// The folder of the endgame tables, or `off`; by default CROWNHEAD_TABLES, or the folder of
    /// `crownhead tablebase`
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// The log format on standard error [default: text]
    #[arg(long, value_name = "FORM", env = "CROWNHEAD_LOG", value_enum)]
    pub(crate) log: Option<LogForm>,
}

/// The certificate of the server.
#[derive(Args, Debug)]
pub(crate) struct TlsArgs {
    /// The TLS certificate chain, as a PEM file
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_TLS_CERT")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The private key of the certificate, as a PEM file
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_TLS_KEY")]
    pub(crate) tls_key: Option<PathBuf>,
    /// A host name to get a certificate for from Let's Encrypt, by ACME; needs port 443, and a build
    /// with the feature `acme`
    #[arg(long, value_name = "NAME", env = "CROWNHEAD_ACME")]
    pub(crate) acme: Vec<String>,
    /// A mail address at which the certificate authority reaches you
    #[arg(long, value_name = "ADDRESS", env = "CROWNHEAD_ACME_MAIL")]
    pub(crate) acme_mail: Option<String>,
    /// The folder that keeps the certificate and its key [default: the database with `-acme`]
    #[arg(long, value_name = "DIR", env = "CROWNHEAD_ACME_FOLDER")]
    pub(crate) acme_folder: Option<PathBuf>,
    /// The directory of another certificate authority
    #[arg(long, value_name = "URL", env = "CROWNHEAD_ACME_DIRECTORY")]
    pub(crate) acme_directory: Option<String>,
    /// Extra CA certificates for the authority's own server, as a PEM file
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_ACME_CA")]
    pub(crate) acme_ca: Option<PathBuf>,
}

/// The relay for mail.
#[derive(Args, Debug)]
pub(crate) struct MailArgs {
    /// The SMTP relay for mail, such as password resets
    #[arg(long = "smtp", value_name = "HOST[:PORT]", env = "CROWNHEAD_SMTP")]
    pub(crate) smtp: Option<String>,
    /// The encryption of the relay: `none`, `starttls` or `tls` [default: none]
    #[arg(long, value_name = "MODE", env = "CROWNHEAD_SMTP_ENCRYPTION")]
    pub(crate) smtp_encryption: Option<MailEncryption>,
    /// Extra CA certificates for the relay, as a PEM file
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_SMTP_CA")]
    pub(crate) smtp_ca: Option<PathBuf>,
    /// The user name at the relay
    #[arg(long, value_name = "NAME", env = "CROWNHEAD_SMTP_USER")]
    pub(crate) smtp_user: Option<String>,
    /// A file with the password at the relay; or set CROWNHEAD_SMTP_PASSWORD
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_SMTP_PASSWORD_FILE")]
    pub(crate) smtp_password_file: Option<PathBuf>,
    /// The sender of mail, such as "Crownhead <games@games.example>"
    #[arg(long, value_name = "SENDER", env = "CROWNHEAD_MAIL_FROM")]
    pub(crate) mail_from: Option<String>,
}

/// The server to check.
#[derive(Args, Debug)]
pub(crate) struct HealthArgs {
    /// The URL of a server, such as `https://games.example`; the settings below do not count then
    #[arg(value_name = "URL")]
    pub(crate) url: Option<String>,
    /// The config file of the server
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// The address that the server listens on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS|unix:PATH", env = "CROWNHEAD_LISTEN")]
    pub(crate) listen: Option<ListenAddress>,
    /// The TLS certificate of the server, which says that it speaks HTTPS
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_TLS_CERT")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// A host name with a certificate by ACME, which says the same
    #[arg(long, value_name = "NAME", env = "CROWNHEAD_ACME")]
    pub(crate) acme: Vec<String>,
    /// Only check that it answers, not that its store does
    #[arg(long)]
    pub(crate) live: bool,
}

/// The database of the server.
#[derive(Args, Debug)]
pub(crate) struct StoreArgs {
    /// The database: a file, or a PostgreSQL URL [default: crownhead.db]
    #[arg(
        long,
        value_name = "PATH|postgres://…",
        env = "CROWNHEAD_DATABASE",
        hide_env_values = true
    )]
    pub(crate) database: Option<String>,
}

/// The format of the log.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogForm {
    /// Text for people
    Text,
    /// One JSON object per line, for programs
    Json,
}
