//! Analyses of finished games: a job queue in the store, whose rows workers claim.

mod callers;
mod legacy;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crownhead_arbiter::{ChosenSide, GameNumber, Span};
use crownhead_computer::{AnalysisRequest, Evaluation, Review, SearchLimits, review};
use crownhead_rules::Side;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::archive::Archive;
use crate::computer::SearchPool;
use crate::rooms::RoomError;
use callers::Callers;
use crownhead_store::MatchId;
use crownhead_store::sql::{ChangeOutcome, Statement};
use crownhead_store::{Db, StoreError};

/// How often the store is polled for jobs, and progress is stored.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// How long a worker may be silent until another may claim its job.
const CLAIM_DURATION: Span = Span::from_secs(15);

/// The maximum number of attempts of a job.
const MAX_ATTEMPTS: i64 = 3;

/// The maximum number of queued jobs.
const MAX_QUEUED: i64 = 500;

/// The maximum number of queued jobs of an address.
const MAX_QUEUED_PER_ADDRESS: i64 = 4;

const POSITION_LIMITS: SearchLimits = SearchLimits {
    depth: None,
    nodes: Some(150_000),
    soft: None,
    hard: Some(Duration::from_secs(2)),
};

/// The state of an analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Analysis {
    /// It is queued, or in progress.
    Working {
        /// The number of analysed positions.
        done: i64,
        /// The number of all positions.
        of: i64,
    },
    /// It is finished.
    Done {
        /// The result.
        #[schema(value_type = GameReview)]
        review: Box<RawValue>,
    },
    /// All attempts failed.
    Failed,
}

/// The reason why a game is not analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// There is no such game, or it is not over.
    NotOver,
    /// The match between people is not over.
    MatchLive,
    /// The address has requested too many that are not finished.
    TooMany,
    /// A store or server error.
    Room(RoomError),
}

/// The result of an analysis.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
struct GameReview {
    moves: Vec<JudgedMove>,
    /// The accuracy of each side, in percent.
    accuracy: Accuracy,
}

#[derive(Serialize, ToSchema)]
struct Accuracy {
    first: Option<f64>,
    second: Option<f64>,
}

/// A move and its evaluation for the side that made it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
struct JudgedMove {
    side: ChosenSide,
    text: String,
    best: String,
    /// The winning chance with the best move, from 0 to 1.
    before: f64,
    /// The winning chance with this move.
    after: f64,
    /// The evaluation of this move, counted from the position before it.
    evaluation: Evaluation,
    judged: &'static str,
    turning_point: bool,
}

/// The analyses of finished games: a job queue whose rows any node's worker claims.
#[derive(Clone)]
pub struct Analyses {
    db: Db,
    archive: Archive,
    callers: Arc<Callers>,
}

impl Analyses {
    /// The analyses in a store.
    pub fn new(db: Db) -> Analyses {
        Analyses { archive: Archive::new(db.clone()), db, callers: Arc::default() }
    }

    /// Requests the analysis of a game. Each game is analysed once. If an address is given, it may
    /// have only a few in the queue.
    pub async fn request(
        &self,
        id: MatchId,
        number: GameNumber,
        address: Option<IpAddr>,
    ) -> Result<Analysis, AnalysisError> {
        if let Some(known) = self.find(id, number).await? {
            return Ok(known);
        }
        let count = "SELECT count(*) FROM analyses WHERE review IS NULL AND tries < $1";
        let rows = self.db.store().query(Statement::new(count, [MAX_ATTEMPTS.into()])).await?;
        if rows.first().map_or(Ok(0), |row| row.number(0))? >= MAX_QUEUED {
            return Err(AnalysisError::Room(RoomError::Busy));
        }
        let caller = self.callers.hash(address);
        let limit = address.map_or(MAX_QUEUED, |_| MAX_QUEUED_PER_ADDRESS);
        let insert = Statement::new(
            "INSERT INTO analyses (match_id, number, asked, caller, claimed, tries, done, of_all)
             SELECT $1, $2, $3, $4, 0, 0, 0, 0 WHERE (SELECT count(*) FROM analyses
                WHERE review IS NULL AND tries < $5 AND caller = $6) < $7
             ON CONFLICT DO NOTHING",
            [
                id.into(),
                i64::from(number.get()).into(),
                self.db.now().into(),
                caller.clone().into(),
                MAX_ATTEMPTS.into(),
                caller.into(),
                limit.into(),
            ],
        );
        self.db.store().change(vec![insert]).await?;
        self.find(id, number).await?.ok_or(AnalysisError::TooMany)
    }

    /// The state of a game's analysis, if it was requested.
    pub async fn find(
        &self,
        id: MatchId,
        number: GameNumber,
    ) -> Result<Option<Analysis>, AnalysisError> {
        self.may_analyse(id, number).await?;
        let find = "SELECT a.done, a.of_all, a.tries, a.claimed, a.review, r.game
            FROM analyses AS a JOIN results AS r
                ON r.match_id = a.match_id AND r.number = a.number
            WHERE a.match_id = $1 AND a.number = $2";
        let values = [id.into(), i64::from(number.get()).into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let over = row.time(3)? < self.db.now();
        Ok(Some(match row.optional_text(4)? {
            Some(json) => {
                let json =
                    legacy::current(json, row.text(5)?.parse().ok()).map_err(StoreError::failed)?;
                Analysis::Done { review: RawValue::from_string(json).map_err(StoreError::failed)? }
            }
            None if row.number(2)? >= MAX_ATTEMPTS && over => Analysis::Failed,
            None => Analysis::Working { done: row.number(0)?, of: row.number(1)? },
        }))
    }

    /// Checks fair play: a match between people is not analysed while it is being played.
    async fn may_analyse(&self, id: MatchId, number: GameNumber) -> Result<(), AnalysisError> {
        let live = "SELECT m.id, c.match_id FROM matches AS m
            LEFT JOIN computers AS c ON c.match_id = m.id WHERE m.id = $1 AND m.live";
        let live = self.db.store().query(Statement::new(live, [id.into()])).await?;
        if let Some(row) = live.first()
            && row.optional_text(1)?.is_none()
        {
            return Err(AnalysisError::MatchLive);
        }
        let over = "SELECT number FROM results WHERE match_id = $1 AND number = $2";
        let values = [id.into(), i64::from(number.get()).into()];
        let over = self.db.store().query(Statement::new(over, values)).await?;
        if over.is_empty() { Err(AnalysisError::NotOver) } else { Ok(()) }
    }

    /// Analyses games, one at a time, forever.
    pub async fn run(&self, pool: &SearchPool) {
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            poll.tick().await;
            match self.claim().await {
                Ok(Some((id, number))) => {
                    if let Err(error) = self.analyse(pool, id, number).await {
                        tracing::warn!(%id, %error, "a game cannot be analysed");
                    }
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "analyses cannot be looked for"),
            }
        }
    }

    /// Claims the job of the caller whose turn it is.
    async fn claim(&self) -> Result<Option<(MatchId, GameNumber)>, StoreError> {
        let now = self.db.now();
        let waiting = Statement::new(
            "SELECT match_id, number, caller FROM analyses
             WHERE review IS NULL AND claimed < $1 AND tries < $2 ORDER BY asked LIMIT $3",
            [now.into(), MAX_ATTEMPTS.into(), MAX_QUEUED.into()],
        );
        let rows = self.db.store().query(waiting).await?;
        let callers = rows.iter().map(|row| row.text(2)).collect::<Result<Vec<_>, _>>()?;
        let Some(row) = self.callers.next(&callers).and_then(|next| rows.get(next)) else {
            return Ok(None);
        };
        let (id, number) = (row.match_id(0)?, row.number(1)?);
        let claim = Statement::new(
            "UPDATE analyses SET claimed = $1, tries = tries + 1
             WHERE match_id = $2 AND number = $3 AND review IS NULL AND claimed < $4 AND tries < $5",
            [
                (now + CLAIM_DURATION).into(),
                id.into(),
                number.into(),
                now.into(),
                MAX_ATTEMPTS.into(),
            ],
        );
        // Another node may have been faster.
        let claimed = self.db.store().change(vec![claim.requiring(1)]).await?;
        let number = GameNumber::new(u32::try_from(number).unwrap_or_default());
        Ok(matches!(claimed, ChangeOutcome::Committed(_)).then_some((id, number)))
    }

    async fn analyse(
        &self,
        pool: &SearchPool,
        id: MatchId,
        number: GameNumber,
    ) -> Result<(), RoomError> {
        let records = self.archive.export(id).await?.records()?;
        let record = records.into_iter().find(|(found, _)| *found == number);
        let (_, record) = record.ok_or(RoomError::NoMatch)?;
        let start = record.initial().clone();
        let moves: Vec<_> = record.plies().iter().map(|ply| ply.text.clone()).collect();
        let progress = Arc::new((AtomicUsize::new(0), moves.len() + 1));
        let counter = progress.clone();
        let mut work = std::pin::pin!(pool.run(move |analyst, stop| {
            let request = AnalysisRequest::new(POSITION_LIMITS);
            let watch = || {
                let begun = Instant::now();
                move || begun.elapsed()
            };
            let count = |done, _| counter.0.store(done, Ordering::Relaxed);
            let found = review(&start, &moves, analyst, request, watch, stop, count).ok();
            // A review that was stopped half-way is discarded.
            found.filter(|_| !stop.load(Ordering::Relaxed))
        }));
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        let found = loop {
            tokio::select! {
                found = &mut work => break found.map_err(|_| RoomError::Busy)?,
                _ = poll.tick() => {
                    let done = progress.0.load(Ordering::Relaxed);
                    self.store_progress(id, number, done, progress.1).await?;
                }
            }
        };
        let found = found.ok_or_else(|| RoomError::Failed("a review broke off".to_owned()))?;
        let json = serde_json::to_string(&game_review(&found)).map_err(StoreError::failed)?;
        let store_review = Statement::new(
            "UPDATE analyses SET review = $1 WHERE match_id = $2 AND number = $3",
            [json.into(), id.into(), i64::from(number.get()).into()],
        );
        self.db.store().change(vec![store_review]).await?;
        Ok(())
    }

    async fn store_progress(
        &self,
        id: MatchId,
        number: GameNumber,
        done: usize,
        of: usize,
    ) -> Result<(), RoomError> {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let update = Statement::new(
            "UPDATE analyses SET done = $1, of_all = $2, claimed = $3
             WHERE match_id = $4 AND number = $5",
            [
                count(done).into(),
                count(of).into(),
                (self.db.now() + CLAIM_DURATION).into(),
                id.into(),
                i64::from(number.get()).into(),
            ],
        );
        self.db.store().change(vec![update]).await?;
        Ok(())
    }
}

fn game_review(found: &Review) -> GameReview {
    let judged_move = |judged: &crownhead_computer::ReviewedMove| JudgedMove {
        side: ChosenSide(judged.side),
        text: judged.text.clone(),
        best: judged.best.clone(),
        before: round(judged.before.win_chance()),
        after: round(judged.after.win_chance()),
        evaluation: judged.after,
        judged: judged.quality.name(),
        turning_point: judged.turning_point,
    };
    let accuracy = |side: Side| found.accuracy[side].map(round);
    GameReview {
        moves: found.moves.iter().map(judged_move).collect(),
        accuracy: Accuracy { first: accuracy(Side::First), second: accuracy(Side::Second) },
    }
}

/// Rounds to thousandths.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

impl From<StoreError> for AnalysisError {
    fn from(error: StoreError) -> AnalysisError {
        AnalysisError::Room(error.into())
    }
}
