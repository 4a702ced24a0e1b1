//! The session: the current match, local or on a server, with its seats, choices and notices. The
//! full screen and the plain interface are both built on it.

mod actions;
mod choices;
mod local_match;
mod notifications;
mod remote_match;

use std::time::Duration;

use crownhead_arbiter::{CommandRefusal, Match, MatchStage, Offer, Seat, Timestamp};
use crownhead_computer::{Intent, Level};
use crownhead_games::{Game, Legality, english};
use crownhead_rules::AnySquare;

use crate::analysis_worker::{AnalysisJob, AnalysisTask};
use crate::clock_source::StepContext;
use crate::match_link::MatchLink;
use crate::match_options::{MatchOptions, SeatPlayer};
use crate::saved::{SavedMatch, TossSecret};

pub(crate) use choices::{Choice, PlayerAction};
pub(crate) use local_match::LocalMatch;
pub(crate) use remote_match::{ConnectionEvent, ConnectionState, RemoteMatch};

/// The most notifications that wait to be printed.
const MAX_NOTIFICATIONS: usize = 200;

/// The current match.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) backend: MatchBackend,
    /// The name under which it is saved.
    pub(crate) name: String,
    /// The message that the player sees now.
    pub(crate) notice: Option<Notice>,
    /// What has happened, in sentences not printed yet.
    pub(crate) notifications: Vec<String>,
    /// Whether the player asked for a hint.
    hint_wanted: bool,
    /// How long the computer waits before its first move, so that the player can read how the first
    /// mover was decided. Zero if the text stays on the screen.
    pub(crate) reading_time: Duration,
    /// When that wait ends.
    computer_waits: Option<Duration>,
    /// Counts the changes that are worth saving.
    pub(crate) changes: u64,
}

/// The arbiter: in this process, or on a server.
#[derive(Debug)]
pub(crate) enum MatchBackend {
    Local(Box<LocalMatch>),
    Remote(Box<RemoteMatch>),
}

/// A message to the player, with the squares it mentions and the rule behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) message: String,
    pub(crate) rule: Option<String>,
    pub(crate) squares: Vec<String>,
    /// Moves that the player may have meant.
    pub(crate) candidates: Vec<String>,
    pub(crate) tone: Tone,
}

/// The kind of a notice.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Something that happened.
    #[default]
    Plain,
    /// An illegal move.
    Refusal,
    Hint,
    /// How the first mover was decided. It stays until a player at this terminal moves.
    Ritual,
}

impl Notice {
    pub(crate) fn new(message: impl Into<String>) -> Notice {
        Notice { message: message.into(), ..Notice::default() }
    }

    fn refusal(refusal: &CommandRefusal) -> Notice {
        let illegal = refusal.illegal.as_deref();
        let candidates = illegal.map(|illegal| illegal.candidates.clone()).unwrap_or_default();
        Notice {
            message: refusal.says.clone(),
            rule: refusal.rule.clone(),
            squares: illegal.map(|illegal| illegal.squares.clone()).unwrap_or_default(),
            candidates: english::most_similar("", candidates),
            tone: Tone::Refusal,
        }
    }

    /// The rule book's answer to a move that was typed or pointed at.
    pub(crate) fn explanation(explanation: &Legality, tried: &str) -> Notice {
        let names = |squares: &[AnySquare]| squares.iter().map(ToString::to_string).collect();
        match explanation {
            Legality::Legal { text, explanation: answer } => Notice {
                message: format!("{text} is legal. {answer}"),
                rule: Some(answer.rule.to_owned()),
                squares: names(&answer.squares),
                ..Notice::default()
            },
            Legality::Refused(no) => Notice {
                message: no.to_string(),
                rule: Some(no.explanation.rule.to_owned()),
                squares: names(&no.explanation.squares),
                candidates: english::most_similar(tried, no.candidates.clone()),
                tone: Tone::Refusal,
            },
        }
    }

    /// Asks whether another move was meant, unless the sentence names one itself.
    pub(crate) fn question(&self) -> Option<String> {
        let mut words = self.message.split(|c: char| c.is_whitespace() || ",.:;?".contains(c));
        let named = words.any(|word| self.candidates.iter().any(|text| text == word));
        let asked = !self.candidates.is_empty() && !named;
        asked.then(|| english::did_you_mean(&self.candidates))
    }
}

impl Session {
    /// Opens a match at this terminal, to be saved under a name.
    pub(crate) fn open(
        options: &MatchOptions,
        name: String,
        context: &mut StepContext,
    ) -> Result<Session, CommandRefusal> {
        let local = LocalMatch::open(options, context)?;
        let mut session = Session::with(MatchBackend::Local(Box::new(local)), name);
        session.changed();
        Ok(session)
    }

    /// Joins a match on a server.
    pub(crate) fn join(
        link: MatchLink,
        name: String,
        tosses: Vec<TossSecret>,
        context: &mut StepContext,
    ) -> Session {
        Session::with(MatchBackend::Remote(Box::new(RemoteMatch::new(link, tosses, context))), name)
    }

    /// Resumes a saved match. The error is a sentence.
    pub(crate) fn resume(
        name: &str,
        saved: SavedMatch,
        context: &mut StepContext,
    ) -> Result<Session, String> {
        let backend = match saved {
            SavedMatch::Local { .. } => {
                MatchBackend::Local(Box::new(LocalMatch::resume(&saved, context.now)?))
            }
            SavedMatch::Remote { link, tosses, .. } => {
                let link = link
                    .parse()
                    .map_err(|bad: crate::match_link::InvalidMatchLink| bad.to_string())?;
                MatchBackend::Remote(Box::new(RemoteMatch::new(link, tosses, context)))
            }
        };
        Ok(Session::with(backend, name.to_owned()))
    }

    fn with(backend: MatchBackend, name: String) -> Session {
        Session {
            backend,
            name,
            notice: None,
            notifications: Vec::new(),
            hint_wanted: false,
            reading_time: Duration::ZERO,
            computer_waits: None,
            changes: 0,
        }
    }

    /// The match, once the server has sent it.
    pub(crate) fn game_match(&self) -> Option<&Match> {
        match &self.backend {
            MatchBackend::Local(local) => Some(&local.game_match),
            MatchBackend::Remote(remote) => remote.game_match.as_ref(),
        }
    }

    /// The board, once the game has begun.
    pub(crate) fn board(&self) -> Option<&Game> {
        self.game_match()?.board()
    }

    /// The form in which it is saved; `None` if there is nothing to save.
    pub(crate) fn saved(&self, now: Duration) -> Option<SavedMatch> {
        match &self.backend {
            MatchBackend::Local(local) => Some(local.saved(now)),
            MatchBackend::Remote(remote) => remote.saved(),
        }
    }

    /// The seats played at this terminal.
    pub(crate) fn local_seats(&self) -> Vec<Seat> {
        match &self.backend {
            MatchBackend::Local(local) => local.people(),
            MatchBackend::Remote(remote) => remote.seat().into_iter().collect(),
        }
    }

    /// Whether a player at this terminal is to move.
    pub(crate) fn is_local_turn(&self) -> bool {
        let turn = self.game_match().and_then(Match::turn);
        turn.is_some_and(|turn| self.local_seats().contains(&turn)) && self.sending().is_none()
    }

    /// A move that was sent and is not confirmed yet.
    pub(crate) fn sending(&self) -> Option<&str> {
        match &self.backend {
            MatchBackend::Local(_) => None,
            MatchBackend::Remote(remote) => remote.sending(),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game_match()
            .is_some_and(|game_match| matches!(game_match.state().stage, MatchStage::Over { .. }))
    }

    /// Whether a server owes an answer.
    pub(crate) fn is_awaiting_server(&self) -> bool {
        match &self.backend {
            MatchBackend::Local(_) => false,
            MatchBackend::Remote(remote) => remote.is_awaiting_server(),
        }
    }

    /// Whether the match is known; a match on a server is not before the first snapshot.
    pub(crate) fn has_joined(&self) -> bool {
        self.game_match().is_some()
    }

    /// The time of the match.
    pub(crate) fn time(&self, now: Duration) -> Timestamp {
        match &self.backend {
            MatchBackend::Local(local) => local.time(now),
            MatchBackend::Remote(remote) => remote.time(now),
        }
    }

    /// When something is due by itself, as time of the program.
    pub(crate) fn due(&self) -> Option<Duration> {
        match &self.backend {
            MatchBackend::Local(local) => {
                [local.due(), self.computer_waits].into_iter().flatten().min()
            }
            MatchBackend::Remote(remote) => remote.retry_at,
        }
    }

    /// Whether the computer still gives the player time to read who begins.
    pub(crate) fn is_computer_waiting(&self) -> bool {
        self.computer_waits.is_some()
    }

    /// Ends that wait.
    pub(crate) fn let_computer_move(&mut self) {
        self.computer_waits = None;
    }

    /// A player's name in the middle of a sentence.
    pub(crate) fn name_of(&self, seat: Seat) -> String {
        let numbered = match seat {
            Seat::One => "player one",
            Seat::Two => "player two",
        };
        match &self.backend {
            MatchBackend::Local(local) => match local.seats[seat] {
                SeatPlayer::Computer { .. } => "the computer".to_owned(),
                SeatPlayer::Person if local.computer().is_some() => "you".to_owned(),
                SeatPlayer::Person => numbered.to_owned(),
            },
            MatchBackend::Remote(remote) => match (remote.seat(), &remote.players[seat]) {
                (Some(mine), _) if mine == seat => "you".to_owned(),
                (_, player) if player.computer.is_some() => "the computer".to_owned(),
                (_, player) => player.name.clone().unwrap_or_else(|| match remote.seat() {
                    Some(_) => "your opponent".to_owned(),
                    None => numbered.to_owned(),
                }),
            },
        }
    }

    /// The label beside a player's clock: the name, or the computer's level.
    pub(crate) fn title(&self, seat: Seat) -> String {
        let level = match &self.backend {
            MatchBackend::Local(local) => {
                local.computer().filter(|(at, _)| *at == seat).map(|(_, l)| l)
            }
            MatchBackend::Remote(remote) => remote.players[seat].computer.and_then(Level::new),
        };
        match level {
            Some(level) => format!("Computer, level {}", level.number()),
            None => capital(&self.name_of(seat)),
        }
    }

    /// Whether hints and analysis are allowed: not during a match between people on a server.
    pub(crate) fn may_use_engine(&self) -> bool {
        match &self.backend {
            MatchBackend::Local(_) => true,
            MatchBackend::Remote(remote) => {
                let computer =
                    Seat::ALL.iter().any(|seat| remote.players[*seat].computer.is_some());
                computer || self.is_over()
            }
        }
    }

    /// The analysis job of the current state. `lines` is the number of analysis lines, if they are
    /// shown.
    pub(crate) fn job(&self, lines: Option<usize>) -> Option<AnalysisJob> {
        let game = self.board()?.clone();
        let job = |task| Some(AnalysisJob { game, task });
        if self.is_computer_waiting() {
            return None;
        }
        if let Some(task) = self.computer_task() {
            return job(task);
        }
        match (self.hint_wanted, lines) {
            (true, _) => job(AnalysisTask::Hint),
            (false, Some(count)) if self.may_use_engine() && !self.is_over_by_rules() => {
                job(AnalysisTask::Lines { count })
            }
            _ => None,
        }
    }

    fn is_over_by_rules(&self) -> bool {
        self.board().is_some_and(|board| board.outcome().is_some())
    }

    /// The task of the computer opponent, if it is its turn at this terminal.
    fn computer_task(&self) -> Option<AnalysisTask> {
        let MatchBackend::Local(local) = &self.backend else { return None };
        let opponent = local.opponent()?;
        let intent = opponent.intent(&local.game_match);
        if !matches!(intent, Intent::Move(_) | Intent::AnswerDraw { .. }) {
            return None;
        }
        let limits = opponent.limits_of_turn(&local.game_match);
        Some(AnalysisTask::Opponent { opponent, intent, limits })
    }

    /// The squares of the last move.
    pub(crate) fn last_trail(&self) -> Option<Vec<AnySquare>> {
        let game_match = self.game_match()?;
        let (last, before) = game_match.state().play.plies.split_last()?;
        let mut game = game_match.initial_board()?;
        for ply in before {
            game.play_ignoring_draws(&ply.text).ok()?;
        }
        game.trail(&last.text).ok()
    }

    /// The other player's open offer to a player at this terminal.
    pub(crate) fn offered(&self) -> Option<(Seat, Offer)> {
        let offers = &self.game_match()?.state().play.offers;
        let all = [
            (offers.draw, Offer::Draw),
            (offers.takeback, Offer::Takeback),
            (offers.rematch, Offer::Rematch),
        ];
        let mine = self.local_seats();
        all.into_iter().find_map(|(seat, offer)| {
            seat.filter(|seat| mine.contains(&!*seat)).map(|seat| (seat, offer))
        })
    }

    fn notify(&mut self, sentence: String) {
        if self.notifications.len() < MAX_NOTIFICATIONS {
            self.notifications.push(sentence);
        }
    }

    fn changed(&mut self) {
        self.changes += 1;
    }
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
