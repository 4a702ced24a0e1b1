//! A game being played by texts: a position, its history, and draws by both.

use std::fmt;

use crownhead_rules::book::Rule;
use crownhead_rules::{
    AnySquare, BySide, Checker, Explanation, History, MoveRefusal, MoveRefusalKind, Notation,
    Outcome, Phase, Position, PositionErrors, Side, SideName, perft,
};

use crate::{AnyPosition, Rules};

/// Any game, played by texts. It displays as its position.
///
/// ```
/// use crownhead_games::{Game, GameId};
///
/// let mut game = Game::start(GameId::WinningMovesCheckers);
/// assert_eq!(game.legal_moves(), ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
/// game.play("11-15")?;
/// game.play("22-18")?;
///
/// // A jump is a must, and a refused move says why.
/// let refusal = game.play("15-19").unwrap_err();
/// assert_eq!(refusal.to_string(), "You have to jump with 15: 15x22.");
/// assert_eq!(game.play("15x22")?, "15x22");
///
/// // A game from a position has no past.
/// let mut game = Game::from_text(GameId::WinningMovesCheckers, "B:W18:B14")?;
/// game.play("14x23")?;
/// assert_eq!(game.outcome().unwrap().to_string(), "1-0 (captured-all)");
/// assert_eq!(game.to_string(), "W:W:B23");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    position: AnyPosition,
    history: History,
}

/// The result of [`Game::explain`]. It displays as the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// The text is a legal move.
    Legal {
        /// The canonical text of the move.
        text: String,
        /// The rule that allows it.
        explanation: Explanation,
    },
    /// The text is not a legal move.
    Refused(MoveRefusal),
}

impl Legality {
    /// Whether the text is a legal move.
    pub fn is_legal(&self) -> bool {
        matches!(self, Legality::Legal { .. })
    }

    /// The rule that allows or forbids the move.
    pub fn explanation(&self) -> &Explanation {
        match self {
            Legality::Legal { explanation: answer, .. } => answer,
            Legality::Refused(refusal) => &refusal.explanation,
        }
    }
}

impl fmt::Display for Legality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explanation().fmt(f)
    }
}

/// The text of the position; if it has none, the board and the phase.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl Game {
    /// A game from the start position, given a [`GameId`](crate::GameId) or [`Rules`] with options.
    pub fn start(rules: impl Into<Rules>) -> Game {
        let rules = rules.into();
        Game::from_position(rules, AnyPosition::start(rules))
    }

    /// A game from a position by its text, without history.
    pub fn from_text(rules: impl Into<Rules>, text: &str) -> Result<Game, PositionErrors> {
        let rules = rules.into();
        Ok(Game::from_position(rules, AnyPosition::from_text(rules, text)?))
    }

    fn from_position(rules: Rules, position: AnyPosition) -> Game {
        let history = each!(&position, position => History::new(position));
        Game { rules, position, history }
    }

    /// The game and its options.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The position without its history; see [`each!`](crate::each) for generic code.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The earlier positions, for draws by repetition and without progress.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The text of the position; none in a phase that has no text form.
    pub fn text(&self) -> Option<String> {
        each!(&self.position, position => position.text())
    }

    /// The side to move, also after the end of the game.
    pub fn side(&self) -> Side {
        each!(&self.position, position => position.side())
    }

    /// How this game names its sides, such as Black and White.
    pub fn side_names(&self) -> BySide<SideName> {
        fn names<P: Notation>(_: &P) -> BySide<SideName> {
            P::SIDE_NAMES
        }
        each!(&self.position, position => names(position))
    }

    /// Every rule and ruling of the game, under all options.
    pub fn book(&self) -> &'static [Rule] {
        fn book<P: Notation>(_: &P) -> &'static [Rule] {
            P::BOOK
        }
        each!(&self.position, position => book(position))
    }

    /// Which kinds of decision are open now.
    pub fn phase(&self) -> Phase {
        each!(&self.position, position => position.phase())
    }

    /// The outcome, including draws by repetition and without progress.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(&self.position, position => {
            position.outcome().or_else(|| self.history.draw(position))
        })
    }

    /// Explains the outcome if the game has ended.
    pub fn explain_outcome(&self) -> Option<Explanation> {
        let outcome = self.outcome()?;
        Some(each!(&self.position, position => position.explain_outcome(outcome)))
    }

    /// The texts of the legal moves in byte order; none once the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { self.moves_ignoring_draws() }
    }

    /// The texts of the legal moves in byte order, also after a draw by repetition or without
    /// progress.
    pub fn moves_ignoring_draws(&self) -> Vec<String> {
        each!(&self.position, position => position.legal_texts())
    }

    /// The text of one legal move. `pick` gets the number of legal moves and returns an index. None
    /// once the game is over.
    pub fn pick_legal_move(&self, pick: impl FnOnce(usize) -> usize) -> Option<String> {
        if self.outcome().is_some() {
            return None;
        }
        each!(&self.position, position => {
            let moves = position.legal_moves();
            let number = if moves.is_empty() { return None } else { pick(moves.len()) };
            moves.get(number).map(|mv| position.move_text(*mv))
        })
    }

    /// Plays a move by its text and returns its canonical text. Refuses every move once the game is
    /// over. A refused text changes nothing.
    pub fn play(&mut self, text: &str) -> Result<String, MoveRefusal> {
        if let Some(answer) = self.explain_outcome() {
            return Err(MoveRefusal::new(MoveRefusalKind::GameOver, answer));
        }
        self.play_ignoring_draws(text)
    }

    /// Plays a move by its text, even after a draw by repetition or without progress.
    pub fn play_ignoring_draws(&mut self, text: &str) -> Result<String, MoveRefusal> {
        each!(&mut self.position, position => {
            let mv = position.parse_move(text)?;
            let text = position.move_text(mv);
            self.history.play(position, mv);
            Ok(text)
        })
    }

    /// Whether a text is a legal move, and by which rule or why not.
    ///
    /// ```
    /// use crownhead_games::{Game, GameId};
    ///
    /// let game = Game::from_text(GameId::WinningMovesCheckers, "B:W32:B11")?;
    /// let legality = game.explain("11-7");
    /// assert!(!legality.is_legal());
    /// assert_eq!(legality.explanation().rule, "winning-moves-checkers.move.step");
    /// assert_eq!(
    ///     legality.to_string(),
    ///     "Your man on 11 only goes forward, and 7 is behind it. Only a king goes back."
    /// );
    /// assert!(game.explain("11-15").is_legal());
    /// # Ok::<(), crownhead_games::PositionErrors>(())
    /// ```
    pub fn explain(&self, text: &str) -> Legality {
        if let Some(answer) = self.explain_outcome() {
            return Legality::Refused(MoveRefusal::new(MoveRefusalKind::GameOver, answer));
        }
        each!(&self.position, position => match position.parse_move(text) {
            Ok(mv) => Legality::Legal {
                text: position.move_text(mv),
                explanation: position.explain_move(mv),
            },
            Err(refusal) => Legality::Refused(refusal),
        })
    }

    /// The checkers on a square, from bottom to top.
    pub fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        each!(&self.position, position => position.checkers_on(square))
    }

    /// The tic-tac-toes that count for a side, in the games that count them.
    pub fn tic_tac_toes(&self, side: Side) -> Vec<[AnySquare; 3]> {
        each!(&self.position, position => position.tic_tac_toes(side))
    }

    /// The number of tic-tac-toes that a side would have with another checker on this square.
    pub fn tic_tac_toes_with(&self, side: Side, square: AnySquare) -> usize {
        each!(&self.position, position => position.tic_tac_toes_with(side, square))
    }

    /// The number of a side's checkers that are home and off the board, in Coast to Coast.
    pub fn checkers_home(&self, side: Side) -> Option<u8> {
        each!(&self.position, position => position.checkers_home(side))
    }

    /// The number of sequences of `depth` moves, ignoring draws by history.
    pub fn perft(&self, depth: u32) -> u64 {
        each!(&self.position, position => perft::perft(position, depth))
    }

    /// The games after each legal move with the move's text, in byte order of the texts, ignoring
    /// draws by history.
    pub fn children(&self) -> Vec<(String, Game)> {
        fn after_each<P>(game: &Game, position: &P) -> Vec<(String, Game)>
        where
            P: Notation + Into<AnyPosition>,
        {
            let mut children = Vec::new();
            position.each_move(|mv| {
                let (mut next, mut history) = (position.clone(), game.history.clone());
                history.play(&mut next, mv);
                let child = Game { rules: game.rules, position: next.into(), history };
                children.push((position.move_text(mv), child));
            });
            children
        }
        let mut children = each!(&self.position, position => after_each(self, position));
        children.sort_by(|(one, _), (other, _)| one.cmp(other));
        children
    }
}
