//! The link of a match on a server, as the page gives it: `https://games.example/AbCdEfGh#secret`.

use std::fmt;
use std::str::FromStr;

/// A link to a match, for a player or a spectator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLink {
    secure: bool,
    /// The host, with its port if it was given.
    host: String,
    id: String,
    /// The secret of a seat; `None` for a spectator.
    secret: Option<String>,
}

impl MatchLink {
    /// Whether a text looks like a link rather than the name of a game.
    pub fn looks_like_one(text: &str) -> bool {
        text.contains("://")
    }

    /// The URL of the WebSocket.
    pub(crate) fn websocket_url(&self) -> String {
        let scheme = if self.secure { "wss" } else { "ws" };
        format!("{scheme}://{}/api/v1/matches/{}/live", self.host, self.id)
    }

    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// The id of the match.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn secret(&self) -> Option<&str> {
        self.secret.as_deref()
    }
}

/// The link without its secret.
impl fmt::Display for MatchLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}/{}", self.host, self.id)?;
        self.secret.iter().try_for_each(|secret| write!(f, "#{secret}"))
    }
}

impl FromStr for MatchLink {
    type Err = InvalidMatchLink;

    fn from_str(text: &str) -> Result<MatchLink, InvalidMatchLink> {
        let (scheme, rest) = text.trim().split_once("://").ok_or(InvalidMatchLink)?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(InvalidMatchLink),
        };
        let (address, secret) = match rest.split_once('#') {
            Some((address, secret)) => (address, Some(secret)),
            None => (rest, None),
        };
        let (host, id) = address.split_once('/').ok_or(InvalidMatchLink)?;
        let id = id.trim_end_matches('/');
        let plain = |text: &str, length| {
            text.len() == length && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let named = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        if host.is_empty() || !host.chars().all(named) || !plain(id, 8) {
            return Err(InvalidMatchLink);
        }
        if secret.is_some_and(|secret| !plain(secret, 12)) {
            return Err(InvalidMatchLink);
        }
        let (host, id, secret) = (host.to_owned(), id.to_owned(), secret.map(str::to_owned));
        Ok(MatchLink { secure, host, id, secret })
    }
}

/// A text that is not a link to a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("use the whole link of the match, such as https://games.example/AbCdEfGh#0123456789ab")]
pub struct InvalidMatchLink;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_the_page_gives_them() {
        let text = "https://games.example/AbCdEfGh#0123456789ab";
        let link: MatchLink = text.parse().expect("a link");
        assert_eq!(link.to_string(), text);
        assert_eq!(link.websocket_url(), "wss://games.example/api/v1/matches/AbCdEfGh/live");
        let watching: MatchLink = " http://127.0.0.1:8080/AbCdEfGh/ ".parse().expect("a link");
        assert_eq!(watching.websocket_url(), "ws://127.0.0.1:8080/api/v1/matches/AbCdEfGh/live");
        assert_eq!(watching.secret(), None);
        for bad in [
            "stack-em",
            "http://",
            "http:///AbCdEfGh",
            "ftp://games.example/AbCdEfGh",
            "https://games.example/",
            "https://games.example/AbCdEfG",
            "https://games.example/play/stack-em",
            "https://games.example/AbCdEfGh#short",
            "https://games example/AbCdEfGh",
            "https://games.example/AbCdEfGh#0123456789a\u{e9}",
        ] {
            assert_eq!(bad.parse::<MatchLink>(), Err(InvalidMatchLink), "{bad}");
        }
    }
}
