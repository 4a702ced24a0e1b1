//! Game records to and from PDN: a game with its moves, tags and comments.
//!
//! The crate `crownhead-pdn` has the syntax; `docs/pdn.md` describes the format.

mod disambiguate;
mod draughts_variant;
mod english_checkers;
mod error;
mod lenient_board;
mod numbering;
mod replay;
mod result;
mod square_names;
mod tags;
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
    /// The game before the first move.
    begin: Game,
    set_up: bool,
    preface: String,
    plies: Vec<RecordedPly>,
    game: Game,
    score: RecordedResult,
}

/// A move with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedPly {
    /// The canonical text of the move.
    pub text: String,
    /// The comment; may be empty.
    pub comment: String,
    /// The time left on the mover's clock.
    pub clock: Option<ClockTime>,
    /// The time that the move took.
    pub elapsed: Option<ClockTime>,
    /// Numeric annotation glyphs.
    pub nags: Vec<u16>,
}

/// The style of checkers moves in a file. The other games have only one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnStyle {
    /// Squares are written as names, `a1` to `h8`, instead of numbers.
    pub names: bool,
    /// A jump lists every landing, even if its ends are unambiguous.
    pub full_jumps: bool,
}

/// The result of a game, by its rules or by the players.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecordedResult {
    /// The game is not over, or the result is unknown.
    #[default]
    Open,
    /// This side has won.
    Won(Side),
    /// Nobody has won.
    Drawn,
    /// Both sides have lost, by a decision of the organisers.
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
        record.score = record.result_by_rules();
        record
    }

    /// Plays a move by its text and returns its canonical text. A draw by repetition or without
    /// progress does not stop the players; a legal move reopens such a game.
    pub fn play(&mut self, text: &str) -> Result<String, MoveRefusal> {
        let text = self.game.play_ignoring_draws(text)?;
        self.plies.push(RecordedPly { text: text.clone(), ..RecordedPly::default() });
        self.score = self.result_by_rules();
        Ok(text)
    }

    /// The result by the rules of the game.
    fn result_by_rules(&self) -> RecordedResult {
        match self.game.outcome().map(|outcome| outcome.verdict) {
            None => RecordedResult::Open,
            Some(Verdict::Win(side)) => RecordedResult::Won(side),
            Some(Verdict::Draw) => RecordedResult::Drawn,
        }
    }

    /// The game after the last move, with its history.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game before the first move.
    pub fn initial(&self) -> &Game {
        &self.begin
    }

    /// Whether the game began from a position other than the start position.
    pub fn is_set_up(&self) -> bool {
        self.set_up
    }

    /// The game and its options.
    pub fn rules(&self) -> Rules {
        self.game.rules()
    }

    /// The moves of the main line with their annotations.
    pub fn plies(&self) -> &[RecordedPly] {
        &self.plies
    }

    /// The comment before the first move; may be empty.
    pub fn preface(&self) -> &str {
        &self.preface
    }

    /// The result: set by the players, or by the rules.
    pub fn result(&self) -> RecordedResult {
        self.score
    }

    /// Sets the result of a resignation, an agreement or a clock.
    pub fn set_result(&mut self, score: RecordedResult) {
        self.score = score;
    }

    /// The tags that are not derived from the game: names, dates, places.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Sets such a tag; "?" removes it. Returns false and sets nothing if the tag is derived from
    /// the game or its name is invalid.
    pub fn set_tag(&mut self, name: &str, value: &str) -> bool {
        if tags::is_unknown(name, value) {
            return true;
        }
        !tags::is_derived(name) && self.tags.set(name, value).is_ok()
    }

    /// Sets the comment of the last move, or the one before the first move. Removes our own
    /// commands, so that a comment cannot play a move.
    pub fn set_comment(&mut self, comment: &str) {
        let words = Comment::new(comment).words();
        match self.plies.last_mut() {
            Some(ply) => ply.comment = words,
            None => self.preface = words,
        }
    }

    /// Sets the annotation glyphs of the last move.
    pub fn set_nags(&mut self, nags: Vec<u16>) {
        if let Some(ply) = self.plies.last_mut() {
            ply.nags = nags;
        }
    }

    /// Sets the clock times of the last move.
    pub fn set_times(&mut self, clock: Option<ClockTime>, elapsed: Option<ClockTime>) {
        if let Some(ply) = self.plies.last_mut() {
            (ply.clock, ply.elapsed) = (clock, elapsed);
        }
    }
}
