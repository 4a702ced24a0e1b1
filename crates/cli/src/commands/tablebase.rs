//! `crownhead tablebase`: the endgame tables of this machine.

mod build;
mod info;
mod probe;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use crownhead_computer::family;
use crownhead_games::{Game, Rules};
use crownhead_tablebase::{Folder, MOST_CHECKERS};

use crate::args::{GameArgs, RulesArgs};
use crate::endgames;
use crate::failure::Failure;

/// What is done with tables.
#[derive(Subcommand, Debug)]
pub(crate) enum Tablebase {
    /// Find out who wins every endgame of a few checkers, and keep it in files
    #[command(after_help = "What is done stays done: a build that was ended goes on where it was.

Examples:
  crownhead tablebase build winning-moves-checkers --pieces 5
  crownhead tablebase build regal-checkers --pieces 4 --dir /srv/tables --threads 2
  crownhead tablebase build regal-checkers --pieces 6 --database postgres://db.example/games")]
    Build(BuildArgs),
    /// Check that every position is worth the best of what its moves lead to
    #[command(after_help = "Example:
  crownhead tablebase verify winning-moves-checkers --one-in 100")]
    Verify(VerifyArgs),
    /// List the tables that there are, with counts, sizes and longest wins
    Info(InfoArgs),
    /// Say who wins a position, and what every move makes of it
    #[command(after_help = "Example:
  crownhead tablebase probe winning-moves-checkers --position W:WK27,K23:BK28,12")]
    Probe(ProbeArgs),
}

/// Which tables.
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Where tables are.
#[derive(Args, Debug)]
pub(crate) struct PlaceArgs {
    /// The folder of the tables, and not the one of this user
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl TableArgs {
    fn folder(&self) -> Result<Folder, Failure> {
        self.place.folder(self.rules.rules()?)
    }
}

impl PlaceArgs {
    fn folder(&self, rules: Rules) -> Result<Folder, Failure> {
        let family = family(&Game::start(rules)).ok_or_else(|| {
            Failure::Input(format!("{} has no endgame tables; the checkers games do", rules.game()))
        })?;
        let nowhere =
            || Failure::Input("there is no folder for tables; name one with --dir".into());
        let folder = self.dir.clone().or_else(|| endgames::folder(None)).ok_or_else(nowhere)?;
        Ok(Folder::new(&folder, family))
    }
}

/// How tables are checked.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    tables: TableArgs,
    /// Look at one position in so many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    one_in: u64,
}

/// How tables are listed.
#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    tables: TableArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is asked of tables.
#[derive(Args, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    tables: PlaceArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How tables are built.
#[derive(Args, Debug)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    tables: TableArgs,
    /// Up to how many checkers there are on the board
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u8).range(2..=i64::from(MOST_CHECKERS)))]
    pieces: u8,
    /// Count the plies to the end, too, in tables of their own
    #[arg(long)]
    distance: bool,
    /// How many threads build; all processors if it is left out
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How many gibibytes of memory it may take
    #[arg(long, value_name = "GB", default_value_t = 4,
          value_parser = clap::value_parser!(u16).range(1..=4096))]
    memory: u16,
    /// A games room's database over which several machines share the work
    #[arg(long, value_name = "PATH|postgres://…")]
    database: Option<String>,
}

pub(super) fn run(what: &Tablebase, out: &mut impl Write) -> Result<(), Failure> {
    match what {
        Tablebase::Build(how) => build::run(how, out),
        Tablebase::Verify(how) => info::verify(how, out),
        Tablebase::Info(how) => info::run(how, out),
        Tablebase::Probe(how) => probe::run(how, out),
    }
}
