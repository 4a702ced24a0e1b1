//! The words that the command understands.

mod room;

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use crownhead_games::{Game, GameId, Rules};

use crate::commands::admin::AdminArgs;
use crate::commands::matches::MatchArgs;
use crate::commands::pdn::Pdn;
use crate::commands::play::PlayArgs;
use crate::commands::tablebase::Tablebase;
use crate::failure::Failure;
use crate::thinking::{AnalyseArgs, LadderArgs, ReviewArgs};

pub(crate) use room::{LogForm, ServeArgs, StoreArgs, SwarmArgs};

/// Eight games on one checkerboard, exactly by their leaflets.
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

/// The version, with the commit where the build was told it.
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
    /// Play in the terminal: against the computer, two at one keyboard, or by a server's link
    #[command(
        after_help = "Every game is saved as it goes, and --resume goes on with it. The keys and
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
  crownhead show parker-checkers --play \"11-15, 22-18, 15x22, 25x18, huff 18\" --json")]
    Show {
        #[command(flatten)]
        game: GameArgs,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the legal moves of a position, one a line (draw rulings are ignored)
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
    /// Say whether a move is legal, and by which rule or why not
    #[command(after_help = "Examples:
  crownhead explain winning-moves-checkers --move 11-16
  crownhead explain coast-to-coast --move a3-a2 --json")]
    Explain {
        #[command(flatten)]
        game: GameArgs,
        /// The move that is tried, in the game's text form
        #[arg(long = "move", value_name = "TEXT", allow_hyphen_values = true)]
        tried: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Count the sequences of N moves from a position (draw rulings are ignored)
    #[command(after_help = "Examples:
  crownhead perft winning-moves-checkers --depth 11
  crownhead perft stack-em --depth 8 --divide --threads 2")]
    Perft {
        #[command(flatten)]
        game: GameArgs,
        /// How many moves
        #[arg(long, value_name = "N", allow_negative_numbers = true,
              value_parser = |text: &str| number::<u32>(text, 0, 64))]
        depth: u32,
        /// Print the count after each first move, too
        #[arg(long)]
        divide: bool,
        /// How many threads count
        #[arg(long, value_name = "T", default_value_t = 1,
              allow_negative_numbers = true, value_parser = |text: &str| number::<u16>(text, 1, 1024))]
        threads: u16,
    },
    /// Find the exact value and every best move of a position of a tic-tac-toe game
    #[command(after_help = "Examples:
  crownhead solve tic-tac-toe --play b2,a1
  crownhead solve checkerboard-tic-tac-toe --json
  crownhead solve checkerboard-tic-tac-toe -o exchange=on --hash 2048 --resume exchange.solved
  crownhead solve checkerboard-tic-tac-toe -o floating=on --hash 2048 --plies 4
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
    /// Think about a position, and show the best ways to go on
    #[command(after_help = "Examples:
  crownhead analyse winning-moves-checkers --play \"11-15, 22-18\" --time 2s --lines 3
  crownhead analyse stack-em --depth 10 --json")]
    Analyse {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        how: AnalyseArgs,
    },
    /// Judge every move of a game: the best move, and what was given away
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
    /// Check, convert, sift, count and put together files of games, as PDN or JSON
    #[command(after_help = "A file of any length takes little memory. Examples:
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
    /// Play and analyse for another program, by the Hub protocol on standard input and output
    #[command(after_help = "The protocol, with its commands for all games, is described in
docs/protocol.md. Example:
  printf 'level move-time=1\\ngo think\\n' | cat - /dev/tty | crownhead engine")]
    Engine,
    /// Open a games room for people far apart, over HTTP and WebSocket
    #[command(
        after_help = "The interface is described in docs/api.md. An interrupt or SIGTERM lets those
who are being served finish. Examples:
  crownhead serve
  crownhead serve --listen 0.0.0.0:80 --database /var/lib/crownhead/games.db
  crownhead serve --origin https://games.example
  CROWNHEAD_DATABASE=postgres://crownhead@db.example/crownhead crownhead serve
  crownhead serve --database postgres://db.example/crownhead --bus nats://bus.example"
    )]
    Serve(ServeArgs),
    /// Close, rename or delete accounts of a games room, and read the reports of players
    #[command(after_help = "A server may run in the meantime. Examples:
  crownhead admin ban Rowdy
  crownhead admin password Ann --database postgres://crownhead@db.example/crownhead
  crownhead admin reports --settle AbCdEfGh")]
    Admin(AdminArgs),
    /// Write everything that a games room keeps to one file, while it goes on
    #[command(after_help = "Examples:
  crownhead backup --database /var/lib/crownhead/games.db monday.backup
  crownhead backup --database postgres://db.example/crownhead monday.backup")]
    Backup {
        #[command(flatten)]
        store: StoreArgs,
        /// The file, which is not there yet
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Make a store of a games room from a backup
    #[command(after_help = "Examples:
  crownhead restore monday.backup --database games.db
  crownhead restore monday.backup --database postgres://db.example/crownhead")]
    Restore {
        /// The backup
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        store: StoreArgs,
    },
    /// Copy everything that a games room keeps to another store, such as from a file to PostgreSQL
    #[command(after_help = "The games room must not be open meanwhile. Example:
  crownhead migrate games.db postgres://db.example/crownhead")]
    Migrate {
        /// The store that there is: a file, or a PostgreSQL database
        #[arg(value_name = "FROM")]
        from: String,
        /// The store that is to be, with nothing in it yet
        #[arg(value_name = "TO")]
        to: String,
    },
    /// Check a store: every log is whole, keeps to the rules, and leads where the store says
    #[command(after_help = "The exit code is 1 if something is wrong. Example:
  crownhead doctor --database /var/lib/crownhead/games.db")]
    Doctor {
        #[command(flatten)]
        store: StoreArgs,
    },
    /// Let many players play at once against a games room, and see what it bears and keeps
    #[command(
        after_help = "Without --node it starts a games room of its own, and ends it. It checks that no
acknowledged move is lost, that all see the same, that nothing is left out, that games have one
result, and that no time is won; if one of these fails, the exit code is 1. Examples:
  crownhead swarm --matches 1000 --given --seconds 20
  crownhead swarm --matches 500 --rate 1000 --idle 9000
  crownhead swarm --matches 100 --seconds 60 --kills 20
  crownhead swarm --matches 100 --seconds 60 --kills 8 --cluster
  crownhead swarm --node 127.0.0.1:8080 --spectators 10"
    )]
    Swarm(SwarmArgs),
    /// Let two players meet, Crownhead's own or other programs, and say what the games prove
    #[command(after_help = "Examples:
  crownhead match winning-moves-checkers --player depth=8 --player depth=6 --games 20
  crownhead match stack-em --player time=100ms --player time=50ms --sprt elo0=0 elo1=20
  crownhead match winning-moves-checkers --openings data/openings/three-move-openings-174.txt
    --player \"time=1s hash=64\" --player \"time=1s cmd=/opt/program/program hub\"")]
    Match(Box<MatchArgs>),
    /// Tune the weights of a game's evaluation on games that the engine plays against itself
    #[command(after_help = "The same game, numbers and seed give the same weights.

Examples:
  crownhead tune stack-em --games 3000 --nodes 2000 --seed 1 --out stack-em.txt
  crownhead bench duel stack-em --weights stack-em.txt --against built-in --nodes 2000")]
    Tune {
        #[command(flatten)]
        rules: RulesArgs,
        /// How many games are played
        #[arg(long, value_name = "N", default_value_t = 1_000,
              value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
        games: u32,
        /// How many positions are looked at for each move
        #[arg(long, value_name = "N", default_value_t = 1_000,
              value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        nodes: u64,
        /// What the dice begin with
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// How many games are played at a time; the weights do not depend on it
        #[arg(long, value_name = "T", default_value_t = 1,
              value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Go on from the weights that are built in, and not from a first guess
        #[arg(long)]
        further: bool,
        /// Write the weights to this file, and not to standard output. Weights of a network, if
        /// the game has one, go to a file of that name with the extension `network`
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Build, check and ask the endgame tables of the checkers games
    Tablebase {
        #[command(subcommand)]
        what: Tablebase,
    },
    /// Measure the speed and the strength of parts of Crownhead
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
    /// Print a completion script for a shell
    #[command(after_help = "Example:
  crownhead completions bash > ~/.local/share/bash-completion/completions/crownhead")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum Bench {
    /// Leaves a second of the move generators, on one thread
    Movegen {
        /// How often each count is repeated; the best is printed
        #[arg(long, value_name = "N", default_value_t = 3,
              allow_negative_numbers = true, value_parser = |text: &str| number::<u16>(text, 1, 100))]
        repeat: u16,
    },
    /// Search a fixed suite of positions of all games to a fixed depth; the nodes are the same on
    /// every machine
    Search {
        /// The depth, instead of the suite's own for each game
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: Option<u32>,
        /// How many threads search; with more than one the nodes are not the same every time
        #[arg(long, value_name = "T", default_value_t = 1,
              value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
    /// Games a minute that are read from PDN, played through and checked, on all cores
    #[command(after_help = "Examples:
  crownhead bench pdn --games 1000000
  crownhead bench pdn --games 1000000 --file million.pdn")]
    Pdn {
        /// How many games; from ten thousand on they repeat
        #[arg(long, value_name = "N", default_value_t = 1_000_000,
              value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        games: u64,
        /// What the dice begin with
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Write the games to this file first, and read them from there
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Which moves of full strength's own games are proven in time, ply by ply
    #[command(after_help = "Examples:
  crownhead bench proven checkerboard-tic-tac-toe -o exchange=on --games 24")]
    Proven {
        #[command(flatten)]
        rules: RulesArgs,
        /// How many games; it plays one side after the other
        #[arg(long, value_name = "N", default_value_t = 12,
              value_parser = clap::value_parser!(u32).range(1..=10_000))]
        games: u32,
        /// How many milliseconds it has for a move, on one thread
        #[arg(long, value_name = "MS", default_value_t = 1000,
              value_parser = clap::value_parser!(u64).range(1..=600_000))]
        time: u64,
        /// What the dice begin with
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
    },
    /// Points of the engine in a match against a plain opponent, from random openings
    #[command(after_help = "Examples:
  crownhead bench duel coast-to-coast --against tree --time 100
  crownhead bench duel stack-em --against first-guess --nodes 2000 --games 400")]
    Duel {
        #[command(flatten)]
        rules: RulesArgs,
        /// Who plays against it
        #[arg(long, value_enum, default_value = "tree")]
        against: Opponent,
        /// Play with the weights in this file, and not with the built-in ones
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
        /// How many games; both sides begin each opening once
        #[arg(long, value_name = "N", default_value_t = 100,
              value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
        games: u32,
        /// How many milliseconds each player has for a move
        #[arg(long, value_name = "MS", default_value_t = 100, conflicts_with = "nodes",
              value_parser = clap::value_parser!(u64).range(1..=60_000))]
        time: u64,
        /// How many positions (or playouts) each player looks at for a move, and no time
        #[arg(long, value_name = "N",
              value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        nodes: Option<u64>,
        /// What the dice begin with
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// How many games are played at a time
        #[arg(long, value_name = "T", default_value_t = 1,
              value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
}

/// Who the engine is measured against.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Opponent {
    /// A Monte-Carlo tree search with random playouts
    Tree,
    /// The same search with the weights that tuning begins with
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
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
}

/// A game, its options, and how far it has come.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Begin from this position instead of the start position
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Play these moves first, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    play: Option<String>,
}

/// Games that were played: those of a file, or one whose moves are given.
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// A PDN file (- is standard input), or the name of a game whose moves --play gives
    #[arg(value_name = "FILE|GAME")]
    source: PathBuf,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["options", "position", "play"],
          value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Set an option of the game; see `crownhead games`
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Begin from this position instead of the start position
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The moves, separated by commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    play: Option<String>,
}

/// Where games that were played come from.
pub(crate) enum Source {
    /// One game by its moves.
    Moves(GameArgs),
    /// A file, or one game of it by its number.
    File { path: PathBuf, only: Option<u64> },
}

/// How a position is solved.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// How many threads search
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// How large the table of proven positions is
    #[arg(long, value_name = "MB", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) hash: u32,
    /// Go on from what this file holds, and keep in it what is proven
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Instead prove the openings that come up when one player follows best moves against every
    /// reply, and add them to this file; the program's own were made so
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) make_openings: Option<PathBuf>,
    /// How many plies the openings go
    #[arg(long, value_name = "N", default_value_t = 5, requires = "make_openings",
          value_parser = clap::value_parser!(u32).range(0..=36))]
    pub(crate) plies: u32,
}

/// Whether a draw ruling keeps `--play` from going on.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Draws {
    End,
    Ignored,
}

impl RulesArgs {
    /// The rules that were asked for.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        with_options(self.game.rules(), &self.options)
    }
}

impl GameArgs {
    /// The game before any move.
    pub(crate) fn begin(&self) -> Result<Game, Failure> {
        let rules = self.rules.rules()?;
        match &self.position {
            None => Ok(Game::start(rules)),
            Some(text) => Game::from_text(rules, text)
                .map_err(|faults| Failure::Input(format!("position: {faults}"))),
        }
    }

    /// The texts of the moves to play.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &str> {
        let moves = self.play.as_deref().unwrap_or_default();
        moves.split(',').map(str::trim).filter(|text| !text.is_empty())
    }

    /// The game, with the moves played.
    pub(crate) fn game(&self, draws: Draws) -> Result<Game, Failure> {
        let mut game = self.begin()?;
        for (i, text) in self.moves().enumerate() {
            let played = match draws {
                Draws::End => game.play(text),
                Draws::Ignored => game.play_on(text),
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
    /// Where the games come from. A file that is called like a game is written `./tic-tac-toe`.
    pub(crate) fn source(self) -> Result<Source, Failure> {
        let GamesArgs { source, game: only, options, position, play } = self;
        let name = source.to_string_lossy();
        match name.parse::<GameId>() {
            Ok(_) if only.is_some() => {
                Err(Failure::Input(format!("--game chooses from a file, and {name} is a game")))
            }
            Ok(game) => {
                Ok(Source::Moves(GameArgs { rules: RulesArgs { game, options }, position, play }))
            }
            Err(_) if options.is_empty() && position.is_none() && play.is_none() => {
                Ok(Source::File { path: source, only })
            }
            Err(_) => Err(Failure::Input(format!(
                "{name} is not the name of a game, and --play, --position and --option need one; \
                 `crownhead games` lists them"
            ))),
        }
    }
}

/// Rules with the options that were set on the command line.
pub(crate) fn with_options(rules: Rules, options: &[String]) -> Result<Rules, Failure> {
    options.iter().try_fold(rules, |rules, option| {
        let why = |what: String| Failure::Input(format!("option {option:?}: {what}"));
        let (key, value) = option
            .split_once('=')
            .ok_or_else(|| why("an option is given as KEY=VALUE".to_owned()))?;
        rules.with(key.trim(), value.trim()).map_err(|bad| why(bad.to_string()))
    })
}

pub(crate) fn game_parser() -> impl TypedValueParser<Value = GameId> {
    PossibleValuesParser::new(GameId::ALL.iter().map(|id| id.name()))
        .try_map(|name| name.parse::<GameId>())
}

/// Reads a number that has a least and a greatest value.
fn number<N>(text: &str, least: N, most: N) -> Result<N, String>
where
    N: FromStr + PartialOrd + Display,
{
    let read = text.parse().ok().filter(|number| (&least..=&most).contains(&number));
    read.ok_or_else(|| format!("a number from {least} to {most} is wanted"))
}

/// Reads the command line.
pub(crate) fn parse() -> Result<Cli, Failure> {
    Cli::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Failure::Help(error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Failure::Input("what shall it do? `crownhead --help` lists the commands".to_owned())
        }
        _ => Failure::Input(one_line(&error.to_string())),
    })
}

/// The message of an error without the usage that follows it, on one line.
fn one_line(message: &str) -> String {
    let message = message.split("\nUsage:").next().unwrap_or_default();
    let message = message.split("\nFor more information").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    // A hint stands in a paragraph of its own. How to give a flag's name as a value is not one
    // that anybody here has use for.
    let paragraphs = message.split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>());
    let paragraphs = paragraphs.map(|words| words.join(" "));
    let told: Vec<_> =
        paragraphs.filter(|text| !text.is_empty() && !text.starts_with("tip: to pass")).collect();
    told.join("; ")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_words_are_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_wrong_word_is_told_on_one_line() {
        let error = Cli::try_parse_from(["crownhead", "show", "chess"]).unwrap_err();
        let line = one_line(&error.to_string());
        assert!(line.starts_with("invalid value 'chess' for '<GAME>'"), "{line}");
        assert!(!line.contains("Usage") && !line.contains('\n'), "{line}");
        let error = Cli::try_parse_from(["crownhead", "show", "regal"]).unwrap_err();
        let line = one_line(&error.to_string());
        assert!(line.ends_with("]; tip: a similar value exists: 'regal-checkers'"), "{line}");
        let error = Cli::try_parse_from(["crownhead", "show", "stack-em", "--jsn"]).unwrap_err();
        let line = one_line(&error.to_string());
        assert!(!line.contains("to pass"), "{line}");
    }

    #[test]
    fn a_number_that_is_none_is_told_in_plain_words() {
        for depth in ["x", "-1", "65", "1.5", "99999999999999999999", ""] {
            let words = ["crownhead", "perft", "stack-em", "--depth", depth];
            let line = one_line(&Cli::try_parse_from(words).unwrap_err().to_string());
            assert!(line.ends_with("a number from 0 to 64 is wanted"), "{line}");
        }
    }
}
