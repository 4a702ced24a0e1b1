//! The state of the full screen, and how messages change it. Nothing here draws, waits, or touches
//! a file: what it wants done outside it returns.

mod menu;
mod setup;
mod table;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use crate::Look;
use crate::begin::Begin;
use crate::desk::Thought;
use crate::link::Link;
use crate::moment::Moment;
use crate::session::{FromServer, Session};

pub(crate) use menu::{Menu, Row, rows};
pub(crate) use setup::{Field, Setup};
pub(crate) use table::{Direction, Key, Table};

/// The whole state.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) screen: Screen,
    pub(crate) look: Look,
    /// The size of the screen.
    pub(crate) area: Rect,
    /// The names of the saved games, the latest first.
    pub(crate) saved: Vec<String>,
}

/// What is on the screen.
#[derive(Debug)]
pub(crate) enum Screen {
    Menu(Menu),
    Setup(Setup),
    Table(Box<Table>),
}

/// What is to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Begin(Begin),
    Join(Link),
    Resume(String),
    /// To leave the table for the menu.
    Menu,
    Quit,
}

impl App {
    pub(crate) fn new(look: Look, saved: Vec<String>) -> App {
        App { screen: Screen::Menu(Menu::default()), look, area: Rect::default(), saved }
    }

    /// Sits down at a match.
    pub(crate) fn sit(&mut self, session: Session) {
        self.screen = Screen::Table(Box::new(Table::new(session)));
    }

    /// Goes to the menu, with something to tell or without.
    pub(crate) fn go_to_menu(&mut self, saved: Vec<String>, told: Option<String>) {
        self.saved = saved;
        self.screen = Screen::Menu(Menu { told, ..Menu::default() });
    }

    /// The match in hand.
    pub(crate) fn session(&mut self) -> Option<&mut Session> {
        match &mut self.screen {
            Screen::Table(table) => Some(&mut table.session),
            _ => None,
        }
    }

    /// How many ways to go on are wanted.
    pub(crate) fn lines(&self) -> Option<usize> {
        match &self.screen {
            Screen::Table(table) => table.lines_wanted(self.area),
            _ => None,
        }
    }

    /// Takes in a key, the mouse or a new size.
    pub(crate) fn event(&mut self, event: &Event, moment: &mut Moment) -> Option<Wanted> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, moment),
            Event::Mouse(mouse) => self.mouse(*mouse, moment),
            Event::Paste(text) => {
                self.typed(text);
                None
            }
            Event::Resize(width, height) => {
                self.area = Rect::new(0, 0, *width, *height);
                None
            }
            _ => None,
        }
    }

    fn key(&mut self, key: KeyEvent, moment: &mut Moment) -> Option<Wanted> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            return Some(Wanted::Quit);
        }
        if control {
            return None;
        }
        match &mut self.screen {
            Screen::Menu(menu) => {
                let wanted = menu.key(key.code, &self.saved);
                self.follow(wanted)
            }
            Screen::Setup(setup) => match setup.key(key.code) {
                setup::Step::Stay => None,
                setup::Step::Begin(begin) => Some(Wanted::Begin(begin)),
                setup::Step::Back => {
                    self.screen = Screen::Menu(Menu::default());
                    None
                }
            },
            Screen::Table(table) => table.key(key.code, moment),
        }
    }

    fn follow(&mut self, step: menu::Step) -> Option<Wanted> {
        match step {
            menu::Step::Stay => None,
            menu::Step::Set(game) => {
                self.screen = Screen::Setup(Setup::new(game));
                None
            }
            menu::Step::Want(wanted) => Some(wanted),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, moment: &mut Moment) -> Option<Wanted> {
        let at = Position::new(mouse.column, mouse.row);
        let code = match mouse.kind {
            MouseEventKind::Up(_) => return self.click(at, moment),
            MouseEventKind::ScrollUp => KeyCode::PageUp,
            MouseEventKind::ScrollDown => KeyCode::PageDown,
            _ => return None,
        };
        self.key(KeyEvent::new(code, KeyModifiers::NONE), moment)
    }

    /// Acts on what is drawn at a place.
    fn click(&mut self, at: Position, moment: &mut Moment) -> Option<Wanted> {
        match &mut self.screen {
            Screen::Menu(menu) => {
                let row = crate::view::menu_row_at(self.area, menu, &self.saved, at)?;
                menu.row = row;
                let step = menu.key(KeyCode::Enter, &self.saved);
                self.follow(step)
            }
            Screen::Setup(setup) => {
                setup.row = crate::view::setup_row_at(self.area, setup, at)?;
                let code = if setup.is_last() { KeyCode::Enter } else { KeyCode::Right };
                self.key(KeyEvent::new(code, KeyModifiers::NONE), moment)
            }
            Screen::Table(table) => table.click(at, self.area, moment),
        }
    }

    fn typed(&mut self, text: &str) {
        let text = text.chars().filter(|c| !c.is_control());
        match &mut self.screen {
            Screen::Menu(menu) => text.for_each(|c| menu.put(c)),
            Screen::Setup(_) => {}
            Screen::Table(table) => text.for_each(|c| table.put(c)),
        }
    }

    /// Takes in what the computer has thought about what is wanted now.
    pub(crate) fn thought(&mut self, thought: Thought, moment: &mut Moment) {
        if let Screen::Table(table) = &mut self.screen {
            table.thought(thought, moment);
        }
    }

    /// Takes in what came from the connection.
    pub(crate) fn hear(&mut self, from: FromServer, moment: &mut Moment) {
        if let Screen::Table(table) = &mut self.screen {
            table.hear(from, moment);
        }
    }

    /// Lets happen what is due.
    pub(crate) fn tick(&mut self, moment: &Moment) {
        if let Screen::Table(table) = &mut self.screen {
            table.tick(moment);
        }
    }
}
