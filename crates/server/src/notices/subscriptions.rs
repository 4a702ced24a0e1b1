//! Push subscriptions to the turns of a seat.

use std::fmt;

use crownhead_arbiter::{Seat, Span};

use super::turn::{PendingTurn, version};
use super::{Notices, is_slow};
use crate::push::{Endpoint, EndpointPolicy, SubscriptionKeys};
use crate::rooms::RoomError;
use crownhead_store::MatchId;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::{StoreError, to_i64};

/// The maximum number of subscribed browsers of a seat.
const MAX_SUBSCRIPTIONS: i64 = 5;

/// How long the subscriptions of a finished match are kept.
const RETENTION: Span = Span::from_secs(30 * 24 * 60 * 60);

/// The push subscription of a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The browser's address at its push service.
    pub endpoint: Endpoint,
    /// The keys that messages are encrypted with.
    pub keys: SubscriptionKeys,
    /// The language of notices, such as `es`.
    pub language: String,
}

/// The reason why a browser cannot subscribe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubscribeError {
    /// The match is not slow.
    NotSlow,
    /// The seat has the maximum number of subscriptions.
    LimitReached,
    /// The match could not be loaded.
    Room(RoomError),
}

impl Notices {
    /// Subscribes a browser to the turns of a seat.
    pub async fn subscribe(
        &self,
        id: MatchId,
        seat: Seat,
        subscription: &Subscription,
    ) -> Result<(), SubscribeError> {
        if !is_slow(self.rooms.load(id).await?.state().settings.clock) {
            return Err(SubscribeError::NotSlow);
        }
        let subscribe = Statement::new(
            "INSERT INTO notices (match_id, seat, endpoint, point, auth, language, told)
             SELECT $1, $2, $3, $4, $5, $6, 0
             WHERE (SELECT count(*) FROM notices
                WHERE match_id = $7 AND seat = $8 AND endpoint <> $9) < $10
             ON CONFLICT (match_id, seat, endpoint) DO UPDATE
                SET point = excluded.point, auth = excluded.auth, language = excluded.language",
            [
                id.into(),
                seat.into(),
                subscription.endpoint.as_str().into(),
                subscription.keys.point.as_slice().into(),
                subscription.keys.auth.as_slice().into(),
                subscription.language.as_str().into(),
                id.into(),
                seat.into(),
                subscription.endpoint.as_str().into(),
                MAX_SUBSCRIPTIONS.into(),
            ],
        );
        match self.db.store().change(vec![subscribe.requiring(1)]).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(SubscribeError::LimitReached),
        }
    }

    /// Removes a subscription.
    pub async fn unsubscribe(
        &self,
        id: MatchId,
        seat: Seat,
        endpoint: &str,
    ) -> Result<(), RoomError> {
        let unsubscribe = "DELETE FROM notices WHERE match_id = $1 AND seat = $2 AND endpoint = $3";
        let values = [id.into(), seat.into(), endpoint.into()];
        Ok(self.change(Statement::new(unsubscribe, values)).await?)
    }

    /// Deletes the subscriptions of matches that ended long ago.
    pub(super) async fn delete_expired(&self) -> Result<(), StoreError> {
        let old = self.db.now().as_millis().saturating_sub(RETENTION.as_millis());
        let delete_expired = "DELETE FROM notices WHERE EXISTS (SELECT 1 FROM matches AS m
            WHERE m.id = notices.match_id AND NOT m.live AND m.changed < $1)";
        self.change(Statement::new(delete_expired, [to_i64(old).into()])).await
    }

    /// The subscriptions that have not been notified of a turn yet.
    pub(super) async fn pending_subscriptions(
        &self,
        turn: &PendingTurn,
    ) -> Result<Vec<Subscription>, StoreError> {
        let find = "SELECT endpoint, point, auth, language FROM notices
            WHERE match_id = $1 AND seat = $2 AND told < $3";
        let values = [turn.id.into(), turn.seat.into(), version(turn)];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        rows.iter().map(subscription).collect()
    }

    /// Records that a browser was notified of a turn.
    pub(super) async fn mark_notified(
        &self,
        turn: &PendingTurn,
        subscription: &Subscription,
    ) -> Result<(), StoreError> {
        let note = "UPDATE notices SET told = $1
            WHERE match_id = $2 AND seat = $3 AND endpoint = $4";
        let endpoint = subscription.endpoint.as_str().into();
        let values = [version(turn), turn.id.into(), turn.seat.into(), endpoint];
        self.change(Statement::new(note, values)).await
    }

    /// Removes an endpoint that does not exist any more, from all matches.
    pub(super) async fn remove_endpoint(
        &self,
        subscription: &Subscription,
    ) -> Result<(), StoreError> {
        let remove_endpoint = "DELETE FROM notices WHERE endpoint = $1";
        self.change(Statement::new(remove_endpoint, [subscription.endpoint.as_str().into()])).await
    }
}

/// Endpoints are checked when they are subscribed and again when they are used, so reading them
/// allows any.
fn subscription(row: &Row) -> Result<Subscription, StoreError> {
    Ok(Subscription {
        endpoint: Endpoint::new(&row.text(0)?, EndpointPolicy::Any).map_err(StoreError::failed)?,
        keys: SubscriptionKeys::from_bytes(&row.bytes(1)?, &row.bytes(2)?)
            .map_err(StoreError::failed)?,
        language: row.text(3)?,
    })
}

impl From<RoomError> for SubscribeError {
    fn from(error: RoomError) -> SubscribeError {
        SubscribeError::Room(error)
    }
}

impl From<StoreError> for SubscribeError {
    fn from(error: StoreError) -> SubscribeError {
        SubscribeError::Room(error.into())
    }
}

impl fmt::Display for SubscribeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubscribeError::NotSlow => f.write_str(
                "There are notices only in matches without a clock or with days for each move.",
            ),
            SubscribeError::LimitReached => {
                f.write_str("A seat has at most 5 browsers that are told.")
            }
            SubscribeError::Room(error) => error.fmt(f),
        }
    }
}
