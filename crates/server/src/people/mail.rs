//! Sending mail through the operator's relay, without encryption: it has to be on the same machine
//! or in a private network.

use std::fmt;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::Semaphore;

/// The time limit of a mail.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The maximum number of mails in transit. Further ones are not sent.
const MAX_IN_TRANSIT: usize = 16;

/// The settings of mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailConfig {
    /// The relay, `host` or `host:port`.
    pub relay: String,
    /// The sender, such as `Crownhead <games@games.example>`.
    pub from: String,
    /// The public address of the server, such as `https://games.example`.
    pub site: String,
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
            None => (config.relay.as_str(), 25),
            Some((host, port)) => {
                let port = port.parse();
                let wrong = |_| MailError(format!("{} is no relay", config.relay));
                (host, port.map_err(wrong)?)
            }
        };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host).port(port);
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
