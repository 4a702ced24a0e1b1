//! Notices by mail, to the confirmed address of an account, with a link to unsubscribe.

use crownhead_arbiter::Span;
use crownhead_games::GameId;

use super::Notices;
use super::deliver::TurnSummary;
use super::turn::{Turn, version};
use crate::people::accounts::{AccountId, Accounts};
use crate::people::mail::Mail;
use crownhead_store::StoreError;
use crownhead_store::sql::Statement;

impl Notices {
    /// Tells the account of a turn, if it wants it by mail; if it is to be tried again, after what
    /// time.
    pub(super) async fn write(
        &self,
        turn: &Turn,
        mail: &Mail,
        news: &TurnSummary,
    ) -> Result<Option<Span>, StoreError> {
        let find = "SELECT a.id, a.name, a.mail FROM players AS p
            JOIN accounts AS a ON a.id = p.account
            WHERE p.match_id = $1 AND p.seat = $2 AND a.mail IS NOT NULL
                AND a.mail_confirmed = 1 AND a.mail_notices = 1 AND a.banned = 0";
        let values = [turn.id.into(), turn.seat.into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        let Some(row) = rows.first().filter(|_| !turn.mailed) else { return Ok(None) };
        let account = AccountId::kept(row.text(0)?);
        let token = Accounts::new(self.db.clone()).stop_token(&account).await;
        let stop = format!("{}/mail/stop/{}", mail.site(), token.map_err(StoreError::failed)?);
        let words = words(&row.text(1)?, turn, news, mail.site(), &stop);
        let sent = mail.send(&row.text(2)?, "Your turn at Crownhead", words, Some(&stop)).await;
        if let Err(why) = sent {
            self.metrics.notices_failed.inc();
            tracing::warn!(id = %turn.id, %why, "a turn was not told by mail");
            return Ok(Some(self.backoff(turn.tries)));
        }
        self.metrics.notices.inc();
        let note = "UPDATE turns SET mailed = 1 WHERE match_id = $1 AND since = $2";
        self.change(Statement::new(note, [turn.id.into(), version(turn)])).await?;
        Ok(None)
    }
}

fn words(name: &str, turn: &Turn, news: &TurnSummary, site: &str, stop: &str) -> String {
    let game = news.game.parse::<GameId>().map_or("a game", GameId::title);
    let other = news.other.as_deref().unwrap_or("a guest");
    format!(
        "Hello {name},\n\nit is your turn in {game} against {other}:\n\n{site}/{}\n\n\
         Open it in the browser in which you play.\n\n\
         No more of these mails: {stop}\n",
        turn.id
    )
}
