//! The model and update functions of the full-screen interface. Nothing here draws, waits or touches a
//! file: it returns an [`Effect`] for the outside to carry out.

mod match_screen;
mod menu_screen;
mod setup_screen;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use crate::Appearance;
use crate::analysis_worker::{AnalysisJob, AnalysisResult};
use crate::clock_source::StepContext;
use crate::match_link::MatchLink;
use crate::match_options::MatchOptions;
use crate::session::{ConnectionEvent, Session};

pub(crate) use match_screen::{CursorDirection, FunctionKey, MatchScreen};
pub(crate) use menu_screen::{MenuRow, MenuScreen, rows};
pub(crate) use setup_screen::{SetupField, SetupScreen};

/// The model: the whole state of the interface.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) screen: Screen,
    pub(crate) appearance: Appearance,
    /// The size of the screen.
    pub(crate) area: Rect,
    /// The names of the saved games, the latest first.
    pub(crate) saved: Vec<String>,
}

/// The current screen.
#[derive(Debug)]
pub(crate) enum Screen {
    Menu(MenuScreen),
    Setup(SetupScreen),
    Match(Box<MatchScreen>),
}

/// A side effect that the event loop must carry out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    NewMatch(MatchOptions),
    Join(MatchLink),
    Resume(String),
    /// Leave the match for the menu.
    Menu,
    Quit,
}

impl App {
    pub(crate) fn new(appearance: Appearance, saved: Vec<String>) -> App {
        App {
            screen: Screen::Menu(MenuScreen::default()),
            appearance,
            area: Rect::default(),
            saved,
        }
    }

    pub(crate) fn show_match(&mut self, session: Session) {
        self.screen = Screen::Match(Box::new(MatchScreen::new(session)));
    }

    /// Shows the menu, with a message or without.
    pub(crate) fn go_to_menu(&mut self, saved: Vec<String>, notice: Option<String>) {
        self.saved = saved;
        self.screen = Screen::Menu(MenuScreen { notice, ..MenuScreen::default() });
    }

    /// The current match.
    pub(crate) fn session(&mut self) -> Option<&mut Session> {
        match &mut self.screen {
            Screen::Match(screen) => Some(&mut screen.session),
            _ => None,
        }
    }

    /// How many analysis lines to show, if analysis is on.
    pub(crate) fn lines(&self) -> Option<usize> {
        match &self.screen {
            Screen::Match(screen) => screen.lines_wanted(self.area),
            _ => None,
        }
    }

    /// The job that the analysis worker should do.
    pub(crate) fn job(&self) -> Option<AnalysisJob> {
        match &self.screen {
            Screen::Match(screen) => screen.session.job(self.lines()),
            _ => None,
        }
    }

    /// Handles a key, the mouse or a new window size.
    pub(crate) fn event(&mut self, event: &Event, context: &mut StepContext) -> Option<Effect> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, context),
            Event::Mouse(mouse) => self.mouse(*mouse, context),
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

    fn key(&mut self, key: KeyEvent, context: &mut StepContext) -> Option<Effect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            return Some(Effect::Quit);
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
                setup_screen::SetupStep::Stay => None,
                setup_screen::SetupStep::Start(options) => Some(Effect::NewMatch(options)),
                setup_screen::SetupStep::Back => {
                    self.screen = Screen::Menu(MenuScreen::default());
                    None
                }
            },
            Screen::Match(screen) => screen.key(key.code, context),
        }
    }

    fn follow(&mut self, step: menu_screen::MenuStep) -> Option<Effect> {
        match step {
            menu_screen::MenuStep::Stay => None,
            menu_screen::MenuStep::Set(game) => {
                self.screen = Screen::Setup(SetupScreen::new(game));
                None
            }
            menu_screen::MenuStep::Want(wanted) => Some(wanted),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut StepContext) -> Option<Effect> {
        let at = Position::new(mouse.column, mouse.row);
        let code = match mouse.kind {
            MouseEventKind::Up(_) => return self.click(at, context),
            MouseEventKind::ScrollUp => KeyCode::PageUp,
            MouseEventKind::ScrollDown => KeyCode::PageDown,
            _ => return None,
        };
        self.key(KeyEvent::new(code, KeyModifiers::NONE), context)
    }

    /// Handles a click at this position.
    fn click(&mut self, at: Position, context: &mut StepContext) -> Option<Effect> {
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
                self.key(KeyEvent::new(code, KeyModifiers::NONE), context)
            }
            Screen::Match(screen) => screen.click(at, self.area, context),
        }
    }

    fn typed(&mut self, text: &str) {
        let text = text.chars().filter(|c| !c.is_control());
        match &mut self.screen {
            Screen::Menu(menu) => text.for_each(|c| menu.put(c)),
            Screen::Setup(_) => {}
            Screen::Match(screen) => text.for_each(|c| screen.put(c)),
        }
    }

    /// Handles a result of the analysis worker.
    pub(crate) fn apply_analysis(&mut self, result: AnalysisResult, context: &mut StepContext) {
        if let Screen::Match(screen) = &mut self.screen {
            screen.apply_analysis(result, context);
        }
    }

    /// Handles an event of the server connection.
    pub(crate) fn receive(&mut self, from: ConnectionEvent, context: &mut StepContext) {
        if let Screen::Match(screen) = &mut self.screen {
            screen.receive(from, context);
        }
    }

    /// Applies everything that is due.
    pub(crate) fn tick(&mut self, context: &StepContext) {
        if let Screen::Match(screen) = &mut self.screen {
            screen.tick(context);
        }
    }
}
