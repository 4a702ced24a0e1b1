//! Delivering a notice to every subscribed browser and to the account's mailbox, with retries and backoff.

use crownhead_arbiter::Span;
use futures_util::future::join_all;
use serde_json::json;

use super::turn::PendingTurn;
use super::{Notices, Subscription};
use crate::people::mail::Mail;
use crate::push::{PushError, PushMessage};
use crownhead_store::sql::Statement;
use crownhead_store::{StoreError, seat_to_number};

/// The maximum number of attempts for a turn.
const MAX_ATTEMPTS: u32 = 6;

pub(super) struct NoticeContent {
    pub(super) game: String,
    /// The opponent's name, if there is one.
    pub(super) other: Option<String>,
}

impl Notices {
    /// Notifies a player of a turn, or postpones it.
    pub(super) async fn deliver(
        &self,
        turn: &PendingTurn,
        mail: Option<&Mail>,
    ) -> Result<(), StoreError> {
        if self.is_connected(turn).await? {
            return match turn.times_connected {
                0 => {
                    let checked = PendingTurn { times_connected: 1, attempts: 0, ..*turn };
                    self.postpone(&checked, self.schedule.connected_delay).await
                }
                _ => self.finish(turn).await,
            };
        }
        let content = self.content(turn).await?;
        let pending_subscriptions = self.pending_subscriptions(turn).await?;
        let pushed = join_all(
            pending_subscriptions
                .iter()
                .map(|subscription| self.push_to(turn, subscription, &content)),
        )
        .await;
        let mut delays = Vec::new();
        for delay in pushed {
            delays.extend(delay?);
        }
        if let Some(mail) = mail {
            delays.extend(self.send_mail(turn, mail, &content).await?);
        }
        match delays.into_iter().max() {
            Some(delay) if turn.attempts < MAX_ATTEMPTS => self.postpone(turn, delay).await,
            _ => self.finish(turn).await,
        }
    }

    /// Sends a push to one browser. Returns the delay if it should be retried.
    async fn push_to(
        &self,
        turn: &PendingTurn,
        subscription: &Subscription,
        content: &NoticeContent,
    ) -> Result<Option<Span>, StoreError> {
        let payload = json!({
            "match": turn.id,
            "game": content.game,
            "other": content.other,
            "language": subscription.language,
        });
        let topic = format!("{}-{}", turn.id, seat_to_number(turn.seat));
        let payload = payload.to_string();
        let message = PushMessage {
            endpoint: &subscription.endpoint,
            keys: &subscription.keys,
            topic: &topic,
            payload: payload.as_bytes(),
        };
        let sent = self.push.send(&self.db, message).await;
        let metrics = &self.metrics;
        match sent {
            Ok(()) => {
                metrics.notices.inc();
                self.mark_notified(turn, subscription).await?;
                Ok(None)
            }
            Err(PushError::Gone(_)) => {
                self.remove_endpoint(subscription).await?;
                Ok(None)
            }
            Err(PushError::Later(error, delay)) => {
                metrics.notices_failed.inc();
                tracing::info!(id = %turn.id, %error, "a push message is postponed");
                Ok(Some(delay.map_or_else(|| self.backoff(turn.attempts), span)))
            }
            Err(PushError::Refused(error)) => {
                metrics.notices_failed.inc();
                tracing::warn!(id = %turn.id, %error, "a push message was rejected");
                Ok(None)
            }
        }
    }

    /// The delay after so many attempts.
    pub(super) fn backoff(&self, attempts: u32) -> Span {
        let factor = 4_u64.saturating_pow(attempts.saturating_sub(1));
        Span::from_millis(self.schedule.retry_delay.as_millis().saturating_mul(factor))
    }

    async fn content(&self, turn: &PendingTurn) -> Result<NoticeContent, StoreError> {
        let find = "SELECT m.game, p.name FROM matches AS m
            LEFT JOIN players AS p ON p.match_id = m.id AND p.seat = $1 WHERE m.id = $2";
        let values = [(!turn.seat).into(), turn.id.into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        let row = rows.first().ok_or_else(|| StoreError::failed("a turn is of no match"))?;
        Ok(NoticeContent { game: row.text(0)?, other: row.optional_text(1)? })
    }
}

fn span(delay: std::time::Duration) -> Span {
    Span::from_millis(u64::try_from(delay.as_millis()).unwrap_or(u64::MAX))
}
