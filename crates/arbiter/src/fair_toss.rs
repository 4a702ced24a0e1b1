//! Fair tosses by a commit-reveal scheme: both players commit to a secret before either reveals it,
//! and the result follows from both secrets together.
//!
//! A commitment is bound to the match, the game, the round and the seat, so it cannot be reused or
//! copied from the opponent. The player who reveals last knows the result before, but gains nothing
//! by it: a secret that is not revealed in time loses the toss.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::json_forms::hex;
use crate::{BySeat, GameNumber, Seat, TossRound};

macro_rules! bytes {
    ($($(#[$doc:meta])* $Name:ident($length:literal), $pattern:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Copy, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
            #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
            #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
            #[cfg_attr(feature = "schema", schema(value_type = String, pattern = $pattern))]
            #[serde(transparent)]
            pub struct $Name(#[serde(with = "hex")] pub [u8; $length]);

            impl fmt::Display for $Name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(&hex::text(&self.0))
                }
            }

            impl fmt::Debug for $Name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, "{}({self})", stringify!($Name))
                }
            }
        )*
    };
}

bytes! {
    /// Random bytes that the host gives to a match when it opens it, so that its tosses differ from
    /// those of every other match.
    Salt(16), "^[0-9A-Fa-f]{32}$";
    /// Random bytes that a player keeps secret until both have committed.
    Secret(32), "^[0-9A-Fa-f]{64}$";
    /// The hash by which a player commits to a secret.
    Commitment(32), "^[0-9A-Fa-f]{64}$";
    /// A SHA-256 hash.
    Sha256Hash(32), "^[0-9A-Fa-f]{64}$";
}

impl Sha256Hash {
    /// The hash of these bytes, one part after the other.
    pub fn of(parts: &[&[u8]]) -> Sha256Hash {
        let mut hash = Sha256::new();
        parts.iter().for_each(|part| hash.update(part));
        Sha256Hash(hash.finalize().into())
    }
}

/// Identifies a toss.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TossId {
    /// The salt of the match.
    pub salt: Salt,
    /// The game of the series.
    pub game: GameNumber,
    /// The toss within the game's ritual.
    pub round: TossRound,
}

impl TossId {
    fn hasher(&self, what: &[u8]) -> Sha256 {
        Sha256::new()
            .chain_update(what)
            .chain_update(self.salt.0)
            .chain_update(self.game.get().to_be_bytes())
            .chain_update(self.round.get().to_be_bytes())
    }

    /// The commitment to a secret: the hash of `crownhead commit 1`, the salt, the game and the
    /// round (four bytes each, the highest first), the seat (a byte, 1 or 2) and the secret.
    pub fn commitment(&self, seat: Seat, secret: Secret) -> Commitment {
        let seat = match seat {
            Seat::One => 1_u8,
            Seat::Two => 2,
        };
        let hash = self.hasher(b"crownhead commit 1").chain_update([seat]).chain_update(secret.0);
        Commitment(hash.finalize().into())
    }

    /// The result of the toss: the hash of `crownhead toss 1`, the salt, the game, the round and
    /// the secrets of seat one and seat two.
    pub fn result(&self, secrets: BySeat<Secret>) -> TossResult {
        let hash = self.hasher(b"crownhead toss 1");
        let hash = hash.chain_update(secrets.one.0).chain_update(secrets.two.0).finalize();
        TossResult { first: hash[0], second: hash[1] }
    }
}

/// The result of a toss. The bits of a hash are uniformly distributed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TossResult {
    first: u8,
    second: u8,
}

impl TossResult {
    /// The winner of lots: seat one if the hash's first byte is even, otherwise seat two.
    pub fn winner(self) -> Seat {
        if self.first.is_multiple_of(2) { Seat::One } else { Seat::Two }
    }

    /// The coins: seat one's shows heads if the hash's first byte is odd, seat two's if the second
    /// is.
    pub fn coins(self) -> BySeat<Coin> {
        let coin = |byte: u8| if byte.is_multiple_of(2) { Coin::Tails } else { Coin::Heads };
        BySeat::new(coin(self.first), coin(self.second))
    }
}

/// A side of a coin.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Coin {
    /// Heads.
    Heads,
    /// Tails.
    Tails,
}

impl BySeat<Coin> {
    /// The owner of the only coin that shows heads.
    pub fn only_heads(self) -> Option<Seat> {
        match (self.one, self.two) {
            (Coin::Heads, Coin::Tails) => Some(Seat::One),
            (Coin::Tails, Coin::Heads) => Some(Seat::Two),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures come from another implementation of SHA-256; see docs/match.md.
    #[test]
    fn hashes_match_another_implementation() {
        let salt = Salt(std::array::from_fn(|i| i as u8));
        let toss = TossId { salt, game: GameNumber::new(1), round: TossRound::new(2) };
        let (one, two) = (Secret([1; 32]), Secret([2; 32]));
        assert_eq!(
            toss.commitment(Seat::One, one).to_string(),
            "df821307f9a7c5e487a7ea1ccb3d9a9c6c0112a9705569795d4c065dd70bf29c"
        );
        assert_eq!(
            toss.commitment(Seat::Two, two).to_string(),
            "1d0b63ad2881eeb31565674f991fecdb64af23e2c320cdf000f5c8c3ace1f932"
        );
        // The hash begins with 6b e5, which are both odd.
        let result = toss.result(BySeat::new(one, two));
        assert_eq!(result.winner(), Seat::Two);
        assert_eq!(result.coins(), BySeat::both(Coin::Heads));
    }

    #[test]
    fn a_commitment_is_bound_to_one_seat_and_one_toss() {
        let toss =
            TossId { salt: Salt([0; 16]), game: GameNumber::new(1), round: TossRound::new(1) };
        let secret = Secret([7; 32]);
        let here = toss.commitment(Seat::One, secret);
        assert_ne!(here, toss.commitment(Seat::Two, secret));
        assert_ne!(here, TossId { round: TossRound::new(2), ..toss }.commitment(Seat::One, secret));
        assert_ne!(here, TossId { game: GameNumber::new(2), ..toss }.commitment(Seat::One, secret));
        assert_ne!(here, TossId { salt: Salt([1; 16]), ..toss }.commitment(Seat::One, secret));
    }

    #[test]
    fn lots_and_coins_fall_evenly() {
        let (mut wins, mut heads, mut decided) = (0, 0, 0);
        for round in 1..=4000 {
            let toss = TossId {
                salt: Salt([3; 16]),
                game: GameNumber::new(1),
                round: TossRound::new(round),
            };
            let result = toss.result(BySeat::new(Secret([1; 32]), Secret([2; 32])));
            wins += u32::from(result.winner() == Seat::One);
            heads += u32::from(result.coins().two == Coin::Heads);
            decided += u32::from(result.coins().only_heads().is_some());
        }
        for count in [wins, heads, decided] {
            assert!((1850..=2150).contains(&count), "{count} of 4000");
        }
    }
}
