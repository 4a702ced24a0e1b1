//! Password recovery: a mail with a secret that sets a new password.

use crownhead_arbiter::Span;

use super::manage::{VerifiedAccount, account, end_access};
use super::sessions::hash;
use super::{AccountError, Accounts, Password, UserName};
use crate::people::mail::Mail;
use crownhead_store::random_text;
use crownhead_store::sql::{ChangeOutcome, Statement};

/// How long a secret is valid.
const SECRET_LIFETIME: Span = Span::from_secs(60 * 60);

/// The maximum number of valid secrets of an account.
const MAX_SECRETS: i64 = 3;

impl Accounts {
    /// Sends a recovery mail, if the account exists and has an address. The caller does not learn
    /// whether.
    pub async fn send_recovery(&self, mail: &Mail, name: &UserName) -> Result<(), AccountError> {
        let Some(account) = self.find(name).await? else { return Ok(()) };
        let Some(address) = self.mail_settings(&account.id).await?.mail else { return Ok(()) };
        let (secret, now) = (random_text::<24>()?, self.db.now());
        let delete_expired =
            Statement::new("DELETE FROM recoveries WHERE until < $1", [now.into()]);
        let insert = Statement::new(
            "INSERT INTO recoveries (secret, account, until) SELECT $1, $2, $3
             WHERE (SELECT count(*) FROM recoveries WHERE account = $4) < $5",
            [
                hash(&secret).as_slice().into(),
                (&account.id).into(),
                (now + SECRET_LIFETIME).into(),
                (&account.id).into(),
                MAX_SECRETS.into(),
            ],
        );
        // Locks the account, because concurrent transactions on PostgreSQL would count the same
        // rows.
        let lock_account =
            Statement::new("UPDATE accounts SET id = id WHERE id = $1", [(&account.id).into()]);
        let all = vec![lock_account.requiring(1), delete_expired, insert.requiring(1)];
        let inserted = self.db.store().change(all).await?;
        if inserted == ChangeOutcome::ConditionFailed {
            return Ok(());
        }
        let body = format!(
            "Hello {},\n\nsomebody, we hope you, wants to set a new password for your account.\n\
             This link does it, within an hour:\n\n{}/#recover={secret}\n\n\
             If it was not you, you need not do anything.\n",
            account.name,
            mail.site()
        );
        if let Err(error) = mail.send(&address, "A new password for Crownhead", body, None).await {
            tracing::warn!(%error, "a lost password's mail was not sent");
        }
        Ok(())
    }

    /// Sets a new password by the secret from a mail, which is valid once. Returns the account.
    pub async fn recover(
        &self,
        secret: &str,
        password: &Password,
    ) -> Result<VerifiedAccount, AccountError> {
        let secret = hash(secret);
        let find = "SELECT a.id, a.name, a.made, a.banned FROM recoveries AS r
            JOIN accounts AS a ON a.id = r.account WHERE r.secret = $1 AND r.until > $2";
        let values = [secret.as_slice().into(), self.db.now().into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        let account = account(rows.first().ok_or(AccountError::WrongSecret)?)?;
        let id = &account.id;
        let password = self.passwords.hash_for_owner(password, id).await?;
        // A new password by another way locks the account first, too, and deletes the secret.
        let set = "UPDATE accounts SET password = $1 WHERE id = $2";
        let set = Statement::new(set, [password.as_str().into(), id.into()]);
        let used = "DELETE FROM recoveries WHERE secret = $1";
        let used = Statement::new(used, [secret.as_slice().into()]);
        let first = vec![set.requiring(1), used.requiring(1)];
        match self.db.store().change([first, end_access(id, None)].concat()).await? {
            ChangeOutcome::Committed(_) => Ok(VerifiedAccount { account, password }),
            ChangeOutcome::ConditionFailed => Err(AccountError::WrongSecret),
        }
    }
}
