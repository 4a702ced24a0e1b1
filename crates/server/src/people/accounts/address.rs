//! Mail addresses of accounts: confirmation, and turning notices on and off.

use base64ct::{Base64UrlUnpadded, Encoding};
use crownhead_arbiter::Span;
use ring::hmac;
use serde::Serialize;
use utoipa::ToSchema;

use super::access::hash;
use super::{Account, AccountError, AccountId, Accounts};
use crate::keys;
use crate::people::mail::Mail;
use crownhead_store::sql::{ChangeOutcome, Statement};
use crownhead_store::{random_bytes, random_text};

/// How long the link of a confirmation is good, and how many of an account are at a time.
const GOOD: Span = Span::from_secs(24 * 60 * 60);
const MOST: i64 = 3;

/// The name of the key with which links are signed that stop notices.
const STOP_KEY: &str = "stop";

/// The address of an account, as its owner sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Address {
    /// The address.
    pub mail: Option<String>,
    /// Whether its owner has confirmed it.
    pub mail_confirmed: bool,
    /// Whether turns are told by mail.
    pub mail_notices: bool,
}

impl Accounts {
    /// The address of an account.
    pub async fn address(&self, id: &AccountId) -> Result<Address, AccountError> {
        let find = "SELECT mail, mail_confirmed, mail_notices FROM accounts WHERE id = $1";
        let rows = self.db.store().query(Statement::new(find, [id.into()])).await?;
        let Some(row) = rows.first() else { return Ok(Address::default()) };
        Ok(Address {
            mail: row.optional_text(0)?,
            mail_confirmed: row.number(1)? != 0,
            mail_notices: row.number(2)? != 0,
        })
    }

    /// The push endpoints at which the turns of an account are told.
    pub async fn endpoints(&self, id: &AccountId) -> Result<Vec<String>, AccountError> {
        let find = "SELECT DISTINCT n.endpoint FROM notices AS n JOIN players AS p
            ON p.match_id = n.match_id AND p.seat = n.seat WHERE p.account = $1 ORDER BY 1";
        let rows = self.db.store().query(Statement::new(find, [id.into()])).await?;
        rows.iter().map(|row| Ok(row.text(0)?)).collect()
    }

    /// Sets the address of an account, or none. Another than before is to be confirmed.
    pub async fn set_mail(&self, id: &AccountId, mail: Option<&str>) -> Result<(), AccountError> {
        if self.address(id).await?.mail.as_deref() == mail {
            return Ok(());
        }
        let set = "UPDATE accounts SET mail = $1, mail_confirmed = 0, mail_notices = 0
            WHERE id = $2";
        let values = [mail.map(str::to_owned).into(), id.into()];
        self.must(vec![
            Statement::new("DELETE FROM confirmations WHERE account = $1", [id.into()]),
            Statement::new(set, values).requiring(1),
        ])
        .await
    }

    /// Sends the mail by which an address is confirmed, if there is one that is not.
    pub async fn send_confirmation(
        &self,
        mail: &Mail,
        account: &Account,
    ) -> Result<(), AccountError> {
        let Address { mail: Some(address), mail_confirmed: false, .. } =
            self.address(&account.id).await?
        else {
            return Ok(());
        };
        let (secret, now) = (random_text::<24>()?, self.db.now());
        let tidy = Statement::new("DELETE FROM confirmations WHERE until < $1", [now.into()]);
        let begin = Statement::new(
            "INSERT INTO confirmations (secret, account, mail, until) SELECT $1, $2, $3, $4
             WHERE (SELECT count(*) FROM confirmations WHERE account = $5) < $6",
            [
                hash(&secret).as_slice().into(),
                (&account.id).into(),
                address.as_str().into(),
                (now + GOOD).into(),
                (&account.id).into(),
                MOST.into(),
            ],
        );
        if self.db.store().change(vec![tidy, begin.requiring(1)]).await?
            == ChangeOutcome::ConditionFailed
        {
            return Err(AccountError::Full("Enough mails were sent; look for one of them."));
        }
        let words = format!(
            "Hello {},\n\nthis address was given for your account. If it was you, confirm it \
             within a day:\n\n{}/mail/confirm/{secret}\n\n\
             If it was not you, you need not do anything: nothing else is sent here.\n",
            account.name,
            mail.site()
        );
        if let Err(why) = mail.send(&address, "Your address at Crownhead", words, None).await {
            tracing::warn!(%why, "the mail that confirms an address was not sent");
        }
        Ok(())
    }

    /// Confirms the address that the secret of a mail was sent to, if the account has it still.
    pub async fn confirm(&self, secret: &str) -> Result<(), AccountError> {
        let confirm = Statement::new(
            "UPDATE accounts SET mail_confirmed = 1 WHERE EXISTS (SELECT 1 FROM confirmations AS c
                WHERE c.secret = $1 AND c.until > $2 AND c.account = accounts.id
                AND c.mail = accounts.mail)",
            [hash(secret).as_slice().into(), self.db.now().into()],
        );
        match self.db.store().change(vec![confirm.requiring(1)]).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(AccountError::WrongSecret),
        }
    }

    /// Tells turns by mail from now on, or no longer.
    pub async fn set_mail_notices(&self, id: &AccountId, on: bool) -> Result<(), AccountError> {
        if !on {
            let off = "UPDATE accounts SET mail_notices = 0 WHERE id = $1";
            return self.must(vec![Statement::new(off, [id.into()])]).await;
        }
        let on = "UPDATE accounts SET mail_notices = 1
            WHERE id = $1 AND mail_confirmed = 1 AND mail IS NOT NULL";
        let on = Statement::new(on, [id.into()]).requiring(1);
        match self.db.store().change(vec![on]).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(AccountError::NotConfirmed),
        }
    }

    /// What stops an account's notices by mail, for links in them. It is always the same.
    pub async fn stop_token(&self, id: &AccountId) -> Result<String, AccountError> {
        let tag = hmac::sign(&self.stop_key().await?, id.as_str().as_bytes());
        Ok(format!("{}.{}", id.as_str(), Base64UrlUnpadded::encode_string(tag.as_ref())))
    }

    /// Stops the notices of an account by such a token.
    pub async fn stop_by(&self, token: &str) -> Result<(), AccountError> {
        let (id, tag) = token.split_once('.').ok_or(AccountError::WrongSecret)?;
        let tag = Base64UrlUnpadded::decode_vec(tag).map_err(|_| AccountError::WrongSecret)?;
        hmac::verify(&self.stop_key().await?, id.as_bytes(), &tag)
            .map_err(|_| AccountError::WrongSecret)?;
        self.set_mail_notices(&AccountId::kept(id.to_owned()), false).await
    }

    async fn stop_key(&self) -> Result<hmac::Key, AccountError> {
        let key = keys::key(&self.db, STOP_KEY, &random_bytes::<32>()?).await?;
        Ok(hmac::Key::new(hmac::HMAC_SHA256, &key))
    }
}
