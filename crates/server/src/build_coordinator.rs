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
use crownhead_store::{SteadyClock, Store, StoreError, hash_from_bytes};

/// How long a claim lasts without renewal. Then another worker may claim the job.
const CLAIM_DURATION: Span = Span::from_secs(15);

/// How often a worker renews its claim.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(3);

/// The number of bytes of a file in one row.
const CHUNK_BYTES: usize = 1 << 20;

/// One job in this many is built by a second worker, and the results are compared.
const CHECK_ONE_IN: u8 = 4;

/// A worker of a distributed tablebase build, coordinated through a store.
pub struct DatabaseCoordinator {
    store: Arc<dyn Store>,
    runtime: Handle,
    worker: NodeId,
    clock: SteadyClock,
    /// The job that this worker builds now.
    claimed: Option<ClaimedJob>,
}

struct ClaimedJob {
    /// Whether another worker has built it, and this build checks the result.
    is_check: bool,
    renewal: JoinHandle<()>,
}

/// The row of a job.
struct JobRecord {
    worker: String,
    hash: Option<Sha256Hash>,
}

impl DatabaseCoordinator {
    /// A worker with an id of its own. It blocks on the runtime, so it must run outside the
    /// runtime's threads.
    pub fn new(store: Arc<dyn Store>, runtime: Handle, worker: NodeId) -> DatabaseCoordinator {
        let clock = SteadyClock::new();
        DatabaseCoordinator { store, runtime, worker, clock, claimed: None }
    }

    async fn assign_job(&mut self, job: BuildJob) -> Result<Assignment, StoreError> {
        if self.claim(job).await? {
            self.start(job, false);
            return Ok(Assignment::Build);
        }
        let Some(JobRecord { hash: Some(stored), worker }) = self.record(job).await? else {
            return Ok(Assignment::Wait);
        };
        if is_built_twice(job) && self.claim_check(job).await? {
            self.start(job, true);
            return Ok(Assignment::Build);
        }
        let files = split(&self.file(job, &worker).await?)?;
        if hash_of(&files) != stored {
            return Err(StoreError::failed(format!("{} of worker {worker} is damaged", name(job))));
        }
        Ok(Assignment::Download(files))
    }

    /// Claims a job that nobody has finished or works on.
    async fn claim(&self, job: BuildJob) -> Result<bool, StoreError> {
        let [family, kind, class] = key(job);
        let now = self.clock.now();
        let claim = Statement::new(
            "INSERT INTO endgame_jobs (family, kind, class, worker, claimed, checked)
             VALUES ($1, $2, $3, $4, $5, 0)
             ON CONFLICT (family, kind, class) DO UPDATE
             SET worker = excluded.worker, claimed = excluded.claimed
             WHERE endgame_jobs.hash IS NULL AND endgame_jobs.claimed < $6
             RETURNING worker",
            [family, kind, class, self.worker_value(), (now + CLAIM_DURATION).into(), now.into()],
        );
        self.changes_a_row(claim).await
    }

    /// Claims the check of a job that another worker has finished.
    async fn claim_check(&self, job: BuildJob) -> Result<bool, StoreError> {
        let [family, kind, class] = key(job);
        let now = self.clock.now();
        let claim = Statement::new(
            "UPDATE endgame_jobs SET claimed = $1
             WHERE family = $2 AND kind = $3 AND class = $4 AND checked = 0
                AND claimed < $5 AND worker <> $6 RETURNING worker",
            [(now + CLAIM_DURATION).into(), family, kind, class, now.into(), self.worker_value()],
        );
        self.changes_a_row(claim).await
    }

    /// Remembers the claimed job, and renews its claim in the background.
    fn start(&mut self, job: BuildJob, is_check: bool) {
        let (store, clock) = (self.store.clone(), self.clock.clone());
        let renewal = self.runtime.spawn(async move {
            let mut renewal = tokio::time::interval(RENEWAL_INTERVAL);
            loop {
                renewal.tick().await;
                let [family, kind, class] = key(job);
                let still = Statement::new(
                    "UPDATE endgame_jobs SET claimed = $1
                     WHERE family = $2 AND kind = $3 AND class = $4",
                    [(clock.now() + CLAIM_DURATION).into(), family, kind, class],
                );
                if let Err(error) = store.change(vec![still]).await {
                    tracing::warn!(%error, "a claim cannot be renewed");
                }
            }
        });
        self.claimed = Some(ClaimedJob { is_check, renewal });
    }

    async fn finish(&mut self, job: BuildJob, files: &[Vec<u8>]) -> Result<(), StoreError> {
        let Some(work) = self.claimed.take() else {
            return Err(StoreError::failed("nothing was claimed"));
        };
        work.renewal.abort();
        match work.is_check {
            true => self.check_result(job, hash_of(files)).await,
            false => self.store_files(job, files).await,
        }
    }

    /// Stores the files of a job, then marks the job as done.
    async fn store_files(&self, job: BuildJob, files: &[Vec<u8>]) -> Result<(), StoreError> {
        for (number, part) in join(files).chunks(CHUNK_BYTES).enumerate() {
            let [family, kind, class] = key(job);
            let number = i64::try_from(number).map_err(StoreError::failed)?;
            let store_files = Statement::new(
                "INSERT INTO endgame_files (family, kind, class, worker, part, bytes)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                [family, kind, class, self.worker_value(), number.into(), part.into()],
            );
            self.store.change(vec![store_files]).await?;
        }
        let [family, kind, class] = key(job);
        let done = Statement::new(
            "UPDATE endgame_jobs SET hash = $1, claimed = 0
             WHERE family = $2 AND kind = $3 AND class = $4 AND worker = $5 AND hash IS NULL",
            [hash_of(files).0.as_slice().into(), family, kind, class, self.worker_value()],
        );
        let done = self.store.change(vec![done.requiring(1)]).await?;
        match done {
            ChangeOutcome::Committed(_) => Ok(()),
            // The claim expired, and another worker finished the job first.
            ChangeOutcome::ConditionFailed => self.delete_files(job, self.worker.as_str()).await,
        }
    }

    /// Compares the result with the one that is stored. If they differ, both are discarded, and the
    /// error names both workers.
    async fn check_result(&self, job: BuildJob, hash: Sha256Hash) -> Result<(), StoreError> {
        let Some(JobRecord { worker, hash: Some(before) }) = self.record(job).await? else {
            return Ok(());
        };
        let [family, kind, class] = key(job);
        if hash == before {
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
        self.delete_files(job, &worker).await?;
        Err(StoreError::failed(format!(
            "worker {worker} has made {} otherwise than this one, {}: check what is wrong with \
             either machine, and verify the tables of both",
            name(job),
            self.worker.as_str()
        )))
    }

    async fn delete_files(&self, job: BuildJob, worker: &str) -> Result<(), StoreError> {
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
        let job_record = |row: &Row| {
            let hash = row.bytes(1).ok().map(|bytes| hash_from_bytes(&bytes)).transpose()?;
            Ok(JobRecord { worker: row.text(0)?, hash })
        };
        rows.first().map(job_record).transpose()
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

    async fn changes_a_row(&self, claim: Statement) -> Result<bool, StoreError> {
        let changed = self.store.change(vec![claim]).await?;
        Ok(
            matches!(changed, ChangeOutcome::Committed(rows) if rows.iter().flatten().next().is_some()),
        )
    }

    fn worker_value(&self) -> Value {
        self.worker.as_str().into()
    }
}

impl BuildCoordinator for DatabaseCoordinator {
    fn assign(&mut self, job: BuildJob) -> io::Result<Assignment> {
        let runtime = self.runtime.clone();
        runtime.block_on(self.assign_job(job)).map_err(io::Error::other)
    }

    fn submit(&mut self, job: BuildJob, files: &[Vec<u8>]) -> io::Result<()> {
        let runtime = self.runtime.clone();
        runtime.block_on(self.finish(job, files)).map_err(io::Error::other)
    }
}

impl Drop for DatabaseCoordinator {
    fn drop(&mut self) {
        if let Some(work) = &self.claimed {
            work.renewal.abort();
        }
    }
}

/// The primary key of a job.
fn key(job: BuildJob) -> [Value; 3] {
    let kind = if job.distances { "plies" } else { "values" };
    [job.family.name().into(), kind.into(), job.class.to_string().into()]
}

fn name(job: BuildJob) -> String {
    let kind = if job.distances { "the plies of " } else { "" };
    format!("{kind}{} ({})", job.class, job.family.name())
}

/// Whether a job is built twice. All workers agree on it.
fn is_built_twice(job: BuildJob) -> bool {
    let digest = Sha256::digest(name(job).as_bytes());
    digest[0].is_multiple_of(CHECK_ONE_IN)
}

fn hash_of(files: &[Vec<u8>]) -> Sha256Hash {
    Sha256Hash(Sha256::digest(join(files)).into())
}

/// Concatenates files, each with its length before it.
fn join(files: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for file in files {
        bytes.extend((file.len() as u64).to_le_bytes());
        bytes.extend(file);
    }
    bytes
}

fn split(mut bytes: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut files = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<8>() {
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(StoreError::failed)?;
        let (file, rest) = rest
            .split_at_checked(length)
            .ok_or_else(|| StoreError::failed("a file is cut short"))?;
        files.push(file.to_vec());
        bytes = rest;
    }
    Ok(files)
}
