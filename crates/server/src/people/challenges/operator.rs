//! What the operator sees and removes of the waiting challenges.

use crownhead_arbiter::Timestamp;
use crownhead_protocol::MatchId;
use crownhead_store::StoreError;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use serde::Serialize;

use super::Challenges;
use crate::rooms::RoomError;

/// The maximum number of challenges in the operator's list: all that a server has.
const MAX_LISTED: i64 = 2_000;

/// A waiting challenge, for the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenChallenge {
    /// Its id.
    pub id: MatchId,
    /// The name of the game.
    pub game: String,
    /// The name of its maker, if there is one.
    pub by: Option<String>,
    /// Whether its maker has an account.
    pub account: bool,
    /// Whether the lobby lists it.
    pub listed: bool,
    /// The same for all challenges from one address, if that is known.
    pub source: Option<String>,
    /// When it was created.
    pub made: Timestamp,
    /// When it expires.
    pub until: Timestamp,
}

impl Challenges {
    /// All waiting challenges, the oldest first.
    pub async fn open(&self) -> Result<Vec<OpenChallenge>, RoomError> {
        let find = "SELECT id, game, name, account, listed, source, made, until FROM challenges
            WHERE match_id IS NULL AND until > $1 ORDER BY made, id LIMIT $2";
        let values = [self.db.now().into(), MAX_LISTED.into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        rows.iter().map(|row| Ok(open_challenge(row)?)).collect()
    }

    /// Removes a waiting challenge, or all from a source. Returns how many there were.
    pub async fn remove(&self, id_or_source: &str) -> Result<usize, RoomError> {
        let remove = "DELETE FROM challenges
            WHERE match_id IS NULL AND (id = $1 OR source = $1) RETURNING id";
        let remove = Statement::new(remove, [id_or_source.into()]);
        Ok(match self.db.store().change(vec![remove]).await? {
            ChangeOutcome::Committed(rows) => rows.iter().map(Vec::len).sum(),
            ChangeOutcome::ConditionFailed => 0,
        })
    }
}

fn open_challenge(row: &Row) -> Result<OpenChallenge, StoreError> {
    Ok(OpenChallenge {
        id: row.match_id(0)?,
        game: row.text(1)?,
        by: row.optional_text(2)?,
        account: row.optional_text(3)?.is_some(),
        listed: row.number(4)? != 0,
        source: row.optional_text(5)?,
        made: row.time(6)?,
        until: row.time(7)?,
    })
}
