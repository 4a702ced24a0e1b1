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
use crate::rate_limit::{SITE_FACTOR, site};
use crate::rooms::RoomError;

/// The maximum number of waiting challenges of an account, and of all guests at one address.
const MAX_OF_ONE: i64 = 20;

/// The maximum number of waiting challenges from one address, of all accounts and guests there: room
/// for a school, and a fraction of all.
const MAX_FROM_ADDRESS: i64 = 60;

/// The same for a site.
const MAX_FROM_SITE: i64 = MAX_FROM_ADDRESS * SITE_FACTOR as i64;

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
    /// The site, in the same way.
    site: Option<String>,
}

/// The conditions under which a challenge is inserted. The parameters come in the order of their
/// first appearance.
const INSERT: &str = "INSERT INTO challenges (id, made, until, listed, game, settings, seat, name,
        secret, account, source, site)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
    WHERE (SELECT count(*) FROM challenges WHERE match_id IS NULL AND until > $13) < $14
        AND ($15 = '' OR (SELECT count(*) FROM challenges
            WHERE match_id IS NULL AND until > $13 AND account = $15) < $16)
        AND ($17 = '' OR (SELECT count(*) FROM challenges
            WHERE match_id IS NULL AND until > $13 AND source = $17) < $18)
        AND ($15 <> '' OR $17 = '' OR (SELECT count(*) FROM challenges
            WHERE match_id IS NULL AND until > $13 AND source = $17 AND account IS NULL) < $16)
        AND ($19 = '' OR (SELECT count(*) FROM challenges
            WHERE match_id IS NULL AND until > $13 AND site = $19) < $20)";

impl Limits {
    pub(super) async fn of(
        challenges: &Challenges,
        new: &NewChallenge,
        maker: ChallengeMaker,
    ) -> Result<Limits, RoomError> {
        let ChallengeMaker::At(address) = maker else {
            return Ok(Limits { account: None, source: None, site: None });
        };
        let source = match address {
            Some(address) => Some(challenges.source(&address.to_string()).await?),
            None => None,
        };
        let site = match address.and_then(site) {
            Some(site) => Some(challenges.source(&format!("site {site}")).await?),
            None => None,
        };
        let account = new.account.as_ref().map(|account| account.id.clone());
        Ok(Limits { account, source, site })
    }

    pub(super) fn source(&self) -> Option<String> {
        self.source.clone()
    }

    pub(super) fn site(&self) -> Option<String> {
        self.site.clone()
    }

    /// Inserts a challenge with these columns if that exceeds no limit.
    pub(super) fn insert(&self, columns: [Value; 12], now: Timestamp) -> Vec<Statement> {
        // Concurrent transactions on PostgreSQL would count the same rows, so they take turns.
        let lock = "UPDATE server_keys SET name = name WHERE name = $1";
        let lock = self.source.iter().map(|_| Statement::new(lock, [SOURCE_KEY.into()]));
        let account = self.account.as_ref().map_or("", AccountId::as_str);
        let limits: [Value; 8] = [
            now.into(),
            MAX_OPEN.into(),
            account.into(),
            MAX_OF_ONE.into(),
            self.source.as_deref().unwrap_or_default().into(),
            MAX_FROM_ADDRESS.into(),
            self.site.as_deref().unwrap_or_default().into(),
            MAX_FROM_SITE.into(),
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
        let site = self.site.as_deref().unwrap_or_default();
        for (of, values, limit) in [
            (OF_ACCOUNT, [account, account], MAX_OF_ONE),
            (OF_GUESTS, [source, account], MAX_OF_ONE),
            (OF_SOURCE, [source, source], MAX_FROM_ADDRESS),
            (OF_SITE, [site, site], MAX_FROM_SITE),
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
const OF_SITE: &str = "SELECT count(*), min(until) FROM challenges
    WHERE match_id IS NULL AND until > $1 AND $2 <> '' AND site = $3";

impl Challenges {
    /// The source of an address, by which challenges are counted and the operator finds those that
    /// belong together. It says nothing else about the address.
    async fn source(&self, address: &str) -> Result<String, RoomError> {
        let key = self.source_key.get_or_try_init(async || {
            let key = keys::key(&self.db, SOURCE_KEY, &random_bytes::<32>()?).await?;
            Ok::<_, RoomError>(hmac::Key::new(hmac::HMAC_SHA256, &key))
        });
        let tag = hmac::sign(key.await?, address.as_bytes());
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

#[cfg(test)]
mod tests {
    use crownhead_store::postgres::PostgresStore;
    use crownhead_store::sqlite::SqliteStore;
    use crownhead_swarm::fleet::PostgresServer;
    use rusqlite::{Connection, StatementStatus, params_from_iter};
    use sqlx::{AssertSqlSafe, PgPool};

    use super::*;

    /// Accepted challenges, half of them of one account, and 100 that wait.
    const FILL: &str =
        "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
        INSERT INTO challenges (id, made, until, listed, game, settings, seat, secret, match_id,
            account, source, site)
        SELECT 'c' || (1000000 + i), i, 1000000 + i % 1000, 1, 'common', '{}', 1, x'00',
            CASE WHEN i >= 100 THEN 'm' || (1000000 + i) END,
            CASE WHEN i % 2 = 0 THEN 'ann00001' ELSE NULL END,
            CASE WHEN i < 100 THEN 'source' || (i % 7) END,
            CASE WHEN i < 100 THEN 'site' || (i % 3) END
        FROM n";

    /// Every way to count: of an account, of a guest, and of neither.
    fn inserts() -> Vec<Statement> {
        let account = || Some(AccountId::from_store("ann00001".to_owned()));
        let source = || Some("source1".to_owned());
        let all = [(account(), source()), (account(), None), (None, source()), (None, None)];
        let inserts = all.into_iter().map(|(account, source)| {
            let site = source.is_some().then(|| "site1".to_owned());
            let limits = Limits { account, source, site };
            let columns: [Value; 12] = [
                "new00000".into(),
                1.into(),
                2_000_000.into(),
                1.into(),
                "common".into(),
                "{}".into(),
                1.into(),
                Value::Text(None),
                [0_u8].as_slice().into(),
                Value::Text(None),
                limits.source().into(),
                limits.site().into(),
            ];
            limits.insert(columns, Timestamp::from_millis(500_000)).pop().unwrap()
        });
        inserts.collect()
    }

    /// The steps of SQLite's virtual machine that each insertion takes, and the indexes that it reads.
    fn steps(accepted: i64) -> Vec<i32> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        drop(SqliteStore::open(&path).unwrap());
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.pragma_update(None, "synchronous", false).unwrap();
        connection.execute(FILL, [accepted]).unwrap();
        let steps = inserts().into_iter().map(|insert| {
            let plan = format!("EXPLAIN QUERY PLAN {}", insert.text());
            let mut plan = connection.prepare(&plan).unwrap();
            let lines = plan.query_map(params_from_iter(insert.values()), |row| row.get(3));
            let lines: Vec<String> = lines.unwrap().collect::<Result<_, _>>().unwrap();
            let reads: Vec<_> = lines.iter().filter(|line| line.contains("challenges")).collect();
            assert_eq!(reads.len(), 5, "{lines:?}");
            for line in reads {
                assert!(line.contains("INDEX open_challenges"), "{lines:?}");
            }
            let mut insert_one = connection.prepare(insert.text()).unwrap();
            insert_one.execute(params_from_iter(insert.values())).unwrap();
            let steps = insert_one.get_status(StatementStatus::VmStep);
            connection.execute("DELETE FROM challenges WHERE id = 'new00000'", []).unwrap();
            steps
        });
        steps.collect()
    }

    #[test]
    fn creating_a_challenge_does_not_read_the_accepted_ones() {
        let (few, many) = (steps(200), steps(20_000));
        for (few, many) in few.iter().zip(&many) {
            assert!((few - many).abs() <= 20, "{few} and {many} steps");
        }
    }

    #[tokio::test]
    async fn creating_a_challenge_does_not_read_the_accepted_ones_on_postgresql() {
        let server = PostgresServer::start(false).unwrap();
        let address = server.database("challenges").unwrap();
        PostgresStore::open(&address).await.unwrap();
        let pool = PgPool::connect(&address).await.unwrap();
        let run = async |text: String| {
            sqlx::raw_sql(AssertSqlSafe(text)).execute(&pool).await.unwrap();
        };
        let references = ["match_id", "account"];
        for column in references {
            run(format!("ALTER TABLE challenges DROP CONSTRAINT challenges_{column}_fkey")).await;
        }
        run(FILL.replace("x'00'", "''").replace("$1", "20000")).await;
        run("VACUUM ANALYZE challenges".to_owned()).await;
        for insert in inserts() {
            let mut text = format!("EXPLAIN (COSTS OFF) {}", insert.text_on_postgres());
            for (index, value) in insert.values().iter().enumerate().rev() {
                let value = match value {
                    Value::Number(Some(number)) => format!("'{number}'::bigint"),
                    Value::Text(Some(text)) => format!("'{text}'::text"),
                    Value::Bytes(_) => "''::bytea".to_owned(),
                    _ => "NULL".to_owned(),
                };
                text = text.replace(&format!("${}", index + 1), &value);
            }
            let plan: Vec<(String,)> =
                sqlx::query_as(AssertSqlSafe(text)).fetch_all(&pool).await.unwrap();
            let plan: Vec<_> = plan.into_iter().map(|(line,)| line).collect();
            assert!(plan.iter().any(|line| line.contains("open_challenges")), "{plan:#?}");
            assert!(!plan.iter().any(|line| line.contains("Seq Scan")), "{plan:#?}");
        }
    }
}
