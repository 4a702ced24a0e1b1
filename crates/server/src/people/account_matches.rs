//! The matches of an account: listed with pagination, and followed as they change.

use std::collections::HashMap;
use std::sync::Arc;

use crownhead_arbiter::{BySeat, Match, MatchStage, Seat, Timestamp};
use crownhead_protocol::{AccountMatch, Challenge, InvalidMatchId, MatchId};
use futures_util::StreamExt;
use futures_util::stream;

use super::accounts::AccountId;
use super::players::{is_running, player};
use crate::rooms::{RoomError, RoomRegistry};
use crownhead_store::sql::{Row, Statement, Value};
use crownhead_store::{Db, StoreError};

/// How many running matches are read at the same time.
const CONCURRENT: usize = 4;

/// The matches of accounts.
#[derive(Clone)]
pub struct AccountMatches {
    db: Db,
    rooms: Arc<RoomRegistry>,
}

/// A position in the list, for pagination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchCursor {
    running: bool,
    /// When a running match changed, or another ended.
    time: Timestamp,
    /// None before all matches of that time.
    id: Option<MatchId>,
}

/// The state of a match that tells one turn from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TurnState {
    game: u32,
    plies: usize,
    turn: Option<Seat>,
    your_turn: bool,
}

/// A page of one of the two lists of matches.
macro_rules! list {
    ($page:literal) => {
        concat!(
            "SELECT m.id, m.game, m.version, m.changed, p.running, p.seat, one.name, one.level,
                one.account, two.name, two.level, two.account, p.minus_ended
            FROM players AS p
            JOIN matches AS m ON m.id = p.match_id
            LEFT JOIN players AS one ON one.match_id = p.match_id AND one.seat = 1
            LEFT JOIN players AS two ON two.match_id = p.match_id AND two.seat = 2
            WHERE p.account = $1 AND ",
            $page
        )
    };
}

/// The running matches, which are few: the latest change first.
const RUNNING: &str = list!(
    "p.running = 1 AND (m.changed < $2 OR m.changed = $2 AND m.id > $3)
    ORDER BY m.changed DESC, m.id LIMIT $4"
);

/// The others, a range of an index: the latest end first.
pub(super) const ENDED: &str = list!(
    "p.running = 0 AND (p.minus_ended, p.match_id) > ($2, $3)
    ORDER BY p.minus_ended, p.match_id LIMIT $4"
);

const LIST_RUNNING: &str = "SELECT m.id FROM players AS p
    JOIN matches AS m ON m.id = p.match_id
    WHERE p.account = $1 AND p.running = 1 ORDER BY m.changed DESC, m.id LIMIT $2";

const FIND: &str = "SELECT m.id, m.game, m.version, m.changed,
        p.running, p.seat, one.name, one.level, one.account, two.name,
        two.level, two.account
    FROM players AS p
    JOIN matches AS m ON m.id = p.match_id
    LEFT JOIN players AS one ON one.match_id = m.id AND one.seat = 1
    LEFT JOIN players AS two ON two.match_id = m.id AND two.seat = 2
    WHERE p.account = $1 AND m.id = $2";

impl AccountMatches {
    /// The matches of a node.
    pub fn new(db: Db, rooms: Arc<RoomRegistry>) -> AccountMatches {
        AccountMatches { db, rooms }
    }

    /// The matches of an account: the running ones first, the latest change first, and then the
    /// others, the latest end first; and where the next page begins, if there may be one. A match that
    /// cannot be read is listed as the store's columns have it, without a turn.
    pub async fn list(
        &self,
        account: &AccountId,
        after: Option<&MatchCursor>,
        limit: u32,
    ) -> Result<(Vec<AccountMatch>, Option<MatchCursor>), RoomError> {
        let after = after.cloned().unwrap_or(MatchCursor::START);
        let mut rows = Vec::new();
        if after.running {
            rows = self.page(RUNNING, account, after.time.into(), after.id, limit).await?;
        }
        let left = limit.saturating_sub(u32::try_from(rows.len()).unwrap_or(limit));
        if left > 0 {
            let (from, id) = match after.running {
                true => (i64::MIN.into(), None),
                false => (after.minus_time().into(), after.id),
            };
            rows.extend(self.page(ENDED, account, from, id, left).await?);
        }
        let listed = rows.iter().map(account_match).collect::<Result<Vec<_>, _>>()?;
        // The cursor is a place in the store's order.
        let last = rows.last().filter(|_| rows.len() >= limit as usize);
        let next = last.map(MatchCursor::of).transpose()?;
        let updated = stream::iter(listed).map(|listed| async move {
            if !listed.running {
                return listed;
            }
            match self.update(listed.clone()).await {
                Ok((updated, _)) => updated,
                Err(error) => {
                    tracing::warn!(id = %listed.id, %error, "a match is listed without its turn");
                    listed
                }
            }
        });
        Ok((updated.buffered(CONCURRENT).collect().await, next))
    }

    /// A page of one of the two lists.
    async fn page(
        &self,
        list: &'static str,
        account: &AccountId,
        from: Value,
        id: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        let id = id.map_or_else(|| "".into(), Value::from);
        let values = [account.into(), from, id, i64::from(limit).into()];
        self.db.store().query(Statement::new(list, values)).await
    }

    /// The ids of an account's running matches, the latest change first.
    pub(crate) async fn running(
        &self,
        account: &AccountId,
        limit: u32,
    ) -> Result<Vec<MatchId>, RoomError> {
        let values = [account.into(), i64::from(limit).into()];
        let rows = self.db.store().query(Statement::new(LIST_RUNNING, values)).await?;
        rows.iter().map(|row| Ok(row.match_id(0)?)).collect()
    }

    /// A match of an account as it is now.
    pub(crate) async fn get(
        &self,
        account: &AccountId,
        id: MatchId,
    ) -> Result<(AccountMatch, TurnState), RoomError> {
        let values = [account.into(), id.into()];
        let rows = self.db.store().query(Statement::new(FIND, values)).await?;
        let row = rows.first().ok_or(RoomError::NoMatch)?;
        self.update(account_match(row)?).await
    }

    /// The waiting and accepted challenges of an account.
    pub(crate) async fn challenges(
        &self,
        account: &AccountId,
    ) -> Result<HashMap<MatchId, Challenge>, RoomError> {
        let find = "SELECT id, settings, name, seat, made, match_id, secret, account
            FROM challenges WHERE account = $1 AND until > $2";
        let values = [account.into(), self.db.now().into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        let challenges = rows.iter().map(super::challenges::challenge);
        Ok(challenges.map(|one| one.map(|one| (one.id, one))).collect::<Result<_, _>>()?)
    }

    /// The same match in its present state: the store's columns know no turn, and in a burst of moves
    /// they are a moment behind.
    async fn update(&self, listed: AccountMatch) -> Result<(AccountMatch, TurnState), RoomError> {
        let game_match = self.rooms.load(listed.id).await?;
        let state = game_match.state();
        let (turn, your_turn) = (game_match.turn(), waits_for(&game_match, listed.seat));
        let running = is_running(&game_match);
        let version = game_match.version();
        let plies = state.play.plies.len();
        let changed = state.time;
        let at = TurnState { game: state.game.get(), plies, turn, your_turn };
        Ok((AccountMatch { version, changed, running, turn, your_turn, ..listed }, at))
    }
}

impl TurnState {
    /// Whether it is the owner's turn, and was not before, or was another turn.
    pub(crate) fn is_new_turn(&self, before: &TurnState) -> bool {
        self.your_turn && self != before
    }

    /// Whether it was the owner's turn, and is not any more.
    pub(crate) fn is_others_turn(&self, before: &TurnState) -> bool {
        !self.your_turn && (before.your_turn || self.turn != before.turn)
    }
}

/// Whether a match waits for a player: to move, or to take part in deciding who begins.
fn waits_for(game_match: &Match, seat: Seat) -> bool {
    match &game_match.state().stage {
        MatchStage::Playing => game_match.turn() == Some(seat),
        MatchStage::Youngest { named } => named[seat].is_none(),
        MatchStage::Choice { wishes } => wishes[seat].is_none(),
        MatchStage::Choosing { seat: chooses, .. } => *chooses == seat,
        MatchStage::Toss(toss) => {
            let committed = Seat::ALL.into_iter().all(|seat| toss.committed[seat].is_some());
            toss.committed[seat].is_none() || committed && toss.revealed[seat].is_none()
        }
        MatchStage::Settled { .. } | MatchStage::Over { .. } => false,
    }
}

fn account_match(row: &Row) -> Result<AccountMatch, StoreError> {
    Ok(AccountMatch {
        id: row.match_id(0)?,
        game: row.text(1)?,
        version: row.version(2)?,
        changed: row.time(3)?,
        seat: row.seat(5)?,
        players: BySeat::new(player(row, 6)?, player(row, 9)?),
        running: row.number(4)? != 0,
        turn: None,
        your_turn: false,
    })
}

impl MatchCursor {
    /// Before all matches.
    const START: MatchCursor = MatchCursor {
        running: true,
        time: Timestamp::from_millis(i64::MAX.unsigned_abs()),
        id: None,
    };

    /// The position of a match, from its row.
    fn of(row: &Row) -> Result<MatchCursor, StoreError> {
        let running = row.number(4)? != 0;
        let ended = Timestamp::from_millis(row.number(12)?.unsigned_abs());
        let time = if running { row.time(3)? } else { ended };
        Ok(MatchCursor { running, time, id: Some(row.match_id(0)?) })
    }

    /// The negated time, in milliseconds.
    fn minus_time(&self) -> i64 {
        -i64::try_from(self.time.as_millis()).unwrap_or(i64::MAX)
    }
}

/// `1-1700000000000-AbCdEfGh`
impl std::fmt::Display for MatchCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        write!(f, "{}-{}-{id}", u8::from(self.running), self.time.as_millis())
    }
}

impl std::str::FromStr for MatchCursor {
    type Err = InvalidMatchId;

    fn from_str(text: &str) -> Result<MatchCursor, InvalidMatchId> {
        let mut parts = text.splitn(3, '-');
        let mut next = || parts.next().ok_or(InvalidMatchId);
        let running = match next()? {
            "1" => true,
            "0" => false,
            _ => return Err(InvalidMatchId),
        };
        let time: u64 = next()?.parse().map_err(|_| InvalidMatchId)?;
        let time = Timestamp::from_millis(i64::MAX.unsigned_abs().min(time));
        Ok(MatchCursor { running, time, id: Some(next()?.parse()?) })
    }
}
