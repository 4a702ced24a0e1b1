//! What can be chosen besides moves by squares: the steps of the ritual, the answers to an offence
//! and to offers, and what can be claimed.

use std::time::Duration;

use crownhead_arbiter::{Claim, Offer, Seat, Stage, Toss, TossOf};
use crownhead_games::Game;
use crownhead_rules::Side;

use super::{Place, Session, capital};

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// What it is called.
    pub(crate) label: String,
    pub(crate) deed: Deed,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Plays a move.
    Move(String),
    /// Says who is youngest.
    Youngest(Seat),
    /// Has a side.
    Side(Seat, Side),
    /// Tosses a coin, or draws lots.
    Toss,
    /// Answers what the other offers.
    Answer(Offer, bool),
    /// Plays another game.
    Again,
    /// Claims the game.
    Claim(Claim),
    /// Ends the game before both have moved.
    Abort,
}

impl Session {
    /// What can be chosen now.
    pub(crate) fn choices(&self, now: Duration) -> Vec<Choice> {
        let Some(whole) = self.whole() else { return Vec::new() };
        if let Some(choices) = self.answers() {
            return choices;
        }
        match &whole.state().stage {
            Stage::Youngest { .. } => self.youngest(),
            Stage::Choice { wishes } => {
                let next = self.mine().into_iter().find(|seat| wishes[*seat].is_none());
                next.map(|seat| self.sides(seat)).unwrap_or_default()
            }
            Stage::Toss(toss) => self.toss_choice(toss).into_iter().collect(),
            Stage::Choosing { seat, .. } if self.mine().contains(seat) => self.sides(*seat),
            Stage::Playing => {
                let mut choices = self.words();
                choices.extend(self.claims(now));
                choices
            }
            Stage::Over { .. } if !self.mine().is_empty() => {
                vec![choice("Play again", Deed::Again)]
            }
            _ => Vec::new(),
        }
    }

    /// The moves that have no squares to point at, and those of an answer to an offence.
    fn words(&self) -> Vec<Choice> {
        let Some(board) = self.board().filter(|_| self.is_mine_to_move()) else {
            return Vec::new();
        };
        let remedy = board.phase() == "remedy";
        let word = |text: &String| {
            let spoken = text.starts_with(|c: char| c.is_ascii_lowercase()) && text.len() > 2;
            spoken && !text.contains(['-', '=']) || remedy
        };
        let legal = board.legal().into_iter().filter(word);
        legal.map(|text| choice(&meaning(board, &text), Deed::Move(text))).collect()
    }

    fn youngest(&self) -> Vec<Choice> {
        if self.mine().is_empty() {
            return Vec::new();
        }
        Seat::ALL
            .map(|seat| {
                let who = capital(&self.called(seat));
                let is = if who == "You" { "are" } else { "is" };
                choice(&format!("{who} {is} the youngest"), Deed::Youngest(seat))
            })
            .to_vec()
    }

    fn sides(&self, seat: Seat) -> Vec<Choice> {
        let Some(whole) = self.whole() else { return Vec::new() };
        let names = Game::start(whole.state().settings.play).side_names();
        let whose = self.called(seat);
        Side::ALL
            .map(|side| {
                let first = if side == Side::First { ", moving first" } else { "" };
                let name = names[side].english();
                let label = match whose.as_str() {
                    "you" => format!("Have {name}{first}"),
                    _ => format!("{}: have {name}{first}", capital(&whose)),
                };
                choice(&label, Deed::Side(seat, side))
            })
            .to_vec()
    }

    fn toss_choice(&self, toss: &Toss) -> Option<Choice> {
        let open = match &self.place {
            Place::Here(_) => true,
            Place::Server(live) => live.seat().is_some_and(|seat| toss.committed[seat].is_none()),
        };
        let label = match toss.of {
            TossOf::Coins => "Toss the coins",
            TossOf::Lots => "Draw lots",
        };
        open.then(|| choice(label, Deed::Toss))
    }

    /// The answers to what the other player offers.
    fn answers(&self) -> Option<Vec<Choice>> {
        let (from, offer) = self.offered()?;
        if offer == Offer::Rematch {
            return Some(vec![
                choice("Play again", Deed::Answer(offer, true)),
                choice("No, thank you", Deed::Answer(offer, false)),
            ]);
        }
        let whose = match self.called(!from).as_str() {
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
            choice(&label(yes), Deed::Answer(offer, true)),
            choice(&label(no), Deed::Answer(offer, false)),
        ])
    }

    /// What can be claimed of a player far away who has gone.
    fn claims(&self, now: Duration) -> Vec<Choice> {
        let Place::Server(live) = &self.place else { return Vec::new() };
        let (Some(seat), Some(whole)) = (live.seat(), self.whole()) else { return Vec::new() };
        let state = whole.state();
        let patience = state.settings.absence_time();
        let (Some(since), Some(patience)) = (state.absent[!seat], patience) else {
            return Vec::new();
        };
        let since = since.max(state.play.turn_since);
        let away = whole.turn() == Some(!seat) && live.time(now).since(since) >= patience;
        let both = state.play.moved.one && state.play.moved.two;
        match (away, both) {
            (true, true) => vec![
                choice("Claim the win: the other has gone", Deed::Claim(Claim::AbsenceWin)),
                choice("Claim a draw", Deed::Claim(Claim::AbsenceDraw)),
            ],
            (true, false) => vec![choice("End the game: the other has gone", Deed::Abort)],
            (false, _) => Vec::new(),
        }
    }
}

fn choice(label: &str, deed: Deed) -> Choice {
    Choice { label: label.to_owned(), deed }
}

/// What a move that is a word does, in words.
fn meaning(board: &Game, text: &str) -> String {
    let mover = board.side_names()[!board.side()].english();
    match text {
        "compel" => format!("compel: {mover} takes the move back and jumps"),
        "stand" => "stand: let it stand, and move on".to_owned(),
        "pass" if board.phase() == "exchange" => "pass: exchange nothing".to_owned(),
        "pass" => "pass".to_owned(),
        _ => match text.strip_prefix("huff ") {
            Some(square) => format!("huff {square}: remove the checker there, and move on"),
            None => text.to_owned(),
        },
    }
}
