//! Notices by mail, to the confirmed address of an account, with a link to unsubscribe.

use crownhead_arbiter::Span;
use crownhead_games::GameId;

use super::Notices;
use super::deliver::NoticeContent;
use super::turn::{PendingTurn, version};
use crate::people::accounts::{AccountId, Accounts};
use crate::people::mail::Mail;
use crownhead_store::StoreError;
use crownhead_store::sql::Statement;

impl Notices {
    /// Sends a mail, if the account wants notices by mail. Returns the delay if it should be
    /// retried.
    pub(super) async fn send_mail(
        &self,
        turn: &PendingTurn,
        mail: &Mail,
        content: &NoticeContent,
    ) -> Result<Option<Span>, StoreError> {
        let find = "SELECT a.id, a.name, a.mail FROM players AS p
            JOIN accounts AS a ON a.id = p.account
            WHERE p.match_id = $1 AND p.seat = $2 AND a.mail IS NOT NULL
                AND a.mail_confirmed = 1 AND a.mail_notices = 1 AND a.banned = 0";
        let values = [turn.id.into(), turn.seat.into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        let Some(row) = rows.first().filter(|_| !turn.mailed) else { return Ok(None) };
        let account = AccountId::from_store(row.text(0)?);
        let token = Accounts::new(self.db.clone()).unsubscribe_token(&account).await;
        let stop = format!("{}/mail/stop/{}", mail.site(), token.map_err(StoreError::failed)?);
        let body = body(&row.text(1)?, turn, content, mail.site(), &stop);
        let sent = mail.send(&row.text(2)?, "Your turn at Crownhead", body, Some(&stop)).await;
        if let Err(error) = sent {
            self.metrics.notices_failed.inc();
            tracing::warn!(id = %turn.id, %error, "a notice by mail was not sent");
            return Ok(Some(self.backoff(turn.attempts)));
        }
        self.metrics.notices.inc();
        let note = "UPDATE turns SET mailed = 1 WHERE match_id = $1 AND since = $2";
        self.change(Statement::new(note, [turn.id.into(), version(turn)])).await?;
        Ok(None)
    }
}

fn body(name: &str, turn: &PendingTurn, content: &NoticeContent, site: &str, stop: &str) -> String {
    let game = content.game.parse::<GameId>().map_or("a game", GameId::title);
    let other = content.other.as_deref().unwrap_or("a guest");
    format!(
        "Hello {name},\n\nit is your turn in {game} against {other}:\n\n{site}/{}\n\n\
         Open it in the browser in which you play.\n\n\
         No more of these mails: {stop}\n",
        turn.id
    )
}
