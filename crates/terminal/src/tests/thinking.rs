//! Commands that arrive while the computer thinks: they are answered first, and a move decided on
//! before is dropped. The test controls when the computer thinks.

use std::sync::mpsc::{Sender, channel};

use crownhead_arbiter::{MatchStage, Offer};
use crownhead_computer::{Analyst, Intent, Level};
use crownhead_games::GameId;

use super::*;
use crate::analysis_worker::AnalysisTask;
use crate::full_screen::receive_all;
use crate::match_options::SideChoice;
use crate::runtime::{AppMessage, Runtime};
use crate::session::Tone;

/// A game of Stack'Em against the computer, which the player begins.
struct Duel {
    play: Play,
    runtime: Runtime,
    _held: Sender<()>,
}

impl Duel {
    fn options() -> Duel {
        let (held, released) = channel::<()>();
        let make = Box::new(move |_| {
            let _ = released.recv();
            Analyst::new(1)
        });
        let options = MatchOptions {
            opponent: OpponentChoice::Computer(Level::new(10).expect("a level")),
            side: SideChoice::First,
            ..MatchOptions::new(GameId::StackEm.rules())
        };
        let runtime = Runtime::new(None, make).expect("works");
        Duel { play: Play::of(&options, (80, 24)), runtime, _held: held }
    }

    /// One round of the main loop: takes in what waits, then starts the computer's next thought.
    fn round(&mut self, messages: Vec<AppMessage>) {
        let mut messages = messages.into_iter();
        let first = messages.next().expect("a message");
        messages.for_each(|message| self.runtime.sender.send(message).expect("room"));
        receive_all(&mut self.play.app, &mut self.runtime, first);
        self.runtime.sync_session(self.play.app.session(), None).expect("it is attended to");
    }

    fn moves(&mut self) -> Vec<String> {
        let game_match = self.play.session().game_match().expect("a match");
        game_match.state().play.plies.iter().map(|ply| ply.text.to_string()).collect()
    }

    /// The result of the computer's current thought: a move.
    fn thought(&self, text: &str) -> AppMessage {
        AppMessage::Analysis(self.runtime.job_number(), played(text))
    }

    /// The first legal move.
    fn legal(&mut self) -> String {
        let board = self.play.session().board().expect("a board");
        board.legal_moves().into_iter().next().expect("a move")
    }

    fn task(&mut self) -> Option<AnalysisTask> {
        self.play.session().job(None).map(|job| job.task)
    }
}

fn key(code: KeyCode) -> AppMessage {
    AppMessage::Event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

/// A line and Enter.
fn typed(line: &str) -> Vec<AppMessage> {
    line.chars().map(|letter| key(KeyCode::Char(letter))).chain([key(KeyCode::Enter)]).collect()
}

#[test]
fn a_takeback_is_answered_before_the_pending_move() {
    let mut game = Duel::options();
    game.round(typed("11-15"));
    assert!(matches!(game.task(), Some(AnalysisTask::Opponent { intent: Intent::Move(_), .. })));
    // The result has arrived already, but after the key.
    let late = game.thought("22-18");
    game.round(vec![key(KeyCode::F(4)), late]);
    assert!(game.moves().is_empty(), "{:?}", game.moves());
    assert_eq!(game.task(), None);
    game.play.shows("You take the last move back.");
    assert!(!game.play.text().contains("not your turn"), "{}", game.play.text());
}

#[test]
fn a_move_is_never_decided_on_another_position() {
    let mut game = Duel::options();
    game.round(typed("11-15"));
    let late = game.thought("22-18");
    game.round(
        [vec![key(KeyCode::F(4))], typed("11-16"), vec![late]].into_iter().flatten().collect(),
    );
    assert_eq!(game.moves(), ["11-16"]);
    assert!(matches!(game.task(), Some(AnalysisTask::Opponent { intent: Intent::Move(_), .. })));
    // If the position is the same, the result still holds.
    let good = game.thought("22-18");
    game.round(
        [vec![key(KeyCode::F(4))], typed("11-16"), vec![good]].into_iter().flatten().collect(),
    );
    assert_eq!(game.moves(), ["11-16", "22-18"]);
}

#[test]
fn a_repeated_position_is_searched_again() {
    let mut game = Duel::options();
    game.round(typed("11-15"));
    let first = game.runtime.job_number();
    let good = game.thought("22-18");
    game.round([vec![good, key(KeyCode::F(4))], typed("11-15")].into_iter().flatten().collect());
    assert_eq!(game.moves(), ["11-15"]);
    assert!(game.runtime.job_number() > first, "nobody thinks about the move");
}

#[test]
fn a_draw_is_answered_before_the_computer_moves() {
    let mut game = Duel::options();
    game.round(typed("11-15"));
    let good = game.thought("22-18");
    game.round(vec![good]);
    game.round(typed("15x22"));
    let late = game.thought("25x18");
    game.round(vec![key(KeyCode::F(6))]);
    assert_eq!(game.moves(), ["11-15", "22-18", "15x22"]);
    let offers = &game.play.session().game_match().expect("a match").state().play.offers;
    assert_eq!(offers.draw, None);
    game.play.shows("The computer declines the draw.");
    assert!(matches!(game.task(), Some(AnalysisTask::Opponent { intent: Intent::Move(_), .. })));
    // The offer is answered, and the computer's move still holds.
    game.round(vec![late]);
    assert_eq!(game.moves(), ["11-15", "22-18", "15x22", "25x18"]);
}

#[test]
fn a_late_draw_is_thought_about_before_the_computer_moves() {
    let mut game = Duel::options();
    while game.moves().len() < 30 {
        let own = game.legal();
        game.round(typed(&own));
        let answer = game.legal();
        let answer = game.thought(&answer);
        game.round(vec![answer]);
    }
    let (plies, own) = (game.moves().len(), game.legal());
    game.round(typed(&own));
    let answer = game.legal();
    let late = game.thought(&answer);
    game.round(vec![key(KeyCode::F(6)), late]);
    assert_eq!(game.moves().len(), plies + 1, "it moved before it answered");
    let task = game.task();
    assert!(matches!(task, Some(AnalysisTask::Opponent { intent: Intent::AnswerDraw { .. }, .. })));
    let accepts = AnalysisResult::Command(Command::Accept { offer: Offer::Draw });
    let accepts = AppMessage::Analysis(game.runtime.job_number(), accepts);
    game.round(vec![accepts]);
    assert_eq!(game.task(), None);
    let stage = &game.play.session().game_match().expect("a match").state().stage;
    assert!(matches!(stage, MatchStage::Over { winner: None, .. }), "{stage:?}");
}

#[test]
fn a_game_that_was_given_up_is_over() {
    let mut game = Duel::options();
    game.round(typed("11-15"));
    let late = game.thought("22-18");
    game.round([typed("resign"), vec![late]].into_iter().flatten().collect());
    assert_eq!(game.moves(), ["11-15"]);
    assert_eq!(game.task(), None);
    game.play.shows("You resign, so the computer wins.");
    // Nobody is blamed for a move that was not theirs.
    let notice = game.play.session().notice.as_ref();
    assert!(notice.is_none_or(|notice| notice.tone != Tone::Refusal), "{notice:?}");
}
