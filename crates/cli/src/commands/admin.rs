//! `crownhead admin`: managing accounts and challenges.

use std::io::Write;

use clap::{Args, Subcommand};
use crownhead_server::people::accounts::UserName;
use crownhead_server::{AdminError, AdminOutcome, AdminRequest, run_admin_command};
use crownhead_store::{StoreLocation, system_time};

use crate::failure::Failure;

/// Options of `crownhead admin`.
#[derive(Args, Debug)]
pub(crate) struct AdminArgs {
    /// The server's database: a file, or a PostgreSQL URL
    #[arg(
        long,
        global = true,
        value_name = "PATH|postgres://…",
        default_value = "crownhead.db",
        env = "CROWNHEAD_DATABASE",
        hide_env_values = true
    )]
    database: String,
    #[command(subcommand)]
    what: AdminCommand,
}

/// The commands of `crownhead admin`.
#[derive(Subcommand, Debug)]
enum AdminCommand {
    /// Close an account: its player is signed out everywhere and cannot sign in
    Ban {
        #[arg(value_parser = user_name)]
        name: UserName,
    },
    /// Reopen an account
    Unban {
        #[arg(value_parser = user_name)]
        name: UserName,
    },
    /// Rename an account, also in the matches it played
    Rename {
        #[arg(value_parser = user_name)]
        name: UserName,
        #[arg(value_parser = user_name)]
        to: UserName,
    },
    /// Delete an account and its private data; its matches stay, without a name
    Delete {
        #[arg(value_parser = user_name)]
        name: UserName,
    },
    /// Set a new random password and print it
    Password {
        #[arg(value_parser = user_name)]
        name: UserName,
    },
    /// Show players' reports
    Reports {
        /// Mark the report with this id as settled
        #[arg(long, value_name = "ID")]
        settle: Option<String>,
    },
    /// Show the challenges that wait for somebody
    #[command(after_help = "Challenges from one address have the same source. Examples:
  crownhead admin challenges
  crownhead admin challenges --remove AbCdEfGh
  crownhead admin challenges --remove 0123456789ab")]
    Challenges {
        /// Remove the challenge with this id, or all from this source
        #[arg(long, value_name = "ID|SOURCE")]
        remove: Vec<String>,
    },
}

/// Runs the command.
pub(crate) fn run(how: AdminArgs, out: &mut impl Write) -> Result<(), Failure> {
    let database = how.database.parse::<StoreLocation>().unwrap_or_else(|never| match never {});
    if let StoreLocation::File(path) = &database {
        // Opening an empty or missing file would create a new store.
        match std::fs::metadata(path) {
            Ok(there) if there.is_file() && there.len() == 0 => {
                return Err(Failure::damaged(path, "it is empty, not a database"));
            }
            Ok(_) => {}
            Err(_) => {
                let error = format!("{database} does not exist; no server has created it yet");
                return Err(Failure::Machine(error));
            }
        }
    }
    let (order, done) = match how.what {
        AdminCommand::Ban { name } => (AdminRequest::Ban(name, true), "The account is closed."),
        AdminCommand::Unban { name } => {
            (AdminRequest::Ban(name, false), "The account is open again.")
        }
        AdminCommand::Rename { name, to } => {
            (AdminRequest::Rename(name, to), "The account has its new name.")
        }
        AdminCommand::Delete { name } => (AdminRequest::Delete(name), "The account is deleted."),
        AdminCommand::Password { name } => (AdminRequest::ResetPassword(name), ""),
        AdminCommand::Reports { settle: None } => (AdminRequest::Reports, ""),
        AdminCommand::Reports { settle: Some(id) } => {
            (AdminRequest::Settle(id), "The report is settled.")
        }
        AdminCommand::Challenges { remove } if remove.is_empty() => (AdminRequest::Challenges, ""),
        AdminCommand::Challenges { remove } => (AdminRequest::RemoveChallenges(remove), ""),
    };
    let outcome = run_admin_command(&database, order).map_err(|error| match error {
        AdminError::Account(_) => Failure::Input(error.to_string()),
        error => Failure::Machine(error.to_string()),
    })?;
    let now = system_time();
    match outcome {
        AdminOutcome::Done => writeln!(out, "{done}"),
        AdminOutcome::Password(password) => writeln!(out, "The new password is {password}"),
        AdminOutcome::Reports(reports) if reports.is_empty() => {
            writeln!(out, "There are no reports.")
        }
        AdminOutcome::Reports(reports) => reports.iter().try_for_each(|report| {
            let by = report.by.as_deref().unwrap_or("somebody who has gone");
            let place = report.in_match.as_deref().unwrap_or("no match");
            // Escaped, so that each report stays on one line.
            let words = report.words.escape_debug();
            writeln!(out, "{}  {by} about {} in {place}: {words}", report.id, report.about)
        }),
        AdminOutcome::Challenges(open) if open.is_empty() => writeln!(out, "Nobody is waiting."),
        AdminOutcome::Challenges(open) => open.iter().try_for_each(|one| {
            let by = one.by.as_deref().unwrap_or("a guest");
            let account = if one.account { " (account)" } else { "" };
            let place = if one.listed { "in the lobby" } else { "by link" };
            let source = one.source.as_deref().unwrap_or("an unknown source");
            let hours = one.until.since(now).as_millis().div_ceil(60 * 60 * 1000);
            writeln!(
                out,
                "{}  {} by {by}{account}, {place}, from {source}, for {hours} h more",
                one.id, one.game
            )
        }),
        AdminOutcome::Removed(1) => writeln!(out, "The challenge is removed."),
        AdminOutcome::Removed(count) => writeln!(out, "{count} challenges are removed."),
    }
    .map_err(Failure::Output)
}

fn user_name(text: &str) -> Result<UserName, String> {
    UserName::new(text).map_err(|error| error.to_string())
}
