//! Delivering a notice to every subscribed browser and to the account's mailbox, with retries and backoff.

use crownhead_arbiter::Span;
use futures_util::future::join_all;
use serde_json::json;

use super::turn::Turn;
use super::{Notices, Subscription};
use crate::people::mail::Mail;
use crate::push::{Message, PushError};
use crownhead_store::sql::Statement;
use crownhead_store::{StoreError, seat_to_number};

/// How often a turn is tried to be told.
const TRIES: u32 = 6;

/// What there is to say of a turn.
pub(super) struct TurnSummary {
    pub(super) game: String,
    /// What the other player is called, if anything.
    pub(super) other: Option<String>,
}

impl Notices {
    /// Tells a turn to those who want to know it, or puts it off.
    pub(super) async fn see_to(&self, turn: &Turn, mail: Option<&Mail>) -> Result<(), StoreError> {
        if self.is_there(turn).await? {
            return match turn.looks {
                0 => {
                    let once_more = Turn { looks: 1, tries: 0, ..*turn };
                    self.put_off(&once_more, self.pace.patience).await
                }
                _ => self.settle(turn).await,
            };
        }
        let news = self.news(turn).await?;
        let untold = self.untold(turn).await?;
        let pushed = join_all(untold.iter().map(|who| self.tell(turn, who, &news))).await;
        let mut waits = Vec::new();
        for wait in pushed {
            waits.extend(wait?);
        }
        if let Some(mail) = mail {
            waits.extend(self.write(turn, mail, &news).await?);
        }
        match waits.into_iter().max() {
            Some(wait) if turn.tries < TRIES => self.put_off(turn, wait).await,
            _ => self.settle(turn).await,
        }
    }

    /// Tells one browser; if it is to be tried again, after what time.
    async fn tell(
        &self,
        turn: &Turn,
        who: &Subscription,
        news: &TurnSummary,
    ) -> Result<Option<Span>, StoreError> {
        let words = json!({
            "match": turn.id,
            "game": news.game,
            "other": news.other,
            "language": who.language,
        });
        let topic = format!("{}-{}", turn.id, seat_to_number(turn.seat));
        let words = words.to_string();
        let message = Message {
            endpoint: &who.endpoint,
            keys: &who.keys,
            topic: &topic,
            words: words.as_bytes(),
        };
        let sent = self.push.send(&self.db, message).await;
        let metrics = &self.metrics;
        match sent {
            Ok(()) => {
                metrics.notices.inc();
                self.told(turn, who).await?;
                Ok(None)
            }
            Err(PushError::Gone(_)) => {
                self.gone(who).await?;
                Ok(None)
            }
            Err(PushError::Later(why, wait)) => {
                metrics.notices_failed.inc();
                tracing::info!(id = %turn.id, %why, "a push is put off");
                Ok(Some(wait.map_or_else(|| self.backoff(turn.tries), span)))
            }
            Err(PushError::Refused(why)) => {
                metrics.notices_failed.inc();
                tracing::warn!(id = %turn.id, %why, "a push was not taken");
                Ok(None)
            }
        }
    }

    /// How long to wait after so many tries.
    pub(super) fn backoff(&self, tries: u32) -> Span {
        let factor = 4_u64.saturating_pow(tries.saturating_sub(1));
        Span::from_millis(self.pace.again.as_millis().saturating_mul(factor))
    }

    async fn news(&self, turn: &Turn) -> Result<TurnSummary, StoreError> {
        let find = "SELECT m.game, p.name FROM matches AS m
            LEFT JOIN players AS p ON p.match_id = m.id AND p.seat = $1 WHERE m.id = $2";
        let values = [(!turn.seat).into(), turn.id.into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        let row = rows.first().ok_or_else(|| StoreError::failed("a turn is of no match"))?;
        Ok(TurnSummary { game: row.text(0)?, other: row.optional_text(1)? })
    }
}

fn span(wait: std::time::Duration) -> Span {
    Span::from_millis(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX))
}
