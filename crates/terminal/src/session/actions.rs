//! Session actions: how the players' commands, analysis results and server messages change the
//! current match.

use std::time::Duration;

use crownhead_arbiter::{
    ChosenSide, Command, CommandRefusal, Event, MatchStage, Offer, Phrase, PlyCount, Seat,
};
use crownhead_games::{ActionKind, AnySquare, Legality};

use super::remote_match::{ConnectionEvent, ConnectionState};
use super::{MatchBackend, Notice, PlayerAction, Session, Tone};
use crate::analysis_worker::AnalysisResult;
use crate::clock_source::StepContext;

impl Session {
    /// Carries out a choice.
    pub(crate) fn act(&mut self, action: &PlayerAction, context: &mut StepContext) {
        match action {
            PlayerAction::Move(text) => self.play(text, context),
            PlayerAction::Youngest(youngest) => self.name_youngest(*youngest, context),
            PlayerAction::Side(seat, side) => {
                let side = ChosenSide(*side);
                self.command(*seat, Command::ChooseSide { side }, context);
            }
            PlayerAction::Toss => self.toss(context),
            PlayerAction::Answer(offer, yes) => self.answer(*offer, *yes, context),
            PlayerAction::Again => self.offer_at_once(Offer::Rematch, context),
            PlayerAction::Claim(claim) => {
                let claim = *claim;
                self.command_as_local(Command::Claim { claim }, context);
            }
            PlayerAction::Abort => self.abort(context),
        }
    }

    /// Plays a move by its text. On a server, a move out of turn becomes a premove.
    pub(crate) fn play(&mut self, text: &str, context: &mut StepContext) {
        let Some(game_match) = self.game_match() else { return };
        let (turn, mine) = (game_match.turn(), self.local_seats());
        let plies = u32::try_from(game_match.state().play.plies.len()).unwrap_or(u32::MAX);
        let text = text.to_owned();
        match (turn, mine.as_slice()) {
            (_, []) => self.notice = Some(Notice::new("You are a spectator and cannot move.")),
            _ if self.sending().is_some() => {
                self.notice = Some(Notice::new("Your move is on its way to the server."));
            }
            (Some(turn), mine) if mine.contains(&turn) => {
                // An illegal move is refused here, without asking the server.
                if let Some(no) = self.refused(&text) {
                    self.notice = Some(no);
                    return;
                }
                let seen = Some(PlyCount::new(plies));
                self.command(turn, Command::Move { text, seen }, context);
            }
            (Some(_), [seat, ..]) => match &self.backend {
                MatchBackend::Local(_) => {
                    self.notice = Some(Notice::new("The computer is thinking. Wait for its move."));
                }
                MatchBackend::Remote(_) => {
                    let queue = self.premoves().is_some();
                    let message = match queue {
                        false => format!("{text} will be played when it is your turn."),
                        true => format!("{text} will be played after that."),
                    };
                    self.command(*seat, Command::Premove { text, queue }, context);
                    self.notice = Some(Notice::new(message));
                }
            },
            (None, _) if self.is_over() => {
                self.notice = Some(Notice::new("The game is over."));
            }
            (None, _) => self.notice = Some(self.choose_first(context.now)),
        }
    }

    /// The notice that a choice has to be made before the game can begin.
    pub(crate) fn choose_first(&self, now: Duration) -> Notice {
        let choices = self.choices(now).into_iter().zip(1..);
        let listed: Vec<_> =
            choices.map(|(choice, number)| format!("{number} {}", choice.label)).collect();
        match listed.as_slice() {
            [] => Notice::new(self.status().unwrap_or("The game has not begun yet.".to_owned())),
            listed => Notice::new(format!("First choose: {}.", listed.join(", or "))),
        }
    }

    /// Whether the notice is the result of a toss or of drawing lots.
    pub(crate) fn shows_ritual(&self) -> bool {
        self.notice.as_ref().is_some_and(|notice| notice.tone == Tone::Ritual)
    }

    fn refused(&self, text: &str) -> Option<Notice> {
        let explanation = self.board()?.explain(text);
        matches!(explanation, Legality::Refused(_)).then(|| Notice::explanation(&explanation, text))
    }

    /// Explains whether a move is legal.
    pub(crate) fn explain(&mut self, text: &str, now: Duration) {
        let notice = self.board().map(|board| Notice::explanation(&board.explain(text), text));
        self.notice = notice.or_else(|| Some(self.choose_first(now)));
    }

    /// Explains why the tapped squares match no move.
    pub(crate) fn explain_taps(&mut self, squares: &[AnySquare]) {
        let tried = ActionKind::Step.write(squares);
        let explanation = self.board().map(|board| board.explain_taps(squares));
        self.notice = explanation.map(|found| Notice::explanation(&found, &tried));
    }

    /// Takes the last move back, or offers that to the opponent.
    pub(crate) fn take_back(&mut self, context: &mut StepContext) {
        match &self.backend {
            MatchBackend::Remote(_) => {
                let offer = Offer::Takeback;
                self.command_as_local(Command::Offer { offer }, context);
            }
            MatchBackend::Local(local) => {
                let plies = &local.game_match.state().play.plies;
                let last = plies.iter().rev().find(|ply| ply.source.is_decided());
                let seat = match local.computer() {
                    Some((computer, _)) => Some(!computer),
                    None => last.map(|ply| ply.seat),
                };
                match seat {
                    Some(seat) => self.offer_and_accept(seat, Offer::Takeback, context),
                    None => self.notice = Some(Notice::new("You have no move to take back.")),
                }
            }
        }
    }

    pub(crate) fn offer_draw(&mut self, context: &mut StepContext) {
        let offer = Offer::Draw;
        self.command_as_local(Command::Offer { offer }, context);
    }

    pub(crate) fn resign(&mut self, context: &mut StepContext) {
        self.command_as_local(Command::Resign, context);
    }

    pub(crate) fn abort(&mut self, context: &mut StepContext) {
        self.command_as_local(Command::Abort, context);
    }

    /// Says a phrase to the other player of a match on a server, or lists the phrases.
    pub(crate) fn say(&mut self, name: &str, context: &mut StepContext) {
        let phrase = serde_json::from_value::<Phrase>(name.replace(' ', "-").into());
        match (&self.backend, phrase) {
            (MatchBackend::Local(_), _) => {
                self.notice = Some(Notice::new("The other player hears you anyway."));
            }
            (_, Ok(phrase)) => self.command_as_local(Command::Say { phrase }, context),
            (_, Err(_)) => {
                let names = Phrase::ALL.iter().copied().map(Phrase::name).collect::<Vec<_>>();
                let message = format!("You can say one of these: {}.", names.join(", "));
                self.notice = Some(Notice::new(message));
            }
        }
    }

    pub(crate) fn request_hint(&mut self) {
        if !self.may_use_engine() {
            self.notice = Some(Notice::new("Hints are not allowed in a match between people."));
        } else if self.is_local_turn() {
            self.hint_wanted = true;
            self.notice = Some(Notice::new("Looking for a hint."));
        } else {
            self.notice = Some(Notice::new("You can ask for a hint on your own turn."));
        }
    }

    fn name_youngest(&mut self, youngest: Seat, context: &mut StepContext) {
        // Two people at one keyboard give one answer, and the computer agrees with the person.
        for seat in self.local_seats() {
            self.command(seat, Command::NameYoungest { youngest }, context);
        }
    }

    fn toss(&mut self, context: &mut StepContext) {
        match &mut self.backend {
            MatchBackend::Local(local) => match local.toss(context) {
                Ok(events) => self.apply_events(&events, context),
                Err(refusal) => self.refuse(&refusal),
            },
            MatchBackend::Remote(remote) => {
                remote.toss(context);
                self.changed();
            }
        }
    }

    fn answer(&mut self, offer: Offer, yes: bool, context: &mut StepContext) {
        let Some((from, _)) = self.offered() else { return };
        let command = match yes {
            true => Command::Accept { offer },
            false => Command::Decline { offer },
        };
        self.command(!from, command, context);
    }

    /// Makes an offer that all players at this terminal accept.
    fn offer_at_once(&mut self, offer: Offer, context: &mut StepContext) {
        match (&self.backend, self.local_seats().first()) {
            (MatchBackend::Local(_), Some(&seat)) => self.offer_and_accept(seat, offer, context),
            _ => self.command_as_local(Command::Offer { offer }, context),
        }
    }

    fn offer_and_accept(&mut self, seat: Seat, offer: Offer, context: &mut StepContext) {
        let between_people = self.local_seats().contains(&!seat);
        if self.command(seat, Command::Offer { offer }, context) && between_people {
            self.command(!seat, Command::Accept { offer }, context);
        }
    }

    /// Sends a command of a player at this terminal: of the one to move, if there are two.
    fn command_as_local(&mut self, command: Command, context: &mut StepContext) {
        let turn = self.game_match().and_then(crownhead_arbiter::Match::turn);
        let mine = self.local_seats();
        let seat = turn.filter(|turn| mine.contains(turn)).or(mine.first().copied());
        match seat {
            Some(seat) => {
                self.command(seat, command, context);
            }
            None => self.notice = Some(Notice::new("You are watching; the players act.")),
        }
    }

    /// Sends a command, and returns whether it was not refused at once.
    fn command(&mut self, seat: Seat, command: Command, context: &mut StepContext) -> bool {
        match &mut self.backend {
            MatchBackend::Local(local) => match local.command(seat, &command, context.now) {
                Ok(events) => {
                    self.apply_events(&events, context);
                    true
                }
                Err(refusal) => {
                    self.refuse(&refusal);
                    false
                }
            },
            MatchBackend::Remote(remote) => {
                let room = remote.command(command);
                if !room {
                    self.notice = Some(Notice::new("Too much waits for the server's answer."));
                }
                room
            }
        }
    }

    fn refuse(&mut self, refusal: &CommandRefusal) {
        self.notice = Some(Notice::refusal(refusal));
        self.changed();
    }

    /// Applies events, and lets the computer do what needs no search.
    fn apply_events(&mut self, events: &[Event], context: &StepContext) {
        self.record_events(events);
        if let MatchBackend::Local(local) = &mut self.backend {
            let more = local.run_computer_commands(context.now);
            if !more.is_empty() {
                self.record_events(&more);
            }
        }
        self.let_player_read(context.now);
    }

    /// Delays the computer's first move, so that the player can read who begins.
    fn let_player_read(&mut self, now: Duration) {
        let MatchBackend::Local(local) = &self.backend else { return };
        let (turn, computer) = (local.game_match.turn(), local.computer().map(|(seat, _)| seat));
        let begins = local.game_match.state().play.plies.is_empty() && turn.is_some();
        if self.shows_ritual() && begins && turn == computer && !self.reading_time.is_zero() {
            self.computer_waits = Some(now + self.reading_time);
        }
    }

    /// Applies everything that is due.
    pub(crate) fn tick(&mut self, context: &StepContext) {
        if self.computer_waits.is_some_and(|until| until <= context.now) {
            self.let_computer_move();
        }
        match &mut self.backend {
            MatchBackend::Local(local) => {
                let events = local.tick(context.now);
                if !events.is_empty() {
                    self.apply_events(&events, context);
                }
            }
            MatchBackend::Remote(remote) => {
                if remote.retry_at.is_some_and(|again| again <= context.now) {
                    remote.resend();
                }
            }
        }
    }

    /// Applies a result of the analysis worker, except analysis lines.
    pub(crate) fn apply_analysis(&mut self, result: &AnalysisResult, context: &mut StepContext) {
        match result {
            AnalysisResult::Command(command) => self.computer_acts(command, context),
            AnalysisResult::Hint { text, sentence } => {
                self.hint_wanted = false;
                let trail = self.board().and_then(|board| board.trail(text).ok());
                let squares = trail.unwrap_or_default().iter().map(ToString::to_string).collect();
                let message = format!("Hint: {text}. {sentence}");
                self.notice =
                    Some(Notice { message, squares, tone: Tone::Hint, ..Notice::default() });
            }
            AnalysisResult::Lines(_) => {}
        }
    }

    fn computer_acts(&mut self, command: &Command, context: &mut StepContext) {
        let MatchBackend::Local(local) = &self.backend else { return };
        let Some((seat, _)) = local.computer() else { return };
        self.command(seat, command.clone(), context);
    }

    /// Handles an event of the server connection.
    pub(crate) fn receive(&mut self, from: ConnectionEvent, context: &mut StepContext) {
        let MatchBackend::Remote(remote) = &mut self.backend else { return };
        let before = remote.connection.clone();
        let changes = remote.receive(from, context.now);
        let (now, host) = (remote.connection.clone(), remote.link.host().to_owned());
        if now != before {
            let message = match (&before, now) {
                (_, ConnectionState::Broken) => {
                    Some(format!("The connection to {host} is lost; trying again."))
                }
                (ConnectionState::Broken, ConnectionState::Open) => {
                    Some("Connected again.".to_owned())
                }
                (_, ConnectionState::Refused(explain)) => Some(explain),
                _ => None,
            };
            if let Some(message) = message {
                self.notify(message);
            }
        }
        if changes.resynced {
            self.changed();
        }
        if let Some(refusal) = changes.refusal {
            self.refuse(&refusal);
        }
        if !changes.events.is_empty() {
            self.apply_events(&changes.events, context);
        }
    }

    /// The player's premoves in their order, separated by commas, if there are any.
    pub(crate) fn premoves(&self) -> Option<String> {
        let MatchBackend::Remote(remote) = &self.backend else { return None };
        let play = &remote.game_match.as_ref()?.state().play;
        let premoves: Vec<_> = play.premoves_of(remote.seat()?).collect();
        (!premoves.is_empty()).then(|| premoves.join(", "))
    }

    pub(crate) fn cancel_premoves(&mut self, context: &mut StepContext) {
        self.command_as_local(Command::CancelPremove, context);
    }

    /// Whether the game has begun and is not over.
    pub(crate) fn is_playing(&self) -> bool {
        self.game_match().is_some_and(|game_match| game_match.state().stage == MatchStage::Playing)
    }
}
