//! The callers of analyses take turns, so that nobody waits for all the games of another.

use std::collections::HashMap;
use std::net::IpAddr;

use base64ct::{Base64UrlUnpadded, Encoding};
use parking_lot::Mutex;
use sha2::{Digest, Sha256};

/// How many bytes of a hash tell callers apart.
const HASH_BYTES: usize = 12;

/// The callers of this node.
pub(super) struct Callers {
    /// Random, so that nobody finds the addresses from their hashes.
    salt: [u8; 16],
    turns: Mutex<Turns>,
}

/// The number of the last turn of each caller that waits.
#[derive(Default)]
struct Turns {
    last: HashMap<String, u64>,
    next: u64,
}

impl Default for Callers {
    fn default() -> Callers {
        let mut salt = [0; 16];
        // Without randomness the server cannot create matches either.
        let _ = getrandom::fill(&mut salt);
        Callers { salt, turns: Mutex::default() }
    }
}

impl Callers {
    /// The text that stands for an address in the store, which is not to know it.
    pub(super) fn hash(&self, address: Option<IpAddr>) -> String {
        let Some(address) = address else { return String::new() };
        let hash = Sha256::new().chain_update(self.salt).chain_update(address.to_string());
        Base64UrlUnpadded::encode_string(&hash.finalize()[..HASH_BYTES])
    }

    /// The index of the job whose turn it is, from the callers of all jobs that wait, oldest first.
    pub(super) fn next(&self, waiting: &[String]) -> Option<usize> {
        let mut turns = self.turns.lock();
        turns.last.retain(|caller, _| waiting.contains(caller));
        let last_turn = |caller: &String| turns.last.get(caller).copied().unwrap_or_default();
        let (index, caller) =
            waiting.iter().enumerate().min_by_key(|(index, caller)| (last_turn(caller), *index))?;
        turns.next += 1;
        let turn = turns.next;
        turns.last.insert(caller.clone(), turn);
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_take_turns() {
        let callers = Callers::default();
        let mut waiting: Vec<_> = ["a", "a", "a", "b", "b", "c"].map(str::to_owned).into();
        let mut order = String::new();
        while let Some(next) = callers.next(&waiting) {
            order += &waiting.remove(next);
        }
        assert_eq!(order, "abcaba");
        assert_eq!(callers.next(&[]), None);
        assert!(callers.turns.lock().last.is_empty());
    }

    #[test]
    fn a_hash_does_not_reveal_its_address() {
        let address = Some(IpAddr::from([192, 0, 2, 1]));
        let (one, two) = (Callers::default(), Callers::default());
        assert_eq!(one.hash(address), one.hash(address));
        assert_ne!(one.hash(address), two.hash(address));
        assert_eq!(one.hash(None), "");
    }
}
