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
    /// The token of the device, if it has one.
    pub device: Option<String>,
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
    ) -> Result<Account, AccountError> {
        if self.find(name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        let hash = self.passwords.hash_for_stranger(password, address).await?;
        let (id, made) = (AccountId::random()?, self.db.now());
        let create = Statement::new(
            "INSERT INTO accounts (id, name, key, password, made, banned)
             VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT (key) DO NOTHING",
            [(&id).into(), name.as_str().into(), name.key().into(), hash.into(), made.into()],
        );
        match self.db.store().change(vec![create.requiring(1)]).await? {
            ChangeOutcome::Committed(_) => {
                Ok(Account { id, name: name.as_str().to_owned(), made, banned: false })
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
    ) -> Result<Account, AccountError> {
        let key = name.to_lowercase();
        let find = "SELECT id, name, made, banned, password FROM accounts WHERE key = $1";
        let rows =
            self.db.store().query_for_play(Statement::new(find, [key.as_str().into()])).await?;
        let found = rows.first().map(account).transpose()?;
        let stored_hash = rows.first().map(|row| row.text(4)).transpose()?;
        let device = match (&found, &from.device) {
            (Some(found), Some(device)) => self.known_device(&found.id, device).await?,
            _ => None,
        };
        let attempt = match device {
            Some(device) => Attempt::Device(device),
            None => Attempt::Stranger(&key, from.address),
        };
        self.passwords.check(&attempt, password, stored_hash).await?;
        let found = found.ok_or(AccountError::WrongPassword)?;
        if found.banned { Err(AccountError::Banned) } else { Ok(found) }
    }

    /// Checks the password once more of somebody who is signed in.
    pub async fn check_password(
        &self,
        id: &AccountId,
        password: &Password,
    ) -> Result<(), AccountError> {
        let find = "SELECT password FROM accounts WHERE id = $1";
        let rows = self.db.store().query(Statement::new(find, [id.into()])).await?;
        let stored_hash = rows.first().ok_or(AccountError::NotFound)?.text(0)?;
        self.passwords.check(&Attempt::Session(id), password, Some(stored_hash)).await
    }

    /// The account with a name.
    pub async fn find(&self, name: &UserName) -> Result<Option<Account>, AccountError> {
        let find = "SELECT id, name, made, banned FROM accounts WHERE key = $1";
        let rows =
            self.db.store().query_for_play(Statement::new(find, [name.key().into()])).await?;
        Ok(rows.first().map(account).transpose()?)
    }

    /// Sets the password. All sessions, tokens and links of recovery mails end, so that nobody stays
    /// signed in with the old one.
    pub async fn set_password(
        &self,
        id: &AccountId,
        password: &Password,
    ) -> Result<(), AccountError> {
        let hash = self.passwords.hash_for_owner(password).await?;
        self.change(new_password(id, hash, None)).await
    }

    /// Sets the password from a session, which stays and gets a new secret. Everything else ends as
    /// in [`set_password`](Self::set_password).
    pub async fn change_password(
        &self,
        identity: &Identity,
        password: &Password,
    ) -> Result<String, AccountError> {
        let hash_of_password = self.passwords.hash_for_owner(password).await?;
        let (id, session) = (&identity.account.id, identity.session.as_deref());
        let secret = random_text::<24>()?;
        let mut statements = new_password(id, hash_of_password, session);
        statements.push(Statement::new(
            "UPDATE sessions SET secret = $1 WHERE account = $2 AND id = $3",
            [
                hash(&secret).as_slice().into(),
                id.into(),
                session.unwrap_or_default().to_owned().into(),
            ],
        ));
        self.change(statements).await?;
        Ok(secret)
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
            Statement::new("DELETE FROM sessions WHERE account = $1", [(&account.id).into()]),
            Statement::new(
                "UPDATE accounts SET banned = $1 WHERE id = $2",
                [i64::from(banned).into(), (&account.id).into()],
            )
            .requiring(1),
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

    /// Deletes an account and its private data. Its matches stay, because they are also the
    /// opponents'; its name is removed from them.
    pub async fn delete(&self, id: &AccountId) -> Result<(), AccountError> {
        let statements = [
            "DELETE FROM sessions WHERE account = $1",
            "DELETE FROM tokens WHERE account = $1",
            "DELETE FROM recoveries WHERE account = $1",
            "DELETE FROM confirmations WHERE account = $1",
            "DELETE FROM notices WHERE EXISTS (SELECT 1 FROM players AS p WHERE p.account = $1
                AND p.match_id = notices.match_id AND p.seat = notices.seat)",
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
        self.change(statements).await
    }

    pub(super) async fn change(&self, statements: Vec<Statement>) -> Result<(), AccountError> {
        match self.db.store().change(statements).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(AccountError::NotFound),
        }
    }
}

/// The statements that set a password and end everything that the old one opened, except a session.
pub(super) fn new_password(id: &AccountId, hash: String, keep: Option<&str>) -> Vec<Statement> {
    let keep = keep.unwrap_or_default();
    let set = "UPDATE accounts SET password = $1 WHERE id = $2";
    vec![
        Statement::new(set, [hash.into(), id.into()]).requiring(1),
        Statement::new(
            "DELETE FROM sessions WHERE account = $1 AND id <> $2",
            [id.into(), keep.into()],
        ),
        Statement::new("DELETE FROM tokens WHERE account = $1", [id.into()]),
        Statement::new("DELETE FROM recoveries WHERE account = $1", [id.into()]),
    ]
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
