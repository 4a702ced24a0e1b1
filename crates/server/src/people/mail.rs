//! Sending mail through the operator's relay: encrypted and with a login, or plainly to a relay on the
//! same machine or in a private network.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::Semaphore;

/// The time limit of a mail.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The maximum number of mails in transit. Further ones are not sent.
const MAX_IN_TRANSIT: usize = 16;

/// The settings of mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailConfig {
    /// The relay, `host` or `host:port`.
    pub relay: String,
    /// How the connection to the relay is encrypted.
    pub encryption: MailEncryption,
    /// A PEM file of certificate authorities to trust for the relay, in addition to the system's.
    pub authority: Option<PathBuf>,
    /// The login at the relay, if it wants one.
    pub login: Option<MailLogin>,
    /// The sender, such as `Crownhead <games@games.example>`.
    pub from: String,
    /// The public address of the server, such as `https://games.example`.
    pub site: String,
}

/// How the connection to the relay is encrypted.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum MailEncryption {
    /// Not at all. The relay is on the same machine or in a private network.
    #[default]
    None,
    /// By STARTTLS. A relay that does not offer it gets no mail.
    StartTls,
    /// From the beginning.
    Tls,
}

/// A user name and a password at the relay.
#[derive(Clone, PartialEq, Eq)]
pub struct MailLogin {
    /// The user name.
    pub user: String,
    /// The password.
    pub password: String,
}

/// Sends mail.
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: String,
    permits: Semaphore,
}

/// The reason why a mail was not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailError(String);

impl Mail {
    /// A sender with these settings.
    pub fn new(config: &MailConfig) -> Result<Mail, MailError> {
        let from = config.from.parse();
        let from =
            from.map_err(|error| MailError(format!("{} is no sender: {error}", config.from)))?;
        let (host, port) = match config.relay.rsplit_once(':') {
            None => (config.relay.as_str(), config.encryption.port()),
            Some((host, port)) => {
                let port = port.parse();
                let wrong = |_| MailError(format!("{} is no relay", config.relay));
                (host, port.map_err(wrong)?)
            }
        };
        let tls = match config.encryption {
            MailEncryption::None => Tls::None,
            MailEncryption::StartTls => Tls::Required(tls_parameters(host, config)?),
            MailEncryption::Tls => Tls::Wrapper(tls_parameters(host, config)?),
        };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host);
        let mut transport = transport.port(port).tls(tls);
        if let Some(MailLogin { user, password }) = &config.login {
            if config.encryption == MailEncryption::None {
                let error = "a password is sent over an encrypted connection only";
                return Err(MailError(error.to_owned()));
            }
            transport = transport.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Ok(Mail {
            transport: transport.timeout(Some(TIMEOUT)).build(),
            from,
            site: config.site.trim_end_matches('/').to_owned(),
            permits: Semaphore::new(MAX_IN_TRANSIT),
        })
    }

    /// The public address of the server.
    pub fn site(&self) -> &str {
        &self.site
    }

    /// Sends a mail; `unsubscribe` is the unsubscribe link of a recurring mail (RFC 8058).
    pub async fn send(
        &self,
        to: &str,
        subject: &str,
        body: String,
        unsubscribe: Option<&str>,
    ) -> Result<(), MailError> {
        let _permit =
            self.permits.try_acquire().map_err(|_| MailError("there is too much".to_owned()))?;
        let failed = |error: &dyn fmt::Display| MailError(error.to_string());
        let to: Mailbox = to.parse().map_err(|error| failed(&error))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            .body(body)
            .map_err(|error| failed(&error))?;
        if let Some(unsubscribe) = unsubscribe {
            for (name, value) in [
                ("List-Unsubscribe", format!("<{unsubscribe}>")),
                ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
            ] {
                let name = HeaderName::new_from_ascii_str(name);
                message.headers_mut().insert_raw(HeaderValue::new(name, value));
            }
        }
        match tokio::time::timeout(TIMEOUT, self.transport.send(message)).await {
            Ok(sent) => sent.map(|_| ()).map_err(|error| failed(&error)),
            Err(_) => Err(MailError("the relay does not answer".to_owned())),
        }
    }
}

/// The parameters of TLS with a relay, whose certificate is checked.
fn tls_parameters(host: &str, config: &MailConfig) -> Result<TlsParameters, MailError> {
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(path) = &config.authority {
        builder = builder.add_root_certificate(authority(path)?);
    }
    builder.build_rustls().map_err(|error| MailError(error.to_string()))
}

fn authority(path: &Path) -> Result<Certificate, MailError> {
    let wrong = |error: &dyn fmt::Display| MailError(format!("{}: {error}", path.display()));
    let pem = std::fs::read(path).map_err(|error| wrong(&error))?;
    Certificate::from_pem(&pem).map_err(|_| wrong(&"it is not a certificate in PEM form"))
}

impl MailEncryption {
    /// The usual port of relays with this encryption.
    fn port(self) -> u16 {
        match self {
            MailEncryption::None => 25,
            MailEncryption::StartTls => 587,
            MailEncryption::Tls => 465,
        }
    }
}

impl FromStr for MailEncryption {
    type Err = String;

    fn from_str(text: &str) -> Result<MailEncryption, String> {
        match text {
            "none" => Ok(MailEncryption::None),
            "starttls" => Ok(MailEncryption::StartTls),
            "tls" => Ok(MailEncryption::Tls),
            _ => Err(format!("{text} is not none, starttls or tls")),
        }
    }
}

/// The password stays out of logs.
impl fmt::Debug for MailLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailLogin").field("user", &self.user).finish_non_exhaustive()
    }
}

impl fmt::Display for MailError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mail cannot be sent: {}", self.0)
    }
}

impl std::error::Error for MailError {}

/// Whether a text is a valid mail address.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= 200 && text.parse::<lettre::Address>().is_ok()
}
