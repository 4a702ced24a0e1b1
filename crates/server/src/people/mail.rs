//! Mail, handed to a relay of the operator's: on the same machine or in a private network, for it
//! is spoken to without encryption.

use std::fmt;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::Semaphore;

/// How long the relay may take.
const LIMIT: Duration = Duration::from_secs(20);

/// How many mails are on their way at a time. More than that are not sent.
const AT_A_TIME: usize = 16;

/// How mail is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailConfig {
    /// The relay, `host` or `host:port`.
    pub relay: String,
    /// From whom it comes, such as `Crownhead <games@games.example>`.
    pub from: String,
    /// Where the server is found, such as `https://games.example`.
    pub site: String,
}

/// What sends mail.
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    site: String,
    turns: Semaphore,
}

/// Why mail cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailError(String);

impl Mail {
    /// What sends mail as it is configured.
    pub fn new(config: &MailConfig) -> Result<Mail, MailError> {
        let from = config.from.parse();
        let from = from.map_err(|why| MailError(format!("{} is no sender: {why}", config.from)))?;
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
            transport: transport.timeout(Some(LIMIT)).build(),
            from,
            site: config.site.trim_end_matches('/').to_owned(),
            turns: Semaphore::new(AT_A_TIME),
        })
    }

    /// Where the server is found.
    pub fn site(&self) -> &str {
        &self.site
    }

    /// Sends a mail; `stop` is the link by which such mails are stopped, where there are more to
    /// come (RFC 8058).
    pub async fn send(
        &self,
        to: &str,
        subject: &str,
        words: String,
        stop: Option<&str>,
    ) -> Result<(), MailError> {
        let _turn =
            self.turns.try_acquire().map_err(|_| MailError("there is too much".to_owned()))?;
        let told = |why: &dyn fmt::Display| MailError(why.to_string());
        let to: Mailbox = to.parse().map_err(|why| told(&why))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            .body(words)
            .map_err(|why| told(&why))?;
        if let Some(stop) = stop {
            for (name, value) in [
                ("List-Unsubscribe", format!("<{stop}>")),
                ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
            ] {
                let name = HeaderName::new_from_ascii_str(name);
                message.headers_mut().insert_raw(HeaderValue::new(name, value));
            }
        }
        match tokio::time::timeout(LIMIT, self.transport.send(message)).await {
            Ok(sent) => sent.map(|_| ()).map_err(|why| told(&why)),
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

/// Whether a text can be the address of a mailbox.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= 200 && text.parse::<lettre::Address>().is_ok()
}
