//! `crownhead tablebase`: the endgame tables of this machine.

mod build;
mod info;
mod probe;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use crownhead_computer::family;
use crownhead_games::{Game, Rules};
use crownhead_tablebase::{MAX_CHECKERS, RejectedFile, TableFolder};

use crate::args::{GameArgs, RulesArgs};
use crate::endgames;
use crate::failure::Failure;

/// The commands of `crownhead tablebase`.
#[derive(Subcommand, Debug)]
pub(crate) enum Tablebase {
    /// Compute who wins every endgame with a few checkers, and save the results as files
    #[command(after_help = "An interrupted build continues where it stopped.

Examples:
  crownhead tablebase build winning-moves-checkers --pieces 5
  crownhead tablebase build regal-checkers --pieces 4 --dir /srv/tables --threads 2
  crownhead tablebase build regal-checkers --pieces 6 --database postgres://db.example/games")]
    Build(BuildArgs),
    /// Check that the value of every position agrees with the values after its moves
    #[command(after_help = "Example:
  crownhead tablebase verify winning-moves-checkers --one-in 100")]
    Verify(VerifyArgs),
    /// List the existing tables with counts, sizes and longest wins
    Info(InfoArgs),
    /// Look up who wins a position and what each move leads to
    #[command(after_help = "Example:
  crownhead tablebase probe winning-moves-checkers --position W:WK27,K23:BK28,12")]
    Probe(ProbeArgs),
}

/// The rules and folder of the tables.
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    place: TableFolderArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TableFolderArgs {
    /// The folder of the tables; by default one in your data folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl TableArgs {
    fn folder(&self) -> Result<TableFolder, Failure> {
        self.place.folder(self.rules.rules()?)
    }
}

/// The command that rebuilds damaged tables.
fn rebuild(rules: Rules, place: &TableFolderArgs, damaged: &[RejectedFile]) -> String {
    let most = damaged.iter().map(|bad| bad.class.checkers()).max().unwrap_or(2);
    let distance = if damaged.iter().any(|bad| bad.distances) { " --distance" } else { "" };
    let options: String =
        rules.options().map(|(key, value)| format!(" -o {key}={value}")).collect();
    let dir = place.dir.as_ref().map(|dir| format!(" --dir {}", dir.display()));
    let dir = dir.unwrap_or_default();
    format!("crownhead tablebase build {}{options} --pieces {most}{distance}{dir}", rules.game())
}

impl TableFolderArgs {
    fn folder(&self, rules: Rules) -> Result<TableFolder, Failure> {
        let family = family(&Game::start(rules)).ok_or_else(|| {
            Failure::Input(format!("{} has no endgame tables; the checkers games do", rules.game()))
        })?;
        let nowhere = || Failure::Input("no folder for tables; name one with --dir".to_owned());
        let folder = self.dir.clone().or_else(|| endgames::folder(None)).ok_or_else(nowhere)?;
        Ok(TableFolder::new(&folder, family))
    }
}

/// Options of `crownhead tablebase verify`.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    tables: TableArgs,
    /// Check one position in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    one_in: u64,
}

/// Options of `crownhead tablebase info`.
#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    tables: TableArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Options of `crownhead tablebase probe`.
#[derive(Args, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    tables: TableFolderArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Options of `crownhead tablebase build`.
#[derive(Args, Debug)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    tables: TableArgs,
    /// The most checkers on the board
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u8).range(2..=i64::from(MAX_CHECKERS)))]
    pieces: u8,
    /// Also count the plies to the end, in separate tables
    #[arg(long)]
    distance: bool,
    /// Number of threads; by default one per processor
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The most memory to use, in GiB
    #[arg(long, value_name = "GB", default_value_t = 4,
          value_parser = clap::value_parser!(u16).range(1..=4096))]
    memory: u16,
    /// A server's database through which several machines share the work
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
