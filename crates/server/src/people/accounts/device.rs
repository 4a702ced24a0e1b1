//! Known devices: browsers that an account was signed in with. A device's token says so, signed by the
//! server; it opens nothing, but spares the device the limits on strangers.

use base64ct::{Base64UrlUnpadded, Encoding};
use ring::hmac;

use super::{AccountError, AccountId, Accounts};
use crate::keys;
use crownhead_store::{random_bytes, random_text};

/// The name of the key that signs the tokens of devices.
const DEVICE_KEY: &str = "devices";

impl Accounts {
    /// The token of a new device of an account: `ACCOUNT.DEVICE.SIGNATURE`.
    pub async fn new_device(&self, account: &AccountId) -> Result<String, AccountError> {
        let device = format!("{}.{}", account.as_str(), random_text::<16>()?);
        let tag = hmac::sign(self.device_key().await?, device.as_bytes());
        Ok(format!("{device}.{}", Base64UrlUnpadded::encode_string(tag.as_ref())))
    }

    /// The id of a device, if its token is genuine and belongs to the account.
    pub(super) async fn known_device<'a>(
        &self,
        account: &AccountId,
        token: &'a str,
    ) -> Result<Option<&'a str>, AccountError> {
        let Some((device, tag)) = token.rsplit_once('.') else { return Ok(None) };
        let owner = device.split_once('.').map(|(owner, _)| owner);
        let (Ok(tag), true) = (Base64UrlUnpadded::decode_vec(tag), owner == Some(account.as_str()))
        else {
            return Ok(None);
        };
        let genuine = hmac::verify(self.device_key().await?, device.as_bytes(), &tag).is_ok();
        Ok(genuine.then_some(device))
    }

    /// Whether a token is that of a device of the account.
    pub async fn is_known_device(
        &self,
        account: &AccountId,
        token: &str,
    ) -> Result<bool, AccountError> {
        Ok(self.known_device(account, token).await?.is_some())
    }

    async fn device_key(&self) -> Result<&hmac::Key, AccountError> {
        let load = async || {
            let key = keys::key(&self.db, DEVICE_KEY, &random_bytes::<32>()?).await?;
            Ok(hmac::Key::new(hmac::HMAC_SHA256, &key))
        };
        self.device_key.get_or_try_init(load).await
    }
}
