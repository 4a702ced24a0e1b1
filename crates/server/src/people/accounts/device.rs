//! Known devices: browsers that an account was signed in with. A device's token says so, signed by the
//! server together with the account's password hash, so a new password ends it; it opens nothing, but
//! spares the device the limits on strangers. A browser keeps the tokens of its last few accounts.

use base64ct::{Base64UrlUnpadded, Encoding};
use crownhead_arbiter::{Span, Timestamp};
use ring::hmac;

use super::{AccountError, AccountId, Accounts, VerifiedAccount};
use crate::keys;
use crownhead_store::{random_bytes, random_text};

/// The name of the key that signs the tokens of devices.
const DEVICE_KEY: &str = "devices";

/// How long a token is valid, and after how long signing in renews it.
const LIFETIME: Span = Span::from_secs(400 * 24 * 60 * 60);
const RENEWAL: Span = Span::from_secs(30 * 24 * 60 * 60);

/// The maximum number of accounts that a device has tokens of, what is between two tokens, and the
/// length of any of them.
const MAX_ACCOUNTS: usize = 4;
const SEPARATOR: char = ':';
const MAX_TOKEN: usize = 120;

impl Accounts {
    /// The tokens of a device that knows one more account, if they change: that of the account first,
    /// `ACCOUNT.TIME.DEVICE.SIGNATURE`.
    pub async fn remember_device(
        &self,
        verified: &VerifiedAccount,
        tokens: Option<&str>,
    ) -> Result<Option<String>, AccountError> {
        let VerifiedAccount { account, password } = verified;
        let tokens = tokens.unwrap_or_default();
        let now = self.db.now();
        let made = self.known_since(&account.id, password, tokens).await?;
        if made.is_some_and(|made| now.since(made) < RENEWAL) {
            return Ok(None);
        }
        let device = random_text::<16>()?;
        let device = format!("{}.{}.{device}", account.id.as_str(), now.as_millis());
        let tag = hmac::sign(self.device_key().await?, signed(&device, password).as_bytes());
        let own = format!("{device}.{}", Base64UrlUnpadded::encode_string(tag.as_ref()));
        let others = split(tokens).filter(|(owner, _)| *owner != account.id.as_str());
        let others = others.map(|(_, token)| token).take(MAX_ACCOUNTS - 1);
        let tokens: Vec<_> = [own.as_str()].into_iter().chain(others).collect();
        Ok(Some(tokens.join(&SEPARATOR.to_string())))
    }

    /// Whether one of a device's tokens is one of the account, with its present password.
    pub(super) async fn is_known_device(
        &self,
        account: &AccountId,
        password_hash: &str,
        tokens: &str,
    ) -> Result<bool, AccountError> {
        Ok(self.known_since(account, password_hash, tokens).await?.is_some())
    }

    /// Since when a device is known to the account.
    async fn known_since(
        &self,
        account: &AccountId,
        password_hash: &str,
        tokens: &str,
    ) -> Result<Option<Timestamp>, AccountError> {
        let Some((_, token)) = split(tokens).find(|(owner, _)| *owner == account.as_str()) else {
            return Ok(None);
        };
        let Some((device, tag)) = token.rsplit_once('.') else { return Ok(None) };
        let made = device.split('.').nth(1).and_then(|made| made.parse().ok());
        let (Ok(tag), Some(made)) = (Base64UrlUnpadded::decode_vec(tag), made) else {
            return Ok(None);
        };
        let message = signed(device, password_hash);
        let genuine = hmac::verify(self.device_key().await?, message.as_bytes(), &tag).is_ok();
        let made = Timestamp::from_millis(made);
        Ok(Some(made).filter(|made| genuine && self.db.now().since(*made) < LIFETIME))
    }

    async fn device_key(&self) -> Result<&hmac::Key, AccountError> {
        let load = async || {
            let key = keys::key(&self.db, DEVICE_KEY, &random_bytes::<32>()?).await?;
            Ok(hmac::Key::new(hmac::HMAC_SHA256, &key))
        };
        self.device_key.get_or_try_init(load).await
    }
}

/// The tokens of a device, each with its account.
fn split(tokens: &str) -> impl Iterator<Item = (&str, &str)> {
    let tokens = tokens.split(SEPARATOR).filter(|token| token.len() <= MAX_TOKEN);
    tokens.filter_map(|token| Some((token.split_once('.')?.0, token)))
}

/// What the signature of a device covers.
fn signed(device: &str, password_hash: &str) -> String {
    format!("{device} {password_hash}")
}
