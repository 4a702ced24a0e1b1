//! A match in the page's worker: the arbiter, driven by the page on one screen, or following the
//! events of a server. Queries read the match that is held here and replay nothing.

use crownhead_arbiter::{
    Actor, Command, CommandContext, CommandRefusal, Event, GameOrigin, Match, MatchSettings,
    MatchStage, MatchState, MatchView, Salt, Seat, Secret, Span, Timestamp, Viewer,
};
use crownhead_computer::{ComputerOpponent, Intent, Level};
use crownhead_games::{Action, Game};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::explanation::{MoveExplanation, parse_squares};
use crate::opponent_task::OpponentTask;
use crate::premoves::{after_premove, premoves};
use crate::scene::{Scene, TapOptions, square_names};
use crate::taps::tap_reply;
use crate::timeline::Timeline;
use crate::{GameLine, WasmResult, from_json, to_json};

/// A match that the page plays or follows.
#[wasm_bindgen]
#[derive(Debug)]
pub struct MatchHandle {
    game_match: Match,
    /// The positions of the game that is played; none before it begins.
    timeline: Option<Timeline>,
    /// The moves that the player who is not on turn can plan, once they were queried.
    premoves: Option<Vec<Action>>,
}

/// Everything that the page displays of a match.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct MatchDisplay {
    view: MatchView,
    /// The board, once there is one.
    scene: Option<Scene>,
    /// The game by its moves.
    line: Option<GameLine>,
    /// How many milliseconds an absent player may stay away.
    patience: Option<u64>,
    /// Whether the game has a draw by agreement.
    draw_by_agreement: bool,
    /// Whether a draw can be offered now.
    can_offer_draw: bool,
    /// Whether the game can be called off now.
    can_abort: bool,
    /// Whether the viewer has moved, and so can claim the game from an absent player.
    can_claim_absence: bool,
    /// The squares that each of the viewer's premoves touches.
    planned: Vec<Vec<String>>,
}

/// The events of a command, and its refusal.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct CommandOutcome {
    events: Vec<Event>,
    refusal: Option<CommandRefusal>,
}

/// What the computer opponent did at once, and what it has to think about.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OpponentTurn {
    events: Vec<Event>,
    task: Option<OpponentTask>,
}

#[wasm_bindgen]
impl MatchHandle {
    /// A new match. The settings and the salt are JSON.
    pub fn open(settings: &str, now: f64, salt: &str) -> WasmResult<MatchHandle> {
        let (settings, salt): (MatchSettings, Salt) = (from_json(settings)?, from_json(salt)?);
        let (game_match, _) =
            Match::open(settings, time(now), salt).map_err(|refusal| refusal.says)?;
        MatchHandle::of(game_match)
    }

    /// Restores a match from the JSON of its state.
    pub fn restore(state: &str) -> WasmResult<MatchHandle> {
        let state: MatchState = from_json(state)?;
        MatchHandle::of(Match::restore(state).map_err(|bad| bad.to_string())?)
    }

    /// The state, for the page to store.
    pub fn state(&self) -> WasmResult<String> {
        to_json(self.game_match.state())
    }

    /// Carries out a command, as JSON, of the player in seat one or, if `second`, in seat two.
    pub fn command(&mut self, second: bool, command: &str, now: f64) -> WasmResult<String> {
        let command: Command = from_json(command)?;
        let handled = self.game_match.handle(&command, &context(second, now));
        self.update_timeline()?;
        to_json(&CommandOutcome { events: handled.events, refusal: handled.refusal })
    }

    /// Does what is due, such as ending a game whose clock ran out.
    pub fn tick(&mut self, now: f64) -> WasmResult<String> {
        let now = time(now);
        let tick = CommandContext::new(now, Actor::System);
        let due = self.game_match.due().is_some_and(|due| due <= now);
        let events = match due {
            true => self.game_match.handle(&Command::Tick, &tick).events,
            false => Vec::new(),
        };
        self.update_timeline()?;
        to_json(&CommandOutcome { events, refusal: None })
    }

    /// Applies the events of a server in their order, and returns those that are new.
    pub fn follow(&mut self, events: &str) -> WasmResult<String> {
        let mut events: Vec<Event> = from_json(events)?;
        events.retain(|event| event.version > self.game_match.version());
        for event in &events {
            self.game_match.apply(event).map_err(|bad| bad.to_string())?;
        }
        self.update_timeline()?;
        to_json(&events)
    }

    /// Carries out what the computer opponent wants to do without a thought, and says what it has to
    /// think about then. `second` says that it sits in seat two. Its level makes no difference here.
    pub fn opponent_turn(&mut self, second: bool, seed: u32, now: f64) -> WasmResult<String> {
        let opponent = ComputerOpponent::local(seat(second), Level::WEAKEST, seed.into());
        let mut events = Vec::new();
        let intent = loop {
            let intent = opponent.intent(&self.game_match);
            let Intent::Send(command) = &intent else { break intent };
            let handled = self.game_match.handle(command, &context(second, now));
            events.extend(handled.events);
            if handled.refusal.is_some() {
                break intent;
            }
        };
        self.update_timeline()?;
        let task = self.timeline.as_ref().and_then(|timeline| {
            OpponentTask::of(intent, &opponent, &self.game_match, timeline.line())
        });
        to_json(&OpponentTurn { events, task })
    }

    /// The number of the last event.
    pub fn version(&self) -> f64 {
        self.game_match.version().get() as f64
    }

    /// A player's commitment in a toss to a secret, as JSON, that is revealed later.
    pub fn commitment(&self, second: bool, secret: &str) -> WasmResult<String> {
        let (secret, state) = (from_json::<Secret>(secret)?, self.game_match.state());
        match &state.stage {
            MatchStage::Toss(toss) => {
                Ok(state.toss_id(toss).commitment(seat(second), secret).to_string())
            }
            _ => Err("there is no toss now".into()),
        }
    }

    /// What the page displays to a seat or to a spectator: `{"seat": "one"}` or `"spectator"`.
    pub fn display(&self, viewer: &str) -> WasmResult<String> {
        let viewer = from_json::<Viewer>(viewer)?;
        let view = self.game_match.view_for(viewer);
        let patience = view.settings.absence_time().map(Span::as_millis);
        let scene = self.timeline.as_ref().map(Timeline::scene);
        let line = self.timeline.as_ref().map(|timeline| timeline.line().clone());
        to_json(&MatchDisplay {
            view,
            scene,
            line,
            patience,
            draw_by_agreement: self.game_match.has_draw_by_agreement(),
            can_offer_draw: self.game_match.can_offer_draw(),
            can_abort: self.game_match.can_abort(),
            can_claim_absence: match viewer {
                Viewer::Seat(seat) => self.game_match.state().play.moved[seat],
                Viewer::Spectator => false,
            },
            planned: match viewer {
                Viewer::Seat(seat) => self.planned_trails(seat),
                Viewer::Spectator => Vec::new(),
            },
        })
    }

    /// The scene after the first `plies` moves of the line.
    pub fn scene_at(&self, plies: usize) -> WasmResult<String> {
        to_json(&self.timeline()?.scene_at(plies))
    }

    /// Whether a text is a legal move, and by which rule or why not.
    pub fn explain(&self, text: &str) -> WasmResult<String> {
        to_json(&MoveExplanation::of(self.game()?.explain(text)))
    }

    /// The rule book's answer to squares, as JSON of names, that were touched one after the other.
    pub fn explain_taps(&self, squares: &str) -> WasmResult<String> {
        let squares = parse_squares(squares)?;
        to_json(&MoveExplanation::of(self.game()?.explain_taps(&squares)))
    }

    /// What tapping a square means after other taps, as JSON of names, for the legal moves.
    pub fn tap(&self, taps: &str, square: &str) -> WasmResult<String> {
        tap_reply(&self.game()?.actions(), taps, square)
    }

    /// The moves that the player who is not on turn can plan.
    pub fn premoves(&mut self) -> WasmResult<String> {
        to_json(&TapOptions::of(self.planned()?))
    }

    /// What tapping a square means for the moves that can be planned.
    pub fn tap_premove(&mut self, taps: &str, square: &str) -> WasmResult<String> {
        tap_reply(self.planned()?, taps, square)
    }

    /// The squares that each of these moves, as JSON of texts, touches when they are played from here.
    pub fn trails(&self, moves: &str) -> WasmResult<String> {
        let mut game = self.game()?.clone();
        let mut trails = Vec::new();
        for text in from_json::<Vec<String>>(moves)? {
            trails.push(square_names(&game.trail(&text)?));
            game.play_ignoring_draws(&text)?;
        }
        to_json(&trails)
    }
}

impl MatchHandle {
    fn of(game_match: Match) -> WasmResult<MatchHandle> {
        let mut handle = MatchHandle { game_match, timeline: None, premoves: None };
        handle.update_timeline()?;
        Ok(handle)
    }

    fn timeline(&self) -> WasmResult<&Timeline> {
        self.timeline.as_ref().ok_or_else(|| "no game has begun".into())
    }

    fn game(&self) -> WasmResult<&Game> {
        Ok(self.timeline()?.game())
    }

    fn planned(&mut self) -> WasmResult<&[Action]> {
        if self.premoves.is_none() {
            let mut boards = vec![self.game()?.clone()];
            if let Some(turn) = self.game_match.turn() {
                for text in self.game_match.state().play.premoves_of(!turn) {
                    boards = after_premove(&boards, text);
                }
            }
            self.premoves = Some(premoves(&boards));
        }
        Ok(self.premoves.as_deref().unwrap_or_default())
    }

    /// The squares of a player's premoves, in their order.
    fn planned_trails(&self, seat: Seat) -> Vec<Vec<String>> {
        let (Ok(game), play) = (self.game(), &self.game_match.state().play) else {
            return Vec::new();
        };
        let mut boards = vec![game.clone()];
        let mut trails = Vec::new();
        for text in play.premoves_of(seat) {
            let known = premoves(&boards);
            let action = known.iter().find(|action| action.text == text);
            trails.push(action.map(|action| square_names(&action.trail)).unwrap_or_default());
            boards = after_premove(&boards, text);
        }
        trails
    }

    /// Plays what is new in the match, or goes back where moves were taken back.
    fn update_timeline(&mut self) -> WasmResult<()> {
        self.premoves = None;
        match (self.line(), &mut self.timeline) {
            (Some(line), Some(timeline)) => timeline.go_to(line)?,
            (Some(line), none) => *none = Some(Timeline::new(line)?),
            (None, timeline) => *timeline = None,
        }
        Ok(())
    }

    fn line(&self) -> Option<GameLine> {
        let state = self.game_match.state();
        self.game_match.board()?;
        let (position, mut moves) = match &state.settings.origin {
            GameOrigin::Start => (None, Vec::new()),
            GameOrigin::Position { text } => (Some(text.clone()), Vec::new()),
            GameOrigin::Log { position, moves } if state.game.get() == 1 => {
                (position.clone(), moves.clone())
            }
            GameOrigin::Log { position, .. } => (position.clone(), Vec::new()),
            GameOrigin::Handicap(_) => (self.game_match.initial_board()?.text(), Vec::new()),
        };
        moves.extend(state.play.plies.iter().map(|ply| ply.text.to_string()));
        Some(GameLine::new(state.settings.play, position, moves))
    }
}

fn seat(second: bool) -> Seat {
    if second { Seat::Two } else { Seat::One }
}

/// A time of JavaScript, in milliseconds.
fn time(now: f64) -> Timestamp {
    Timestamp::from_millis(now as u64)
}

fn context(second: bool, now: f64) -> CommandContext {
    CommandContext::new(time(now), Actor::Seat(seat(second)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn open(settings: Value) -> MatchHandle {
        let salt = json!("00".repeat(16));
        MatchHandle::open(&settings.to_string(), 1000.0, &salt.to_string()).expect("a handle")
    }

    fn settings(game: &str, ritual: Value) -> Value {
        json!({"play": {"game": game}, "ritual": ritual, "clock": {"kind": "none"},
            "takebacks": "free", "rated": false})
    }

    fn command(handle: &mut MatchHandle, seat: &str, command: Value) -> Value {
        let done = handle.command(seat == "two", &command.to_string(), 2000.0).expect("an answer");
        serde_json::from_str(&done).expect("JSON")
    }

    fn display(handle: &MatchHandle) -> Value {
        serde_json::from_str(&handle.display(r#"{"seat":"one"}"#).expect("a look")).expect("JSON")
    }

    #[test]
    fn a_match_is_played_saved_and_resumed() {
        let mut handle = open(settings("stack-em", json!({"kind": "given", "first": "one"})));
        let moved = command(&mut handle, "one", json!({"kind": "move", "text": "11-15"}));
        assert_eq!(moved["refusal"], Value::Null);
        let again = command(&mut handle, "one", json!({"kind": "move", "text": "15-19"}));
        assert_eq!(again["refusal"]["kind"], "not-your-turn");
        let restored = MatchHandle::restore(&handle.state().expect("a state")).expect("a handle");
        let shown = display(&restored);
        assert_eq!(shown["line"]["moves"], json!(["11-15"]));
        assert_eq!(shown["scene"]["last"]["trail"], json!(["11", "15"]));
        assert_eq!(shown, display(&handle));
        assert!(MatchHandle::restore("{}").is_err());
    }

    #[test]
    fn coins_are_tossed_by_both() {
        let mut handle = open(settings("checkerboard-tic-tac-toe", json!({"kind": "coins"})));
        assert_eq!(display(&handle)["scene"], Value::Null);
        let mut round = 0_u8;
        while display(&handle)["view"]["stage"]["kind"] == "toss" {
            let secrets = [("one", round), ("two", 2 * round + 77)];
            for (seat, byte) in secrets {
                let secret = format!("{byte:02x}").repeat(32);
                let of = json!(secret).to_string();
                let commitment = handle.commitment(seat == "two", &of).expect("a commitment");
                command(&mut handle, seat, json!({"kind": "commit", "commitment": commitment}));
            }
            for (seat, byte) in secrets {
                let secret = format!("{byte:02x}").repeat(32);
                command(&mut handle, seat, json!({"kind": "reveal", "secret": secret}));
            }
            round += 1;
        }
        assert_eq!(display(&handle)["view"]["stage"]["kind"], "playing");
    }

    #[test]
    fn a_page_follows_a_server() {
        let ritual = json!({"kind": "given", "first": "one"});
        let mut there = open(settings("tic-tac-toe", ritual));
        let mut here = MatchHandle::restore(&there.state().expect("a state")).expect("a handle");
        let done = command(&mut there, "one", json!({"kind": "move", "text": "b2"}));
        for _ in 0..2 {
            here.follow(&done["events"].to_string()).expect("events");
            assert_eq!(display(&here), display(&there));
        }
        assert_eq!(here.version(), there.version());
    }

    #[test]
    fn a_draw_can_be_offered_once_both_have_moved() {
        let offers = |shown: &Value| {
            [&shown["draw_by_agreement"], &shown["can_offer_draw"]].map(|is| is == true)
        };
        let given = json!({"kind": "given", "first": "one"});
        let mut handle = open(settings("stack-em", given.clone()));
        for (seat, text, allowed) in [("one", "11-15", false), ("two", "22-18", true)] {
            assert_eq!(offers(&display(&handle)), [true, false]);
            command(&mut handle, seat, json!({"kind": "move", "text": text}));
            assert_eq!(offers(&display(&handle)), [true, allowed]);
        }
        let mut handle = open(settings("tic-tac-toe", given));
        for (seat, text) in [("one", "b2"), ("two", "a1")] {
            command(&mut handle, seat, json!({"kind": "move", "text": text}));
        }
        assert_eq!(offers(&display(&handle)), [false, false]);
    }

    fn opponent_turn(handle: &mut MatchHandle) -> Value {
        let turn = handle.opponent_turn(true, 7, 3000.0).expect("a turn");
        serde_json::from_str(&turn).expect("JSON")
    }

    fn kinds(turn: &Value) -> Vec<&str> {
        let events = turn["events"].as_array().expect("events").iter();
        events.map(|event| event["what"]["kind"].as_str().expect("a kind")).collect()
    }

    #[test]
    fn the_opponent_acts_at_once_if_no_search_is_needed() {
        let mut handle = open(settings("regal-checkers", json!({"kind": "youngest"})));
        assert_eq!(opponent_turn(&mut handle), json!({"events": [], "task": null}));
        let named = json!({"kind": "name-youngest", "youngest": "two"});
        command(&mut handle, "one", named);
        let turn = opponent_turn(&mut handle);
        assert_eq!(kinds(&turn), ["youngest-named", "began"]);
        assert_eq!(turn["task"]["draw"], false);
        assert_eq!(turn["task"]["line"], display(&handle)["line"]);
        // A task in progress is not started again.
        let again = opponent_turn(&mut handle);
        assert_eq!((&again["events"], &again["task"]), (&json!([]), &turn["task"]));
    }

    #[test]
    fn the_opponent_tosses_its_own_coin() {
        let mut handle = open(settings("checkerboard-tic-tac-toe", json!({"kind": "coins"})));
        for round in 0_u8.. {
            let secret = format!("{round:02x}").repeat(32);
            let of = json!(secret).to_string();
            let commitment = handle.commitment(false, &of).expect("a commitment");
            command(&mut handle, "one", json!({"kind": "commit", "commitment": commitment}));
            assert_eq!(kinds(&opponent_turn(&mut handle))[..2], ["committed", "revealed"]);
            command(&mut handle, "one", json!({"kind": "reveal", "secret": secret}));
            if display(&handle)["view"]["stage"]["kind"] == "playing" {
                return;
            }
        }
    }

    /// An offer is answered before the move, and leaves the thought about the move as it is.
    #[test]
    fn the_opponent_answers_an_offer_before_it_moves() {
        let mut settings = settings("stack-em", json!({"kind": "given", "first": "one"}));
        settings["takebacks"] = json!("agreement");
        let mut handle = open(settings);
        for (seat, text) in [("one", "11-15"), ("two", "22-18"), ("one", "15x22")] {
            let moved = command(&mut handle, seat, json!({"kind": "move", "text": text}));
            assert_eq!(moved["refusal"], Value::Null, "{text}");
        }
        let before = opponent_turn(&mut handle);
        command(&mut handle, "one", json!({"kind": "offer", "offer": "draw"}));
        let turn = opponent_turn(&mut handle);
        assert_eq!(kinds(&turn), ["declined"]);
        assert_eq!(turn["task"], before["task"]);
        command(&mut handle, "one", json!({"kind": "offer", "offer": "takeback"}));
        let turn = opponent_turn(&mut handle);
        assert_eq!((kinds(&turn), &turn["task"]), (vec!["taken-back"], &Value::Null));
        command(&mut handle, "one", json!({"kind": "resign"}));
        command(&mut handle, "one", json!({"kind": "offer", "offer": "rematch"}));
        let turn = opponent_turn(&mut handle);
        assert_eq!(kinds(&turn), ["began"]);
        assert_eq!(turn["task"]["line"]["moves"], json!([]));
    }

    #[test]
    fn a_handicap_is_where_the_line_begins() {
        let mut with = settings("winning-moves-checkers", json!({"kind": "given", "first": "one"}));
        with["origin"] = json!({"kind": "handicap", "stronger": "one", "without": 2});
        let shown = display(&open(with));
        assert!(
            shown["line"]["position"]
                .as_str()
                .expect("a text")
                .ends_with("B3,4,5,6,7,8,9,10,11,12")
        );
    }

    /// Moves that are taken back or follow each other at once leave the same timeline as a replay.
    #[test]
    fn the_timeline_follows_the_match() {
        let given = json!({"kind": "given", "first": "one"});
        let mut handle = open(settings("winning-moves-checkers", given));
        let moves = [("one", "11-15"), ("two", "22-18"), ("one", "15x22"), ("two", "25x18")];
        for (seat, text) in moves {
            command(&mut handle, seat, json!({"kind": "move", "text": text}));
        }
        let offer = json!({"kind": "offer", "offer": "takeback"});
        for seat in ["two", "one"] {
            command(&mut handle, seat, offer.clone());
        }
        let restored = MatchHandle::restore(&handle.state().expect("a state")).expect("a handle");
        assert_eq!(display(&handle), display(&restored));
        let plies = display(&handle)["line"]["moves"].as_array().expect("moves").len();
        assert_eq!(plies, 2);
        assert_eq!(handle.game().expect("a game"), handle.game_match.board().expect("a board"));
        let opening: Value =
            serde_json::from_str(&handle.scene_at(0).expect("a scene")).expect("JSON");
        assert_eq!(opening["last"], Value::Null);
        assert_eq!(opening["actions"].as_array().expect("actions").len(), 7);
        let trails = handle.trails(r#"["15x22","25x18"]"#).expect("trails");
        assert_eq!(trails, r#"[["15","22"],["25","18"]]"#);
    }
}
