//! VAPID: the server's key, which identifies it to push services and browsers (RFC 8292). It is in
//! the store, so that all nodes share it.

use base64ct::{Base64UrlUnpadded, Encoding};
use crownhead_arbiter::Timestamp;
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use super::seconds;
use crate::keys;
use crownhead_store::{Db, StoreError};

/// The name of the key in the store.
const KEY_NAME: &str = "vapid";

/// How long an authorization is valid, in seconds; RFC 8292 allows a day.
const LIFETIME_SECONDS: u64 = 12 * 60 * 60;

/// The server's key pair.
pub(super) struct Vapid {
    pair: EcdsaKeyPair,
    public: String,
}

impl Vapid {
    /// Loads the key from the store, or generates it.
    pub(super) async fn load(db: &Db) -> Result<Vapid, StoreError> {
        let generated =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let generated = generated.map_err(StoreError::failed)?;
        Vapid::parse(&keys::key(db, KEY_NAME, generated.as_ref()).await?)
    }

    fn parse(stored: &[u8]) -> Result<Vapid, StoreError> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, stored, &random);
        let pair = pair.map_err(StoreError::failed)?;
        let public = Base64UrlUnpadded::encode_string(pair.public_key().as_ref());
        Ok(Vapid { pair, public })
    }

    /// The public key, in base64url.
    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// The `Authorization` header of a request to a push service.
    pub(super) fn authorization(
        &self,
        origin: &str,
        now: Timestamp,
        contact: Option<&str>,
    ) -> Result<String, Unspecified> {
        let mut claims = json!({"aud": origin, "exp": seconds(now) + LIFETIME_SECONDS});
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let part = |value: &serde_json::Value| {
            Base64UrlUnpadded::encode_string(value.to_string().as_bytes())
        };
        let signed = format!("{}.{}", part(&json!({"typ": "JWT", "alg": "ES256"})), part(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = Base64UrlUnpadded::encode_string(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public))
    }
}
