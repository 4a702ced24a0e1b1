//! A match on a server: the server decides, and what is shown is what it told. What was sent and is
//! not confirmed yet is sent again after a break, and never shown as if it had happened.

use std::time::Duration;

use crownhead_arbiter::{
    BySeat, Command, Event, Match, Refusal, Seat, Stage, State, Time, Viewer, What,
};
use serde::Deserialize;

use crate::link::Link;
use crate::moment::{Moment, Watch};
use crate::saved::{Saved, Toss};

/// The most commands that wait for an answer.
const MOST_WAITING: usize = 16;

/// How long what the server is not sure of waits before it is said again.
const A_WHILE: Duration = Duration::from_secs(1);

/// A match on a server.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) link: Link,
    /// The match, once the server has shown it.
    pub(crate) whole: Option<Match>,
    pub(crate) viewer: Viewer,
    pub(crate) players: BySeat<Player>,
    pub(crate) connection: Connection,
    watch: Watch,
    waiting: Vec<Sent>,
    /// What is to be said to the server.
    pub(crate) outbox: Vec<String>,
    tosses: Vec<Toss>,
    commands: u64,
    /// When what the server was not sure of is said again.
    pub(crate) again: Option<Duration>,
    /// What tells the ids of this program's commands from those of one before it.
    run: u64,
}

/// How the connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// Nothing was heard yet.
    Joining,
    /// It stands.
    Open,
    /// It broke, and is being made again.
    Broken,
    /// It is over for good; the words say why.
    Refused(String),
}

/// Who sits in a seat, as the server has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Player {
    pub(crate) name: Option<String>,
    pub(crate) computer: Option<u8>,
}

/// What comes from a connection.
#[derive(Debug)]
pub(crate) enum FromServer {
    /// The server said something.
    Said(Box<Said>),
    /// The connection broke; it is being made again.
    Broke,
    /// There is no such match, or the link does not fit it.
    Refused(String),
}

/// What the server says.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Said {
    Snapshot {
        now: Time,
        players: BySeat<Player>,
        view: Shown,
        state: Box<State>,
    },
    Missed {
        now: Time,
        viewer: Viewer,
        players: BySeat<Player>,
        events: Vec<Event>,
    },
    Events {
        events: Vec<Event>,
    },
    Players {
        players: BySeat<Player>,
    },
    Done {
        id: String,
    },
    Refused {
        id: String,
        refusal: Box<Refusal>,
    },
    /// It is not known whether a command was carried out.
    Unsure {},
}

/// What is read of a view: the rest is in the state.
#[derive(Debug, Deserialize)]
pub(crate) struct Shown {
    viewer: Viewer,
}

/// A command that waits for its answer.
#[derive(Debug)]
struct Sent {
    id: String,
    command: Command,
}

/// What came of what the server said.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) events: Vec<Event>,
    pub(crate) refusal: Option<Refusal>,
    /// The whole match was shown anew.
    pub(crate) anew: bool,
}

impl Live {
    pub(crate) fn new(link: Link, tosses: Vec<Toss>, moment: &mut Moment) -> Live {
        Live {
            link,
            whole: None,
            viewer: Viewer::Spectator,
            players: BySeat::default(),
            connection: Connection::Joining,
            watch: Watch::set(Time::default(), moment.now),
            waiting: Vec::new(),
            outbox: Vec::new(),
            tosses,
            commands: 0,
            again: None,
            run: moment.chance.seed(),
        }
    }

    pub(crate) fn time(&self, now: Duration) -> Time {
        self.watch.shows(now)
    }

    /// The seat that is played here, if one is.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// The move that was sent and is not confirmed.
    pub(crate) fn sending(&self) -> Option<&str> {
        self.waiting.iter().find_map(|sent| match &sent.command {
            Command::Move { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    /// What is to be kept, once it is known what is played.
    pub(crate) fn saved(&self) -> Option<Saved> {
        let state = self.whole.as_ref()?.state();
        let over = matches!(state.stage, Stage::Over { .. });
        let game = state.settings.play.game().name().to_owned();
        Some(Saved::server(self.link.to_string(), game, over, self.tosses.clone()))
    }

    /// Gives a command. Whether there was room for it.
    pub(crate) fn command(&mut self, command: Command) -> bool {
        if self.waiting.len() >= MOST_WAITING {
            return false;
        }
        self.commands += 1;
        let id = format!("{:x}-{}", self.run & 0xffff_ffff, self.commands);
        self.waiting.push(Sent { id: id.clone(), command });
        self.send(&id);
        true
    }

    /// Commits to a secret, which is kept until both have committed.
    pub(crate) fn toss(&mut self, moment: &mut Moment) {
        let Some((seat, whole)) = self.seat().zip(self.whole.as_ref()) else { return };
        let Stage::Toss(toss) = &whole.state().stage else { return };
        let (game, round) = (whole.state().game, toss.round);
        let id = whole.state().toss_id(toss);
        let kept = self.tosses.iter().find(|kept| kept.game == game && kept.round == round);
        let secret = match kept {
            Some(kept) => kept.secret,
            None => {
                let secret = moment.chance.secret();
                self.tosses.push(Toss { game, round, secret });
                secret
            }
        };
        self.command(Command::Commit { commitment: id.commitment(seat, secret) });
    }

    /// Reveals the secret as soon as both have committed.
    fn reveal(&mut self) {
        let Some((seat, whole)) = self.seat().zip(self.whole.as_ref()) else { return };
        let Stage::Toss(toss) = &whole.state().stage else {
            self.tosses.clear();
            return;
        };
        let both = toss.committed.one.is_some() && toss.committed.two.is_some();
        let asked = self.waiting.iter().any(|sent| matches!(sent.command, Command::Reveal { .. }));
        if !both || toss.revealed[seat].is_some() || asked {
            return;
        }
        let (game, round) = (whole.state().game, toss.round);
        let kept = self.tosses.iter().find(|kept| kept.game == game && kept.round == round);
        if let Some(&Toss { secret, .. }) = kept {
            self.command(Command::Reveal { secret });
        }
    }

    /// Takes in what came from the connection.
    pub(crate) fn hear(&mut self, from: FromServer, now: Duration) -> Heard {
        let mut heard = Heard::default();
        match from {
            FromServer::Broke => self.connection = Connection::Broken,
            FromServer::Refused(why) => self.connection = Connection::Refused(why),
            FromServer::Said(said) => match *said {
                Said::Snapshot { now: time, players, view, state } => {
                    match Match::restore(*state) {
                        Ok(whole) => self.whole = Some(whole),
                        Err(why) => self.connection = Connection::Refused(why.to_string()),
                    }
                    heard.anew = true;
                    self.welcome(view.viewer, players, Watch::set(time, now));
                }
                Said::Missed { now: time, viewer, players, events } => {
                    heard.events = self.follow(events);
                    self.welcome(viewer, players, Watch::set(time, now));
                }
                Said::Events { events } => heard.events = self.follow(events),
                Said::Players { players } => self.players = players,
                Said::Done { id } => self.waiting.retain(|sent| sent.id != id),
                Said::Refused { id, refusal } => {
                    self.waiting.retain(|sent| sent.id != id);
                    heard.refusal = Some(*refusal);
                }
                Said::Unsure {} => self.again = Some(now + A_WHILE),
            },
        }
        self.reveal();
        heard
    }

    fn welcome(&mut self, viewer: Viewer, players: BySeat<Player>, watch: Watch) {
        if matches!(self.connection, Connection::Refused(_)) {
            return;
        }
        (self.viewer, self.players, self.watch) = (viewer, players, watch);
        self.connection = Connection::Open;
        self.outbox.clear();
        self.repeat();
    }

    /// Says what is not answered once more: the server knows by the ids what it has done already.
    pub(crate) fn repeat(&mut self) {
        self.again = None;
        let ids: Vec<_> = self.waiting.iter().map(|sent| sent.id.clone()).collect();
        ids.iter().for_each(|id| self.send(id));
    }

    /// Folds events in; those that were seen are passed over.
    fn follow(&mut self, events: Vec<Event>) -> Vec<Event> {
        let Some(whole) = &mut self.whole else { return Vec::new() };
        let news: Vec<_> =
            events.into_iter().filter(|event| event.version > whole.version()).collect();
        for event in &news {
            if let Err(why) = whole.apply(event) {
                self.connection = Connection::Refused(format!("the server's log is wrong: {why}"));
                return Vec::new();
            }
        }
        news.into_iter().filter(|event| event.what != What::Veiled).collect()
    }

    fn send(&mut self, id: &str) {
        let Some(sent) = self.waiting.iter().find(|sent| sent.id == id) else { return };
        if self.connection != Connection::Open {
            return;
        }
        let message = serde_json::json!({"kind": "command", "id": id, "command": sent.command});
        self.outbox.push(message.to_string());
    }
}
