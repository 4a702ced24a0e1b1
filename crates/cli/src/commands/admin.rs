//! `crownhead admin`: what an operator does to accounts.

use std::io::Write;

use clap::{Args, Subcommand};
use crownhead_server::people::accounts::UserName;
use crownhead_server::store::Place;
use crownhead_server::{NotDone, Order, Told, operate};

use crate::failure::Failure;

/// What is done, and where.
#[derive(Args, Debug)]
pub(crate) struct AdminArgs {
    /// Where accounts are kept: a file, or a PostgreSQL database
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
    what: What,
}

/// What is done.
#[derive(Subcommand, Debug)]
enum What {
    /// Close an account: its player cannot sign in, and is signed out everywhere
    Ban {
        #[arg(value_parser = user_name)]
        name: UserName,
    },
    /// Open an account again
    Unban {
        #[arg(value_parser = user_name)]
        name: UserName,
    },
    /// Give an account another name, in the matches that it played, too
    Rename {
        #[arg(value_parser = user_name)]
        name: UserName,
        #[arg(value_parser = user_name)]
        to: UserName,
    },
    /// Delete an account and what is its owner's alone; its matches stay, without a name
    Delete {
        #[arg(value_parser = user_name)]
        name: UserName,
    },
    /// Set a new password and print it, for a player who has lost the old one
    Password {
        #[arg(value_parser = user_name)]
        name: UserName,
    },
    /// Show the reports of players
    Reports {
        /// Settle the report with this id instead
        #[arg(long, value_name = "ID")]
        settle: Option<String>,
    },
}

/// Does it.
pub(crate) fn run(how: AdminArgs, out: &mut impl Write) -> Result<(), Failure> {
    let database = how.database.parse::<Place>().unwrap_or_else(|never| match never {});
    if let Place::File(path) = &database
        && !path.exists()
    {
        return Err(Failure::Input(format!("{database} is not there: no server has kept it yet")));
    }
    let (order, done) = match how.what {
        What::Ban { name } => (Order::Ban(name, true), "The account is closed."),
        What::Unban { name } => (Order::Ban(name, false), "The account is open again."),
        What::Rename { name, to } => (Order::Rename(name, to), "The account has its new name."),
        What::Delete { name } => (Order::Delete(name), "The account is deleted."),
        What::Password { name } => (Order::ResetPassword(name), ""),
        What::Reports { settle: None } => (Order::Reports, ""),
        What::Reports { settle: Some(id) } => (Order::Settle(id), "The report is settled."),
    };
    let told = operate(&database, order).map_err(|why| match why {
        NotDone::Account(_) => Failure::Input(why.to_string()),
        why => Failure::Machine(why.to_string()),
    })?;
    match told {
        Told::Done => writeln!(out, "{done}"),
        Told::Password(password) => writeln!(out, "The new password is {password}"),
        Told::Reports(reports) if reports.is_empty() => writeln!(out, "There are no reports."),
        Told::Reports(reports) => reports.iter().try_for_each(|report| {
            let by = report.by.as_deref().unwrap_or("somebody who has gone");
            let place = report.in_match.as_deref().unwrap_or("no match");
            // Whatever was typed, it stays on its line.
            let words = report.words.escape_debug();
            writeln!(out, "{}  {by} about {} in {place}: {words}", report.id, report.about)
        }),
    }
    .map_err(Failure::Output)
}

fn user_name(text: &str) -> Result<UserName, String> {
    UserName::new(text).map_err(|why| why.to_string())
}
