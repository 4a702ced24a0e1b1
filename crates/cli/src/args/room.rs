//! The words of a games room: how it is opened, where it keeps matches, and how it is tried.

use std::path::PathBuf;

use clap::Args;
use crownhead_server::Address;

use super::number;

/// How a games room is opened. What is not said here or in the environment stands in the file, or
/// has its default.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// A file with settings, in TOML: the names of these flags without the dashes
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Where it listens: a number and a port, or a Unix socket [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS|unix:PATH", env = "CROWNHEAD_LISTEN")]
    pub(crate) listen: Option<Address>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// A NATS server over which the nodes of one games room speak with each other
    #[arg(long, value_name = "nats://…|tls://…", env = "CROWNHEAD_BUS", hide_env_values = true)]
    pub(crate) bus: Option<String>,
    /// Certificates by which the NATS server is known, beside those of the system, as a PEM file
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_BUS_CA")]
    pub(crate) bus_ca: Option<PathBuf>,
    /// Scheme and host of a page from elsewhere that may open live connections
    #[arg(long = "origin", value_name = "ORIGIN", env = "CROWNHEAD_ORIGIN")]
    pub(crate) origins: Vec<String>,
    /// The certificate to encrypt with, and those that lead to a known one, as a PEM file
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_TLS_CERT")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The key of the certificate, as a PEM file
    #[arg(long, value_name = "FILE", env = "CROWNHEAD_TLS_KEY")]
    pub(crate) tls_key: Option<PathBuf>,
    /// How many requests a second one address may make; 0 is no limit [default: 50]
    #[arg(long, value_name = "N", env = "CROWNHEAD_RATE")]
    pub(crate) rate: Option<u32>,
    /// Take a client's address from the X-Forwarded-For header of a proxy
    #[arg(long, env = "CROWNHEAD_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// The relay that mail is handed to, in plain SMTP, for lost passwords
    #[arg(long = "smtp", value_name = "HOST[:PORT]", env = "CROWNHEAD_SMTP")]
    pub(crate) smtp: Option<String>,
    /// From whom mail comes, such as "Crownhead <games@games.example>"
    #[arg(long, value_name = "SENDER", env = "CROWNHEAD_MAIL_FROM")]
    pub(crate) mail_from: Option<String>,
    /// Where players find the server, for links in mails and as whom push services know it
    #[arg(long, value_name = "URL", env = "CROWNHEAD_SITE")]
    pub(crate) site: Option<String>,
    /// Let browsers name push services in private networks and at any port, such as one of your own
    #[arg(long, env = "CROWNHEAD_PUSH_PRIVATE")]
    pub(crate) push_private: bool,
    /// The folder of the endgame tables, or `off`; without it what CROWNHEAD_TABLES says, or the
    /// one of `crownhead tablebase`
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// How it reports on standard error [default: text]
    #[arg(long, value_name = "FORM", env = "CROWNHEAD_LOG", value_enum)]
    pub(crate) log: Option<LogForm>,
}

/// Where matches are kept.
#[derive(Args, Debug)]
pub(crate) struct StoreArgs {
    /// Where matches are kept: a file, or a PostgreSQL database [default: crownhead.db]
    #[arg(
        long,
        value_name = "PATH|postgres://…",
        env = "CROWNHEAD_DATABASE",
        hide_env_values = true
    )]
    pub(crate) database: Option<String>,
}

/// How a server reports what it meets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogForm {
    /// For people
    Text,
    /// A JSON object a line, for programs
    Json,
}

/// What a swarm does.
#[derive(Args, Debug)]
pub(crate) struct SwarmArgs {
    /// The address of a node; given again, of another node of the same games room
    #[arg(long = "node", value_name = "HOST:PORT|unix:PATH")]
    pub(crate) nodes: Vec<String>,
    /// Start two nodes over a PostgreSQL and a NATS server of its own
    #[arg(long, conflicts_with = "nodes")]
    pub(crate) cluster: bool,
    /// Reach its own server by Unix sockets, and not at ports
    #[arg(long, conflicts_with = "nodes")]
    pub(crate) unix: bool,
    /// How many matches are played at a time
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = |text: &str| number::<u32>(text, 1, 100_000))]
    pub(crate) matches: u32,
    /// Give who begins where the leaflet allows it, so that nearly every command is a move
    #[arg(long)]
    pub(crate) given: bool,
    /// How many watch each match
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = |text: &str| number::<u32>(text, 0, 10_000))]
    pub(crate) spectators: u32,
    /// How many further connections are open and idle
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = |text: &str| number::<u32>(text, 0, 1_000_000))]
    pub(crate) idle: u32,
    /// How many moves are made in a second, and not as many as can be
    #[arg(long, value_name = "R", value_parser = |text: &str| number::<u32>(text, 1, 1_000_000))]
    pub(crate) rate: Option<u32>,
    /// For how long
    #[arg(long, value_name = "S", default_value_t = 10,
          value_parser = |text: &str| number::<u32>(text, 1, 86_400))]
    pub(crate) seconds: u32,
    /// How many of a thousand commands break their connection
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = |text: &str| number::<u32>(text, 0, 1_000))]
    pub(crate) breaks: u32,
    /// How often a server is killed on the way; those of a cluster take turns
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "nodes",
          value_parser = |text: &str| number::<u32>(text, 0, 10_000))]
    pub(crate) kills: u32,
    /// What the dice begin with
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}
