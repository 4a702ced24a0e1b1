//! The analysis of a game that is over, as a job that any node takes up: rows that workers claim,
//! with their progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crownhead_arbiter::{GameNumber, SideName, Span};
use crownhead_computer::{Limits, Question, Review, review, win_chance};
use crownhead_games::GameId;
use crownhead_rules::Side;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::MatchId;
use crate::computer::Pool;
use crate::rooms::{RoomError, Rooms};
use crate::store::sql::{Changed, Row, Statement};
use crate::store::{self, StoreError, failed};

/// How often it is looked for jobs, and progress noted.
const BEAT: Duration = Duration::from_millis(500);

/// How long a worker may be silent until another takes the job up.
const CLAIM: Span = Span::from_secs(15);

/// How often a job is tried.
const TRIES: i64 = 3;

/// How many jobs wait at a time.
const MOST: i64 = 500;

/// How long each position is thought about.
const EACH: Limits =
    Limits { depth: None, nodes: Some(150_000), soft: None, hard: Some(Duration::from_secs(2)) };

/// Where an analysis is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Analysis {
    /// It waits for a worker, or is being worked on.
    Working {
        /// How many positions are done.
        done: i64,
        /// Of how many.
        of: i64,
    },
    /// It is finished.
    Done {
        /// What was found.
        #[schema(value_type = Told)]
        review: Box<RawValue>,
    },
    /// It cannot be done.
    Failed,
}

/// Why nothing is analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAnalysed {
    /// There is no such game, or it is not over.
    NotOver,
    /// The match goes on between people.
    GoesOn,
    /// Something else.
    Room(RoomError),
}

/// What was found, as it is handed out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
struct Told {
    moves: Vec<ToldMove>,
    /// How well each side played, in percent.
    accuracy: Accuracy,
}

#[derive(Serialize, ToSchema)]
struct Accuracy {
    first: Option<f64>,
    second: Option<f64>,
}

/// A move that was judged. Chances to win are those of its own side, from 0 to 1.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
struct ToldMove {
    side: SideName,
    text: String,
    best: String,
    before: f64,
    after: f64,
    score: String,
    judged: &'static str,
    turning_point: bool,
}

impl Rooms {
    /// Asks for the analysis of a game; it is done once.
    pub async fn analyse(&self, id: MatchId, number: GameNumber) -> Result<Analysis, NotAnalysed> {
        self.may_analyse(id, number).await?;
        let count = "SELECT count(*) FROM analyses WHERE review IS NULL AND tries < $1";
        let rows = self.store().query(Statement::new(count, [TRIES.into()])).await?;
        if rows.first().map_or(Ok(0), |row| row.number(0))? >= MOST {
            return Err(NotAnalysed::Room(RoomError::Busy));
        }
        let ask = Statement::new(
            "INSERT INTO analyses (match_id, number, asked, claimed, tries, done, of_all)
             VALUES ($1, $2, $3, 0, 0, 0, 0) ON CONFLICT DO NOTHING",
            [id.into(), i64::from(number.get()).into(), self.now().into()],
        );
        self.store().change(vec![ask]).await?;
        self.analysis(id, number).await?.ok_or(NotAnalysed::Room(RoomError::Busy))
    }

    /// Where the analysis of a game is, if it was asked for.
    pub async fn analysis(
        &self,
        id: MatchId,
        number: GameNumber,
    ) -> Result<Option<Analysis>, NotAnalysed> {
        self.may_analyse(id, number).await?;
        let find = "SELECT done, of_all, tries, claimed, review FROM analyses
            WHERE match_id = $1 AND number = $2";
        let values = [id.into(), i64::from(number.get()).into()];
        let rows = self.store().query(Statement::new(find, values)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let over = store::value(row.number(3)?) < self.now().as_millis();
        Ok(Some(match row.some_text(4)? {
            Some(json) => Analysis::Done { review: RawValue::from_string(json).map_err(failed)? },
            None if row.number(2)? >= TRIES && over => Analysis::Failed,
            None => Analysis::Working { done: row.number(0)?, of: row.number(1)? },
        }))
    }

    /// Fair play: while people play, nobody asks the computer about their match.
    async fn may_analyse(&self, id: MatchId, number: GameNumber) -> Result<(), NotAnalysed> {
        let live = "SELECT m.id, c.match_id FROM matches AS m
            LEFT JOIN computers AS c ON c.match_id = m.id WHERE m.id = $1 AND m.live";
        let live = self.store().query(Statement::new(live, [id.into()])).await?;
        if let Some(row) = live.first()
            && row.some_text(1)?.is_none()
        {
            return Err(NotAnalysed::GoesOn);
        }
        let over = "SELECT number FROM results WHERE match_id = $1 AND number = $2";
        let values = [id.into(), i64::from(number.get()).into()];
        let over = self.store().query(Statement::new(over, values)).await?;
        if over.is_empty() { Err(NotAnalysed::NotOver) } else { Ok(()) }
    }

    /// Works on analyses, one at a time, for ever.
    pub(crate) async fn keep_analysing(&self, pool: &Pool) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            match self.claim_analysis().await {
                Ok(Some((id, number))) => {
                    if let Err(why) = self.work_on(pool, id, number).await {
                        tracing::warn!(%id, %why, "a game cannot be analysed");
                    }
                }
                Ok(None) => {}
                Err(why) => tracing::warn!(%why, "analyses cannot be looked for"),
            }
        }
    }

    async fn claim_analysis(&self) -> Result<Option<(MatchId, GameNumber)>, StoreError> {
        let now = self.now();
        let claim = Statement::new(
            "UPDATE analyses SET claimed = $1, tries = tries + 1
             WHERE (match_id, number) IN (SELECT match_id, number FROM analyses
                WHERE review IS NULL AND claimed < $2 AND tries < $3 ORDER BY asked LIMIT 1)
             RETURNING match_id, number",
            [(now + CLAIM).into(), now.into(), TRIES.into()],
        )
        .on_postgres(
            "UPDATE analyses SET claimed = $1, tries = tries + 1
             WHERE (match_id, number) IN (SELECT match_id, number FROM analyses
                WHERE review IS NULL AND claimed < $2 AND tries < $3 ORDER BY asked LIMIT 1
                FOR UPDATE SKIP LOCKED)
             RETURNING match_id, number",
        );
        let Changed::Done(rows) = self.store().change(vec![claim]).await? else { return Ok(None) };
        let claimed = |row: &Row| {
            let number = u32::try_from(row.number(1)?).unwrap_or_default();
            Ok((store::name(&row.text(0)?)?, GameNumber::new(number)))
        };
        rows.iter().flatten().next().map(claimed).transpose()
    }

    async fn work_on(&self, pool: &Pool, id: MatchId, number: GameNumber) -> Result<(), RoomError> {
        let records = self.export(id).await?.records()?;
        let record = records.into_iter().find(|(found, _)| *found == number);
        let (_, record) = record.ok_or(RoomError::NoMatch)?;
        let (start, game) = (record.begin().clone(), record.rules().game());
        let moves: Vec<_> = record.plies().iter().map(|ply| ply.text.clone()).collect();
        let progress = Arc::new((AtomicUsize::new(0), moves.len() + 1));
        let told = progress.clone();
        let mut work = std::pin::pin!(pool.think(move |analyst, stop| {
            let question = Question::new(EACH);
            let watch = || {
                let begun = Instant::now();
                move || begun.elapsed()
            };
            let count = |done, _| told.0.store(done, Ordering::Relaxed);
            let found = review(&start, &moves, analyst, question, watch, stop, count).ok();
            // What was broken off half-way is not to be taken for the whole.
            found.filter(|_| !stop.load(Ordering::Relaxed))
        }));
        let mut beat = tokio::time::interval(BEAT);
        let found = loop {
            tokio::select! {
                found = &mut work => break found.map_err(|_| RoomError::Busy)?,
                _ = beat.tick() => {
                    let done = progress.0.load(Ordering::Relaxed);
                    self.note_progress(id, number, done, progress.1).await?;
                }
            }
        };
        let found = found.ok_or_else(|| RoomError::Failed("a review broke off".to_owned()))?;
        let json = serde_json::to_string(&told_of(game, &found)).map_err(failed)?;
        let keep = Statement::new(
            "UPDATE analyses SET review = $1 WHERE match_id = $2 AND number = $3",
            [json.into(), id.into(), i64::from(number.get()).into()],
        );
        self.store().change(vec![keep]).await?;
        Ok(())
    }

    async fn note_progress(
        &self,
        id: MatchId,
        number: GameNumber,
        done: usize,
        of: usize,
    ) -> Result<(), RoomError> {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let note = Statement::new(
            "UPDATE analyses SET done = $1, of_all = $2, claimed = $3
             WHERE match_id = $4 AND number = $5",
            [
                count(done).into(),
                count(of).into(),
                (self.now() + CLAIM).into(),
                id.into(),
                i64::from(number.get()).into(),
            ],
        );
        self.store().change(vec![note]).await?;
        Ok(())
    }
}

fn told_of(game: GameId, found: &Review) -> Told {
    let told = |judged: &crownhead_computer::Reviewed| ToldMove {
        side: SideName(judged.side),
        text: judged.text.clone(),
        best: judged.best.clone(),
        before: round(win_chance(game, judged.before)),
        after: round(win_chance(game, judged.after)),
        score: judged.after.to_string(),
        judged: judged.judged.word(),
        turning_point: judged.turning_point,
    };
    let accuracy = |side: Side| found.accuracy[side].map(round);
    Told {
        moves: found.moves.iter().map(told).collect(),
        accuracy: Accuracy { first: accuracy(Side::First), second: accuracy(Side::Second) },
    }
}

/// To thousandths.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

impl From<StoreError> for NotAnalysed {
    fn from(why: StoreError) -> NotAnalysed {
        NotAnalysed::Room(why.into())
    }
}
