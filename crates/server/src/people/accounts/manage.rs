//! Creating, signing in to, renaming, banning and deleting accounts.

use super::access::time;
use super::password::Passwords;
use super::{Account, AccountError, AccountId, Password, UserName};
use crownhead_store::random_text;
use crownhead_store::sql::{ChangeOutcome, Row, Statement, Value};
use crownhead_store::{Db, StoreError};

/// Accounts: creating, signing in, renaming, deleting.
pub struct Accounts {
    pub(super) db: Db,
    passwords: Passwords,
}

impl Accounts {
    /// The accounts of a store.
    pub fn new(db: Db) -> Accounts {
        Accounts { db, passwords: Passwords::default() }
    }

    /// Makes an account.
    pub async fn make(
        &self,
        name: &UserName,
        password: &Password,
    ) -> Result<Account, AccountError> {
        if self.find(name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        let hash = self.passwords.hash(password).await?;
        let (id, made) = (AccountId::random()?, self.db.now());
        let make = Statement::new(
            "INSERT INTO accounts (id, name, key, password, made, banned)
             VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT (key) DO NOTHING",
            [(&id).into(), name.as_str().into(), name.key().into(), hash.into(), made.into()],
        );
        match self.db.store().change(vec![make.requiring(1)]).await? {
            ChangeOutcome::Committed(_) => {
                Ok(Account { id, name: name.as_str().to_owned(), made, banned: false })
            }
            ChangeOutcome::ConditionFailed => Err(AccountError::NameTaken),
        }
    }

    /// The account of a name and its password.
    pub async fn sign_in(&self, name: &str, password: &Password) -> Result<Account, AccountError> {
        let key = name.to_lowercase();
        let find = "SELECT id, name, made, banned, password FROM accounts WHERE key = $1";
        let rows = self.db.store().query(Statement::new(find, [key.as_str().into()])).await?;
        let kept = rows.first().map(|row| row.text(4)).transpose()?;
        self.passwords.check(&key, password, kept).await?;
        let found = rows.first().map(account).transpose()?.ok_or(AccountError::WrongPassword)?;
        if found.banned { Err(AccountError::Banned) } else { Ok(found) }
    }

    /// The account of that name.
    pub async fn find(&self, name: &UserName) -> Result<Option<Account>, AccountError> {
        let find = "SELECT id, name, made, banned FROM accounts WHERE key = $1";
        let rows = self.db.store().query(Statement::new(find, [name.key().into()])).await?;
        Ok(rows.first().map(account).transpose()?)
    }

    /// Sets another password, and ends all sessions: whoever knew the old one is out.
    pub async fn set_password(
        &self,
        id: &AccountId,
        password: &Password,
    ) -> Result<(), AccountError> {
        let hash = self.passwords.hash(password).await?;
        self.must(vec![
            Statement::new("DELETE FROM sessions WHERE account = $1", [id.into()]),
            Statement::new(
                "UPDATE accounts SET password = $1 WHERE id = $2",
                [hash.into(), id.into()],
            )
            .requiring(1),
        ])
        .await
    }

    /// Sets a password that nobody could guess, and returns it.
    pub async fn reset_password(&self, name: &UserName) -> Result<Password, AccountError> {
        let account = self.find(name).await?.ok_or(AccountError::Nobody)?;
        let password = Password::new(&random_text::<16>()?)
            .map_err(|why| AccountError::from(StoreError::failed(why)))?;
        self.set_password(&account.id, &password).await?;
        Ok(password)
    }

    /// Closes an account, or opens it again. Whoever is closed out has no session any more.
    pub async fn ban(&self, name: &UserName, banned: bool) -> Result<(), AccountError> {
        let account = self.find(name).await?.ok_or(AccountError::Nobody)?;
        self.must(vec![
            Statement::new("DELETE FROM sessions WHERE account = $1", [(&account.id).into()]),
            Statement::new(
                "UPDATE accounts SET banned = $1 WHERE id = $2",
                [i64::from(banned).into(), (&account.id).into()],
            )
            .requiring(1),
        ])
        .await
    }

    /// Gives an account another name, in the matches that it played, too.
    pub async fn rename(&self, name: &UserName, to: &UserName) -> Result<(), AccountError> {
        let account = self.find(name).await?.ok_or(AccountError::Nobody)?;
        if self.find(to).await?.is_some_and(|other| other.id != account.id) {
            return Err(AccountError::NameTaken);
        }
        let values =
            || -> [Value; 3] { [to.as_str().into(), to.key().into(), (&account.id).into()] };
        self.must(vec![
            Statement::new("UPDATE accounts SET name = $1, key = $2 WHERE id = $3", values())
                .requiring(1),
            Statement::new("UPDATE players SET name = $1, key = $2 WHERE account = $3", values()),
        ])
        .await
    }

    /// Deletes an account and everything that is its owner's alone. The matches stay, for they are
    /// the others' too; nobody is named in them.
    pub async fn delete(&self, id: &AccountId) -> Result<(), AccountError> {
        let all = [
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
        let mut all: Vec<_> =
            all.into_iter().map(|text| Statement::new(text, [id.into()])).collect();
        let gone = Statement::new("DELETE FROM accounts WHERE id = $1", [id.into()]);
        all.push(gone.requiring(1));
        self.must(all).await
    }

    pub(super) async fn must(&self, what: Vec<Statement>) -> Result<(), AccountError> {
        match self.db.store().change(what).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(AccountError::Nobody),
        }
    }
}

/// An account from the first columns of a row: id, name, made, banned.
pub(super) fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: AccountId(row.text(0)?),
        name: row.text(1)?,
        made: time(row, 2)?,
        banned: row.number(3)? != 0,
    })
}
