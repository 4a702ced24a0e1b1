//! Sessions of browsers and API tokens of programs. The store has only the hashes of their secrets.

use crownhead_arbiter::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::{Account, AccountError, AccountId, Accounts};
use crownhead_store::StoreError;
use crownhead_store::random_text;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};

/// How long a session lasts after it was last used.
const SESSION: Span = Span::from_secs(60 * 24 * 60 * 60);

/// How often it is noted that a session is used.
const NOTED: Span = Span::from_secs(60 * 60);

/// How many sessions and tokens an account has.
const MOST_SESSIONS: i64 = 50;
const MOST_TOKENS: i64 = 20;

/// What every token begins with, so that it is not taken for the secret of a seat.
pub(crate) const TOKEN: &str = "cht_";

/// What a program may do with a token.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Read what is the account's alone.
    Read,
    /// Play in its name.
    Play,
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The account.
    pub account: Account,
    /// What may be done in its name; everything in a session.
    pub scopes: Option<Vec<Scope>>,
    /// The session, if it is one.
    pub session: Option<String>,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SessionInfo {
    /// By which it can be ended.
    pub id: String,
    /// When it began.
    pub made: Timestamp,
    /// When it was last used, within an hour.
    pub seen: Timestamp,
    /// The program that it was begun with, as that calls itself.
    pub program: String,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// A token as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TokenInfo {
    /// By which it can be ended.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What may be done with it.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub made: Timestamp,
}

impl Identity {
    /// Whether this may be done.
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.as_ref().is_none_or(|scopes| scopes.contains(&scope))
    }
}

impl Accounts {
    /// Begins a session, and returns its secret.
    pub async fn begin_session(
        &self,
        account: &AccountId,
        program: &str,
    ) -> Result<String, AccountError> {
        let (secret, id) = (random_text::<24>()?, random_text::<8>()?);
        let now = self.db.now();
        // The oldest makes room.
        let tidy = Statement::new(
            "DELETE FROM sessions WHERE account = $1 AND secret NOT IN (
                SELECT secret FROM sessions WHERE account = $1 ORDER BY seen DESC LIMIT $2)",
            [account.into(), (MOST_SESSIONS - 1).into()],
        );
        let program: String = program.chars().filter(|c| !c.is_control()).take(120).collect();
        let begin = Statement::new(
            "INSERT INTO sessions (secret, id, account, made, seen, program)
             VALUES ($1, $2, $3, $4, $5, $6)",
            [
                hash(&secret).as_slice().into(),
                id.into(),
                account.into(),
                now.into(),
                now.into(),
                program.into(),
            ],
        );
        self.db.store().change(vec![tidy, begin]).await?;
        Ok(secret)
    }

    /// Who a session's secret belongs to.
    pub async fn by_session(&self, secret: &str) -> Result<Option<Identity>, AccountError> {
        let find = "SELECT a.id, a.name, a.made, a.banned, s.id, s.seen FROM sessions AS s
            JOIN accounts AS a ON a.id = s.account WHERE s.secret = $1";
        let hash = hash(secret);
        let rows = self.db.store().query(Statement::new(find, [hash.as_slice().into()])).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let account = super::manage::account(row)?;
        let (session, now) = (row.text(4)?, self.db.now());
        let seen = row.time(5)?;
        if account.banned || now.since(seen) > SESSION {
            return Ok(None);
        }
        if now.since(seen) > NOTED {
            let note = "UPDATE sessions SET seen = $1 WHERE secret = $2";
            let note = Statement::new(note, [now.into(), hash.as_slice().into()]);
            self.db.store().change(vec![note]).await?;
        }
        Ok(Some(Identity { account, scopes: None, session: Some(session) }))
    }

    /// The sessions of an account, the last used first.
    pub async fn sessions(&self, of: &Identity) -> Result<Vec<SessionInfo>, AccountError> {
        let find = "SELECT id, made, seen, program FROM sessions WHERE account = $1
            ORDER BY seen DESC";
        let rows = self.db.store().query(Statement::new(find, [(&of.account.id).into()])).await?;
        let seen = |row: &Row| {
            let id = row.text(0)?;
            Ok(SessionInfo {
                this: of.session.as_ref() == Some(&id),
                id,
                made: time(row, 1)?,
                seen: time(row, 2)?,
                program: row.text(3)?,
            })
        };
        rows.iter().map(seen).collect()
    }

    /// Ends a session of an account, or all of them; whether there was one.
    pub async fn end_session(
        &self,
        account: &AccountId,
        id: Option<&str>,
    ) -> Result<bool, AccountError> {
        let end = Statement::new(
            "DELETE FROM sessions WHERE account = $1 AND ($2 = '' OR id = $2) RETURNING id",
            [account.into(), id.unwrap_or_default().into()],
        );
        let done = self.db.store().change(vec![end]).await?;
        Ok(
            matches!(done, ChangeOutcome::Committed(rows) if rows.iter().any(|rows| !rows.is_empty())),
        )
    }

    /// Makes a token, and returns its secret and its name.
    pub async fn make_token(
        &self,
        account: &AccountId,
        name: &str,
        scopes: &[Scope],
    ) -> Result<(String, String), AccountError> {
        let (secret, id) = (format!("{TOKEN}{}", random_text::<32>()?), random_text::<8>()?);
        let make = Statement::new(
            "INSERT INTO tokens (secret, id, account, name, scopes, made)
             SELECT $1, $2, $3, $4, $5, $6
             WHERE (SELECT count(*) FROM tokens WHERE account = $7) < $8",
            [
                hash(&secret).as_slice().into(),
                id.clone().into(),
                account.into(),
                name.into(),
                serde_json::to_string(scopes).map_err(StoreError::failed)?.into(),
                self.db.now().into(),
                account.into(),
                MOST_TOKENS.into(),
            ],
        );
        match self.db.store().change(vec![make.requiring(1)]).await? {
            ChangeOutcome::Committed(_) => Ok((secret, id)),
            ChangeOutcome::ConditionFailed => {
                Err(AccountError::Full("An account has at most 20 tokens."))
            }
        }
    }

    /// Who a token belongs to.
    pub async fn by_token(&self, secret: &str) -> Result<Option<Identity>, AccountError> {
        let find = "SELECT a.id, a.name, a.made, a.banned, t.scopes FROM tokens AS t
            JOIN accounts AS a ON a.id = t.account WHERE t.secret = $1";
        let rows =
            self.db.store().query(Statement::new(find, [hash(secret).as_slice().into()])).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let account = super::manage::account(row)?;
        let scopes = serde_json::from_str(&row.text(4)?).map_err(StoreError::failed)?;
        let identity = Identity { account, scopes: Some(scopes), session: None };
        Ok(Some(identity).filter(|identity| !identity.account.banned))
    }

    /// The tokens of an account.
    pub async fn tokens(&self, account: &AccountId) -> Result<Vec<TokenInfo>, AccountError> {
        let find = "SELECT id, name, scopes, made FROM tokens WHERE account = $1 ORDER BY made";
        let rows = self.db.store().query(Statement::new(find, [account.into()])).await?;
        let seen = |row: &Row| {
            let scopes = serde_json::from_str(&row.text(2)?).map_err(StoreError::failed)?;
            Ok(TokenInfo { id: row.text(0)?, name: row.text(1)?, scopes, made: time(row, 3)? })
        };
        rows.iter().map(seen).collect()
    }

    /// Ends a token of an account; whether there was one.
    pub async fn end_token(&self, account: &AccountId, id: &str) -> Result<bool, AccountError> {
        let end = "DELETE FROM tokens WHERE account = $1 AND id = $2";
        let end = Statement::new(end, [account.into(), id.into()]).requiring(1);
        Ok(self.db.store().change(vec![end]).await? != ChangeOutcome::ConditionFailed)
    }
}

/// What is kept of a secret, which is random throughout.
pub(super) fn hash(secret: &str) -> [u8; 32] {
    Sha256::new().chain_update(b"crownhead access 1").chain_update(secret).finalize().into()
}

pub(super) fn time(row: &Row, column: usize) -> Result<Timestamp, StoreError> {
    row.time(column)
}
