//! Run to completion: a future that finishes even if its caller drops it.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

/// A future that is spawned as a task when it is dropped before its end. As long as the caller polls
/// it, it needs no task of its own.
pub(super) struct RunToCompletion<F>(Option<Pin<Box<F>>>)
where
    F: Future<Output: Send + 'static> + Send + 'static;

impl<F: Future<Output: Send + 'static> + Send + 'static> RunToCompletion<F> {
    pub(super) fn new(work: F) -> RunToCompletion<F> {
        RunToCompletion(Some(Box::pin(work)))
    }
}

impl<F: Future<Output: Send + 'static> + Send + 'static> Future for RunToCompletion<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(work) = &mut self.0 else { return Poll::Pending };
        let polled = work.as_mut().poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl<F: Future<Output: Send + 'static> + Send + 'static> Drop for RunToCompletion<F> {
    fn drop(&mut self) {
        // After a panic it cannot continue, and at the end of the process there is no runtime.
        if !std::thread::panicking()
            && let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current())
        {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;
    use tokio::time::{Duration, timeout};

    use super::*;

    #[tokio::test]
    async fn the_caller_gets_the_result() {
        assert_eq!(RunToCompletion::new(async { 7 }).await, 7);
    }

    #[tokio::test]
    async fn it_finishes_after_the_caller_drops_it() {
        let (go_on, may_go_on) = oneshot::channel();
        let (done, is_done) = oneshot::channel();
        let work = RunToCompletion::new(async move {
            may_go_on.await.unwrap();
            done.send(()).unwrap();
        });
        assert!(timeout(Duration::from_millis(1), work).await.is_err());
        go_on.send(()).unwrap();
        timeout(Duration::from_secs(10), is_done).await.unwrap().unwrap();
    }
}
