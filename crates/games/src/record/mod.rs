//! A game with its moves, to and from PDN: what is kept of a game when it is over, or not yet.
//!
//! The syntax of files is `crownhead-pdn`'s. `docs/pdn.md` tells what is written and read.

mod error;
mod head;
mod kind;
mod loose;
mod names;
mod numbering;
mod read;
mod readings;
mod result;
mod steps;
mod text;
mod write;

use crownhead_pdn::{ClockTime, Comment, Tags};
use crownhead_rules::{MoveRefusal, PositionErrors, Side, Verdict};

pub use error::{ReplayError, ReplayErrorKind};
pub use result::{ResultCheck, ResultOrder, contradictory_results};
pub use text::ParseRecordError;

use crate::{Game, Rules};

/// A game with the moves that led to it.
///
/// ```
/// use crownhead_games::{GameId, Record};
///
/// let mut record = Record::start(GameId::WinningMovesCheckers);
/// for text in ["11-15", "22-18", "15x22", "25x18"] {
///     record.play(text)?;
/// }
/// let pdn = record.to_pdn();
/// assert!(pdn.to_string().ends_with("\n1. 11-15 22-18 2. 15x22 25x18 *\n"));
/// assert_eq!(Record::from_pdn(&pdn)?, record);
///
/// // Or, for a single game, as text.
/// assert_eq!(record.to_string().parse(), Ok(record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tags: Tags,
    /// Where the game began, and whether that is its start position.
    begin: Game,
    set_up: bool,
    preface: String,
    plies: Vec<RecordedPly>,
    game: Game,
    score: RecordedResult,
}

/// A move that was played, and what was noted about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedPly {
    /// The one text of the move.
    pub text: String,
    /// What was said about it; may be empty.
    pub comment: String,
    /// The time left on the mover's clock.
    pub clock: Option<ClockTime>,
    /// The time that the move took.
    pub elapsed: Option<ClockTime>,
    /// Numeric annotation glyphs.
    pub nags: Vec<u16>,
}

/// How checkers are written in a file. The other games have one form.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnStyle {
    /// Squares have names, `a1` to `h8`, and not numbers.
    pub names: bool,
    /// A jump names every square that it lands on, also where it need not.
    pub whole_jumps: bool,
}

/// How a game ended, by its own rules or because the players said so.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecordedResult {
    /// It has not ended, or nobody knows.
    #[default]
    Open,
    /// This side has won.
    Won(Side),
    /// Nobody has won.
    Drawn,
    /// Both have lost, by a ruling of those who ran the event.
    BothLost,
}

impl Record {
    /// A record of a game from the start position.
    pub fn start(rules: impl Into<Rules>) -> Record {
        Record::begin_with(Game::start(rules), false)
    }

    /// A record of a game from a position by its text.
    pub fn from_position(rules: impl Into<Rules>, text: &str) -> Result<Record, PositionErrors> {
        Ok(Record::begin_with(Game::from_text(rules, text)?, true))
    }

    fn begin_with(begin: Game, set_up: bool) -> Record {
        let mut record = Record {
            tags: Tags::default(),
            game: begin.clone(),
            begin,
            set_up,
            preface: String::new(),
            plies: Vec::new(),
            score: RecordedResult::Open,
        };
        record.score = record.ruled();
        record
    }

    /// Plays a move by its text and returns the one text that it has. A draw ruling does not stop
    /// the players; a legal move opens a game again that it had ended.
    pub fn play(&mut self, text: &str) -> Result<String, MoveRefusal> {
        let text = self.game.play_on(text)?;
        self.plies.push(RecordedPly { text: text.clone(), ..RecordedPly::default() });
        self.score = self.ruled();
        Ok(text)
    }

    /// What the rules say about the end.
    fn ruled(&self) -> RecordedResult {
        match self.game.outcome().map(|outcome| outcome.verdict) {
            None => RecordedResult::Open,
            Some(Verdict::Win(side)) => RecordedResult::Won(side),
            Some(Verdict::Draw) => RecordedResult::Drawn,
        }
    }

    /// The game as it stands, its past included.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as it began.
    pub fn begin(&self) -> &Game {
        &self.begin
    }

    /// Whether it began from a position that was set up.
    pub fn is_set_up(&self) -> bool {
        self.set_up
    }

    /// What is played.
    pub fn rules(&self) -> Rules {
        self.game.rules()
    }

    /// The moves.
    pub fn plies(&self) -> &[RecordedPly] {
        &self.plies
    }

    /// What was said before the first move; may be empty.
    pub fn preface(&self) -> &str {
        &self.preface
    }

    /// How it ended.
    pub fn score(&self) -> RecordedResult {
        self.score
    }

    /// Says how it ended: a resignation, an agreement, a clock.
    pub fn set_score(&mut self, score: RecordedResult) {
        self.score = score;
    }

    /// The tags that are not made from the game: names, dates, places.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Sets such a tag; "?" says nothing. One that is made from the game, or has no proper name, is not set; the
    /// answer tells.
    pub fn set_tag(&mut self, name: &str, value: &str) -> bool {
        if head::is_unknown(name, value) {
            return true;
        }
        !head::is_made(name) && self.tags.set(name, value).is_ok()
    }

    /// Says something about the last move, or before the first. Commands of ours in it are taken
    /// out, so that nobody can play a move by talking.
    pub fn set_comment(&mut self, comment: &str) {
        let words = Comment::new(comment).words();
        match self.plies.last_mut() {
            Some(ply) => ply.comment = words,
            None => self.preface = words,
        }
    }

    /// Notes the glyphs of the last move.
    pub fn set_nags(&mut self, nags: Vec<u16>) {
        if let Some(ply) = self.plies.last_mut() {
            ply.nags = nags;
        }
    }

    /// Notes the times of the last move.
    pub fn set_times(&mut self, clock: Option<ClockTime>, elapsed: Option<ClockTime>) {
        if let Some(ply) = self.plies.last_mut() {
            (ply.clock, ply.elapsed) = (clock, elapsed);
        }
    }
}
