//! Mail addresses of accounts: confirmation, and turning notices on and off.

use base64ct::{Base64UrlUnpadded, Encoding};
use crownhead_arbiter::Span;
use crownhead_protocol::MailSettings;
use ring::hmac;

use super::sessions::hash;
use super::{Account, AccountError, AccountId, Accounts, VerifiedAccount};
use crate::keys;
use crate::people::mail::Mail;
use crownhead_store::sql::{ChangeOutcome, Statement};
use crownhead_store::{random_bytes, random_text};

/// How long a confirmation link is valid, and the maximum number of valid ones of an account.
const LINK_LIFETIME: Span = Span::from_secs(24 * 60 * 60);
const MAX_CONFIRMATIONS: i64 = 3;

/// The name of the key that signs unsubscribe links.
const UNSUBSCRIBE_KEY: &str = "stop";

impl Accounts {
    /// The mail address of an account, and what it is used for.
    pub async fn mail_settings(&self, id: &AccountId) -> Result<MailSettings, AccountError> {
        let find = "SELECT mail, mail_confirmed, mail_notices FROM accounts WHERE id = $1";
        let rows = self.db.store().query(Statement::new(find, [id.into()])).await?;
        let Some(row) = rows.first() else { return Ok(MailSettings::default()) };
        Ok(MailSettings {
            mail: row.optional_text(0)?,
            mail_confirmed: row.number(1)? != 0,
            mail_notices: row.number(2)? != 0,
        })
    }

    /// The push endpoints that are notified of the account's turns.
    pub async fn endpoints(&self, id: &AccountId) -> Result<Vec<String>, AccountError> {
        let find = "SELECT DISTINCT n.endpoint FROM notices AS n JOIN players AS p
            ON p.match_id = n.match_id AND p.seat = n.seat WHERE p.account = $1 ORDER BY 1";
        let rows = self.db.store().query(Statement::new(find, [id.into()])).await?;
        rows.iter().map(|row| Ok(row.text(0)?)).collect()
    }

    /// Sets or removes the mail address of an account. A new address has to be confirmed.
    pub async fn set_mail(
        &self,
        verified: &VerifiedAccount,
        mail: Option<&str>,
    ) -> Result<(), AccountError> {
        let id = &verified.account.id;
        if self.mail_settings(id).await?.mail.as_deref() == mail {
            return Ok(());
        }
        let set = "UPDATE accounts SET mail = $1, mail_confirmed = 0, mail_notices = 0
            WHERE id = $2";
        let values = [mail.map(str::to_owned).into(), id.into()];
        self.change_verified(vec![
            verified.still_valid(),
            Statement::new("DELETE FROM confirmations WHERE account = $1", [id.into()]),
            Statement::new(set, values).requiring(1),
        ])
        .await
    }

    /// Sends a confirmation mail, if the account has an unconfirmed address.
    pub async fn send_confirmation(
        &self,
        mail: &Mail,
        account: &Account,
    ) -> Result<(), AccountError> {
        let MailSettings { mail: Some(address), mail_confirmed: false, .. } =
            self.mail_settings(&account.id).await?
        else {
            return Ok(());
        };
        let (secret, now) = (random_text::<24>()?, self.db.now());
        let delete_expired =
            Statement::new("DELETE FROM confirmations WHERE until < $1", [now.into()]);
        let insert = Statement::new(
            "INSERT INTO confirmations (secret, account, mail, until) SELECT $1, $2, $3, $4
             WHERE (SELECT count(*) FROM confirmations WHERE account = $5) < $6",
            [
                hash(&secret).as_slice().into(),
                (&account.id).into(),
                address.as_str().into(),
                (now + LINK_LIFETIME).into(),
                (&account.id).into(),
                MAX_CONFIRMATIONS.into(),
            ],
        );
        if self.db.store().change(vec![delete_expired, insert.requiring(1)]).await?
            == ChangeOutcome::ConditionFailed
        {
            return Err(AccountError::Conflict("Enough mails were sent; look for one of them."));
        }
        let body = format!(
            "Hello {},\n\nthis address was given for your account. If it was you, confirm it \
             within a day:\n\n{}/mail/confirm/{secret}\n\n\
             If it was not you, you need not do anything: nothing else is sent here.\n",
            account.name,
            mail.site()
        );
        if let Err(error) = mail.send(&address, "Your address at Crownhead", body, None).await {
            tracing::warn!(%error, "the mail that confirms an address was not sent");
        }
        Ok(())
    }

    /// Confirms an address by the secret from a mail, if the account still has that address.
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

    /// Turns notices by mail on or off.
    pub async fn set_mail_notices(&self, id: &AccountId, on: bool) -> Result<(), AccountError> {
        if !on {
            let off = "UPDATE accounts SET mail_notices = 0 WHERE id = $1";
            return self.change(vec![Statement::new(off, [id.into()])]).await;
        }
        let on = "UPDATE accounts SET mail_notices = 1
            WHERE id = $1 AND mail_confirmed = 1 AND mail IS NOT NULL";
        let on = Statement::new(on, [id.into()]).requiring(1);
        match self.db.store().change(vec![on]).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(AccountError::NotConfirmed),
        }
    }

    /// The token of an unsubscribe link. It is always the same for an account.
    pub async fn unsubscribe_token(&self, id: &AccountId) -> Result<String, AccountError> {
        let tag = hmac::sign(&self.unsubscribe_key().await?, id.as_str().as_bytes());
        Ok(format!("{}.{}", id.as_str(), Base64UrlUnpadded::encode_string(tag.as_ref())))
    }

    /// Turns off notices by mail, by the token of an unsubscribe link.
    pub async fn unsubscribe(&self, token: &str) -> Result<(), AccountError> {
        let (id, tag) = token.split_once('.').ok_or(AccountError::WrongSecret)?;
        let tag = Base64UrlUnpadded::decode_vec(tag).map_err(|_| AccountError::WrongSecret)?;
        hmac::verify(&self.unsubscribe_key().await?, id.as_bytes(), &tag)
            .map_err(|_| AccountError::WrongSecret)?;
        self.set_mail_notices(&AccountId::from_store(id.to_owned()), false).await
    }

    async fn unsubscribe_key(&self) -> Result<hmac::Key, AccountError> {
        let key = keys::key(&self.db, UNSUBSCRIBE_KEY, &random_bytes::<32>()?).await?;
        Ok(hmac::Key::new(hmac::HMAC_SHA256, &key))
    }
}
