//! A match in hand, wherever its arbiter is: who sits here, what can be done now, and what was
//! told. Both faces of the program, the full screen and the plain lines, are built on this.

mod choices;
mod deeds;
mod here;
mod live;
mod news;

use std::time::Duration;

use crownhead_arbiter::{Clock, Match, Offer, Refusal, Seat, Stage, Time};
use crownhead_computer::Level;
use crownhead_games::{Explanation, Game};
use crownhead_rules::AnySquare;

use crate::begin::{Begin, Who};
use crate::desk::{Job, Task};
use crate::link::Link;
use crate::moment::Moment;
use crate::saved::{Saved, Toss};

pub(crate) use choices::{Choice, Deed};
pub(crate) use here::Here;
pub(crate) use live::{Connection, FromServer, Live, Said};

/// The most sentences that wait to be read.
const MOST_NEWS: usize = 200;

/// A match in hand.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) place: Place,
    /// By which name it is kept.
    pub(crate) name: String,
    /// What the player is told now.
    pub(crate) told: Option<Told>,
    /// What has happened, in sentences that nobody has read yet.
    pub(crate) news: Vec<String>,
    /// Whether a hint was asked for.
    hint_wanted: bool,
    /// Counts what is worth keeping.
    pub(crate) changes: u64,
}

/// Where the arbiter is.
#[derive(Debug)]
pub(crate) enum Place {
    Here(Box<Here>),
    Server(Box<Live>),
}

/// What a player is told, with the squares that it speaks of and the rule behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) says: String,
    pub(crate) rule: Option<String>,
    pub(crate) squares: Vec<String>,
    /// Moves that may have been meant.
    pub(crate) candidates: Vec<String>,
    pub(crate) tone: Tone,
}

/// How it is meant.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// News.
    #[default]
    Plain,
    /// A move that was not allowed.
    Refusal,
    /// A hint.
    Hint,
}

impl Told {
    pub(crate) fn saying(says: impl Into<String>) -> Told {
        Told { says: says.into(), ..Told::default() }
    }

    fn refusal(refusal: &Refusal) -> Told {
        let illegal = refusal.illegal.as_deref();
        Told {
            says: refusal.says.clone(),
            rule: refusal.rule.clone(),
            squares: illegal.map(|illegal| illegal.squares.clone()).unwrap_or_default(),
            candidates: illegal.map(|illegal| illegal.candidates.clone()).unwrap_or_default(),
            tone: Tone::Refusal,
        }
    }

    /// What the rule book says to a move.
    pub(crate) fn explanation(said: &Explanation) -> Told {
        let names = |squares: &[AnySquare]| squares.iter().map(ToString::to_string).collect();
        match said {
            Explanation::Legal { text, answer } => Told {
                says: format!("{text} is legal. {answer}"),
                rule: Some(answer.rule.to_owned()),
                squares: names(&answer.squares),
                ..Told::default()
            },
            Explanation::Refused(no) => Told {
                says: no.to_string(),
                rule: Some(no.answer.rule.to_owned()),
                squares: names(&no.answer.squares),
                candidates: no.candidates.clone(),
                tone: Tone::Refusal,
            },
        }
    }
}

impl Session {
    /// Opens a match at this terminal, kept by a name.
    pub(crate) fn open(
        begin: &Begin,
        name: String,
        moment: &mut Moment,
    ) -> Result<Session, Refusal> {
        let here = Here::open(begin, moment)?;
        let mut session = Session::at(Place::Here(Box::new(here)), name);
        session.changed();
        Ok(session)
    }

    /// Joins a match on a server.
    pub(crate) fn join(
        link: Link,
        name: String,
        tosses: Vec<Toss>,
        moment: &mut Moment,
    ) -> Session {
        Session::at(Place::Server(Box::new(Live::new(link, tosses, moment))), name)
    }

    /// Goes on with a match that was kept; why not, in a sentence.
    pub(crate) fn resume(name: &str, saved: Saved, moment: &mut Moment) -> Result<Session, String> {
        let place = match saved {
            Saved::Here { .. } => Place::Here(Box::new(Here::resume(&saved, moment.now)?)),
            Saved::Server { link, tosses, .. } => {
                let link = link.parse().map_err(|bad: crate::link::BadLink| bad.to_string())?;
                Place::Server(Box::new(Live::new(link, tosses, moment)))
            }
        };
        Ok(Session::at(place, name.to_owned()))
    }

    fn at(place: Place, name: String) -> Session {
        Session { place, name, told: None, news: Vec::new(), hint_wanted: false, changes: 0 }
    }

    /// The match, once it is known.
    pub(crate) fn whole(&self) -> Option<&Match> {
        match &self.place {
            Place::Here(here) => Some(&here.whole),
            Place::Server(live) => live.whole.as_ref(),
        }
    }

    /// The board, once there is one.
    pub(crate) fn board(&self) -> Option<&Game> {
        self.whole()?.board()
    }

    /// What is to be kept, if anything is.
    pub(crate) fn saved(&self, now: Duration) -> Option<Saved> {
        match &self.place {
            Place::Here(here) => Some(here.saved(now)),
            Place::Server(live) => live.saved(),
        }
    }

    /// The seats that are played here.
    pub(crate) fn mine(&self) -> Vec<Seat> {
        match &self.place {
            Place::Here(here) => here.people(),
            Place::Server(live) => live.seat().into_iter().collect(),
        }
    }

    /// Whether one who sits here is to decide on a move.
    pub(crate) fn is_mine_to_move(&self) -> bool {
        let turn = self.whole().and_then(Match::turn);
        turn.is_some_and(|turn| self.mine().contains(&turn)) && self.sending().is_none()
    }

    /// A move that was sent and is not confirmed.
    pub(crate) fn sending(&self) -> Option<&str> {
        match &self.place {
            Place::Here(_) => None,
            Place::Server(live) => live.sending(),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.whole().is_some_and(|whole| matches!(whole.state().stage, Stage::Over { .. }))
    }

    /// The time of the match.
    pub(crate) fn time(&self, now: Duration) -> Time {
        match &self.place {
            Place::Here(here) => here.time(now),
            Place::Server(live) => live.time(now),
        }
    }

    /// When in this program something happens by itself.
    pub(crate) fn due(&self) -> Option<Duration> {
        match &self.place {
            Place::Here(here) => here.due(),
            Place::Server(live) => live.again,
        }
    }

    /// What a player is called in the middle of a sentence.
    pub(crate) fn called(&self, seat: Seat) -> String {
        let numbered = match seat {
            Seat::One => "player one",
            Seat::Two => "player two",
        };
        match &self.place {
            Place::Here(here) => match here.seats[seat] {
                Who::Computer { .. } => "the computer".to_owned(),
                Who::Person if here.computer().is_some() => "you".to_owned(),
                Who::Person => numbered.to_owned(),
            },
            Place::Server(live) => match (live.seat(), &live.players[seat]) {
                (Some(mine), _) if mine == seat => "you".to_owned(),
                (_, player) if player.computer.is_some() => "the computer".to_owned(),
                (_, player) => player.name.clone().unwrap_or_else(|| match live.seat() {
                    Some(_) => "your opponent".to_owned(),
                    None => numbered.to_owned(),
                }),
            },
        }
    }

    /// What stands beside a player's clock: the name, and the level of the computer.
    pub(crate) fn title(&self, seat: Seat) -> String {
        let level = match &self.place {
            Place::Here(here) => here.computer().filter(|(at, _)| *at == seat).map(|(_, l)| l),
            Place::Server(live) => live.players[seat].computer.and_then(Level::new),
        };
        match level {
            Some(level) => format!("Computer, level {}", level.number()),
            None => capital(&self.called(seat)),
        }
    }

    /// Whether the computer may help: not between people far apart, while they play.
    pub(crate) fn may_be_helped(&self) -> bool {
        match &self.place {
            Place::Here(_) => true,
            Place::Server(live) => {
                let computer = Seat::ALL.iter().any(|seat| live.players[*seat].computer.is_some());
                computer || self.is_over()
            }
        }
    }

    /// What is to be thought about now; `lines` are so many ways to go on, if they are wanted.
    pub(crate) fn job(&self, lines: Option<usize>) -> Option<Job> {
        let game = self.board()?.clone();
        let job = |task| Some(Job { game, task });
        if let Some(task) = self.computers_task() {
            return job(task);
        }
        match (self.hint_wanted, lines) {
            (true, _) => job(Task::Hint),
            (false, Some(count)) if self.may_be_helped() && !self.is_over_by_rules() => {
                job(Task::Lines { count })
            }
            _ => None,
        }
    }

    fn is_over_by_rules(&self) -> bool {
        self.board().is_some_and(|board| board.outcome().is_some())
    }

    /// What the computer has to decide, if it plays here.
    fn computers_task(&self) -> Option<Task> {
        let Place::Here(here) = &self.place else { return None };
        let (computer, level) = here.computer()?;
        let play = &here.whole.state().play;
        if here.whole.state().stage != Stage::Playing {
            return None;
        }
        if play.offers.draw == Some(!computer) {
            return Some(Task::Draw);
        }
        if here.whole.turn() != Some(computer) {
            return None;
        }
        let clock = match (here.whole.state().settings.clock, &play.clocks) {
            (Clock::Main { increment, .. }, Some(clocks)) => Some((
                Duration::from_millis(clocks.left[computer].as_millis()),
                Duration::from_millis(increment.as_millis()),
            )),
            _ => None,
        };
        let last = self.last_trail().and_then(|mut trail| trail.pop());
        let seed = here.seed.wrapping_add(play.plies.len() as u64);
        Some(Task::Move { level, seed, last, clock })
    }

    /// The squares that the last move touched.
    pub(crate) fn last_trail(&self) -> Option<Vec<AnySquare>> {
        let whole = self.whole()?;
        let (last, before) = whole.state().play.plies.split_last()?;
        let mut game = whole.begin()?;
        for ply in before {
            game.play_on(&ply.text).ok()?;
        }
        game.trail(&last.text).ok()
    }

    /// Whether the other player offers something to one who sits here.
    pub(crate) fn offered(&self) -> Option<(Seat, Offer)> {
        let offers = &self.whole()?.state().play.offers;
        let all = [
            (offers.draw, Offer::Draw),
            (offers.takeback, Offer::Takeback),
            (offers.rematch, Offer::Rematch),
        ];
        let mine = self.mine();
        all.into_iter().find_map(|(seat, offer)| {
            seat.filter(|seat| mine.contains(&!*seat)).map(|seat| (seat, offer))
        })
    }

    fn tell(&mut self, sentence: String) {
        if self.news.len() < MOST_NEWS {
            self.news.push(sentence);
        }
    }

    fn changed(&mut self) {
        self.changes += 1;
    }
}

/// A sentence's first letter, large.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
