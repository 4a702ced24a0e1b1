//! Distributed tablebase builds over a database: a job queue whose rows workers claim.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{Sha256Hash, Span};
use crownhead_tablebase::{Assignment, BuildCoordinator, BuildJob};
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crownhead_store::NodeId;
use crownhead_store::sql::{ChangeOutcome, Row, Statement, Value};
use crownhead_store::system_time as now;
use crownhead_store::{Store, StoreError, hash_from_bytes};

/// How long a worker may be silent until another takes its job up.
const CLAIM: Span = Span::from_secs(15);

/// How often a worker says that it is still at it.
const BEAT: Duration = Duration::from_secs(3);

/// How many bytes of a file are in a row.
const PART: usize = 1 << 20;

/// One class in so many is made twice.
const SAMPLE: u8 = 4;

/// A worker that shares the making of endgame tables with others over a store.
pub struct DatabaseCoordinator {
    store: Arc<dyn Store>,
    runtime: Handle,
    worker: NodeId,
    /// What is made here now.
    at: Option<ClaimedJob>,
}

struct ClaimedJob {
    /// Whether another made it before, and this is to compare.
    again: bool,
    beat: JoinHandle<()>,
}

/// A job as it stands in the store.
struct JobRecord {
    worker: String,
    hash: Option<Sha256Hash>,
}

impl DatabaseCoordinator {
    /// A worker of its own name. Whatever it waits for, it waits for on the runtime, from a thread
    /// that is none of the runtime's.
    pub fn new(store: Arc<dyn Store>, runtime: Handle, worker: NodeId) -> DatabaseCoordinator {
        DatabaseCoordinator { store, runtime, worker, at: None }
    }

    async fn take_up(&mut self, job: BuildJob) -> Result<Assignment, StoreError> {
        if self.claim(job).await? {
            self.begin(job, false);
            return Ok(Assignment::Build);
        }
        let Some(JobRecord { hash: Some(made), worker }) = self.record(job).await? else {
            return Ok(Assignment::Wait);
        };
        if is_sampled(job) && self.claim_again(job).await? {
            self.begin(job, true);
            return Ok(Assignment::Build);
        }
        let files = split(&self.file(job, &worker).await?)?;
        if hash_of(&files) != made {
            return Err(StoreError::failed(format!("{} of worker {worker} is damaged", name(job))));
        }
        Ok(Assignment::Download(files))
    }

    /// Claims a job that nobody has done or is at.
    async fn claim(&self, job: BuildJob) -> Result<bool, StoreError> {
        let [family, kind, class] = key(job);
        let now = now();
        let claim = Statement::new(
            "INSERT INTO endgame_jobs (family, kind, class, worker, claimed, checked)
             VALUES ($1, $2, $3, $4, $5, 0)
             ON CONFLICT (family, kind, class) DO UPDATE
             SET worker = excluded.worker, claimed = excluded.claimed
             WHERE endgame_jobs.hash IS NULL AND endgame_jobs.claimed < $6
             RETURNING worker",
            [family, kind, class, self.me(), (now + CLAIM).into(), now.into()],
        );
        self.touches(claim).await
    }

    /// Claims the second making of a job that somebody else has done.
    async fn claim_again(&self, job: BuildJob) -> Result<bool, StoreError> {
        let [family, kind, class] = key(job);
        let now = now();
        let claim = Statement::new(
            "UPDATE endgame_jobs SET claimed = $1
             WHERE family = $2 AND kind = $3 AND class = $4 AND checked = 0
                AND claimed < $5 AND worker <> $6 RETURNING worker",
            [(now + CLAIM).into(), family, kind, class, now.into(), self.me()],
        );
        self.touches(claim).await
    }

    /// Notes what is made here, and says again and again that it still is.
    fn begin(&mut self, job: BuildJob, again: bool) {
        let store = self.store.clone();
        let beat = self.runtime.spawn(async move {
            let mut beat = tokio::time::interval(BEAT);
            loop {
                beat.tick().await;
                let [family, kind, class] = key(job);
                let still = Statement::new(
                    "UPDATE endgame_jobs SET claimed = $1
                     WHERE family = $2 AND kind = $3 AND class = $4",
                    [(now() + CLAIM).into(), family, kind, class],
                );
                if let Err(why) = store.change(vec![still]).await {
                    tracing::warn!(%why, "a claim cannot be renewed");
                }
            }
        });
        self.at = Some(ClaimedJob { again, beat });
    }

    async fn finish(&mut self, job: BuildJob, files: &[Vec<u8>]) -> Result<(), StoreError> {
        let Some(work) = self.at.take() else {
            return Err(StoreError::failed("nothing was claimed"));
        };
        work.beat.abort();
        match work.again {
            true => self.compare(job, hash_of(files)).await,
            false => self.keep(job, files).await,
        }
    }

    /// Keeps a file, and then that it is whole.
    async fn keep(&self, job: BuildJob, files: &[Vec<u8>]) -> Result<(), StoreError> {
        for (number, part) in join(files).chunks(PART).enumerate() {
            let [family, kind, class] = key(job);
            let number = i64::try_from(number).map_err(StoreError::failed)?;
            let keep = Statement::new(
                "INSERT INTO endgame_files (family, kind, class, worker, part, bytes)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                [family, kind, class, self.me(), number.into(), part.into()],
            );
            self.store.change(vec![keep]).await?;
        }
        let [family, kind, class] = key(job);
        let done = Statement::new(
            "UPDATE endgame_jobs SET hash = $1, claimed = 0
             WHERE family = $2 AND kind = $3 AND class = $4 AND worker = $5 AND hash IS NULL",
            [hash_of(files).0.as_slice().into(), family, kind, class, self.me()],
        );
        let done = self.store.change(vec![done.requiring(1)]).await?;
        match done {
            ChangeOutcome::Committed(_) => Ok(()),
            // It took too long, and somebody else has done it in the meantime.
            ChangeOutcome::ConditionFailed => self.drop_file(job, self.worker.as_str()).await,
        }
    }

    /// Compares with what was made before. Where they differ nothing is kept, and it is said who
    /// disagrees.
    async fn compare(&self, job: BuildJob, made: Sha256Hash) -> Result<(), StoreError> {
        let Some(JobRecord { worker, hash: Some(before) }) = self.record(job).await? else {
            return Ok(());
        };
        let [family, kind, class] = key(job);
        if made == before {
            let checked = Statement::new(
                "UPDATE endgame_jobs SET checked = 1, claimed = 0
                 WHERE family = $1 AND kind = $2 AND class = $3",
                [family, kind, class],
            );
            self.store.change(vec![checked]).await?;
            return Ok(());
        }
        let forget = Statement::new(
            "DELETE FROM endgame_jobs WHERE family = $1 AND kind = $2 AND class = $3",
            [family, kind, class],
        );
        self.store.change(vec![forget]).await?;
        self.drop_file(job, &worker).await?;
        Err(StoreError::failed(format!(
            "worker {worker} has made {} otherwise than this one, {}: check what is wrong with \
             either machine, and verify the tables of both",
            name(job),
            self.worker.as_str()
        )))
    }

    async fn drop_file(&self, job: BuildJob, worker: &str) -> Result<(), StoreError> {
        let [family, kind, class] = key(job);
        let drop = Statement::new(
            "DELETE FROM endgame_files
             WHERE family = $1 AND kind = $2 AND class = $3 AND worker = $4",
            [family, kind, class, worker.into()],
        );
        self.store.change(vec![drop]).await.map(|_| ())
    }

    async fn record(&self, job: BuildJob) -> Result<Option<JobRecord>, StoreError> {
        let [family, kind, class] = key(job);
        let find = "SELECT worker, hash, claimed FROM endgame_jobs
            WHERE family = $1 AND kind = $2 AND class = $3";
        let rows = self.store.query(Statement::new(find, [family, kind, class])).await?;
        let standing = |row: &Row| {
            let hash = row.bytes(1).ok().map(|bytes| hash_from_bytes(&bytes)).transpose()?;
            Ok(JobRecord { worker: row.text(0)?, hash })
        };
        rows.first().map(standing).transpose()
    }

    async fn file(&self, job: BuildJob, worker: &str) -> Result<Vec<u8>, StoreError> {
        let mut file = Vec::new();
        for number in 0_i64.. {
            let [family, kind, class] = key(job);
            let find = "SELECT bytes FROM endgame_files WHERE family = $1 AND kind = $2
                AND class = $3 AND worker = $4 AND part = $5";
            let values = [family, kind, class, worker.into(), Value::from(number)];
            let rows = self.store.query(Statement::new(find, values)).await?;
            match rows.first() {
                Some(row) => file.extend(row.bytes(0)?),
                None => break,
            }
        }
        Ok(file)
    }

    async fn touches(&self, claim: Statement) -> Result<bool, StoreError> {
        let changed = self.store.change(vec![claim]).await?;
        Ok(
            matches!(changed, ChangeOutcome::Committed(rows) if rows.iter().flatten().next().is_some()),
        )
    }

    fn me(&self) -> Value {
        self.worker.as_str().into()
    }
}

impl BuildCoordinator for DatabaseCoordinator {
    fn assign(&mut self, job: BuildJob) -> io::Result<Assignment> {
        let runtime = self.runtime.clone();
        runtime.block_on(self.take_up(job)).map_err(io::Error::other)
    }

    fn submit(&mut self, job: BuildJob, files: &[Vec<u8>]) -> io::Result<()> {
        let runtime = self.runtime.clone();
        runtime.block_on(self.finish(job, files)).map_err(io::Error::other)
    }
}

impl Drop for DatabaseCoordinator {
    fn drop(&mut self) {
        if let Some(work) = &self.at {
            work.beat.abort();
        }
    }
}

/// By what a job is found.
fn key(job: BuildJob) -> [Value; 3] {
    let kind = if job.distances { "plies" } else { "values" };
    [job.family.name().into(), kind.into(), job.class.to_string().into()]
}

fn name(job: BuildJob) -> String {
    let kind = if job.distances { "the plies of " } else { "" };
    format!("{kind}{} ({})", job.class, job.family.name())
}

/// Whether a job is done twice: by chance, but the same for all workers.
fn is_sampled(job: BuildJob) -> bool {
    let digest = Sha256::digest(name(job).as_bytes());
    digest[0].is_multiple_of(SAMPLE)
}

fn hash_of(files: &[Vec<u8>]) -> Sha256Hash {
    Sha256Hash(Sha256::digest(join(files)).into())
}

/// The files one after another, each after its length.
fn join(files: &[Vec<u8>]) -> Vec<u8> {
    let mut whole = Vec::new();
    for file in files {
        whole.extend((file.len() as u64).to_le_bytes());
        whole.extend(file);
    }
    whole
}

fn split(mut whole: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut files = Vec::new();
    while let Some((length, rest)) = whole.split_first_chunk::<8>() {
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(StoreError::failed)?;
        let (file, rest) = rest
            .split_at_checked(length)
            .ok_or_else(|| StoreError::failed("a file is cut short"))?;
        files.push(file.to_vec());
        whole = rest;
    }
    Ok(files)
}
