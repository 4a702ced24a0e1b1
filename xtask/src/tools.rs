//! Installing cargo's extra tools: from the project's folder or the search path, or else into that
//! folder.

use std::env::consts::EXE_SUFFIX;
use std::fmt;

use crate::failure::Failure;
use crate::shell::{CommandLine, Shell};

/// The folder of installed tools, below the root of the workspace.
const FOLDER: &str = "target/tools";

pub(crate) struct Tool {
    krate: &'static str,
    verb: &'static str,
    /// The version to install.
    pinned: Version,
    /// The minimum version.
    min_version: Version,
}

/// Runs the tests.
pub(crate) const NEXTEST: Tool = Tool {
    krate: "cargo-nextest",
    verb: "nextest",
    pinned: Version(0, 9, 143),
    min_version: Version(0, 9, 100),
};
/// Audits the dependencies.
pub(crate) const DENY: Tool = Tool {
    krate: "cargo-deny",
    verb: "deny",
    pinned: Version(0, 20, 2),
    min_version: Version(0, 19, 0),
};
/// Builds and runs the fuzz targets.
pub(crate) const FUZZ: Tool = Tool {
    krate: "cargo-fuzz",
    verb: "fuzz",
    pinned: Version(0, 13, 2),
    min_version: Version(0, 13, 0),
};

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u32, u32, u32);

impl Tool {
    /// The command line of the tool, after installing it if necessary.
    pub(crate) fn ensure(&self, shell: &Shell) -> Result<CommandLine, Failure> {
        // A path works whatever the search path is.
        let own = format!("{FOLDER}/bin/{}{EXE_SUFFIX} {}", self.krate, self.verb);
        let own = CommandLine::new(&own);
        let shared = CommandLine::new("cargo").and(self.verb);
        if let Some(found) = [&own, &shared].into_iter().find(|line| self.is_recent(shell, line)) {
            return Ok(found.clone());
        }
        // The tools mostly wait for other programs, so a debug build is fast enough.
        let install = CommandLine::new("cargo install --debug --locked --force --root")
            .and(FOLDER)
            .and(&format!("{}@{}", self.krate, self.pinned))
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        println!("    set-up: {install}");
        shell.run("installing a tool", &install)?;
        Ok(own)
    }

    fn is_recent(&self, shell: &Shell, line: &CommandLine) -> bool {
        let said = shell.capture(&line.clone().and("--version"));
        said.and_then(|text| Version::read(&text))
            .is_some_and(|version| version >= self.min_version)
    }
}

impl Version {
    /// Parses a tool's version output: `cargo-deny 0.20.2`, and anything after it.
    fn read(said: &str) -> Option<Version> {
        let mut numbers = said.split_whitespace().nth(1)?.splitn(3, '.');
        let mut next = || {
            let number = numbers.next()?;
            // `2-rc.1` counts as 2.
            number.split(['-', '+']).next()?.parse().ok()
        };
        Some(Version(next()?, next()?, next()?))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Version(major, minor, patch) = self;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_parsed_from_the_tools_output() {
        assert_eq!(Version::read("cargo-deny 0.20.2\n"), Some(Version(0, 20, 2)));
        let nextest = "cargo-nextest 0.9.143 (60fa45f63 2026-08-04)\nrelease: 0.9.143\n";
        assert_eq!(Version::read(nextest), Some(Version(0, 9, 143)));
        assert_eq!(Version::read("cargo-fuzz 0.13.2-rc.1"), Some(Version(0, 13, 2)));
        assert_eq!(Version::read("error: no such command"), None);
        assert_eq!(Version::read(""), None);
    }

    #[test]
    fn installed_tools_are_recent_enough() {
        for tool in [NEXTEST, DENY, FUZZ] {
            assert!(tool.pinned >= tool.min_version, "{}", tool.krate);
        }
        assert!(Version(0, 9, 143) > Version(0, 9, 99));
        assert!(Version(0, 13, 0) > Version(0, 9, 143));
    }
}
