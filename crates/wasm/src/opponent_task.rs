//! What the computer opponent has to think about, as JSON. The rules' module, which holds the match,
//! writes it, and the computer's module reads it. What the opponent wants is decided in
//! `crownhead_computer`.

use crownhead_computer::Intent;
use serde::{Deserialize, Serialize};

use crate::GameLine;

/// What the opponent has to think about. Equal tasks need the same thought, so the page can tell
/// whether a thought is still wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct OpponentTask {
    /// Whether it is about the other player's draw offer, and not about a move.
    draw: bool,
    /// The game so far.
    line: GameLine,
    /// Whether it is the opponent's turn.
    own_turn: bool,
    /// Where the other player's last move ended.
    last: Option<String>,
    /// How many plies were played.
    plies: u32,
    /// What the opponent's clock showed when the turn began, if there are clocks, and what a move adds
    /// to it, in milliseconds.
    left: Option<u32>,
    increment: u32,
}

#[cfg(feature = "rules")]
impl OpponentTask {
    /// The task of an intent in a match whose game has this line, if the intent needs a thought.
    pub(crate) fn of(
        intent: Intent,
        opponent: &crownhead_computer::ComputerOpponent,
        game_match: &crownhead_arbiter::Match,
        line: &GameLine,
    ) -> Option<OpponentTask> {
        let (draw, own_turn, last) = match intent {
            Intent::Wait | Intent::Send(_) => return None,
            Intent::Move(task) => (false, true, task.last),
            Intent::AnswerDraw { own_turn, .. } => (true, own_turn, None),
        };
        let millis = |span: crownhead_arbiter::Span| span.as_millis() as u32;
        let clock = opponent.clock_of_turn(game_match);
        Some(OpponentTask {
            draw,
            line: line.clone(),
            own_turn,
            last: last.map(|square| square.to_string()),
            plies: game_match.state().play.plies.len() as u32,
            left: clock.map(|clock| millis(clock.left)),
            increment: clock.map_or(0, |clock| millis(clock.increment)),
        })
    }
}

#[cfg(feature = "computer")]
impl OpponentTask {
    /// The intent to think about.
    pub(crate) fn intent(&self) -> crate::WasmResult<Intent> {
        let game = self.line.play()?;
        if self.draw {
            return Ok(Intent::AnswerDraw { game, own_turn: self.own_turn });
        }
        let last = self.last.as_ref().and_then(|square| square.parse().ok());
        let plies = crownhead_arbiter::PlyCount::new(self.plies);
        Ok(Intent::Move(crownhead_computer::MoveTask { game, last, plies }))
    }

    /// How long full strength may think.
    pub(crate) fn limits(&self) -> crownhead_computer::SearchLimits {
        use crownhead_arbiter::Span;
        use crownhead_computer::TurnClock;

        let time = |millis: u32| Span::from_millis(millis.into());
        let increment = time(self.increment);
        let clock = self.left.map(|left| TurnClock { left: time(left), increment });
        clock.map_or(TurnClock::FREE, TurnClock::limits)
    }
}

#[cfg(all(test, feature = "rules", feature = "computer"))]
mod tests {
    use crownhead_arbiter::{
        Actor, Command, CommandContext, Match, MatchSettings, Offer, Ritual, Salt, Seat, Span,
        TimeControl, Timestamp,
    };
    use crownhead_computer::{ComputerOpponent, Level};
    use crownhead_games::GameId;

    use super::*;

    const PERSON: Seat = Seat::One;

    fn opponent() -> ComputerOpponent {
        ComputerOpponent::local(Seat::Two, Level::WEAKEST, 7)
    }

    fn open(clock: TimeControl) -> Match {
        let ritual = Ritual::Given { first: PERSON };
        let rules = GameId::StackEm.rules();
        let settings = MatchSettings { ritual, clock, ..MatchSettings::casual(rules) };
        Match::open(settings, Timestamp::default(), Salt([7; 16])).expect("a match").0
    }

    fn send(game_match: &mut Match, seat: Seat, at: u64, command: &Command) {
        let context = CommandContext::new(Timestamp::from_millis(at), Actor::Seat(seat));
        assert_eq!(game_match.handle(command, &context).refusal, None, "{command:?}");
    }

    /// Plays legal moves, always the first.
    fn play(game_match: &mut Match, plies: usize) {
        for _ in 0..plies {
            let turn = game_match.turn().expect("a turn");
            let text = game_match.board().expect("a board").legal_moves().remove(0);
            send(game_match, turn, 0, &Command::Move { text, seen: None });
        }
    }

    fn task(game_match: &Match) -> Option<OpponentTask> {
        let state = game_match.state();
        let moves = state.play.plies.iter().map(|ply| ply.text.to_string()).collect();
        let line = GameLine::new(state.settings.play, None, moves);
        let intent = opponent().intent(game_match);
        let task = OpponentTask::of(intent, &opponent(), game_match, &line)?;
        let json = serde_json::to_string(&task).expect("JSON");
        assert_eq!(serde_json::from_str::<OpponentTask>(&json).expect("a task"), task);
        Some(task)
    }

    /// What the computer's module thinks about is what the opponent wants in the match.
    #[test]
    fn a_task_equals_the_opponents_intent() {
        for clock in [
            TimeControl::None,
            TimeControl::Main { time: Span::from_secs(60), increment: Span::from_secs(2) },
        ] {
            let mut game_match = open(clock);
            assert_eq!(task(&game_match), None);
            play(&mut game_match, 3);
            let read = task(&game_match).expect("a task");
            assert_eq!(read.intent().expect("an intent"), opponent().intent(&game_match));
            assert_eq!(read.limits(), opponent().limits_of_turn(&game_match));
            play(&mut game_match, 28);
            send(&mut game_match, PERSON, 0, &Command::Offer { offer: Offer::Draw });
            let read = task(&game_match).expect("a task").intent().expect("an intent");
            assert!(matches!(read, Intent::AnswerDraw { own_turn: true, .. }));
            assert_eq!(read, opponent().intent(&game_match));
        }
    }

    #[test]
    fn a_task_stays_the_same_while_nothing_else_is_wanted() {
        let clock = TimeControl::Main { time: Span::from_secs(60), increment: Span::ZERO };
        let mut game_match = open(clock);
        play(&mut game_match, 3);
        let before = task(&game_match);
        let premove = game_match.board().expect("a board").legal_moves().remove(0);
        send(&mut game_match, PERSON, 5_000, &Command::Premove { text: premove, queue: false });
        assert_eq!(task(&game_match), before);
        send(&mut game_match, PERSON, 6_000, &Command::Resign);
        assert_eq!(task(&game_match), None);
    }
}
