//! The client without a terminal: keys and clicks go in, drawn frames come out.

mod frames;
mod keys;
mod server;
mod thinking;

use std::time::Duration;

use crownhead_arbiter::Command;
use crownhead_games::Rules;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::analysis_worker::AnalysisResult;
use crate::app::{App, Effect, MatchScreen, Screen};
use crate::clock_source::{RandomSource, StepContext};
use crate::match_options::{MatchOptions, OpponentChoice};
use crate::session::Session;
use crate::{Appearance, view};

/// A move of the computer, as the analysis worker reports it.
fn played(text: &str) -> AnalysisResult {
    AnalysisResult::Command(Command::Move { text: text.to_owned(), seen: None })
}

/// The screen sizes that are tested.
const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];
const PLAIN: Appearance = Appearance { ascii: true, colour: false };

/// A client with a screen that can be read.
struct Play {
    app: App,
    context: StepContext,
    terminal: Terminal<TestBackend>,
    wanted: Option<Effect>,
}

impl Play {
    fn menu((width, height): (u16, u16), appearance: Appearance) -> Play {
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let random = RandomSource::Seeded(fastrand::Rng::with_seed(7));
        let context = StepContext { now: Duration::ZERO, random };
        let mut play =
            Play { app: App::new(appearance, Vec::new()), context, terminal, wanted: None };
        play.event(&Event::Resize(width, height));
        play
    }

    fn of(options: &MatchOptions, size: (u16, u16)) -> Play {
        let mut play = Play::menu(size, PLAIN);
        let session = Session::open(options, "test-1".to_owned(), &mut play.context);
        play.app.show_match(session.expect("a match"));
        play
    }

    /// Two people, after the ritual.
    fn two(rules: Rules, size: (u16, u16)) -> Play {
        let mut play = Play::of(
            &MatchOptions { opponent: OpponentChoice::Person, ..MatchOptions::new(rules) },
            size,
        );
        for _ in 0..100 {
            if play.session().is_playing() {
                return play;
            }
            play.press(KeyCode::Enter);
        }
        panic!("the ritual of {rules} does not end:\n{}", play.text());
    }

    fn event(&mut self, event: &Event) {
        self.wanted = self.app.event(event, &mut self.context);
    }

    fn press(&mut self, code: KeyCode) {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn say(&mut self, line: &str) {
        line.chars().for_each(|letter| self.press(KeyCode::Char(letter)));
        self.press(KeyCode::Enter);
    }

    fn click(&mut self, (column, row): (u16, u16)) {
        let kind = MouseEventKind::Up(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        self.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    fn pass(&mut self, time: Duration) {
        self.context.now += time;
        self.app.tick(&self.context);
    }

    fn session(&mut self) -> &mut Session {
        self.app.session().expect("a match")
    }

    /// Who is to move.
    fn turn(&mut self) -> crownhead_arbiter::Seat {
        self.session().game_match().and_then(crownhead_arbiter::Match::turn).expect("a turn")
    }

    fn screen(&self) -> &MatchScreen {
        match &self.app.screen {
            Screen::Match(screen) => screen,
            other => panic!("no table but {other:?}"),
        }
    }

    /// The current screen.
    fn frame(&mut self) -> Buffer {
        let (app, now) = (&self.app, self.context.now);
        self.terminal.draw(|frame| view::draw(app, now, frame)).expect("a frame");
        self.terminal.backend().buffer().clone()
    }

    /// The same as lines of text.
    fn text(&mut self) -> String {
        let frame = self.frame();
        let width = usize::from(frame.area.width);
        let rows = frame.content.chunks(width);
        let row = |cells: &[ratatui::buffer::Cell]| {
            let text: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
            text.trim_end().to_owned() + "\n"
        };
        rows.map(row).collect()
    }

    fn shows(&mut self, what: &str) {
        let text = self.text();
        assert!(text.contains(what), "{what:?} is not on the screen:\n{text}");
    }
}
