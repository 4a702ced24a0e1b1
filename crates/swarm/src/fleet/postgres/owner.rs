//! The user that PostgreSQL runs as: it refuses to run as root, so root starts it as another user.

use std::path::Path;
use std::process::Command;

/// The owner of the server's process and files: a user and group, or whoever runs the swarm.
#[cfg_attr(not(unix), allow(dead_code, reason = "other systems have no such numbers"))]
pub(super) struct Owner(Option<(u32, u32)>);

#[cfg(unix)]
impl Owner {
    /// The owner of a server whose folder was just created.
    pub(super) fn of_server(folder: &Path) -> Result<Owner, String> {
        use std::os::unix::fs::MetadataExt;
        if std::fs::metadata(folder).map_err(super::message)?.uid() != 0 {
            return Ok(Owner(None));
        }
        let users = std::fs::read_to_string("/etc/passwd").map_err(super::message)?;
        let numbers = |name: &str| {
            let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
            let mut fields = line.split(':').skip(2).map(|field| field.parse().ok());
            Some((fields.next()??, fields.next()??))
        };
        let found = numbers("postgres").or_else(|| numbers("nobody"));
        found.map(|user| Owner(Some(user))).ok_or_else(|| "no user can run PostgreSQL".to_owned())
    }

    /// Makes the owner the owner of a file or folder.
    pub(super) fn give(&self, path: &Path) -> Result<(), String> {
        let Some((user, group)) = self.0 else { return Ok(()) };
        std::os::unix::fs::chown(path, Some(user), Some(group)).map_err(super::message)
    }

    /// Makes the owner the only reader of a file.
    pub(super) fn give_alone(&self, path: &Path) -> Result<(), String> {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(path, mode).map_err(super::message)?;
        self.give(path)
    }

    /// Runs a command as the owner.
    pub(super) fn run(&self, command: &mut Command) {
        use std::os::unix::process::CommandExt;
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
    }
}

/// Elsewhere the server runs as the current user.
#[cfg(not(unix))]
impl Owner {
    pub(super) fn of_server(_: &Path) -> Result<Owner, String> {
        Ok(Owner(None))
    }

    pub(super) fn give(&self, _: &Path) -> Result<(), String> {
        Ok(())
    }

    pub(super) fn give_alone(&self, _: &Path) -> Result<(), String> {
        Ok(())
    }

    pub(super) fn run(&self, _: &mut Command) {}
}
