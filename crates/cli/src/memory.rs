//! Allocating transposition tables only if the memory is available, so that too large a size is an
//! error message and not a killed process.

use std::fs;

use crownhead_computer::Analyst;

/// An analyst with a table of so many MiB, or an error.
pub(crate) fn analyst(mebibytes: usize) -> Result<Analyst, String> {
    check(mebibytes)?;
    Analyst::try_new(mebibytes)
        .ok_or_else(|| format!("the system cannot provide {mebibytes} MiB of memory"))
}

/// Whether so much memory seems to be free. Systems overcommit memory and kill the process that
/// uses it. If the free memory is unknown, any size is allowed.
pub(crate) fn check(mebibytes: usize) -> Result<(), String> {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let free = free(&read("/proc/meminfo"), &read("/sys/fs/cgroup/memory.max"));
    match free {
        Some(free) if mebibytes as u64 > free => {
            Err(format!("{mebibytes} MiB of memory are needed, but only about {free} are free"))
        }
        _ => Ok(()),
    }
}

/// The free memory that Linux reports, in MiB, limited by the process's control group.
fn free(meminfo: &str, most: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    let available = kibibytes.map(|kibibytes: u64| kibibytes >> 10);
    let most = most.trim().parse().ok().map(|bytes: u64| bytes >> 20);
    match (available, most) {
        (Some(available), Some(most)) => Some(available.min(most)),
        (available, most) => available.or(most),
    }
}

/// The peak memory of this process in bytes, if the system reports it.
pub(crate) fn most_held() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_bound_counts_and_none_is_none() {
        let meminfo = "MemTotal:       16000000 kB\nMemAvailable:    2097152 kB\n";
        assert_eq!(free(meminfo, "max\n"), Some(2048));
        assert_eq!(free(meminfo, "1073741824\n"), Some(1024));
        assert_eq!(free("", "1073741824"), Some(1024));
        assert_eq!(free("MemAvailable: lots", ""), None);
    }

    #[test]
    fn a_hash_size_out_of_range_is_reported() {
        assert!(analyst(1).is_ok());
        let error = analyst(usize::MAX >> 21).err().unwrap_or_default();
        assert!(error.contains("MiB of memory"), "{error}");
    }
}
