//! The program without a terminal: keys and clicks go in, drawn frames come out.

mod frames;
mod keys;
mod server;

use std::time::Duration;

use crownhead_games::Rules;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::app::{App, Screen, Table, Wanted};
use crate::begin::{Against, Begin};
use crate::moment::{Chance, Moment};
use crate::session::Session;
use crate::{Look, view};

/// The sizes at which everything is looked at.
const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];
const PLAIN: Look = Look { ascii: true, colour: false };

/// A program with a screen that can be read.
struct Play {
    app: App,
    moment: Moment,
    terminal: Terminal<TestBackend>,
    wanted: Option<Wanted>,
}

impl Play {
    fn menu((width, height): (u16, u16), look: Look) -> Play {
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let chance = Chance::Seeded(fastrand::Rng::with_seed(7));
        let moment = Moment { now: Duration::ZERO, chance };
        let mut play = Play { app: App::new(look, Vec::new()), moment, terminal, wanted: None };
        play.event(&Event::Resize(width, height));
        play
    }

    fn of(begin: &Begin, size: (u16, u16)) -> Play {
        let mut play = Play::menu(size, PLAIN);
        let session = Session::open(begin, "test-1".to_owned(), &mut play.moment);
        play.app.sit(session.expect("a match"));
        play
    }

    /// Two people, past the ritual.
    fn two(rules: Rules, size: (u16, u16)) -> Play {
        let mut play = Play::of(&Begin { against: Against::Person, ..Begin::new(rules) }, size);
        for _ in 0..100 {
            if play.session().is_playing() {
                return play;
            }
            play.press(KeyCode::Enter);
        }
        panic!("the ritual of {rules} does not end:\n{}", play.text());
    }

    fn event(&mut self, event: &Event) {
        self.wanted = self.app.event(event, &mut self.moment);
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
        self.moment.now += time;
        self.app.tick(&self.moment);
    }

    fn session(&mut self) -> &mut Session {
        self.app.session().expect("a match")
    }

    fn table(&self) -> &Table {
        match &self.app.screen {
            Screen::Table(table) => table,
            other => panic!("no table but {other:?}"),
        }
    }

    /// The screen as it is drawn now.
    fn frame(&mut self) -> Buffer {
        let (app, now) = (&self.app, self.moment.now);
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
