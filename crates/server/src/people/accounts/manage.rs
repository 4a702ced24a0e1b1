//! Creating, signing in to, renaming, banning and deleting accounts.

use std::net::IpAddr;

use ring::hmac;
use tokio::sync::OnceCell;

use super::password::{Attempt, Passwords};
use super::sessions::{Identity, hash, timestamp};
use super::{Account, AccountError, AccountId, Password, UserName};
use crownhead_store::random_text;
use crownhead_store::sql::{ChangeOutcome, Row, Statement, Value};
use crownhead_store::{Db, StoreError};

/// Accounts: creating, signing in, renaming, deleting.
pub struct Accounts {
    pub(super) db: Db,
    pub(super) passwords: Passwords,
    pub(super) device_key: OnceCell<hmac::Key>,
}

/// Where somebody signs in from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignInSource {
    /// The client's address, if it is known.
    pub address: Option<IpAddr>,
    /// The tokens of the device, if it has any.
    pub device: Option<String>,
}

/// An account whose password was right, or was just set. What depends on that is done only while the
/// account still has that password.
pub struct VerifiedAccount {
    /// The account.
    pub account: Account,
    /// The stored hash of the password.
    pub(super) password: String,
}

impl VerifiedAccount {
    /// The statement without which a change must not happen. It locks the account, because concurrent
    /// transactions on PostgreSQL would both find the old password.
    pub(super) fn still_valid(&self) -> Statement {
        let lock = "UPDATE accounts SET password = password
            WHERE id = $1 AND password = $2 AND banned = 0";
        let values = [(&self.account.id).into(), self.password.as_str().into()];
        Statement::new(lock, values).requiring(1)
    }
}

impl Accounts {
    /// The accounts of a store.
    pub fn new(db: Db) -> Accounts {
        Accounts { db, passwords: Passwords::default(), device_key: OnceCell::new() }
    }

    /// Creates an account for somebody at an address, if that is known.
    pub async fn create(
        &self,
        name: &UserName,
        password: &Password,
        address: Option<IpAddr>,
    ) -> Result<VerifiedAccount, AccountError> {
        if self.find(name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        let hash = self.passwords.hash_for_stranger(password, address).await?;
        let (id, made) = (AccountId::random()?, self.db.now());
        let create = Statement::new(
            "INSERT INTO accounts (id, name, key, password, made, banned)
             VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT (key) DO NOTHING",
            [
                (&id).into(),
                name.as_str().into(),
                name.key().into(),
                hash.as_str().into(),
                made.into(),
            ],
        );
        match self.db.store().change(vec![create.requiring(1)]).await? {
            ChangeOutcome::Committed(_) => {
                let account = Account { id, name: name.as_str().to_owned(), made, banned: false };
                Ok(VerifiedAccount { account, password: hash })
            }
            ChangeOutcome::ConditionFailed => Err(AccountError::NameTaken),
        }
    }

    /// The account with a name and a password. The answer takes equally long whether there is one.
    pub async fn sign_in(
        &self,
        name: &str,
        password: &Password,
        from: &SignInSource,
    ) -> Result<VerifiedAccount, AccountError> {
        let key = name.to_lowercase();
        let find = "SELECT id, name, made, banned, password FROM accounts WHERE key = $1";
        let rows =
            self.db.store().query_for_play(Statement::new(find, [key.as_str().into()])).await?;
        let found = rows.first().map(account).transpose()?;
        let stored_hash = rows.first().map(|row| row.text(4)).transpose()?;
        let known = match (&found, &stored_hash, &from.device) {
            (Some(found), Some(hash), Some(tokens)) => {
                self.is_known_device(&found.id, hash, tokens).await?
            }
            _ => false,
        };
        let attempt = match &found {
            Some(found) if known => Attempt::Device(&found.id, from.address),
            _ => Attempt::Stranger(&key, from.address),
        };
        self.passwords.check(&attempt, password, stored_hash.clone()).await?;
        match (found, stored_hash) {
            (Some(account), Some(_)) if account.banned => Err(AccountError::Banned),
            (Some(account), Some(password)) => Ok(VerifiedAccount { account, password }),
            _ => Err(AccountError::WrongPassword),
        }
    }

    /// Checks the password once more of somebody who is signed in.
    pub async fn check_password(
        &self,
        account: &Account,
        password: &Password,
        address: Option<IpAddr>,
    ) -> Result<VerifiedAccount, AccountError> {
        let find = "SELECT password FROM accounts WHERE id = $1";
        let rows = self.db.store().query(Statement::new(find, [(&account.id).into()])).await?;
        let stored_hash = rows.first().ok_or(AccountError::NotFound)?.text(0)?;
        let attempt = Attempt::Session(&account.id, address);
        self.passwords.check(&attempt, password, Some(stored_hash.clone())).await?;
        Ok(VerifiedAccount { account: account.clone(), password: stored_hash })
    }

    /// The account with a name, in any case of its letters.
    pub async fn find(&self, name: &UserName) -> Result<Option<Account>, AccountError> {
        let find = "SELECT id, name, made, banned FROM accounts WHERE key = $1";
        let rows =
            self.db.store().query_for_play(Statement::new(find, [name.key().into()])).await?;
        Ok(rows.first().map(account).transpose()?)
    }

    /// Sets the password. All sessions, tokens and links of mails end, and pushes to the account's
    /// seats, so that nobody keeps what the old one opened.
    pub async fn set_password(
        &self,
        id: &AccountId,
        password: &Password,
    ) -> Result<(), AccountError> {
        let hash = self.passwords.hash_for_owner(password, id).await?;
        let set = "UPDATE accounts SET password = $1 WHERE id = $2";
        let set = Statement::new(set, [hash.into(), id.into()]).requiring(1);
        self.change([vec![set], end_access(id, None)].concat()).await
    }

    /// Sets the password from a session, which stays and gets a new secret, if the old one is still
    /// that which was verified. Everything else ends as in [`set_password`](Self::set_password).
    /// Returns the secret, and the account with its new password.
    pub async fn change_password(
        &self,
        identity: &Identity,
        verified: &VerifiedAccount,
        password: &Password,
    ) -> Result<(String, VerifiedAccount), AccountError> {
        let id = &verified.account.id;
        let new_hash = self.passwords.hash_for_owner(password, id).await?;
        let secret = random_text::<24>()?;
        let set = "UPDATE accounts SET password = $1 WHERE id = $2 AND password = $3";
        let set = Statement::new(
            set,
            [new_hash.as_str().into(), id.into(), verified.password.as_str().into()],
        );
        // The session comes before the tokens that it may be creating.
        let renew = Statement::new(
            "UPDATE sessions SET secret = $1 WHERE secret = $2 AND account = $3",
            [hash(&secret).as_slice().into(), identity.secret.as_slice().into(), id.into()],
        );
        let first = vec![set.requiring(1), renew.requiring(1)];
        let session = identity.session.as_deref();
        self.change_verified([first, end_access(id, session)].concat()).await?;
        Ok((secret, VerifiedAccount { account: verified.account.clone(), password: new_hash }))
    }

    /// Sets a random password, and returns it.
    pub async fn reset_password(&self, name: &UserName) -> Result<Password, AccountError> {
        let account = self.find(name).await?.ok_or(AccountError::NotFound)?;
        let password = Password::new(&random_text::<16>()?)
            .map_err(|error| AccountError::from(StoreError::failed(error)))?;
        self.set_password(&account.id, &password).await?;
        Ok(password)
    }

    /// Bans an account and ends its sessions, or lifts the ban.
    pub async fn ban(&self, name: &UserName, banned: bool) -> Result<(), AccountError> {
        let account = self.find(name).await?.ok_or(AccountError::NotFound)?;
        self.change(vec![
            // It comes first: a session that is beginning waits for it, or is found.
            Statement::new(
                "UPDATE accounts SET banned = $1 WHERE id = $2",
                [i64::from(banned).into(), (&account.id).into()],
            )
            .requiring(1),
            Statement::new("DELETE FROM sessions WHERE account = $1", [(&account.id).into()]),
        ])
        .await
    }

    /// Renames an account, also in its past matches.
    pub async fn rename(&self, name: &UserName, to: &UserName) -> Result<(), AccountError> {
        let account = self.find(name).await?.ok_or(AccountError::NotFound)?;
        if self.find(to).await?.is_some_and(|other| other.id != account.id) {
            return Err(AccountError::NameTaken);
        }
        let values =
            || -> [Value; 3] { [to.as_str().into(), to.key().into(), (&account.id).into()] };
        self.change(vec![
            Statement::new("UPDATE accounts SET name = $1, key = $2 WHERE id = $3", values())
                .requiring(1),
            Statement::new("UPDATE players SET name = $1, key = $2 WHERE account = $3", values()),
        ])
        .await
    }

    /// Deletes an account for its owner, as [`delete`](Self::delete) does.
    pub async fn delete_own(&self, verified: &VerifiedAccount) -> Result<(), AccountError> {
        let delete = deletion(&verified.account.id);
        self.change_verified([vec![verified.still_valid()], delete].concat()).await
    }

    /// Deletes an account and its private data. Its matches stay, because they are also the
    /// opponents'; its name is removed from them.
    pub async fn delete(&self, id: &AccountId) -> Result<(), AccountError> {
        self.change(deletion(id)).await
    }

    pub(super) async fn change(&self, statements: Vec<Statement>) -> Result<(), AccountError> {
        match self.db.store().change(statements).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(AccountError::NotFound),
        }
    }

    /// Makes a change that depends on a verified password.
    pub(super) async fn change_verified(
        &self,
        statements: Vec<Statement>,
    ) -> Result<(), AccountError> {
        match self.db.store().change(statements).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(AccountError::WrongPassword),
        }
    }
}

fn deletion(id: &AccountId) -> Vec<Statement> {
    let statements = [
        "DELETE FROM sessions WHERE account = $1",
        "DELETE FROM tokens WHERE account = $1",
        "DELETE FROM recoveries WHERE account = $1",
        "DELETE FROM confirmations WHERE account = $1",
        DELETE_PUSHES,
        "DELETE FROM blocks WHERE account = $1 OR blocked = $1",
        "DELETE FROM reports WHERE reporter = $1",
        "DELETE FROM ratings WHERE account = $1",
        "DELETE FROM challenges WHERE account = $1 AND match_id IS NULL",
        "UPDATE challenges SET account = NULL, name = NULL WHERE account = $1",
        "UPDATE players SET account = NULL, name = NULL, key = NULL WHERE account = $1",
    ];
    let mut statements: Vec<_> =
        statements.into_iter().map(|text| Statement::new(text, [id.into()])).collect();
    let delete_account = Statement::new("DELETE FROM accounts WHERE id = $1", [id.into()]);
    statements.push(delete_account.requiring(1));
    statements
}

const DELETE_PUSHES: &str = "DELETE FROM notices
    WHERE (match_id, seat) IN (SELECT match_id, seat FROM players WHERE account = $1)";

/// The statements that end everything that an old password opened, except a session. The account is
/// locked before.
pub(super) fn end_access(id: &AccountId, keep: Option<&str>) -> Vec<Statement> {
    let sessions = "DELETE FROM sessions WHERE account = $1 AND id <> $2";
    let sessions = Statement::new(sessions, [id.into(), keep.unwrap_or_default().into()]);
    let all = [
        "DELETE FROM tokens WHERE account = $1",
        "DELETE FROM recoveries WHERE account = $1",
        "DELETE FROM confirmations WHERE account = $1",
        DELETE_PUSHES,
    ];
    let all = all.map(|text| Statement::new(text, [id.into()]));
    [sessions].into_iter().chain(all).collect()
}

/// An account from the first columns of a row: id, name, made, banned.
pub(super) fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: AccountId(row.text(0)?),
        name: row.text(1)?,
        made: timestamp(row, 2)?,
        banned: row.number(3)? != 0,
    })
}
