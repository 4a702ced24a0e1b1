//! Password recovery: a mail with a secret that sets a new password.

use crownhead_arbiter::Span;

use super::access::hash;
use super::{AccountError, AccountId, Accounts, Password, UserName};
use crate::people::mail::Mail;
use crownhead_store::random_text;
use crownhead_store::sql::{ChangeOutcome, Statement};

/// How long the secret is good.
const GOOD: Span = Span::from_secs(60 * 60);

/// How many of an account are good at a time.
const MOST: i64 = 3;

impl Accounts {
    /// Sends the mail, if there is such an account and it has an address. Nobody is told whether.
    pub async fn send_recovery(&self, mail: &Mail, name: &UserName) -> Result<(), AccountError> {
        let Some(account) = self.find(name).await? else { return Ok(()) };
        let Some(address) = self.address(&account.id).await?.mail else { return Ok(()) };
        let (secret, now) = (random_text::<24>()?, self.db.now());
        let tidy = Statement::new("DELETE FROM recoveries WHERE until < $1", [now.into()]);
        let begin = Statement::new(
            "INSERT INTO recoveries (secret, account, until) SELECT $1, $2, $3
             WHERE (SELECT count(*) FROM recoveries WHERE account = $4) < $5",
            [
                hash(&secret).as_slice().into(),
                (&account.id).into(),
                (now + GOOD).into(),
                (&account.id).into(),
                MOST.into(),
            ],
        );
        // One at a time of an account, or else several would count the same on PostgreSQL.
        let alone =
            Statement::new("UPDATE accounts SET id = id WHERE id = $1", [(&account.id).into()]);
        let all = vec![alone.requiring(1), tidy, begin.requiring(1)];
        let begun = self.db.store().change(all).await?;
        if begun == ChangeOutcome::ConditionFailed {
            return Ok(());
        }
        let words = format!(
            "Hello {},\n\nsomebody, we hope you, wants to set a new password for your account.\n\
             This link does it, within an hour:\n\n{}/#recover={secret}\n\n\
             If it was not you, you need not do anything.\n",
            account.name,
            mail.site()
        );
        if let Err(why) = mail.send(&address, "A new password for Crownhead", words, None).await {
            tracing::warn!(%why, "a lost password's mail was not sent");
        }
        Ok(())
    }

    /// Sets a new password by the secret of a mail, which is good once.
    pub async fn recover(&self, secret: &str, password: &Password) -> Result<(), AccountError> {
        let find = "SELECT account FROM recoveries WHERE secret = $1 AND until > $2";
        let values = [hash(secret).as_slice().into(), self.db.now().into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        let row = rows.first().ok_or(AccountError::WrongSecret)?;
        let account = AccountId::kept(row.text(0)?);
        let used = Statement::new("DELETE FROM recoveries WHERE account = $1", [(&account).into()]);
        self.must(vec![used]).await?;
        self.set_password(&account, password).await
    }
}
