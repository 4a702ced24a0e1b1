//! Legal actions of a game: each move with its text, kind, squares and captures.

use crownhead_rules::{ActionKind, AnySquare, MoveDetails, MoveRefusal, Notation};

use crate::Game;

/// A legal move as data. Its text is played, sent and stored; the rules provide the rest, so that
/// no caller has to parse the text.
///
/// ```
/// use crownhead_games::{ActionKind, Game, GameId};
///
/// let game = Game::from_text(GameId::RegalCheckers, "B:W6,15,32:B1")?;
/// let actions = game.actions();
/// let jump = actions.iter().find(|action| action.text == "1x10x19").unwrap();
/// assert_eq!(jump.kind, ActionKind::Jump);
/// let captures: Vec<String> = jump.captures.iter().map(ToString::to_string).collect();
/// assert_eq!(captures, ["6", "15"]);
///
/// // In this game a jump may stop early.
/// assert!(actions.iter().any(|action| action.text == "1x10" && action.onward));
/// # Ok::<(), crownhead_games::PositionErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The canonical text of the move.
    pub text: String,
    /// Decides how the squares of `trail` are to be read.
    pub kind: ActionKind,
    /// The squares that it touches, in order.
    pub trail: Vec<AnySquare>,
    /// The squares from which it removes enemy checkers, in order.
    pub captures: Vec<AnySquare>,
    /// Whether a man becomes a king.
    pub crowned: bool,
    /// Whether it is a jump that may also continue: another legal jump begins with the same
    /// squares.
    pub onward: bool,
}

impl Action {
    fn new(text: String, details: MoveDetails) -> Action {
        let MoveDetails { kind, trail, captures, crowned } = details;
        Action { text, kind, trail, captures, crowned, onward: false }
    }

    /// The last square of the trail: where a moving checker ends.
    pub fn end(&self) -> Option<AnySquare> {
        self.trail.last().copied()
    }
}

impl Game {
    /// The legal actions in byte order of their texts; none once the game is over.
    pub fn actions(&self) -> Vec<Action> {
        if self.outcome().is_some() { Vec::new() } else { self.actions_ignoring_draws() }
    }

    /// The legal actions in byte order of their texts, also after a draw by repetition or without
    /// progress.
    pub fn actions_ignoring_draws(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        each!(self.position(), position => each_action(position, |action| {
            let place = actions.partition_point(|other: &Action| other.text < action.text);
            actions.insert(place, action);
        }));
        mark_onward(&mut actions);
        actions
    }

    /// What a move does, by its text.
    pub fn move_details(&self, text: &str) -> Result<MoveDetails, MoveRefusal> {
        each!(self.position(), position => Ok(position.move_details(position.parse_move(text)?)))
    }

    /// The squares that a move touches, in order.
    pub fn trail(&self, text: &str) -> Result<Vec<AnySquare>, MoveRefusal> {
        Ok(self.move_details(text)?.trail)
    }

    /// The text of the pass if it is the only legal move, also after a draw by repetition or
    /// without progress.
    pub fn forced_pass(&self) -> Option<String> {
        fn only_pass<P: Notation>(position: &P) -> Option<String> {
            if position.count_moves() != 1 {
                return None;
            }
            let only = *position.legal_moves().first()?;
            (position.move_details(only).kind == ActionKind::Pass).then(|| position.move_text(only))
        }
        each!(self.position(), position => only_pass(position))
    }
}

fn each_action<P: Notation>(position: &P, mut visit: impl FnMut(Action)) {
    for mv in position.legal_moves() {
        visit(Action::new(position.move_text(mv), position.move_details(mv)));
    }
}

/// Marks the jumps that another jump continues.
fn mark_onward(actions: &mut [Action]) {
    for i in 0..actions.len() {
        let trail = &actions[i].trail;
        let continues =
            |other: &Action| other.trail.len() > trail.len() && other.trail.starts_with(trail);
        actions[i].onward = actions[i].kind == ActionKind::Jump && actions.iter().any(continues);
    }
}
