//! The examples that are not run as they stand: what takes their place, and why.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::read::root;

/// What an example is run as.
pub(crate) enum Form {
    /// A command that ends by itself.
    Ends(String),
    /// A server: it is asked to end as soon as it is open.
    Serves(String),
    /// One whose first line is enough: it would go on for ever.
    Streams(String),
    /// The load generator, which is not built as a program here.
    Swarms(String),
    /// One that another test looks at.
    Elsewhere,
}

/// Something that is exchanged in every command that has it.
struct Change {
    /// What the command begins with; comments and assignments before it do not count.
    of: &'static str,
    from: &'static str,
    to: &'static str,
    because: &'static str,
    used: AtomicBool,
}

/// The list, which knows what of it was used.
pub(crate) struct Shorter(Vec<Change>);

const LONG: &str = "it takes minutes";
const MANY: &str = "it plays or counts for minutes";
const TERMINAL: &str = "a full screen needs a terminal; tests/play_screen has one";
const WEAK: &str = "the opponent's program is Crownhead here";

/// Every change: of which commands, what for what, and why.
const CHANGES: [(&str, &str, &str, &str); 44] = [
    ("crownhead perft", "--depth 11", "--depth 6", MANY),
    ("crownhead perft", "--depth 8", "--depth 5", MANY),
    (
        "crownhead solve",
        "crownhead solve checkerboard-tic-tac-toe -o exchange=on --hash 2048",
        "timeout --preserve-status -s INT 1 \
         crownhead solve checkerboard-tic-tac-toe -o exchange=on --hash 16",
        "it takes hours; an interrupt ends it with what it has proven",
    ),
    ("crownhead solve", "--hash 2048 --plies 4", "--hash 16 --plies 0", LONG),
    ("crownhead analyse", "--time 2s", "--time 50ms", "what it prints does not depend on it"),
    ("crownhead analyse", "--depth 10", "--depth 6", MANY),
    ("crownhead review", "--time 500ms", "--time 20ms", "what it prints does not depend on it"),
    ("crownhead review", ".pdn  ", ".pdn --nodes 2000  ", "it takes many seconds"),
    ("crownhead review", "club-evening.pdn\n", "club-evening.pdn --nodes 2000\n", LONG),
    ("crownhead ladder", "--games 40 --seed 1", "--games 1 --seed 1 --to 2", MANY),
    ("crownhead ladder", "--games 10 --from 1 --to 4", "--games 1 --from 1 --to 2", MANY),
    (
        "crownhead match",
        "depth=8 --player depth=6 --games 20",
        "depth=2 --player depth=1 --games 2",
        MANY,
    ),
    (
        "crownhead match",
        "--player depth=6 --player depth=4",
        "--player depth=2 --player depth=1 --games 2",
        MANY,
    ),
    (
        "crownhead match",
        "time=100ms --player time=50ms --sprt elo0=0 elo1=20",
        "time=2ms --player time=1ms --sprt elo0=0 elo1=20 --games 2",
        "a test that decides something takes thousands of games",
    ),
    (
        "crownhead match",
        "--player \"time=1s hash=64\" --player \"time=1s cmd=/opt/program/program hub\"",
        "--player \"time=5ms hash=64\" --player \"time=5ms cmd=crownhead engine\" --games 2",
        WEAK,
    ),
    ("crownhead ballots", "--count 400", "--count 2", MANY),
    ("crownhead tune weights", "--games 3000 --nodes 2000", "--games 10 --nodes 30", MANY),
    ("crownhead tune data", "--games 10 --nodes 500", "--games 1 --nodes 30", MANY),
    ("crownhead tune data", "--shards 100..200", "--shards 100..101 --games 1 --nodes 30", MANY),
    ("crownhead bench duel", "--nodes 2000", "--nodes 30 --games 2", MANY),
    ("crownhead bench duel", "--nodes 30 --games 2 --games 400", "--nodes 30 --games 2", MANY),
    ("crownhead bench duel", "--time 100", "--time 1 --games 2", MANY),
    ("crownhead bench pdn", "--games 1000000", "--games 1000", MANY),
    ("crownhead bench proven", "--games 24", "--games 1 --time 1", MANY),
    ("crownhead tablebase build", "--pieces 5", "--pieces 3", "five checkers take half a minute"),
    ("crownhead tablebase build", "--pieces 6", "--pieces 3", "six checkers take an hour"),
    (
        "crownhead tablebase build",
        "--pieces 4 --dir",
        "--pieces 3 --dir",
        "one build of four is enough",
    ),
    ("crownhead-swarm", "--seconds 60", "--seconds 2", LONG),
    ("crownhead-swarm", "--seconds 20", "--seconds 1", LONG),
    ("crownhead-swarm", "--seconds 10", "--seconds 1", LONG),
    ("crownhead-swarm", "--matches 1000", "--matches 8", "the machine is not measured here"),
    ("crownhead-swarm", "--matches 500", "--matches 8", "the machine is not measured here"),
    ("crownhead-swarm", "--matches 100 ", "--matches 8 ", "the machine is not measured here"),
    ("crownhead-swarm", "--matches 50 ", "--matches 8 ", "the machine is not measured here"),
    ("crownhead-swarm", "--rate 1000 --idle 9000", "--rate 100 --idle 20 --seconds 1", LONG),
    ("crownhead-swarm", "--rate 1000", "--rate 100", "the machine is not measured here"),
    ("crownhead-swarm", "--idle 10000", "--idle 20", "the machine is not measured here"),
    ("crownhead-swarm", "--kills 20", "--kills 1", LONG),
    ("crownhead-swarm", "--kills 8", "--kills 1", LONG),
    ("crownhead-swarm", "--spectators 5000", "--spectators 20", "the machine is not measured here"),
    ("crownhead-swarm", "noisy", "noisy --games 20 --players 4 --attack pages", LONG),
    ("crownhead-swarm", "--spectators 10", "--spectators 1 --matches 4 --seconds 1", LONG),
    ("crownhead play", "crownhead play", "printf 'quit\\n' | crownhead play --plain", TERMINAL),
    ("printf", "cat - /dev/tty", "cat -", "nobody types here"),
];

impl Shorter {
    pub(crate) fn new() -> Shorter {
        let change = |(of, from, to, because)| Change {
            of,
            from,
            to,
            because,
            used: AtomicBool::new(false),
        };
        Shorter(CHANGES.map(change).into())
    }

    /// What a command is run as, or that nobody has said how.
    pub(crate) fn form(&self, command: &str) -> Result<Form, String> {
        let bare = without_assignments(command);
        let program = bare.split_whitespace().next().unwrap_or_default();
        // Neither engines of containers nor clusters are here. `cargo xtask container-check` does what
        // they do with the Containerfile, and `cargo xtask test` checks the files in deploy/.
        if ["podman", "docker", "kubectl"].contains(&program) {
            return files_exist(bare).map(|()| Form::Elsewhere);
        }
        if !["crownhead", "crownhead-swarm", "curl", "cargo", "printf", "echo", "zcat"]
            .contains(&program)
        {
            return Err(format!("{program}: who knows what that does? see tests/examples"));
        }
        // The documents' calls of xtask are read by a test of its own, in xtask/src/args.rs.
        if bare.starts_with("cargo xtask ") {
            return Ok(Form::Elsewhere);
        }
        let mut text = format!("{command}\n");
        for change in &self.0 {
            if bare.starts_with(change.of) && text.contains(change.from) {
                change.used.store(true, Ordering::Relaxed);
                text = text.replacen(change.from, change.to, 1);
            }
        }
        Ok(match bare {
            bare if bare.starts_with("crownhead-swarm ") => Form::Swarms(text),
            bare if bare.starts_with("crownhead serve") => Form::Serves(text),
            bare if bare.starts_with("curl -sN") => Form::Streams(text),
            _ => Form::Ends(text),
        })
    }

    /// Changes of which no example has any need.
    pub(crate) fn unused(&self) -> Vec<String> {
        let unused = self.0.iter().filter(|change| !change.used.load(Ordering::Relaxed));
        let name = |change: &Change| {
            let Change { of, from, because, .. } = change;
            format!("tests/examples/shorter.rs: no example of {of} has `{from}` ({because})")
        };
        unused.map(name).collect()
    }
}

/// Whether the files behind `-f` exist.
fn files_exist(command: &str) -> Result<(), String> {
    let words: Vec<_> = command.split_whitespace().collect();
    let files = words.windows(2).filter(|pair| pair[0] == "-f").map(|pair| pair[1]);
    let missing: Vec<_> = files.filter(|file| !root().join(file).is_file()).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("there is no {}", missing.join(", "))) }
}

/// A command without the variables that are set before it.
fn without_assignments(command: &str) -> &str {
    let mut rest = command;
    while let Some((word, behind)) = rest.split_once(' ') {
        let name = word.split('=').next().unwrap_or_default();
        let assigns =
            word.contains('=') && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        if !assigns {
            break;
        }
        rest = behind;
    }
    rest
}
