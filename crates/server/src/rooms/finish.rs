//! Work that is brought to its end even if nobody waits for it any more.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

/// Work that goes on by itself when it is dropped before its end. As long as somebody waits for it,
/// it is a part of what that one does, and costs no task of its own.
pub(super) struct Finished<F>(Option<Pin<Box<F>>>)
where
    F: Future<Output: Send + 'static> + Send + 'static;

impl<F: Future<Output: Send + 'static> + Send + 'static> Finished<F> {
    pub(super) fn new(work: F) -> Finished<F> {
        Finished(Some(Box::pin(work)))
    }
}

impl<F: Future<Output: Send + 'static> + Send + 'static> Future for Finished<F> {
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

impl<F: Future<Output: Send + 'static> + Send + 'static> Drop for Finished<F> {
    fn drop(&mut self) {
        // What has panicked cannot go on, and there is no runtime any more when the process ends.
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
    async fn who_waits_gets_the_result() {
        assert_eq!(Finished::new(async { 7 }).await, 7);
    }

    #[tokio::test]
    async fn what_is_begun_ends_although_nobody_waits() {
        let (go_on, may_go_on) = oneshot::channel();
        let (done, is_done) = oneshot::channel();
        let work = Finished::new(async move {
            may_go_on.await.unwrap();
            done.send(()).unwrap();
        });
        assert!(timeout(Duration::from_millis(1), work).await.is_err());
        go_on.send(()).unwrap();
        timeout(Duration::from_secs(10), is_done).await.unwrap().unwrap();
    }
}
