//! Encryption of push messages for one browser: `aes128gcm` (RFC 8188) with the keys of a
//! subscription (RFC 8291).

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;

use crownhead_store::random_bytes;

/// The lengths of an uncompressed P-256 point, and of the secret that a browser shares with
/// senders.
const POINT_BYTES: usize = 65;
const AUTH_BYTES: usize = 16;

/// The record size. A message is one record.
const RECORD_SIZE: u32 = 4096;

/// The delimiter of the last record.
const LAST_RECORD: u8 = 2;

/// The keys of a push subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionKeys {
    pub(crate) point: [u8; POINT_BYTES],
    pub(crate) auth: [u8; AUTH_BYTES],
}

/// Texts or bytes that are no keys, or a message that cannot be encrypted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidSubscriptionKeys;

struct OutputLength(usize);

impl SubscriptionKeys {
    /// Parses keys in base64url, as a browser sends them.
    pub fn parse(point: &str, auth: &str) -> Result<SubscriptionKeys, InvalidSubscriptionKeys> {
        let bytes = |text: &str| Base64UrlUnpadded::decode_vec(text.trim_end_matches('='));
        let point = bytes(point).map_err(|_| InvalidSubscriptionKeys)?;
        let auth = bytes(auth).map_err(|_| InvalidSubscriptionKeys)?;
        let keys = SubscriptionKeys::from_bytes(&point, &auth)?;
        // Encrypting detects a point that is not on the curve.
        keys.encrypt(b"")?;
        Ok(keys)
    }

    /// Keys from the store.
    pub(crate) fn from_bytes(
        point: &[u8],
        auth: &[u8],
    ) -> Result<SubscriptionKeys, InvalidSubscriptionKeys> {
        let point = point.try_into().map_err(|_| InvalidSubscriptionKeys)?;
        Ok(SubscriptionKeys { point, auth: auth.try_into().map_err(|_| InvalidSubscriptionKeys)? })
    }

    /// Encrypts a message.
    pub(super) fn encrypt(&self, payload: &[u8]) -> Result<Vec<u8>, InvalidSubscriptionKeys> {
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
        let public = own.compute_public_key()?;
        let theirs = UnparsedPublicKey::new(&ECDH_P256, &self.point);
        let secret = agree_ephemeral(own, &theirs, |shared| {
            let info: [&[u8]; 3] = [b"WebPush: info\0", &self.point, public.as_ref()];
            derive::<32>(&Salt::new(HKDF_SHA256, &self.auth).extract(shared), &info)
        })??;
        let salt: [u8; 16] = random_bytes().map_err(|_| InvalidSubscriptionKeys)?;
        let keys = Salt::new(HKDF_SHA256, &salt).extract(&secret);
        let key = derive::<16>(&keys, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce = derive::<NONCE_LEN>(&keys, &[b"Content-Encoding: nonce\0"])?;
        let mut record = [payload, &[LAST_RECORD]].concat();
        LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?).seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::empty(),
            &mut record,
        )?;
        let length = u8::try_from(POINT_BYTES).unwrap_or_default();
        Ok([&salt, &RECORD_SIZE.to_be_bytes()[..], &[length], public.as_ref(), &record].concat())
    }
}

fn derive<const N: usize>(keys: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    keys.expand(info, OutputLength(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

impl KeyType for OutputLength {
    fn len(&self) -> usize {
        self.0
    }
}

impl From<Unspecified> for InvalidSubscriptionKeys {
    fn from(_: Unspecified) -> InvalidSubscriptionKeys {
        InvalidSubscriptionKeys
    }
}

impl fmt::Display for InvalidSubscriptionKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Those are not the keys of a push subscription.")
    }
}

impl std::error::Error for InvalidSubscriptionKeys {}
