//! Blocking and reporting other players.

use crownhead_arbiter::Timestamp;
use serde::Serialize;

use super::sessions::timestamp;
use super::{AccountError, AccountId, Accounts, UserName};
use crownhead_store::MatchId;
use crownhead_store::sql::{Row, Statement};
use crownhead_store::{Db, StoreError, random_text};

/// The maximum number of blocks of an account, and of its unsettled reports.
const MAX_BLOCKED: i64 = 500;
const MAX_REPORTS: i64 = 50;

/// A report about a player, for the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerReport {
    /// Its id.
    pub id: String,
    /// The name of the reporting account, if it still exists.
    pub by: Option<String>,
    /// The name of the reported account.
    pub about: String,
    /// The match in which it happened, if any.
    #[serde(rename = "match")]
    pub in_match: Option<String>,
    /// The reporter's description.
    pub words: String,
    /// The time of the report.
    pub made: Timestamp,
}

impl Accounts {
    /// Blocks another player: neither can accept the other's challenges.
    pub async fn block(&self, by: &AccountId, name: &UserName) -> Result<(), AccountError> {
        let blocked = self.find(name).await?.ok_or(AccountError::NotFound)?;
        if blocked.id == *by {
            return Err(AccountError::Conflict("You cannot block yourself."));
        }
        let count = "SELECT count(*) FROM blocks WHERE account = $1";
        let rows = self.db.store().query(Statement::new(count, [by.into()])).await?;
        if rows.first().map_or(Ok(0), |row| row.number(0))? >= MAX_BLOCKED {
            return Err(AccountError::Conflict("You can block at most 500 players."));
        }
        let block = "INSERT INTO blocks (account, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.change(vec![Statement::new(block, [by.into(), (&blocked.id).into()])]).await
    }

    /// Unblocks a player.
    pub async fn unblock(&self, by: &AccountId, name: &UserName) -> Result<(), AccountError> {
        let blocked = self.find(name).await?.ok_or(AccountError::NotFound)?;
        let unblock = "DELETE FROM blocks WHERE account = $1 AND blocked = $2";
        self.change(vec![Statement::new(unblock, [by.into(), (&blocked.id).into()])]).await
    }

    /// The names of the players whom an account blocks.
    pub async fn blocked(&self, by: &AccountId) -> Result<Vec<String>, AccountError> {
        let find = "SELECT a.name FROM blocks AS b JOIN accounts AS a ON a.id = b.blocked
            WHERE b.account = $1 ORDER BY a.key";
        let rows = self.db.store().query(Statement::new(find, [by.into()])).await?;
        rows.iter().map(|row| Ok(row.text(0)?)).collect()
    }

    /// Reports a player to the operator.
    pub async fn report(
        &self,
        by: &AccountId,
        about: &UserName,
        in_match: Option<MatchId>,
        words: &str,
    ) -> Result<(), AccountError> {
        let about = self.find(about).await?.ok_or(AccountError::NotFound)?;
        let count = "SELECT count(*) FROM reports WHERE reporter = $1";
        let rows = self.db.store().query(Statement::new(count, [by.into()])).await?;
        if rows.first().map_or(Ok(0), |row| row.number(0))? >= MAX_REPORTS {
            return Err(AccountError::Conflict("The operator has many reports of yours already."));
        }
        let in_match = in_match.map(|id| id.to_string());
        let report = Statement::new(
            "INSERT INTO reports (id, reporter, about, match_id, words, made)
             VALUES ($1, $2, $3, $4, $5, $6)",
            [
                random_text::<8>()?.into(),
                by.into(),
                about.name.into(),
                in_match.into(),
                words.into(),
                self.db.now().into(),
            ],
        );
        self.change(vec![report]).await
    }

    /// The unsettled reports, the oldest first.
    pub async fn reports(&self) -> Result<Vec<PlayerReport>, AccountError> {
        let find = "SELECT r.id, a.name, r.about, r.match_id, r.words, r.made FROM reports AS r
            LEFT JOIN accounts AS a ON a.id = r.reporter ORDER BY r.made LIMIT $1";
        let rows = self.db.store().query(Statement::new(find, [1000.into()])).await?;
        let report = |row: &Row| {
            Ok(PlayerReport {
                id: row.text(0)?,
                by: row.optional_text(1)?,
                about: row.text(2)?,
                in_match: row.optional_text(3)?,
                words: row.text(4)?,
                made: timestamp(row, 5)?,
            })
        };
        rows.iter().map(report).collect()
    }

    /// Deletes a report that is dealt with.
    pub async fn settle(&self, id: &str) -> Result<(), AccountError> {
        let settle = Statement::new("DELETE FROM reports WHERE id = $1", [id.into()]);
        self.change(vec![settle.requiring(1)]).await
    }
}

/// Whether either of two accounts blocks the other.
pub(crate) async fn is_blocked(
    db: &Db,
    one: &AccountId,
    other: &AccountId,
) -> Result<bool, StoreError> {
    let find = "SELECT count(*) FROM blocks
        WHERE account = $1 AND blocked = $2 OR account = $2 AND blocked = $1";
    let rows = db.store().query_for_play(Statement::new(find, [one.into(), other.into()])).await?;
    Ok(rows.first().map_or(Ok(0), |row| row.number(0))? > 0)
}
