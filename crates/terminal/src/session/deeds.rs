//! What players do, what the computer has thought, and what a server says: how each changes a
//! match in hand.

use std::cmp::Ordering;

use crownhead_arbiter::{Command, Event, Offer, Plies, Refusal, Seat, SideName, Stage};
use crownhead_games::Explanation;

use super::live::{Connection, FromServer};
use super::{Deed, Place, Session, Told, Tone};
use crate::desk::Thought;
use crate::moment::Moment;

/// From how many plies on the computer agrees to a draw.
const DRAW_PLIES: usize = 30;

impl Session {
    /// Does what was chosen.
    pub(crate) fn act(&mut self, deed: &Deed, moment: &mut Moment) {
        match deed {
            Deed::Move(text) => self.play(text, moment),
            Deed::Youngest(youngest) => self.name_youngest(*youngest, moment),
            Deed::Side(seat, side) => {
                let side = SideName(*side);
                self.command(*seat, Command::ChooseSide { side }, moment);
            }
            Deed::Toss => self.toss(moment),
            Deed::Answer(offer, yes) => self.answer(*offer, *yes, moment),
            Deed::Again => self.offer_at_once(Offer::Rematch, moment),
            Deed::Claim(claim) => {
                let claim = *claim;
                self.mine_commands(Command::Claim { claim }, moment);
            }
            Deed::Abort => self.mine_commands(Command::Abort, moment),
        }
    }

    /// Plays a move by its text; on a server it waits for its turn, if it is not there yet.
    pub(crate) fn play(&mut self, text: &str, moment: &mut Moment) {
        let Some(whole) = self.whole() else { return };
        let (turn, mine) = (whole.turn(), self.mine());
        let plies = u32::try_from(whole.state().play.plies.len()).unwrap_or(u32::MAX);
        let text = text.to_owned();
        match (turn, mine.as_slice()) {
            (_, []) => self.told = Some(Told::saying("You are watching; the players play.")),
            _ if self.sending().is_some() => {
                self.told = Some(Told::saying("Your move is on its way to the server."));
            }
            (Some(turn), mine) if mine.contains(&turn) => {
                // A text that the rule book refuses need not go far to be refused.
                if let Some(no) = self.refused(&text) {
                    self.told = Some(no);
                    return;
                }
                let seen = Some(Plies::new(plies));
                self.command(turn, Command::Move { text, seen }, moment);
            }
            (Some(_), [seat, ..]) => match &self.place {
                Place::Here(_) => {
                    self.told = Some(Told::saying("The computer is thinking; wait for its move."));
                }
                Place::Server(_) => {
                    let says = format!("{text} will be played when it is your turn.");
                    self.command(*seat, Command::Premove { text }, moment);
                    self.told = Some(Told::saying(says));
                }
            },
            (None, _) if self.is_over() => {
                self.told = Some(Told::saying("The game is over."));
            }
            (None, _) => {
                self.told = Some(Told::saying("It is not decided yet who begins."));
            }
        }
    }

    fn refused(&self, text: &str) -> Option<Told> {
        let said = self.board()?.explain(text);
        matches!(said, Explanation::Refused(_)).then(|| Told::explanation(&said))
    }

    /// Says whether a move is allowed, and why.
    pub(crate) fn why(&mut self, text: &str) {
        let said = self.board().map(|board| Told::explanation(&board.explain(text)));
        self.told = said.or_else(|| Some(Told::saying("There is no board yet.")));
    }

    /// Squares were touched that no move has: the rule book answers.
    pub(crate) fn touched(&mut self, squares: &[String]) {
        let said = self.board().map(|board| Told::explanation(&board.explain_touch(squares)));
        self.told = said;
    }

    /// Takes the last move back, or asks the other player to let it be.
    pub(crate) fn take_back(&mut self, moment: &mut Moment) {
        match &self.place {
            Place::Server(_) => {
                let offer = Offer::Takeback;
                self.mine_commands(Command::Offer { offer }, moment);
            }
            Place::Here(here) => {
                let plies = &here.whole.state().play.plies;
                let last = plies.iter().rev().find(|ply| ply.how.is_decided());
                let seat = match here.computer() {
                    Some((computer, _)) => Some(!computer),
                    None => last.map(|ply| ply.seat),
                };
                match seat {
                    Some(seat) => self.both_agree(seat, Offer::Takeback, moment),
                    None => self.told = Some(Told::saying("You have no move to take back.")),
                }
            }
        }
    }

    /// Offers a draw.
    pub(crate) fn offer_draw(&mut self, moment: &mut Moment) {
        let offer = Offer::Draw;
        self.mine_commands(Command::Offer { offer }, moment);
    }

    /// Gives the game up.
    pub(crate) fn resign(&mut self, moment: &mut Moment) {
        self.mine_commands(Command::Resign, moment);
    }

    /// Asks for the best move and why.
    pub(crate) fn ask_hint(&mut self) {
        if !self.may_be_helped() {
            self.told = Some(Told::saying("There are no hints in a match between people."));
        } else if self.is_mine_to_move() {
            self.hint_wanted = true;
            self.told = Some(Told::saying("Thinking about a hint."));
        } else {
            self.told = Some(Told::saying("A hint is for your own turn."));
        }
    }

    fn name_youngest(&mut self, youngest: Seat, moment: &mut Moment) {
        // At one keyboard the one answer is both players'.
        let seats = match &self.place {
            Place::Here(_) => Seat::ALL.to_vec(),
            Place::Server(_) => self.mine(),
        };
        for seat in seats {
            self.command(seat, Command::NameYoungest { youngest }, moment);
        }
    }

    fn toss(&mut self, moment: &mut Moment) {
        match &mut self.place {
            Place::Here(here) => match here.toss(moment) {
                Ok(events) => self.happened(&events, moment),
                Err(refusal) => self.refuse(&refusal),
            },
            Place::Server(live) => {
                live.toss(moment);
                self.changed();
            }
        }
    }

    fn answer(&mut self, offer: Offer, yes: bool, moment: &mut Moment) {
        let Some((from, _)) = self.offered() else { return };
        let command = match yes {
            true => Command::Accept { offer },
            false => Command::Decline { offer },
        };
        self.command(!from, command, moment);
    }

    /// Offers what everybody at this terminal agrees to.
    fn offer_at_once(&mut self, offer: Offer, moment: &mut Moment) {
        match (&self.place, self.mine().first()) {
            (Place::Here(_), Some(&seat)) => self.both_agree(seat, offer, moment),
            _ => self.mine_commands(Command::Offer { offer }, moment),
        }
    }

    fn both_agree(&mut self, seat: Seat, offer: Offer, moment: &mut Moment) {
        if self.command(seat, Command::Offer { offer }, moment) {
            self.command(!seat, Command::Accept { offer }, moment);
        }
    }

    /// Gives a command of one who sits here: who is on turn, if two do.
    fn mine_commands(&mut self, command: Command, moment: &mut Moment) {
        let turn = self.whole().and_then(crownhead_arbiter::Match::turn);
        let mine = self.mine();
        let seat = turn.filter(|turn| mine.contains(turn)).or(mine.first().copied());
        match seat {
            Some(seat) => {
                self.command(seat, command, moment);
            }
            None => self.told = Some(Told::saying("You are watching; the players act.")),
        }
    }

    /// Gives a command. Whether it was not refused at once.
    fn command(&mut self, seat: Seat, command: Command, moment: &mut Moment) -> bool {
        match &mut self.place {
            Place::Here(here) => match here.command(seat, &command, moment.now) {
                Ok(events) => {
                    self.happened(&events, moment);
                    true
                }
                Err(refusal) => {
                    self.refuse(&refusal);
                    false
                }
            },
            Place::Server(live) => {
                let room = live.command(command);
                if !room {
                    self.told = Some(Told::saying("Too much waits for the server's answer."));
                }
                room
            }
        }
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.told = Some(Told::refusal(refusal));
        self.changed();
    }

    /// Takes in what has happened, and lets the computer do what needs no thought.
    fn happened(&mut self, events: &[Event], moment: &Moment) {
        self.note(events);
        if let Place::Here(here) = &mut self.place {
            let more = here.computer_settles(moment.now);
            if !more.is_empty() {
                self.note(&more);
            }
        }
    }

    /// Lets happen what is due.
    pub(crate) fn tick(&mut self, moment: &Moment) {
        match &mut self.place {
            Place::Here(here) => {
                let events = here.tick(moment.now);
                if !events.is_empty() {
                    self.happened(&events, moment);
                }
            }
            Place::Server(live) => {
                if live.again.is_some_and(|again| again <= moment.now) {
                    live.repeat();
                }
            }
        }
    }

    /// Takes in what the computer has thought. Lines are for who shows them.
    pub(crate) fn thought(&mut self, thought: &Thought, moment: &mut Moment) {
        match thought {
            Thought::Move(text) => self.computer_moves(text, moment),
            Thought::Hint { text, sentence } => {
                self.hint_wanted = false;
                let trail = self.board().and_then(|board| board.trail(text).ok());
                let squares = trail.unwrap_or_default().iter().map(ToString::to_string).collect();
                let says = format!("Hint: {text}. {sentence}");
                self.told = Some(Told { says, squares, tone: Tone::Hint, ..Told::default() });
            }
            Thought::Draw(standing) => self.computer_answers(*standing, moment),
            Thought::Lines(_) => {}
        }
    }

    fn computer_moves(&mut self, text: &str, moment: &mut Moment) {
        let Place::Here(here) = &self.place else { return };
        let Some((seat, _)) = here.computer() else { return };
        let text = text.to_owned();
        self.command(seat, Command::Move { text, seen: None }, moment);
    }

    /// The computer takes a draw late in a game in which it is not better.
    fn computer_answers(&mut self, standing: Ordering, moment: &mut Moment) {
        let Place::Here(here) = &self.place else { return };
        let Some((seat, _)) = here.computer() else { return };
        let on_turn = here.whole.turn() == Some(seat);
        let mine = if on_turn { standing } else { standing.reverse() };
        let late = here.whole.state().play.plies.len() >= DRAW_PLIES;
        let offer = Offer::Draw;
        let command = match late && mine != Ordering::Greater {
            true => Command::Accept { offer },
            false => Command::Decline { offer },
        };
        self.command(seat, command, moment);
    }

    /// Takes in what came from the connection.
    pub(crate) fn hear(&mut self, from: FromServer, moment: &mut Moment) {
        let Place::Server(live) = &mut self.place else { return };
        let before = live.connection.clone();
        let heard = live.hear(from, moment.now);
        let (now, host) = (live.connection.clone(), live.link.host().to_owned());
        if now != before {
            let says = match (&before, now) {
                (_, Connection::Broken) => {
                    Some(format!("The connection to {host} is lost; trying again."))
                }
                (Connection::Broken, Connection::Open) => Some("Connected again.".to_owned()),
                (_, Connection::Refused(why)) => Some(why),
                _ => None,
            };
            if let Some(says) = says {
                self.tell(says);
            }
        }
        if heard.anew {
            self.changed();
        }
        if let Some(refusal) = heard.refusal {
            self.refuse(&refusal);
        }
        if !heard.events.is_empty() {
            self.happened(&heard.events, moment);
        }
    }

    /// The premove that waits, if one does.
    pub(crate) fn premove(&self) -> Option<&str> {
        let Place::Server(live) = &self.place else { return None };
        let state = live.whole.as_ref()?.state();
        state.play.premoves[live.seat()?].as_deref()
    }

    /// Takes the premove back.
    pub(crate) fn cancel_premove(&mut self, moment: &mut Moment) {
        self.mine_commands(Command::CancelPremove, moment);
    }

    /// Whether the game is being played, and not about to begin or over.
    pub(crate) fn is_playing(&self) -> bool {
        self.whole().is_some_and(|whole| whole.state().stage == Stage::Playing)
    }
}
