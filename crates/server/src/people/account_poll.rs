//! Looks in the store for what is new for the accounts that are followed on this node: once a second
//! for all of them, whatever the number of streams.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crownhead_store::sql::{Row, Statement};
use crownhead_store::{Db, StoreError};
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use super::accounts::AccountId;

/// How often the store is queried while somebody follows.
const POLL: Duration = Duration::from_secs(1);

/// The maximum number of accounts of one query.
const MAX_ACCOUNTS: usize = 200;

/// The poller of a node. It runs while an account is followed.
pub(crate) struct AccountPoller {
    db: Db,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    followed: HashMap<AccountId, watch::Sender<Summary>>,
    is_running: bool,
}

/// What differs when an account has a new match, or a challenge of it was accepted. Now and then two
/// changes cancel out, so whoever follows also looks by itself, at longer intervals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    challenges: i64,
    accepted: i64,
    running: i64,
    first_running: Option<String>,
    last_running: Option<String>,
}

/// The parameters are the ids of accounts as JSON, and the time.
macro_rules! summaries {
    ($ids:literal) => {
        concat!(
            "WITH f (id) AS (",
            $ids,
            ") SELECT f.id,
            (SELECT count(*) FROM challenges AS c WHERE c.account = f.id AND c.until > $2),
            (SELECT count(c.match_id) FROM challenges AS c
                WHERE c.account = f.id AND c.until > $2),
            (SELECT count(*) FROM players AS p WHERE p.account = f.id AND p.running = 1),
            (SELECT min(p.match_id) FROM players AS p WHERE p.account = f.id AND p.running = 1),
            (SELECT max(p.match_id) FROM players AS p WHERE p.account = f.id AND p.running = 1)
            FROM f"
        )
    };
}

const SUMMARIES: &str = summaries!("SELECT value FROM json_each($1)");
const SUMMARIES_ON_POSTGRES: &str = summaries!("SELECT json_array_elements_text(CAST($1 AS json))");

impl AccountPoller {
    pub(crate) fn new(db: Db) -> Arc<AccountPoller> {
        Arc::new(AccountPoller { db, state: Mutex::default() })
    }

    /// Follows an account. The receiver changes when something is new.
    pub(crate) fn follow(self: &Arc<Self>, account: &AccountId) -> watch::Receiver<Summary> {
        let mut state = self.state.lock();
        let followed = state.followed.entry(account.clone());
        let receiver = followed.or_insert_with(|| watch::channel(Summary::default()).0).subscribe();
        if !std::mem::replace(&mut state.is_running, true) {
            tokio::spawn(self.clone().run());
        }
        receiver
    }

    async fn run(self: Arc<Self>) {
        let mut poll = tokio::time::interval(POLL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            poll.tick().await;
            let Some(accounts) = self.followed() else { return };
            for accounts in accounts.chunks(MAX_ACCOUNTS) {
                match self.summaries(accounts).await {
                    Ok(summaries) => self.publish(summaries),
                    Err(error) => tracing::warn!(%error, "new matches cannot be looked up"),
                }
            }
        }
    }

    /// The accounts that are followed; `None` if there are none, and then the poller has stopped.
    fn followed(&self) -> Option<Vec<AccountId>> {
        let mut state = self.state.lock();
        state.followed.retain(|_, summary| summary.receiver_count() > 0);
        state.is_running = !state.followed.is_empty();
        state.is_running.then(|| state.followed.keys().cloned().collect())
    }

    async fn summaries(
        &self,
        accounts: &[AccountId],
    ) -> Result<Vec<(AccountId, Summary)>, StoreError> {
        let ids: Vec<_> = accounts.iter().map(AccountId::as_str).collect();
        let ids = serde_json::to_string(&ids).map_err(StoreError::failed)?;
        let values = [ids.into(), self.db.now().into()];
        let find = Statement::new(SUMMARIES, values).on_postgres(SUMMARIES_ON_POSTGRES);
        self.db.store().query(find).await?.iter().map(summary).collect()
    }

    fn publish(&self, summaries: Vec<(AccountId, Summary)>) {
        let state = self.state.lock();
        for (account, summary) in summaries {
            let Some(followed) = state.followed.get(&account) else { continue };
            followed.send_if_modified(|before| {
                let is_new = *before != summary;
                *before = summary;
                is_new
            });
        }
    }
}

fn summary(row: &Row) -> Result<(AccountId, Summary), StoreError> {
    let summary = Summary {
        challenges: row.number(1)?,
        accepted: row.number(2)?,
        running: row.number(3)?,
        first_running: row.optional_text(4)?,
        last_running: row.optional_text(5)?,
    };
    Ok((AccountId::from_store(row.text(0)?), summary))
}
