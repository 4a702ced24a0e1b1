//! Scripted matches: a line is a time, an actor, a command and the expected result.
//!
//! ```text
//! 0     one   move 11-15         => moved
//! 2.5   two   lag=0.5 move 22-18 => moved
//! 3     two   offer draw         => offered
//! 3     two   offer draw         => ! already-offered
//! 4     host  tick               => ! nothing-due
//! 4     ?     turn               => one
//! ```
//!
//! After every line the log is replayed from JSON and must lead to the same match.

use crownhead_arbiter::{
    Actor, ChosenSide, Claim, Coin, Command, CommandContext, CommandId, CommandRefusal, Event,
    EventKind, Match, MatchSettings, MatchStage, MatchState, MoveSource, Offer, Outage, Salt, Seat,
    Secret, Span, Timestamp, Viewer,
};
use crownhead_games::Game;
use crownhead_rules::Side;

/// The time of the start of scripts.
const EPOCH: u64 = 1_700_000_000_000;

pub(crate) struct ScriptedMatch {
    pub(crate) game: Match,
    pub(crate) log: Vec<Event>,
}

/// A time of a script, in seconds.
pub(crate) fn time(text: &str) -> Timestamp {
    Timestamp::from_millis(EPOCH + span(text).as_millis())
}

fn span(text: &str) -> Span {
    let secs: f64 = text.parse().unwrap_or_else(|_| panic!("{text} is no time"));
    Span::from_millis((secs * 1000.0).round() as u64)
}

/// Opens a match at time 0 and plays a script.
pub(crate) fn script(settings: MatchSettings, text: &str) -> ScriptedMatch {
    let (game, log) = Match::open(settings, time("0"), Salt([9; 16])).unwrap();
    let mut scripted = ScriptedMatch { game, log };
    scripted.play(text);
    scripted
}

impl ScriptedMatch {
    /// Plays more of a script.
    pub(crate) fn play(&mut self, text: &str) {
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (left, expected) = line.split_once("=>").unwrap_or_else(|| panic!("{line}"));
            let mut words = left.split_whitespace();
            let (at, who) = (words.next().unwrap(), words.next().unwrap());
            let words: Vec<&str> = words.collect();
            let actual =
                if who == "?" { self.query(&words, at) } else { self.command(who, &words, at) };
            assert_eq!(actual, expected.trim(), "{line}");
            self.check();
        }
    }

    fn command(&mut self, who: &str, words: &[&str], at: &str) -> String {
        let by = match who {
            "one" => Actor::Seat(Seat::One),
            "two" => Actor::Seat(Seat::Two),
            "watch" => Actor::Spectator,
            "host" => Actor::System,
            _ => panic!("{who}?"),
        };
        let mut context = CommandContext::new(time(at), by);
        let mut rest = words;
        while let Some((key, value)) = rest.first().and_then(|word| word.split_once('=')) {
            match key {
                "lag" => context.lag = span(value),
                "id" => context.id = Some(CommandId::new(value).unwrap()),
                _ => break,
            }
            rest = &rest[1..];
        }
        let command = self.parse_command(by, rest);
        let before = self.game.clone();
        let decided = self.game.decide(&command, &context);
        assert_eq!(self.game, before, "a decision changed something");
        match decided {
            Ok(events) => {
                for event in &events {
                    self.game.apply(event).unwrap();
                }
                let actual: Vec<String> =
                    events.iter().map(|event| event_name(&event.kind)).collect();
                self.log.extend(events);
                actual.join(" ")
            }
            Err(refusal) => format!("! {}", kind(&refusal)),
        }
    }

    fn parse_command(&self, by: Actor, words: &[&str]) -> Command {
        let seat = match by {
            Actor::Seat(seat) => seat,
            _ => Seat::One,
        };
        match words {
            ["youngest", who] => Command::NameYoungest { youngest: self::seat(who) },
            ["choose", "first"] => Command::ChooseSide { side: ChosenSide(Side::First) },
            ["choose", "second"] => Command::ChooseSide { side: ChosenSide(Side::Second) },
            ["commit", number] => {
                let secret = secret(number);
                let commitment = match &self.game.state().stage {
                    MatchStage::Toss(toss) => {
                        self.game.state().toss_id(toss).commitment(seat, secret)
                    }
                    _ => crownhead_arbiter::Commitment([0; 32]),
                };
                Command::Commit { commitment }
            }
            ["reveal", number] => Command::Reveal { secret: secret(number) },
            ["move", text @ ..] => Command::Move { text: text.join(" "), seen: None },
            ["stale-move", text, seen] => Command::Move {
                text: (*text).to_owned(),
                seen: Some(crownhead_arbiter::PlyCount::new(seen.parse().unwrap())),
            },
            ["premove", text @ ..] => Command::Premove { text: text.join(" "), queue: false },
            ["then", text @ ..] => Command::Premove { text: text.join(" "), queue: true },
            ["say", phrase] => {
                Command::Say { phrase: serde_json::from_value((*phrase).into()).unwrap() }
            }
            ["cancel-premove"] => Command::CancelPremove,
            ["resign"] => Command::Resign,
            ["abort"] => Command::Abort,
            ["offer", what] => Command::Offer { offer: offer(what) },
            ["accept", what] => Command::Accept { offer: offer(what) },
            ["decline", what] => Command::Decline { offer: offer(what) },
            ["claim", "time"] => Command::Claim { claim: Claim::Time },
            ["claim", "win"] => Command::Claim { claim: Claim::AbsenceWin },
            ["claim", "draw"] => Command::Claim { claim: Claim::AbsenceDraw },
            ["gone", who] => Command::Presence { seat: self::seat(who), here: false },
            ["back", who] => Command::Presence { seat: self::seat(who), here: true },
            ["tick"] => Command::Tick,
            ["outage", times @ ..] => {
                let pairs = times.chunks(2).map(|pair| (time(pair[0]), time(pair[1])));
                let outages = pairs.map(|(from, until)| Outage { from, until }).collect();
                Command::CreditOutages { outages }
            }
            _ => panic!("{words:?}?"),
        }
    }

    fn query(&self, words: &[&str], at: &str) -> String {
        let state = self.game.state();
        let secs = |millis: u64| format!("{}", millis as f64 / 1000.0);
        let name = |seat: Option<Seat>| seat.map_or("-", seat_name).to_owned();
        match words {
            ["clock", who] => match &state.play.clocks {
                Some(clocks) => secs(clocks.left_at(seat(who), time(at)).as_millis()),
                None => "-".to_owned(),
            },
            ["lag", who] => secs(state.play.clocks.as_ref().unwrap().lag[seat(who)].as_millis()),
            ["turn"] => name(self.game.turn()),
            ["first"] => name(state.first),
            ["game"] => state.game.to_string(),
            ["due"] => self.game.due().map_or("-".to_owned(), |due| secs(due.as_millis() - EPOCH)),
            ["score"] => {
                let score = state.score;
                format!("{} {} {}", score.won.one, score.won.two, score.drawn)
            }
            ["draw-offer"] => name(state.play.offers.draw),
            ["takeback-offer"] => name(state.play.offers.takeback),
            ["rematch-offer"] => name(state.play.offers.rematch),
            ["premove", who] => {
                let premoves: Vec<_> = state.play.premoves_of(seat(who)).collect();
                if premoves.is_empty() { "-".to_owned() } else { premoves.join(", ") }
            }
            ["phase"] => self.game.board().unwrap().phase().name().to_owned(),
            ["plies"] => {
                let texts: Vec<_> = state.play.plies.iter().map(|ply| ply.text.as_str()).collect();
                texts.join(" ")
            }
            ["position"] => self.game.board().and_then(Game::text).unwrap_or_default(),
            ["stage"] => {
                let json = serde_json::to_value(&state.stage).unwrap();
                json["kind"].as_str().unwrap().to_owned()
            }
            _ => panic!("{words:?}?"),
        }
    }

    /// Checks the invariants.
    pub(crate) fn check(&self) {
        let json = serde_json::to_string(&self.log).unwrap();
        let log: Vec<Event> = serde_json::from_str(&json).unwrap();
        assert_eq!(log, self.log);
        let again = Match::replay(&log).unwrap();
        assert_eq!(again, self.game);
        assert_eq!(again.hash(), self.game.hash());
        let json = serde_json::to_string(&self.game.snapshot()).unwrap();
        let state: MatchState = serde_json::from_str(&json).unwrap();
        assert_eq!(Match::restore(state).unwrap(), self.game);
        for viewer in [Viewer::Seat(Seat::One), Viewer::Seat(Seat::Two), Viewer::Spectator] {
            let visible: Vec<Event> = log.iter().map(|event| event.for_viewer(viewer)).collect();
            let folded = Match::replay(&visible).unwrap();
            assert_eq!(folded.hash(), self.game.hash(), "{viewer:?}");
            assert_eq!(folded.view_for(viewer), self.game.view_for(viewer));
            assert_eq!(folded.snapshot_for(viewer), self.game.snapshot_for(viewer));
        }
    }
}

fn secret(number: &str) -> Secret {
    Secret([number.parse().unwrap(); 32])
}

fn seat(who: &str) -> Seat {
    match who {
        "one" => Seat::One,
        "two" => Seat::Two,
        _ => panic!("{who}?"),
    }
}

fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::One => "one",
        Seat::Two => "two",
    }
}

fn offer(what: &str) -> Offer {
    match what {
        "draw" => Offer::Draw,
        "takeback" => Offer::Takeback,
        "rematch" => Offer::Rematch,
        _ => panic!("{what}?"),
    }
}

fn kind(refusal: &CommandRefusal) -> String {
    assert!(!refusal.says.is_empty());
    serde_json::to_value(refusal.kind).unwrap().as_str().unwrap().to_owned()
}

/// An event as a word.
fn event_name(kind: &EventKind) -> String {
    let json = serde_json::to_value(kind).unwrap();
    let name = json["kind"].as_str().unwrap();
    let coin = |coin: Coin| if coin == Coin::Heads { "heads" } else { "tails" };
    match kind {
        EventKind::Moved { source: MoveSource::Premove, .. } => "moved:premove".to_owned(),
        EventKind::Moved { source: MoveSource::Forced, .. } => "moved:forced".to_owned(),
        EventKind::Ended { winner, .. } => {
            let winner = winner.map_or("-", seat_name);
            format!("ended:{winner}:{}", json["reason"].as_str().unwrap())
        }
        EventKind::Began { first, .. } => format!("began:{}", seat_name(*first)),
        EventKind::LotsDrawn { winner } => format!("lots:{}", seat_name(*winner)),
        EventKind::CoinsTossed { coins } => {
            format!("coins:{}:{}", coin(coins.one), coin(coins.two))
        }
        EventKind::TossForfeited { seat } => format!("forfeited:{}", seat_name(*seat)),
        EventKind::TakenBack { plies, .. } => format!("taken-back:{plies}"),
        _ => name.to_owned(),
    }
}
