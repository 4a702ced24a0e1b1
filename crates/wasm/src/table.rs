//! A match at the page's own table: the arbiter, driven by the page on one screen, or following the
//! events of a server.

use crownhead_arbiter::{
    By, Command, Context, Event, Match, Origin, Refusal, Salt, Seat, Secret, Settings, Span, Stage,
    State, Time, View, Viewer,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::scene::Scene;
use crate::{Line, Says, read, told};

/// A match.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Table {
    whole: Match,
}

/// What a table looks like.
#[derive(Serialize)]
struct Look {
    view: View,
    /// The board, once there is one.
    scene: Option<Scene>,
    /// The game by its moves.
    line: Option<Line>,
    /// How long an absent player may stay away.
    patience: Option<u64>,
}

/// What a command led to.
#[derive(Serialize)]
struct Done {
    events: Vec<Event>,
    refusal: Option<Refusal>,
}

#[derive(Deserialize)]
struct Opening {
    settings: Settings,
    now: Time,
    salt: Salt,
}

#[derive(Deserialize)]
struct Given {
    seat: Seat,
    command: Command,
    now: Time,
}

#[wasm_bindgen]
impl Table {
    /// A new match. `opening` is JSON of `settings`, `now` and `salt`.
    pub fn open(opening: &str) -> Says<Table> {
        let Opening { settings, now, salt } = read(opening)?;
        let (whole, _) = Match::open(settings, now, salt).map_err(|refusal| refusal.says)?;
        Ok(Table { whole })
    }

    /// A match from its state.
    pub fn restore(state: &str) -> Says<Table> {
        let state: State = read(state)?;
        Ok(Match::restore(state).map(|whole| Table { whole }).map_err(|bad| bad.to_string())?)
    }

    /// The state, to be kept.
    pub fn state(&self) -> Says<String> {
        told(self.whole.state())
    }

    /// Carries out a command of a player: JSON of `seat`, `command` and `now`.
    pub fn command(&mut self, given: &str) -> Says<String> {
        let Given { seat, command, now } = read(given)?;
        let handled = self.whole.handle(&command, &Context::new(now, By::Seat(seat)));
        told(&Done { events: handled.events, refusal: handled.refusal })
    }

    /// Lets happen what is due.
    pub fn tick(&mut self, now: f64) -> Says<String> {
        let now = Time::from_millis(now as u64);
        let tick = Context::new(now, By::System);
        let due = self.whole.due().is_some_and(|due| due <= now);
        let events = match due {
            true => self.whole.handle(&Command::Tick, &tick).events,
            false => Vec::new(),
        };
        told(&Done { events, refusal: None })
    }

    /// Follows the events of a server, in their order. Those that were seen are passed over.
    pub fn follow(&mut self, events: &str) -> Says<String> {
        let events: Vec<Event> = read(events)?;
        let news: Vec<_> =
            events.into_iter().filter(|event| event.version > self.whole.version()).collect();
        for event in &news {
            self.whole.apply(event).map_err(|bad| bad.to_string())?;
        }
        told(&news)
    }

    /// The number of the last event.
    pub fn version(&self) -> f64 {
        self.whole.version().get() as f64
    }

    /// What a toss needs of a secret before it is revealed: JSON of `seat` and `secret`.
    pub fn commitment(&self, of: &str) -> Says<String> {
        #[derive(Deserialize)]
        struct Of {
            seat: Seat,
            secret: Secret,
        }
        let Of { seat, secret } = read(of)?;
        let state = self.whole.state();
        match &state.stage {
            Stage::Toss(toss) => Ok(state.toss_id(toss).commitment(seat, secret).to_string()),
            _ => Err("there is no toss now".into()),
        }
    }

    /// What a seat sees, or a spectator: `{"seat": "one"}` or `"spectator"`.
    pub fn look(&self, viewer: &str) -> Says<String> {
        let viewer: Viewer = read(viewer)?;
        let view = self.whole.view_for(viewer);
        let line = self.line();
        let scene = match (&line, self.whole.board()) {
            (Some(line), Some(board)) => {
                let (_, before) = line.play()?;
                let last = before.as_ref().zip(line.moves.last().map(String::as_str));
                Some(Scene::of(board, last))
            }
            _ => None,
        };
        let patience = view.settings.absence_time().map(Span::as_millis);
        told(&Look { view, scene, line, patience })
    }

    fn line(&self) -> Option<Line> {
        let state = self.whole.state();
        let begin = self.whole.begin()?;
        let (position, mut moves) = match &state.settings.origin {
            Origin::Start => (None, Vec::new()),
            Origin::Position { text } => (Some(text.clone()), Vec::new()),
            Origin::Log { position, moves } if state.game.get() == 1 => {
                (position.clone(), moves.clone())
            }
            Origin::Log { position, .. } => (position.clone(), Vec::new()),
            Origin::Handicap(_) => (begin.text(), Vec::new()),
        };
        moves.extend(state.play.plies.iter().map(|ply| ply.text.to_string()));
        Some(Line::new(state.settings.play, position, moves))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn open(settings: Value) -> Table {
        let opening = json!({"settings": settings, "now": 1000, "salt": "00".repeat(16)});
        Table::open(&opening.to_string()).expect("a table")
    }

    fn settings(game: &str, ritual: Value) -> Value {
        json!({"play": {"game": game}, "ritual": ritual, "clock": {"kind": "none"},
            "takebacks": "free", "rated": false})
    }

    fn given(table: &mut Table, seat: &str, command: Value) -> Value {
        let given = json!({"seat": seat, "command": command, "now": 2000});
        let done = table.command(&given.to_string()).expect("an answer");
        serde_json::from_str(&done).expect("JSON")
    }

    fn look(table: &Table) -> Value {
        serde_json::from_str(&table.look(r#"{"seat":"one"}"#).expect("a look")).expect("JSON")
    }

    #[test]
    fn a_match_is_played_kept_and_gone_on_with() {
        let mut table = open(settings("stack-em", json!({"kind": "given", "first": "one"})));
        let moved = given(&mut table, "one", json!({"kind": "move", "text": "11-15"}));
        assert_eq!(moved["refusal"], Value::Null);
        let again = given(&mut table, "one", json!({"kind": "move", "text": "15-19"}));
        assert_eq!(again["refusal"]["kind"], "not-your-turn");
        let kept = Table::restore(&table.state().expect("a state")).expect("a table");
        let seen = look(&kept);
        assert_eq!(seen["line"]["moves"], json!(["11-15"]));
        assert_eq!(seen["scene"]["last"]["trail"], json!(["11", "15"]));
        assert_eq!(seen, look(&table));
        assert!(Table::restore("{}").is_err());
    }

    #[test]
    fn coins_are_tossed_by_both() {
        let mut table = open(settings("checkerboard-tic-tac-toe", json!({"kind": "coins"})));
        assert_eq!(look(&table)["scene"], Value::Null);
        let mut round = 0_u8;
        while look(&table)["view"]["stage"]["kind"] == "toss" {
            let secrets = [("one", round), ("two", 2 * round + 77)];
            for (seat, byte) in secrets {
                let secret = format!("{byte:02x}").repeat(32);
                let of = json!({"seat": seat, "secret": secret});
                let commitment = table.commitment(&of.to_string()).expect("a commitment");
                given(&mut table, seat, json!({"kind": "commit", "commitment": commitment}));
            }
            for (seat, byte) in secrets {
                let secret = format!("{byte:02x}").repeat(32);
                given(&mut table, seat, json!({"kind": "reveal", "secret": secret}));
            }
            round += 1;
        }
        assert_eq!(look(&table)["view"]["stage"]["kind"], "playing");
    }

    #[test]
    fn a_page_follows_a_server() {
        let ritual = json!({"kind": "given", "first": "one"});
        let mut there = open(settings("tic-tac-toe", ritual));
        let mut here = Table::restore(&there.state().expect("a state")).expect("a table");
        let done = given(&mut there, "one", json!({"kind": "move", "text": "b2"}));
        for _ in 0..2 {
            here.follow(&done["events"].to_string()).expect("events");
            assert_eq!(look(&here), look(&there));
        }
        assert_eq!(here.version(), there.version());
    }

    #[test]
    fn a_handicap_is_where_the_line_begins() {
        let mut with = settings("winning-moves-checkers", json!({"kind": "given", "first": "one"}));
        with["origin"] = json!({"kind": "handicap", "stronger": "one", "without": 2});
        let seen = look(&open(with));
        assert!(
            seen["line"]["position"].as_str().expect("a text").ends_with("B3,4,5,6,7,8,9,10,11,12")
        );
    }
}
