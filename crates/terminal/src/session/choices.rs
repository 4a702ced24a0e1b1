//! The choices of a session that are not moves by squares: ritual steps, remedies, answers to offers
//! and claims.

use std::time::Duration;

use crownhead_arbiter::{Claim, MatchStage, Offer, Seat, Toss, TossMethod};
use crownhead_games::{Action, ActionKind, Game, Phase};
use crownhead_rules::Side;

use super::{MatchBackend, Session, capital};

/// A choice, with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The text that the player sees.
    pub(crate) label: String,
    pub(crate) action: PlayerAction,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayerAction {
    /// Play a move.
    Move(String),
    /// Name the youngest player.
    Youngest(Seat),
    /// Take a side.
    Side(Seat, Side),
    /// Toss a coin, or draw lots.
    Toss,
    Answer(Offer, bool),
    /// Play another game.
    Again,
    /// Claim the game.
    Claim(Claim),
    /// Abort the game before both have moved.
    Abort,
}

impl Session {
    /// The current choices.
    pub(crate) fn choices(&self, now: Duration) -> Vec<Choice> {
        let Some(game_match) = self.game_match() else { return Vec::new() };
        if let Some(choices) = self.answers() {
            return choices;
        }
        match &game_match.state().stage {
            MatchStage::Youngest { .. } => self.youngest(),
            MatchStage::Choice { wishes } => {
                let next = self.local_seats().into_iter().find(|seat| wishes[*seat].is_none());
                next.map(|seat| self.sides(seat)).unwrap_or_default()
            }
            MatchStage::Toss(toss) => self.toss_choice(toss).into_iter().collect(),
            MatchStage::Choosing { seat, .. } if self.local_seats().contains(seat) => {
                self.sides(*seat)
            }
            MatchStage::Playing => {
                let mut choices = self.words();
                choices.extend(self.claims(now));
                choices
            }
            MatchStage::Over { .. } if !self.local_seats().is_empty() => {
                vec![choice("Play again", PlayerAction::Again)]
            }
            _ => Vec::new(),
        }
    }

    /// Moves without squares to tap, and the answers to an offence.
    fn words(&self) -> Vec<Choice> {
        let Some(board) = self.board().filter(|_| self.is_local_turn()) else {
            return Vec::new();
        };
        let words = board
            .actions()
            .into_iter()
            .filter(|action| action.trail.is_empty() || action.kind.is_remedy());
        words
            .map(|action| choice(&meaning(board, &action), PlayerAction::Move(action.text)))
            .collect()
    }

    fn youngest(&self) -> Vec<Choice> {
        if self.local_seats().is_empty() {
            return Vec::new();
        }
        Seat::ALL
            .map(|seat| {
                let who = capital(&self.name_of(seat));
                let is = if who == "You" { "are" } else { "is" };
                choice(&format!("{who} {is} the youngest"), PlayerAction::Youngest(seat))
            })
            .to_vec()
    }

    fn sides(&self, seat: Seat) -> Vec<Choice> {
        let Some(game_match) = self.game_match() else { return Vec::new() };
        let names = Game::start(game_match.state().settings.play).side_names();
        let whose = self.name_of(seat);
        Side::ALL
            .map(|side| {
                let first = if side == Side::First { " and move first" } else { "" };
                let name = names[side].english();
                let label = match whose.as_str() {
                    "you" => format!("Play {name}{first}"),
                    _ => format!("{}: play {name}{first}", capital(&whose)),
                };
                choice(&label, PlayerAction::Side(seat, side))
            })
            .to_vec()
    }

    fn toss_choice(&self, toss: &Toss) -> Option<Choice> {
        let open = match &self.backend {
            MatchBackend::Local(_) => true,
            MatchBackend::Remote(remote) => {
                remote.seat().is_some_and(|seat| toss.committed[seat].is_none())
            }
        };
        let label = match toss.of {
            TossMethod::Coins => "Toss the coins",
            TossMethod::Lots => "Draw lots",
        };
        open.then(|| choice(label, PlayerAction::Toss))
    }

    /// The answers to the opponent's offer.
    fn answers(&self) -> Option<Vec<Choice>> {
        let (from, offer) = self.offered()?;
        if offer == Offer::Rematch {
            return Some(vec![
                choice("Play again", PlayerAction::Answer(offer, true)),
                choice("No, thank you", PlayerAction::Answer(offer, false)),
            ]);
        }
        let whose = match self.name_of(!from).as_str() {
            "you" => String::new(),
            other => format!("{}: ", capital(other)),
        };
        let (yes, no) = match offer {
            Offer::Draw => ("accept the draw", "play on"),
            _ => ("let it be taken back", "let it stand"),
        };
        let label = |words: &str| match whose.is_empty() {
            true => capital(words),
            false => format!("{whose}{words}"),
        };
        Some(vec![
            choice(&label(yes), PlayerAction::Answer(offer, true)),
            choice(&label(no), PlayerAction::Answer(offer, false)),
        ])
    }

    /// The claims against an absent opponent.
    fn claims(&self, now: Duration) -> Vec<Choice> {
        let MatchBackend::Remote(remote) = &self.backend else { return Vec::new() };
        let (Some(seat), Some(game_match)) = (remote.seat(), self.game_match()) else {
            return Vec::new();
        };
        let state = game_match.state();
        let patience = state.settings.absence_time();
        let (Some(since), Some(patience)) = (state.absent[!seat], patience) else {
            return Vec::new();
        };
        let since = since.max(state.play.turn_since);
        let away = game_match.turn() == Some(!seat) && remote.time(now).since(since) >= patience;
        match (away, state.play.moved[seat]) {
            (true, true) => vec![
                choice("Claim the win: the other has gone", PlayerAction::Claim(Claim::AbsenceWin)),
                choice("Claim a draw", PlayerAction::Claim(Claim::AbsenceDraw)),
            ],
            (true, false) => vec![choice("End the game: the other has gone", PlayerAction::Abort)],
            (false, _) => Vec::new(),
        }
    }
}

fn choice(label: &str, action: PlayerAction) -> Choice {
    Choice { label: label.to_owned(), action }
}

/// The label of a move without squares.
fn meaning(board: &Game, action: &Action) -> String {
    let mover = board.side_names()[!board.side()].english();
    let text = &action.text;
    match action.kind {
        ActionKind::Compel => format!("{text}: {mover} takes the move back and jumps"),
        ActionKind::Stand => format!("{text}: let it stand, and move on"),
        ActionKind::Pass if board.phase() == Phase::Exchange => format!("{text}: exchange nothing"),
        ActionKind::Huff => format!("{text}: remove the checker there, and move on"),
        _ => text.clone(),
    }
}
