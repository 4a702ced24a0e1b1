//! The command-line arguments.

mod negative;
mod refusal;
mod room;
mod tune;

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter};
use crownhead_games::english::{did_you_mean, suggestions};
use crownhead_games::{Game, GameId, InvalidOption, Rules};

use crate::commands::admin::AdminArgs;
use crate::commands::ballots::BallotsArgs;
use crate::commands::matches::MatchArgs;
use crate::commands::pdn::{Pdn, ResultsArgs};
use crate::commands::play::PlayArgs;
use crate::commands::tablebase::Tablebase;
use crate::completions;
use crate::failure::Failure;
use crate::thinking::{AnalyseArgs, LadderArgs, ReviewArgs};

pub(crate) use refusal::game as game_named;
pub(crate) use room::{HealthArgs, LogForm, MailArgs, ServeArgs, StoreArgs};
pub(crate) use tune::{Tune, TuneData, TuneFit};

/// Eight games on one checkerboard, exactly as their leaflets describe them.
#[derive(Parser, Debug)]
#[command(name = "crownhead", version = version(), max_term_width = 100)]
#[command(after_help = "Examples:
  crownhead games
  crownhead show winning-moves-checkers --play \"11-15, 22-18\"
  crownhead explain parker-checkers --position B:W18:B14 --move 14-17
  crownhead rules regal-checkers --diff parker-checkers")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version, with the commit if the build knows it.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        match option_env!("CROWNHEAD_COMMIT").filter(|commit| !commit.is_empty()) {
            Some(commit) => format!("{version} ({commit})"),
            None => version.to_owned(),
        }
    });
    &VERSION
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games, their options and the leaflets they come from
    Games {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the rule book of a game, or how it differs from another
    #[command(after_help = "Examples:
  crownhead rules stack-em
  crownhead rules king-me-standard -o crowning=continues
  crownhead rules regal-checkers --diff winning-moves-checkers")]
    Rules {
        #[command(flatten)]
        rules: RulesArgs,
        /// Print only what the other game does differently
        #[arg(long, value_name = "OTHER", value_parser = game_parser())]
        diff: Option<GameId>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Play in the terminal: against the computer, two at one keyboard, or on a server by its link
    #[command(
        after_help = "Every game is saved as you play, and --resume continues it. The keys and
words are described in docs/terminal.md. Examples:
  crownhead play
  crownhead play stack-em --level 5 --side first
  crownhead play checkerboard-tic-tac-toe -o size=6 --side two-people --clock 5+3
  crownhead play --resume
  crownhead play https://games.example/AbCdEfGh#0123456789ab
  printf '11-15\\nboard\\n' | crownhead play winning-moves-checkers --side first --plain"
    )]
    Play(PlayArgs),
    /// Draw the board of a game, with its position, side to move and result
    #[command(after_help = "Examples:
  crownhead show coast-to-coast
  crownhead show stack-em --position R:1r,14rbB,21b
  crownhead show parker-checkers --play \"11-15, 22-18, 12-16, huff 15\" --json")]
    Show {
        #[command(flatten)]
        game: GameArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the legal moves of a position, one per line (ignores draw rulings)
    #[command(after_help = "Examples:
  crownhead moves winning-moves-checkers --position \"W:W27,18:B14,15\"
  crownhead moves checkerboard-tic-tac-toe -o floating=on --play d4")]
    Moves {
        #[command(flatten)]
        game: GameArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Explain whether a move is legal, and which rule decides
    #[command(
        after_help = "The exit code is 0 whether the move is legal or not. With --quiet nothing is
printed, and it is 1 if the move is not legal. Examples:
  crownhead explain winning-moves-checkers --move 11-16
  crownhead explain coast-to-coast --move a3-a2 --json
  crownhead explain stack-em --move 11-12 --quiet || echo No"
    )]
    Explain {
        #[command(flatten)]
        game: GameArgs,
        /// The move to explain, in the game's notation
        #[arg(long = "move", value_name = "TEXT", allow_hyphen_values = true)]
        tried: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// Print nothing, and exit with 1 if the move is not legal
        #[arg(long, short, conflicts_with = "json")]
        quiet: bool,
    },
    /// Count the sequences of N moves from a position (ignores draw rulings)
    #[command(after_help = "Examples:
  crownhead perft winning-moves-checkers --depth 11
  crownhead perft stack-em --depth 8 --divide --threads 2")]
    Perft {
        #[command(flatten)]
        game: GameArgs,
        /// The number of moves
        #[arg(long, value_name = "N", allow_negative_numbers = true,
              value_parser = |text: &str| number::<u32>(text, 0, 64))]
        depth: u32,
        /// Also print the count after each first move
        #[arg(long)]
        divide: bool,
        /// Number of threads
        #[arg(long, value_name = "T", default_value_t = 1,
              allow_negative_numbers = true, value_parser = |text: &str| number::<u16>(text, 1, 1024))]
        threads: u16,
    },
    /// Find the exact value and all best moves of a tic-tac-toe position
    #[command(after_help = "Examples:
  crownhead solve tic-tac-toe --play b2,a1
  crownhead solve checkerboard-tic-tac-toe --json
  crownhead solve checkerboard-tic-tac-toe -o exchange=on --hash 2048 --resume exchange.solved
  crownhead solve checkerboard-tic-tac-toe -o floating=on --hash 2048 --plies 4 \\
    --make-openings floating.openings")]
    Solve {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        how: SolveArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Analyse a position and show the best lines
    #[command(after_help = "Examples:
  crownhead analyse winning-moves-checkers --play \"11-15, 22-18\" --time 2s --lines 3
  crownhead analyse stack-em --depth 10 --json")]
    Analyse {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        how: AnalyseArgs,
    },
    /// Review every move of a game: the best move, and what each mistake cost
    #[command(after_help = "Examples:
  crownhead review club-evening.pdn
  crownhead review club-evening.pdn --game 3 --time 500ms --json
  crownhead review tic-tac-toe --play \"b2, a3, a1, b1\"")]
    Review {
        #[command(flatten)]
        games: GamesArgs,
        #[command(flatten)]
        how: ReviewArgs,
    },
    /// Check, convert, filter, count and merge files of games, as PDN or JSON
    #[command(after_help = "Files of any length need little memory. Examples:
  crownhead pdn check archive.pdn
  crownhead pdn filter archive.pdn --player Tinsley -o tinsley.pdn")]
    Pdn {
        #[command(subcommand)]
        what: Pdn,
    },
    /// Let each level of the computer play the one below it, and print the scores
    #[command(after_help = "Examples:
  crownhead ladder parker-checkers --games 40 --seed 1
  crownhead ladder --games 10 --from 1 --to 4")]
    Ladder(LadderArgs),
    /// Play and analyse for another program, with the Hub protocol on standard input and output
    #[command(after_help = "The protocol, with its commands for all games, is described in
docs/protocol.md. Example:
  printf 'level move-time=1\\ngo think\\n' | cat - /dev/tty | crownhead engine")]
    Engine,
    /// Run a server for players on other machines, over HTTP and WebSocket
    #[command(
        after_help = "The interface is described in docs/api.md. An interrupt or SIGTERM lets those
who are being served finish. Examples:
  crownhead serve
  crownhead serve --listen 0.0.0.0:80 --database /var/lib/crownhead/games.db
  crownhead serve --origin https://games.example
  CROWNHEAD_DATABASE=postgres://crownhead@db.example/crownhead crownhead serve
  crownhead serve --database postgres://db.example/crownhead --bus nats://bus.example"
    )]
    Serve(Box<ServeArgs>),
    /// Check that a server is ready, for the health check of a container
    #[command(
        after_help = "Without a URL it checks the server on this machine that has the same settings:
its flags, environment variables and config file are those of `crownhead serve`. The
exit code is 0 if the server is ready, and 1 if not. Examples:
  crownhead health
  crownhead health --listen unix:/run/crownhead/room.sock
  crownhead health https://games.example --live"
    )]
    Health(HealthArgs),
    /// Close, rename or delete accounts of a server, and read players' reports
    #[command(after_help = "The server may keep running. Examples:
  crownhead admin ban Rowdy
  crownhead admin password Ann --database postgres://crownhead@db.example/crownhead
  crownhead admin reports --settle AbCdEfGh")]
    Admin(AdminArgs),
    /// Back up a server's database to one file while the server runs
    #[command(after_help = "Examples:
  crownhead backup --database /var/lib/crownhead/games.db monday.backup
  crownhead backup --database postgres://db.example/crownhead tuesday.backup")]
    Backup {
        #[command(flatten)]
        store: StoreArgs,
        /// The file to create
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Create a database from a backup
    #[command(after_help = "Examples:
  crownhead restore monday.backup --database restored.db
  crownhead restore monday.backup --database postgres://db.example/crownhead")]
    Restore {
        /// The backup
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        store: StoreArgs,
    },
    /// Copy a server's database to another one, such as from a file to PostgreSQL
    #[command(after_help = "Stop the server first. Example:
  crownhead migrate games.db postgres://db.example/crownhead")]
    Migrate {
        /// The existing database: a file, or a PostgreSQL database
        #[arg(value_name = "FROM")]
        from: String,
        /// The new database, which must be empty
        #[arg(value_name = "TO")]
        to: String,
    },
    /// Check a database: every log is complete and legal, and agrees with the rest of the database
    #[command(
        after_help = "The exit code is 1 if it finds an error that it does not repair. To repair, \
stop the server
first. Whatever follows from the logs is written anew; nothing is made up. Examples:
  crownhead doctor --database /var/lib/crownhead/games.db
  crownhead doctor --database /var/lib/crownhead/games.db --repair"
    )]
    Doctor {
        #[command(flatten)]
        store: StoreArgs,
        /// Repair what follows from the logs, and say what was done
        #[arg(long)]
        repair: bool,
    },
    /// Play a match between two engines, Crownhead or other programs, and report the statistics
    #[command(after_help = "Examples:
  crownhead match winning-moves-checkers --player depth=8 --player depth=6 --games 20
  crownhead match stack-em --player time=100ms --player time=50ms --sprt elo0=0 elo1=20
  crownhead match winning-moves-checkers --openings data/openings/three-move-openings-174.txt \\
    --player \"time=1s hash=64\" --player \"time=1s cmd=/opt/program/program hub\"")]
    Match(Box<MatchArgs>),
    /// Draw balanced start positions with eleven men a side, for matches
    #[command(after_help = "Examples:
  crownhead ballots winning-moves-checkers --count 400 --seed 1 > ballots.txt
  crownhead match winning-moves-checkers --openings ballots.txt --games 2 --player depth=6 --player depth=5")]
    Ballots(BallotsArgs),
    /// Create training data, and train the weights of a game's evaluation
    Tune {
        #[command(subcommand)]
        what: Tune,
    },
    /// Build, check and query the endgame tables of the checkers games
    Tablebase {
        #[command(subcommand)]
        what: Tablebase,
    },
    /// Measure the speed and strength of Crownhead
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
    /// Print a completion script for a shell
    #[command(after_help = "The script calls crownhead for the candidates. Examples:
  echo 'source <(crownhead completions bash)' >> ~/.bashrc
  crownhead completions fish > crownhead.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of a command, or write all pages to a folder
    #[command(after_help = "Examples:
  crownhead man > crownhead.1
  crownhead man tablebase build > crownhead-tablebase-build.1
  crownhead man --dir man1")]
    Man {
        /// The command; without it, the page of crownhead itself
        #[arg(value_name = "COMMAND", add = ArgValueCandidates::new(completions::manual_pages))]
        command: Vec<String>,
        /// Write the pages of all commands to this folder
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum Bench {
    /// Measure the move generators in leaves per second, on one thread
    Movegen {
        /// Repetitions of each count; the best is printed
        #[arg(long, value_name = "N", default_value_t = 3,
              allow_negative_numbers = true, value_parser = |text: &str| number::<u16>(text, 1, 100))]
        repeat: u16,
    },
    /// Search a fixed suite of positions to a fixed depth; the node count is the same on every
    /// machine
    Search {
        /// Search to this depth instead of the suite's own depths
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: Option<u32>,
        /// Number of search threads; with more than one, the node count varies
        #[arg(long, value_name = "T", default_value_t = 1,
              value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
    /// Measure how many PDN games a minute are parsed, replayed and checked, on all cores
    #[command(after_help = "Examples:
  crownhead bench pdn --games 1000000
  crownhead bench pdn --games 1000000 --file million.pdn")]
    Pdn {
        /// Number of games; after ten thousand they repeat
        #[arg(long, value_name = "N", default_value_t = 1_000_000,
              value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        games: u64,
        /// The random seed
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Write the games to this file first and read them back
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Measure how many moves full strength proves in time, ply by ply
    #[command(after_help = "Examples:
  crownhead bench proven checkerboard-tic-tac-toe -o exchange=on --games 24")]
    Proven {
        #[command(flatten)]
        rules: RulesArgs,
        /// Number of games; it plays each side in turn
        #[arg(long, value_name = "N", default_value_t = 12,
              value_parser = clap::value_parser!(u32).range(1..=10_000))]
        games: u32,
        /// Milliseconds per move, on one thread
        #[arg(long, value_name = "MS", default_value_t = 1000,
              value_parser = clap::value_parser!(u64).range(1..=600_000))]
        time: u64,
        /// The random seed
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    /// Measure the engine's score against a simple opponent, from random openings
    #[command(after_help = "Examples:
  crownhead bench duel coast-to-coast --against tree --time 100
  crownhead bench duel stack-em --against first-guess --nodes 2000 --games 400")]
    Duel {
        #[command(flatten)]
        rules: RulesArgs,
        /// The opponent
        #[arg(long, value_enum, default_value = "tree")]
        against: Opponent,
        /// Use the weights in this file instead of the built-in ones
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
        /// Number of games; each opening is played from both sides
        #[arg(long, value_name = "N", default_value_t = 100,
              value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
        games: u32,
        /// Milliseconds per move for each player
        #[arg(long, value_name = "MS", default_value_t = 100, conflicts_with = "nodes",
              value_parser = clap::value_parser!(u64).range(1..=60_000))]
        time: u64,
        /// Limit each move to this many nodes (or playouts) instead of a time
        #[arg(long, value_name = "N",
              value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        nodes: Option<u64>,
        /// The random seed
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Number of games played at a time
        #[arg(long, value_name = "T", default_value_t = 1,
              value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
}

/// The opponent of `bench duel`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Opponent {
    /// A Monte-Carlo tree search with random playouts
    Tree,
    /// The same search with the weights from which tuning starts
    FirstGuess,
    /// The same search with the built-in weights
    BuiltIn,
}

/// A game and its options.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: GameId,
    /// Set an option of the game; see `crownhead games`
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE",
          add = ArgValueCandidates::new(completions::options))]
    options: Vec<String>,
}

/// A game, its options, and the moves played so far.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Start from this position instead of the initial one
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Play these moves first, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    play: Option<String>,
}

/// Finished games: those of a file, or one given by its moves.
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// A PDN file (- for standard input), or the name of a game with its moves in --play
    #[arg(value_name = "FILE|GAME", add = ArgValueCompleter::new(completions::games_and_files))]
    source: PathBuf,
    /// Only this game of the file, counting from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["options", "position", "play"],
          value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Set an option of the game; see `crownhead games`
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE",
          add = ArgValueCandidates::new(completions::options))]
    options: Vec<String>,
    /// Start from this position instead of the initial one
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The moves, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    play: Option<String>,
    #[command(flatten)]
    results: ResultsArgs,
}

/// The source of finished games.
pub(crate) enum Source {
    /// One game by its moves.
    Moves(GameArgs),
    /// A file, or one game of it by its number.
    File { path: PathBuf, only: Option<u64>, results: ResultsArgs },
}

/// The options of solving a position.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// Number of search threads
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// The size of the table of proven positions
    #[arg(long, value_name = "MB", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) hash: u32,
    /// Load proven positions from this file, and save new ones to it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Instead prove the openings in which one player answers every reply with a best move, and
    /// add them to this file
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) make_openings: Option<PathBuf>,
    /// The length of the openings in plies
    #[arg(long, value_name = "N", default_value_t = 5, requires = "make_openings",
          value_parser = clap::value_parser!(u32).range(0..=36))]
    pub(crate) plies: u32,
}

/// Whether a draw ruling ends the moves of `--play`.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Draws {
    End,
    Ignored,
}

impl RulesArgs {
    /// The rules of the game.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        with_options(self.game.rules(), &self.options)
    }
}

impl GameArgs {
    /// The game at its start position.
    pub(crate) fn begin(&self) -> Result<Game, Failure> {
        let rules = self.rules.rules()?;
        match &self.position {
            None => Ok(Game::start(rules)),
            Some(text) => Game::from_text(rules, text)
                .map_err(|faults| Failure::Input(format!("position: {faults}"))),
        }
    }

    /// The moves to play.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &str> {
        let moves = self.play.as_deref().unwrap_or_default();
        moves.split(',').map(str::trim).filter(|text| !text.is_empty())
    }

    /// The game after the moves.
    pub(crate) fn game(&self, draws: Draws) -> Result<Game, Failure> {
        let mut game = self.begin()?;
        for (i, text) in self.moves().enumerate() {
            let played = match draws {
                Draws::End => game.play(text),
                Draws::Ignored => game.play_ignoring_draws(text),
            };
            played.map_err(|refusal| {
                let text: String = text.chars().take(40).collect();
                Failure::Input(format!("move {} ({}): {refusal}", i + 1, text.escape_debug()))
            })?;
        }
        Ok(game)
    }
}

impl GamesArgs {
    /// The source of the games. A file with the name of a game is written `./tic-tac-toe`.
    pub(crate) fn source(self) -> Result<Source, Failure> {
        let GamesArgs { source, game: only, options, position, play, results } = self;
        let name = source.to_string_lossy();
        match name.parse::<GameId>() {
            Ok(_) if only.is_some() => Err(Failure::Input(format!(
                "--game chooses a game from a file, but {name} is the name of a game"
            ))),
            Ok(game) => {
                Ok(Source::Moves(GameArgs { rules: RulesArgs { game, options }, position, play }))
            }
            Err(_) if options.is_empty() && position.is_none() && play.is_none() => {
                Ok(Source::File { path: source, only, results })
            }
            Err(_) => Err(Failure::Input(format!(
                "{name} is not the name of a game, and --play, --position and --option need one; \
                 `crownhead games` lists them"
            ))),
        }
    }
}

/// The rules with the options from the command line.
pub(crate) fn with_options(rules: Rules, options: &[String]) -> Result<Rules, Failure> {
    options.iter().try_fold(rules, |rules, option| {
        let error = |what: String| Failure::Input(format!("option {option:?}: {what}"));
        let (key, value) = option
            .split_once('=')
            .ok_or_else(|| error("write an option as KEY=VALUE".to_owned()))?;
        let (key, value) = (key.trim(), value.trim());
        rules.with(key, value).map_err(|bad| {
            let keys = rules.game().options().iter().map(|option| option.key);
            match (bad, suggestions(key, keys).as_slice()) {
                (InvalidOption::NoSuchKey(_), [meant, ..]) => {
                    error(format!("{bad}. {}", did_you_mean(&[format!("{meant}={value}")])))
                }
                _ => error(bad.to_string()),
            }
        })
    })
}

pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameId> {
    PossibleValuesParser::new(GameId::ALL.iter().map(|id| id.name()))
        .try_map(|name| name.parse::<GameId>())
}

/// Parses a number within a range.
fn number<N>(text: &str, least: N, most: N) -> Result<N, String>
where
    N: FromStr + PartialOrd + Display,
{
    let read = text.parse().ok().filter(|number| (&least..=&most).contains(&number));
    read.ok_or_else(|| format!("expected a number from {least} to {most}"))
}

/// Parses the command line.
pub(crate) fn parse() -> Result<Cli, Failure> {
    negative::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Failure::Help(error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Failure::Input("no command given; `crownhead --help` lists them".to_owned())
        }
        _ => Failure::Input(refusal::line(&error)),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_words_are_well_formed() {
        Cli::command().debug_assert();
    }
}
