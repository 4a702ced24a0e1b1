//! Sessions of browsers and API tokens of programs. The store has only the hashes of their secrets.

use crownhead_arbiter::{Span, Timestamp};
use crownhead_protocol::{Scope, SessionInfo, TokenInfo};
use sha2::{Digest, Sha256};

use super::{Account, AccountError, AccountId, Accounts, VerifiedAccount};
use crownhead_store::StoreError;
use crownhead_store::random_text;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};

/// How long a secret is valid after its last use. A browser forgets its cookie 60 days after
/// signing in, used or not.
const SESSION_LIFETIME: Span = Span::from_secs(60 * 24 * 60 * 60);

/// How often the last use of a session is recorded.
const LAST_USE_INTERVAL: Span = Span::from_secs(60 * 60);

/// The maximum number of sessions and tokens of an account.
const MAX_SESSIONS: i64 = 50;
const MAX_TOKENS: usize = 20;

/// The prefix of every token, which distinguishes it from a seat secret.
pub(crate) const TOKEN_PREFIX: &str = "cht_";

/// The identity of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The account.
    pub account: Account,
    /// The scopes of its token; `None` in a session, which may do everything.
    pub scopes: Option<Vec<Scope>>,
    /// The id of its session, if it has one.
    pub session: Option<String>,
    /// The id of its token, if it has one.
    pub token: Option<String>,
    /// The hash of the secret of its session or token.
    pub(super) secret: [u8; 32],
}

impl Identity {
    /// Whether the client has a permission.
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.as_ref().is_none_or(|scopes| scopes.contains(&scope))
    }
}

impl Accounts {
    /// Begins a session, and returns its secret. It begins only if the password that was verified is
    /// still the account's.
    pub async fn begin_session(
        &self,
        verified: &VerifiedAccount,
        program: &str,
    ) -> Result<String, AccountError> {
        let account = &verified.account.id;
        let (secret, id) = (random_text::<24>()?, random_text::<8>()?);
        let now = self.db.now();
        // The least recently used session is deleted if there are too many.
        let tidy = Statement::new(
            "DELETE FROM sessions WHERE account = $1 AND secret NOT IN (
                SELECT secret FROM sessions WHERE account = $1 ORDER BY seen DESC LIMIT $2)",
            [account.into(), (MAX_SESSIONS - 1).into()],
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
        self.change_verified(vec![verified.still_valid(), tidy, begin]).await?;
        Ok(secret)
    }

    /// The identity of a session's secret.
    pub async fn by_session(&self, secret: &str) -> Result<Option<Identity>, AccountError> {
        let find = "SELECT a.id, a.name, a.made, a.banned, s.id, s.seen FROM sessions AS s
            JOIN accounts AS a ON a.id = s.account WHERE s.secret = $1";
        let hash = hash(secret);
        let find = Statement::new(find, [hash.as_slice().into()]);
        let rows = self.db.store().query_for_play(find).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let account = super::manage::account(row)?;
        let (session, now) = (row.text(4)?, self.db.now());
        let seen = row.time(5)?;
        if account.banned || now.since(seen) > SESSION_LIFETIME {
            return Ok(None);
        }
        if now.since(seen) > LAST_USE_INTERVAL {
            let note = "UPDATE sessions SET seen = $1 WHERE secret = $2";
            let note = Statement::new(note, [now.into(), hash.as_slice().into()]);
            self.db.store().change(vec![note]).await?;
        }
        Ok(Some(Identity {
            account,
            scopes: None,
            session: Some(session),
            token: None,
            secret: hash,
        }))
    }

    /// The sessions of an account, the last used first.
    pub async fn sessions(&self, identity: &Identity) -> Result<Vec<SessionInfo>, AccountError> {
        let find = "SELECT id, made, seen, program FROM sessions WHERE account = $1
            ORDER BY seen DESC";
        let rows =
            self.db.store().query(Statement::new(find, [(&identity.account.id).into()])).await?;
        let seen = |row: &Row| {
            let id = row.text(0)?;
            Ok(SessionInfo {
                this: identity.session.as_ref() == Some(&id),
                id,
                made: timestamp(row, 1)?,
                seen: timestamp(row, 2)?,
                program: row.text(3)?,
            })
        };
        rows.iter().map(seen).collect()
    }

    /// Ends a session of an account, or all of them, and returns whether there was one.
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

    /// Creates a token, and returns its secret and its id. It is created only if the session still has
    /// the secret that the client showed.
    pub async fn create_token(
        &self,
        identity: &Identity,
        name: &str,
        scopes: &[Scope],
    ) -> Result<(String, String), AccountError> {
        let account = &identity.account.id;
        // Locks the session, so that a new password of the account finds the token or prevents it.
        let signed_in = Statement::new(
            "UPDATE sessions SET id = id WHERE secret = $1 AND account = $2",
            [identity.secret.as_slice().into(), account.into()],
        );
        let (secret, id) = (format!("{TOKEN_PREFIX}{}", random_text::<32>()?), random_text::<8>()?);
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
                i64::try_from(MAX_TOKENS).unwrap_or(i64::MAX).into(),
            ],
        );
        match self.db.store().change(vec![signed_in.requiring(1), make.requiring(1)]).await? {
            ChangeOutcome::Committed(_) => Ok((secret, id)),
            ChangeOutcome::ConditionFailed if self.tokens(account).await?.len() < MAX_TOKENS => {
                Err(AccountError::SignedOut)
            }
            ChangeOutcome::ConditionFailed => {
                Err(AccountError::Conflict("An account has at most 20 tokens."))
            }
        }
    }

    /// The identity of a token; none if its account is banned.
    pub async fn by_token(&self, secret: &str) -> Result<Option<Identity>, AccountError> {
        let find = "SELECT a.id, a.name, a.made, a.banned, t.scopes, t.id FROM tokens AS t
            JOIN accounts AS a ON a.id = t.account WHERE t.secret = $1";
        let hash = hash(secret);
        let find = Statement::new(find, [hash.as_slice().into()]);
        let rows = self.db.store().query_for_play(find).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let account = super::manage::account(row)?;
        let scopes = serde_json::from_str(&row.text(4)?).map_err(StoreError::failed)?;
        let token = Some(row.text(5)?);
        let identity =
            Identity { account, scopes: Some(scopes), session: None, token, secret: hash };
        Ok(Some(identity).filter(|identity| !identity.account.banned))
    }

    /// Whether the session or token of an identity has not ended since, and the account is not
    /// banned.
    pub async fn is_valid(&self, identity: &Identity) -> Result<bool, AccountError> {
        let find = "SELECT count(*) FROM accounts AS a WHERE a.id = $1 AND a.banned = 0 AND (
            EXISTS (SELECT 1 FROM sessions AS s WHERE s.account = $1 AND s.id = $2)
            OR EXISTS (SELECT 1 FROM tokens AS t WHERE t.account = $1 AND t.id = $3))";
        let id = |id: &Option<String>| id.clone().unwrap_or_default().into();
        let values = [(&identity.account.id).into(), id(&identity.session), id(&identity.token)];
        let rows = self.db.store().query_for_play(Statement::new(find, values)).await?;
        Ok(rows.first().map_or(Ok(0), |row| row.number(0))? > 0)
    }

    /// The tokens that an account has not revoked.
    pub async fn tokens(&self, account: &AccountId) -> Result<Vec<TokenInfo>, AccountError> {
        let find = "SELECT id, name, scopes, made FROM tokens WHERE account = $1 ORDER BY made";
        let rows = self.db.store().query(Statement::new(find, [account.into()])).await?;
        let seen = |row: &Row| {
            let scopes = serde_json::from_str(&row.text(2)?).map_err(StoreError::failed)?;
            Ok(TokenInfo { id: row.text(0)?, name: row.text(1)?, scopes, made: timestamp(row, 3)? })
        };
        rows.iter().map(seen).collect()
    }

    /// Deletes a token of an account, and returns whether it existed.
    pub async fn delete_token(&self, account: &AccountId, id: &str) -> Result<bool, AccountError> {
        let end = "DELETE FROM tokens WHERE account = $1 AND id = $2";
        let end = Statement::new(end, [account.into(), id.into()]).requiring(1);
        Ok(self.db.store().change(vec![end]).await? != ChangeOutcome::ConditionFailed)
    }
}

/// The hash of a secret. Secrets are random, so a fast hash is enough.
pub(super) fn hash(secret: &str) -> [u8; 32] {
    Sha256::new().chain_update(b"crownhead access 1").chain_update(secret).finalize().into()
}

pub(super) fn timestamp(row: &Row, column: usize) -> Result<Timestamp, StoreError> {
    row.time(column)
}
