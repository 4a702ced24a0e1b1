//! A message sealed so that only one browser can read it: `aes128gcm` (RFC 8188) with the keys of a
//! push subscription (RFC 8291).

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;

use crownhead_store::random_bytes;

/// A point of the curve, uncompressed, and the secret that a browser shares with its senders.
const POINT: usize = 65;
const AUTH: usize = 16;

/// How large a record may be; a message is one.
const RECORD: u32 = 4096;

/// What ends the last record.
const LAST: u8 = 2;

/// The keys of a push subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    pub(crate) point: [u8; POINT],
    pub(crate) auth: [u8; AUTH],
}

/// Texts or bytes that are no keys, or a message that cannot be sealed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidKeys;

struct Length(usize);

impl Keys {
    /// Keys by their texts, as a browser tells them.
    pub fn read(point: &str, auth: &str) -> Result<Keys, InvalidKeys> {
        let bytes = |text: &str| Base64UrlUnpadded::decode_vec(text.trim_end_matches('='));
        let point = bytes(point).map_err(|_| InvalidKeys)?;
        let auth = bytes(auth).map_err(|_| InvalidKeys)?;
        let keys = Keys::of(&point, &auth)?;
        // A point beside the curve is found out by trying.
        keys.seal(b"")?;
        Ok(keys)
    }

    /// Keys that were kept.
    pub(crate) fn of(point: &[u8], auth: &[u8]) -> Result<Keys, InvalidKeys> {
        let point = point.try_into().map_err(|_| InvalidKeys)?;
        Ok(Keys { point, auth: auth.try_into().map_err(|_| InvalidKeys)? })
    }

    /// The message that only the one with these keys can read.
    pub(super) fn seal(&self, words: &[u8]) -> Result<Vec<u8>, InvalidKeys> {
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
        let public = own.compute_public_key()?;
        let theirs = UnparsedPublicKey::new(&ECDH_P256, &self.point);
        let secret = agree_ephemeral(own, &theirs, |shared| {
            let info: [&[u8]; 3] = [b"WebPush: info\0", &self.point, public.as_ref()];
            drawn::<32>(&Salt::new(HKDF_SHA256, &self.auth).extract(shared), &info)
        })??;
        let salt: [u8; 16] = random_bytes().map_err(|_| InvalidKeys)?;
        let keys = Salt::new(HKDF_SHA256, &salt).extract(&secret);
        let key = drawn::<16>(&keys, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce = drawn::<NONCE_LEN>(&keys, &[b"Content-Encoding: nonce\0"])?;
        let mut record = [words, &[LAST]].concat();
        LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?).seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::empty(),
            &mut record,
        )?;
        let length = u8::try_from(POINT).unwrap_or_default();
        Ok([&salt, &RECORD.to_be_bytes()[..], &[length], public.as_ref(), &record].concat())
    }
}

fn drawn<const N: usize>(keys: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    keys.expand(info, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

impl From<Unspecified> for InvalidKeys {
    fn from(_: Unspecified) -> InvalidKeys {
        InvalidKeys
    }
}

impl fmt::Display for InvalidKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Those are not the keys of a push subscription.")
    }
}

impl std::error::Error for InvalidKeys {}
