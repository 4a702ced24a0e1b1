//! How many challenges may wait: of one account, from one address, and in all. They are counted in the
//! store when a challenge is created, so that the limits hold on all nodes and after a restart.

use std::net::IpAddr;
use std::time::Duration;

use crownhead_arbiter::Timestamp;
use crownhead_store::sql::{Statement, Value};
use crownhead_store::{Db, NoRandomness, StoreError, random_bytes};
use ring::hmac;

use super::{Challenges, NewChallenge};
use crate::keys;
use crate::people::accounts::AccountId;
use crate::rooms::RoomError;

/// The maximum number of waiting challenges of an account, and of all guests at one address.
const MAX_OF_ONE: i64 = 20;

/// The maximum number of waiting challenges from one address, of all accounts and guests there: room
/// for a school, and a fraction of all.
const MAX_FROM_ADDRESS: i64 = 60;

/// The maximum number of waiting challenges.
const MAX_OPEN: i64 = 2_000;

/// The name of the key that makes sources of addresses.
const SOURCE_KEY: &str = "challenge-sources";

/// Whose challenges are counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ChallengeMaker {
    /// Nobody's: there are no limits but that of all.
    Unlimited,
    /// The account's if there is one, and those from the address if it is known.
    At(Option<IpAddr>),
}

/// Why a challenge was not created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeError {
    /// So many are waiting already; the first of them expires after this time.
    Full(i64, Duration),
    /// It is not possible.
    Room(RoomError),
}

/// The limits of a new challenge.
pub(super) struct Limits {
    /// The account, if its challenges are counted.
    account: Option<AccountId>,
    /// The source, if the challenges from there are counted.
    source: Option<String>,
}

/// The conditions under which a challenge is inserted. The parameters come in the order of their
/// first appearance.
const INSERT: &str = "INSERT INTO challenges (id, made, until, listed, game, settings, seat, name,
        secret, account, source)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
    WHERE (SELECT count(*) FROM challenges WHERE match_id IS NULL AND until > $12) < $13
        AND ($14 = '' OR (SELECT count(*) FROM challenges
            WHERE match_id IS NULL AND until > $12 AND account = $14) < $15)
        AND ($16 = '' OR (SELECT count(*) FROM challenges
            WHERE match_id IS NULL AND until > $12 AND source = $16) < $17)
        AND ($14 <> '' OR $16 = '' OR (SELECT count(*) FROM challenges
            WHERE match_id IS NULL AND until > $12 AND source = $16 AND account IS NULL) < $15)";

impl Limits {
    pub(super) async fn of(
        challenges: &Challenges,
        new: &NewChallenge,
        maker: ChallengeMaker,
    ) -> Result<Limits, RoomError> {
        let ChallengeMaker::At(address) = maker else {
            return Ok(Limits { account: None, source: None });
        };
        let source = match address {
            Some(address) => Some(challenges.source(address).await?),
            None => None,
        };
        Ok(Limits { account: new.account.as_ref().map(|account| account.id.clone()), source })
    }

    pub(super) fn source(&self) -> Option<String> {
        self.source.clone()
    }

    /// Inserts a challenge with these columns if that exceeds no limit.
    pub(super) fn insert(&self, columns: [Value; 11], now: Timestamp) -> Vec<Statement> {
        // Concurrent transactions on PostgreSQL would count the same rows, so they take turns.
        let lock = "UPDATE server_keys SET name = name WHERE name = $1";
        let lock = self.source.iter().map(|_| Statement::new(lock, [SOURCE_KEY.into()]));
        let account = self.account.as_ref().map_or("", AccountId::as_str);
        let limits: [Value; 6] = [
            now.into(),
            MAX_OPEN.into(),
            account.into(),
            MAX_OF_ONE.into(),
            self.source.as_deref().unwrap_or_default().into(),
            MAX_FROM_ADDRESS.into(),
        ];
        let insert = Statement::new(INSERT, columns.into_iter().chain(limits)).requiring(1);
        lock.chain([insert]).collect()
    }

    /// The limit that a challenge would exceed.
    pub(super) async fn exceeded(
        &self,
        db: &Db,
        now: Timestamp,
    ) -> Result<ChallengeError, StoreError> {
        let account = self.account.as_ref().map_or("", AccountId::as_str);
        let source = self.source.as_deref().unwrap_or_default();
        for (of, values, limit) in [
            (OF_ACCOUNT, [account, account], MAX_OF_ONE),
            (OF_GUESTS, [source, account], MAX_OF_ONE),
            (OF_SOURCE, [source, source], MAX_FROM_ADDRESS),
        ] {
            let values = [now.into(), values[0].into(), values[1].into()];
            let rows = db.store().query(Statement::new(of, values)).await?;
            let Some(row) = rows.first() else { continue };
            if row.number(0)? >= limit {
                let until = row.optional_time(1)?.unwrap_or(now);
                let wait = Duration::from_millis(until.since(now).as_millis());
                return Ok(ChallengeError::Full(limit, wait));
            }
        }
        Ok(ChallengeError::Room(RoomError::Busy))
    }
}

const OF_ACCOUNT: &str = "SELECT count(*), min(until) FROM challenges
    WHERE match_id IS NULL AND until > $1 AND $2 <> '' AND account = $3";
const OF_GUESTS: &str = "SELECT count(*), min(until) FROM challenges
    WHERE match_id IS NULL AND until > $1 AND source = $2 AND account IS NULL AND $3 = ''";
const OF_SOURCE: &str = "SELECT count(*), min(until) FROM challenges
    WHERE match_id IS NULL AND until > $1 AND $2 <> '' AND source = $3";

impl Challenges {
    /// The source of an address, by which challenges are counted and the operator finds those that
    /// belong together. It says nothing else about the address.
    async fn source(&self, address: IpAddr) -> Result<String, RoomError> {
        let key = self.source_key.get_or_try_init(async || {
            let key = keys::key(&self.db, SOURCE_KEY, &random_bytes::<32>()?).await?;
            Ok::<_, RoomError>(hmac::Key::new(hmac::HMAC_SHA256, &key))
        });
        let tag = hmac::sign(key.await?, address.to_string().as_bytes());
        Ok(tag.as_ref().iter().take(6).map(|byte| format!("{byte:02x}")).collect())
    }
}

impl From<RoomError> for ChallengeError {
    fn from(error: RoomError) -> ChallengeError {
        ChallengeError::Room(error)
    }
}

impl From<StoreError> for ChallengeError {
    fn from(error: StoreError) -> ChallengeError {
        ChallengeError::Room(error.into())
    }
}

impl From<NoRandomness> for ChallengeError {
    fn from(error: NoRandomness) -> ChallengeError {
        ChallengeError::Room(error.into())
    }
}
