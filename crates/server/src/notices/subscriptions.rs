//! Push subscriptions of seats.

use std::fmt;

use crownhead_arbiter::{Seat, Span};

use super::turn::{Turn, version};
use super::{Notices, is_slow};
use crate::push::{Endpoint, Keys, Reach};
use crate::rooms::RoomError;
use crownhead_store::MatchId;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::{StoreError, to_i64};

/// How many browsers are told of a seat's turns.
const MOST: i64 = 5;

/// How long after its last game a match is remembered for notices.
const KEPT: Span = Span::from_secs(30 * 24 * 60 * 60);

/// A browser that is to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Where.
    pub endpoint: Endpoint,
    /// For whom it is sealed.
    pub keys: Keys,
    /// In which language, as in `es`.
    pub language: String,
}

/// Why nobody is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubscribeError {
    /// The match is played at once.
    Quick,
    /// There are as many browsers already as there can be.
    Full,
    /// Something else.
    Room(RoomError),
}

impl Notices {
    /// Tells a browser of a seat's turns from now on.
    pub async fn want(
        &self,
        id: MatchId,
        seat: Seat,
        who: &Subscription,
    ) -> Result<(), SubscribeError> {
        if !is_slow(self.rooms.load(id).await?.state().settings.clock) {
            return Err(SubscribeError::Quick);
        }
        let want = Statement::new(
            "INSERT INTO notices (match_id, seat, endpoint, point, auth, language, told)
             SELECT $1, $2, $3, $4, $5, $6, 0
             WHERE (SELECT count(*) FROM notices
                WHERE match_id = $7 AND seat = $8 AND endpoint <> $9) < $10
             ON CONFLICT (match_id, seat, endpoint) DO UPDATE
                SET point = excluded.point, auth = excluded.auth, language = excluded.language",
            [
                id.into(),
                seat.into(),
                who.endpoint.as_str().into(),
                who.keys.point.as_slice().into(),
                who.keys.auth.as_slice().into(),
                who.language.as_str().into(),
                id.into(),
                seat.into(),
                who.endpoint.as_str().into(),
                MOST.into(),
            ],
        );
        match self.db.store().change(vec![want.requiring(1)]).await? {
            ChangeOutcome::Committed(_) => Ok(()),
            ChangeOutcome::ConditionFailed => Err(SubscribeError::Full),
        }
    }

    /// Tells it no longer.
    pub async fn forget(&self, id: MatchId, seat: Seat, endpoint: &str) -> Result<(), RoomError> {
        let forget = "DELETE FROM notices WHERE match_id = $1 AND seat = $2 AND endpoint = $3";
        let values = [id.into(), seat.into(), endpoint.into()];
        Ok(self.change(Statement::new(forget, values)).await?)
    }

    /// Forgets those of matches that are long over.
    pub(super) async fn tidy(&self) -> Result<(), StoreError> {
        let old = self.db.now().as_millis().saturating_sub(KEPT.as_millis());
        let tidy = "DELETE FROM notices WHERE EXISTS (SELECT 1 FROM matches AS m
            WHERE m.id = notices.match_id AND NOT m.live AND m.changed < $1)";
        self.change(Statement::new(tidy, [to_i64(old).into()])).await
    }

    /// Who has not been told of a turn yet.
    pub(super) async fn untold(&self, turn: &Turn) -> Result<Vec<Subscription>, StoreError> {
        let find = "SELECT endpoint, point, auth, language FROM notices
            WHERE match_id = $1 AND seat = $2 AND told < $3";
        let values = [turn.id.into(), turn.seat.into(), version(turn)];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        rows.iter().map(subscription).collect()
    }

    /// A browser was told of a turn.
    pub(super) async fn told(&self, turn: &Turn, who: &Subscription) -> Result<(), StoreError> {
        let note = "UPDATE notices SET told = $1
            WHERE match_id = $2 AND seat = $3 AND endpoint = $4";
        let endpoint = who.endpoint.as_str().into();
        let values = [version(turn), turn.id.into(), turn.seat.into(), endpoint];
        self.change(Statement::new(note, values)).await
    }

    /// A browser is not there any more, in any match.
    pub(super) async fn gone(&self, who: &Subscription) -> Result<(), StoreError> {
        let gone = "DELETE FROM notices WHERE endpoint = $1";
        self.change(Statement::new(gone, [who.endpoint.as_str().into()])).await
    }
}

/// What is kept was looked at when it came, and is looked at again when it is asked.
fn subscription(row: &Row) -> Result<Subscription, StoreError> {
    Ok(Subscription {
        endpoint: Endpoint::new(&row.text(0)?, Reach::Anywhere).map_err(StoreError::failed)?,
        keys: Keys::of(&row.bytes(1)?, &row.bytes(2)?).map_err(StoreError::failed)?,
        language: row.text(3)?,
    })
}

impl From<RoomError> for SubscribeError {
    fn from(why: RoomError) -> SubscribeError {
        SubscribeError::Room(why)
    }
}

impl From<StoreError> for SubscribeError {
    fn from(why: StoreError) -> SubscribeError {
        SubscribeError::Room(why.into())
    }
}

impl fmt::Display for SubscribeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubscribeError::Quick => f.write_str(
                "There are notices only in matches without a clock or with days for each move.",
            ),
            SubscribeError::Full => f.write_str("A seat has at most 5 browsers that are told."),
            SubscribeError::Room(why) => why.fmt(f),
        }
    }
}
