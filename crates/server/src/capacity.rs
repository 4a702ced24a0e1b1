//! How many connections a process can have: as many as it may open files for, up to a maximum.

use crate::connections::ConnectionLimits;

/// The maximum number of live connections.
const MAX_LIVE: usize = 20_000;

/// The files that are left for everything else: the store, the bus, mail, push messages, and
/// connections that are being refused or closed.
const OTHER_FILES: usize = 2048;

/// How many connections of each kind a process can have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Capacity {
    pub(crate) connections: ConnectionLimits,
    pub(crate) live: usize,
}

impl Capacity {
    /// The capacity of this process.
    pub(crate) fn of_process() -> Capacity {
        Capacity::of(open_files().unwrap_or(usize::MAX))
    }

    /// The capacity of a process that may open so many files.
    fn of(files: usize) -> Capacity {
        let limits = ConnectionLimits::default();
        // Half of a small number is for everything else.
        let left = files - OTHER_FILES.min(files / 2);
        let general = limits.general.min(left / 4);
        let live = MAX_LIVE.min(left - general);
        Capacity { connections: ConnectionLimits { general, ..limits }, live }
    }

    /// Lets this process open as many files as the system allows it. Returns a sentence if that is
    /// not enough for the maximum of connections.
    pub(crate) fn raise() -> Option<String> {
        raise_open_files();
        let capacity = Capacity::of_process();
        (capacity.live < MAX_LIVE).then(|| {
            let Capacity { connections: ConnectionLimits { general, .. }, live } = capacity;
            format!(
                "this process may open {} files, so it serves at most {live} live connections and \
                 {general} others",
                open_files().unwrap_or_default()
            )
        })
    }
}

#[cfg(unix)]
fn open_files() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn open_files() -> Option<usize> {
    None
}

fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let raised = Rlimit { current: limit.maximum, ..limit };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!(%error, "the number of open files cannot be raised");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_connections_fit_the_open_files() {
        for (files, general, live) in [
            (usize::MAX, 4096, 20_000),
            (65_536, 4096, 20_000),
            (20_000, 4096, 13_856),
            (1024, 128, 384),
        ] {
            let capacity = Capacity::of(files);
            assert_eq!((capacity.connections.general, capacity.live), (general, live), "{files}");
        }
    }
}
