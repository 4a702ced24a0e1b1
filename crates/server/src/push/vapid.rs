//! The key of the server, by which push services and browsers know it (RFC 8292). All nodes have
//! the same: it stands in the store.

use base64ct::{Base64UrlUnpadded, Encoding};
use crownhead_arbiter::Timestamp;
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use super::seconds;
use crate::keys;
use crownhead_store::{Db, StoreError};

/// By which name it is kept.
const NAME: &str = "vapid";

/// For how long a pass is good; a day is the most that is allowed.
const GOOD: u64 = 12 * 60 * 60;

/// The key.
pub(super) struct Vapid {
    pair: EcdsaKeyPair,
    public: String,
}

impl Vapid {
    /// The key of the store, which is made if there is none.
    pub(super) async fn of(db: &Db) -> Result<Vapid, StoreError> {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let made = made.map_err(StoreError::failed)?;
        Vapid::read(&keys::key(db, NAME, made.as_ref()).await?)
    }

    fn read(kept: &[u8]) -> Result<Vapid, StoreError> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, kept, &random);
        let pair = pair.map_err(StoreError::failed)?;
        let public = Base64UrlUnpadded::encode_string(pair.public_key().as_ref());
        Ok(Vapid { pair, public })
    }

    /// What everybody may know.
    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// What a request to a push service shows, in its `Authorization`.
    pub(super) fn pass(
        &self,
        origin: &str,
        now: Timestamp,
        contact: Option<&str>,
    ) -> Result<String, Unspecified> {
        let mut claims = json!({"aud": origin, "exp": seconds(now) + GOOD});
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let part = |what: &serde_json::Value| {
            Base64UrlUnpadded::encode_string(what.to_string().as_bytes())
        };
        let signed = format!("{}.{}", part(&json!({"typ": "JWT", "alg": "ES256"})), part(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = Base64UrlUnpadded::encode_string(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public))
    }
}
