//! A game being played, by texts: a position, its past, and the draw rulings over both.

use std::fmt;

use crownhead_rules::book::Rule;
use crownhead_rules::{
    Answer, AnySquare, BySide, Checker, History, MoveRefusal, MoveRefusalKind, Notation, Outcome,
    Phase, Position, PositionErrors, Side, SideName, perft,
};

use crate::{AnyPosition, Rules};

/// A game of any kind, played by texts. It displays as its position.
///
/// ```
/// use crownhead_games::{Game, GameId};
///
/// let mut game = Game::start(GameId::WinningMovesCheckers);
/// assert_eq!(game.legal(), ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
/// game.play("11-15")?;
/// game.play("22-18")?;
///
/// // A jump is a must, and a refused move says why.
/// let refusal = game.play("15-19").unwrap_err();
/// assert_eq!(refusal.to_string(), "Your checker on 15 can jump, so it must: 15x22.");
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

/// What [`Game::explain`] says of a text. It displays as the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// The text is a legal move.
    Legal {
        /// The one text of the move.
        text: String,
        /// The rule that it is made by.
        answer: Answer,
    },
    /// It is not.
    Refused(MoveRefusal),
}

impl Explanation {
    /// Whether the text is a legal move.
    pub fn is_legal(&self) -> bool {
        matches!(self, Explanation::Legal { .. })
    }

    /// The rule, the sentence and the squares.
    pub fn answer(&self) -> &Answer {
        match self {
            Explanation::Legal { answer, .. } => answer,
            Explanation::Refused(refusal) => &refusal.answer,
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer().fmt(f)
    }
}

/// The text of the position; where it has none, the board and the phase.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl Game {
    /// A game from the start position: of a [`GameId`](crate::GameId), or of [`Rules`] with
    /// options.
    pub fn start(rules: impl Into<Rules>) -> Game {
        let rules = rules.into();
        Game::from_position(rules, AnyPosition::start(rules))
    }

    /// A game from a position by its text, which has no past.
    pub fn from_text(rules: impl Into<Rules>, text: &str) -> Result<Game, PositionErrors> {
        let rules = rules.into();
        Ok(Game::from_position(rules, AnyPosition::from_text(rules, text)?))
    }

    fn from_position(rules: Rules, position: AnyPosition) -> Game {
        let history = each!(&position, position => History::new(position));
        Game { rules, position, history }
    }

    /// What is played.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The position.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The past, as far as the draw rulings ask for it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The text of the position; none in a phase that has no text form.
    pub fn text(&self) -> Option<String> {
        each!(&self.position, position => position.text())
    }

    /// The side that is to decide, or would be.
    pub fn side(&self) -> Side {
        each!(&self.position, position => position.side())
    }

    /// What the sides are called.
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

    /// The phase of the game.
    pub fn phase(&self) -> Phase {
        each!(&self.position, position => position.phase())
    }

    /// How the game has ended, draw rulings applied.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(&self.position, position => {
            position.outcome().or_else(|| self.history.draw(position))
        })
    }

    /// Why the game has ended, if it has.
    pub fn why_ended(&self) -> Option<Answer> {
        let outcome = self.outcome()?;
        Some(each!(&self.position, position => position.why_ended(outcome)))
    }

    /// The texts of the legal moves in byte order; none once the game is over.
    pub fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { self.moves() }
    }

    /// The texts of the legal moves in byte order, the draw rulings ignored.
    pub fn moves(&self) -> Vec<String> {
        each!(&self.position, position => position.legal_texts())
    }

    /// The text of one legal move: which, `pick` says, that is told how many there are. None once
    /// the game is over.
    pub fn one_of_legal(&self, pick: impl FnOnce(usize) -> usize) -> Option<String> {
        if self.outcome().is_some() {
            return None;
        }
        each!(&self.position, position => {
            let moves = position.all_moves();
            let number = if moves.is_empty() { return None } else { pick(moves.len()) };
            moves.get(number).map(|mv| position.move_text(*mv))
        })
    }

    /// Plays a move by its text, and returns the one text that it has. A game that is over takes
    /// no more. A text that is refused changes nothing.
    pub fn play(&mut self, text: &str) -> Result<String, MoveRefusal> {
        if let Some(answer) = self.why_ended() {
            return Err(MoveRefusal::new(MoveRefusalKind::GameOver, answer));
        }
        self.play_on(text)
    }

    /// Plays a move by its text, even where a draw ruling has ended the game.
    pub fn play_on(&mut self, text: &str) -> Result<String, MoveRefusal> {
        each!(&mut self.position, position => {
            let mv = position.read_move(text)?;
            let text = position.move_text(mv);
            self.history.play(position, mv);
            Ok(text)
        })
    }

    /// Whether a text is a legal move here, and by which rule or why not.
    ///
    /// ```
    /// use crownhead_games::{Game, GameId};
    ///
    /// let game = Game::from_text(GameId::WinningMovesCheckers, "B:W32:B11")?;
    /// let explanation = game.explain("11-7");
    /// assert!(!explanation.is_legal());
    /// assert_eq!(explanation.answer().rule, "winning-moves-checkers.move.step");
    /// assert_eq!(
    ///     explanation.to_string(),
    ///     "Your man on 11 only goes forward, and 7 is behind it. Only a king goes back."
    /// );
    /// assert!(game.explain("11-15").is_legal());
    /// # Ok::<(), crownhead_games::PositionErrors>(())
    /// ```
    pub fn explain(&self, text: &str) -> Explanation {
        if let Some(answer) = self.why_ended() {
            return Explanation::Refused(MoveRefusal::new(MoveRefusalKind::GameOver, answer));
        }
        each!(&self.position, position => match position.read_move(text) {
            Ok(mv) => Explanation::Legal {
                text: position.move_text(mv),
                answer: position.permit(mv),
            },
            Err(refusal) => Explanation::Refused(refusal),
        })
    }

    /// The checkers on a square, from bottom to top.
    pub fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        each!(&self.position, position => position.checkers_on(square))
    }

    /// Which tic-tac-toes are counted for a side, in the games that count them.
    pub fn counted(&self, side: Side) -> Vec<[AnySquare; 3]> {
        each!(&self.position, position => position.tic_tac_toes(side))
    }

    /// How many tic-tac-toes a side would have if it had a checker on this square, too.
    pub fn counted_with(&self, side: Side, square: AnySquare) -> usize {
        each!(&self.position, position => position.tic_tac_toes_with(side, square))
    }

    /// How many checkers of a side are home and off the board, in the game that brings them there.
    pub fn home(&self, side: Side) -> Option<u8> {
        each!(&self.position, position => position.checkers_home(side))
    }

    /// How many sequences of `depth` moves there are, the draw rulings ignored.
    pub fn perft(&self, depth: u32) -> u64 {
        each!(&self.position, position => perft::perft(position, depth))
    }

    /// The games after each legal move, with the move's text, in byte order of the texts; the
    /// draw rulings ignored.
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
