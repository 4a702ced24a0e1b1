//! The full-screen interface: raw mode and alternate screen, restored even after a panic, and the
//! event loop.

use std::io::{self, IsTerminal, stdin, stdout};
use std::panic;
use std::sync::Once;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::app::{App, Effect, Screen};
use crate::runtime::{AppMessage, Runtime};
use crate::session::Session;
use crate::view;
use crate::{StartWith, TerminalError, TerminalOptions};

/// How often a running clock is redrawn.
const CLOCK_REDRAW: Duration = Duration::from_millis(1000);
/// The same in its last seconds.
const LAST_SECONDS_REDRAW: Duration = Duration::from_millis(100);
/// How often to check that the terminal still exists.
const TERMINAL_CHECK: Duration = Duration::from_secs(1);
/// The most messages handled before the next frame.
const MAX_MESSAGES_PER_FRAME: usize = 64;

/// Runs the full-screen interface until the player quits, restores the terminal and prints how to
/// resume.
pub fn run_full_screen(options: TerminalOptions) -> Result<(), TerminalError> {
    let TerminalOptions { start, folder, analyst, appearance } = options;
    let mut runtime = Runtime::new(folder, analyst)?;
    let session = match start {
        StartWith::Menu => None,
        StartWith::NewMatch(options) => {
            Some(runtime.open_match(&options).map_err(TerminalError::Invalid))
        }
        StartWith::Resume(name) => Some(runtime.resume(name.as_deref())),
        StartWith::Join(link) => Some(runtime.join(link)),
    };
    let session = session.transpose()?;
    let mut app = App::new(appearance, runtime.saved_names());
    if let Some(session) = session {
        app.show_match(session);
    }
    let left = {
        let mut terminal = RawTerminal::enter()?;
        let size = terminal.0.size()?;
        app.area = ratatui::layout::Rect::new(0, 0, size.width, size.height);
        let sender = runtime.sender.clone();
        std::thread::spawn(move || listen(&sender));
        run(&mut app, &mut runtime, &mut terminal.0)?
    };
    if let Some((session, saved)) = left {
        saved.map_err(TerminalError::SavedGame)?;
        print_resume_hint(&session, runtime.folder.is_some());
    }
    Ok(())
}

/// The terminal in raw mode, until this is dropped.
struct RawTerminal(Terminal<CrosstermBackend<io::Stdout>>);

impl RawTerminal {
    fn enter() -> io::Result<RawTerminal> {
        restore_on_panic();
        enable_raw_mode()?;
        let entered =
            execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste);
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        terminal.map(RawTerminal).inspect_err(|_| restore())
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. It is safe to call twice.
fn restore() {
    // Errors do not matter if the terminal is gone.
    let _ =
        execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}

/// Sends keys and clicks to the event loop. A vanished terminal may cause neither a signal nor an
/// error, so this also polls for it.
fn listen(sender: &SyncSender<AppMessage>) {
    loop {
        let message = match event::poll(TERMINAL_CHECK) {
            Ok(false) if stdin().is_terminal() => continue,
            Ok(true) => match event::read() {
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                Ok(event) => AppMessage::Event(event),
                Err(_) => AppMessage::Quit,
            },
            Ok(false) | Err(_) => AppMessage::Quit,
        };
        let last = matches!(message, AppMessage::Quit);
        if sender.send(message).is_err() || last {
            return;
        }
    }
}

/// The event loop: handle messages, update the state, draw a frame. Returns the last match.
fn run(
    app: &mut App,
    runtime: &mut Runtime,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
) -> Result<Option<(Session, SaveResult)>, TerminalError> {
    loop {
        let lines = app.lines();
        if let Err(error) = runtime.sync_session(app.session(), lines)
            && let Some(session) = app.session()
        {
            session.notice = Some(crate::session::Notice::new(error));
        }
        let now = runtime.context().now;
        terminal.draw(|frame| view::draw(app, now, frame))?;
        let effect = match runtime.next(next_change(app, now)) {
            Some(message) => receive_all(app, runtime, message),
            None => {
                app.tick(&runtime.context());
                None
            }
        };
        match effect {
            None => {}
            Some(Effect::Quit) => return Ok(leave(app, runtime)),
            Some(effect) => carry_out(app, runtime, effect),
        }
    }
}

/// Handles a message and those queued behind it, until one has an effect.
pub(crate) fn receive_all(
    app: &mut App,
    runtime: &mut Runtime,
    first: AppMessage,
) -> Option<Effect> {
    let mut message = Some(first);
    for _ in 0..MAX_MESSAGES_PER_FRAME {
        let effect = receive(app, runtime, message.take()?);
        if effect.is_some() {
            return effect;
        }
        message = runtime.inbox.try_recv().ok();
    }
    // The next message was already received, so it must be handled, too.
    message.and_then(|message| receive(app, runtime, message))
}

fn receive(app: &mut App, runtime: &mut Runtime, message: AppMessage) -> Option<Effect> {
    let mut context = runtime.context();
    match message {
        AppMessage::Event(event) => return app.event(&event, &mut context),
        AppMessage::Analysis(number, thought) => {
            // Messages of the same round may have made it obsolete.
            if runtime.is_current(number, app.job()) {
                app.apply_analysis(thought, &mut context);
                runtime.set_job(app.job());
            }
        }
        AppMessage::Server(number, from) if runtime.is_connected(number) => {
            app.receive(from, &mut context);
        }
        AppMessage::Server(..) | AppMessage::Line(_) | AppMessage::EndOfInput => {}
        AppMessage::Quit => return Some(Effect::Quit),
    }
    None
}

/// When the frame changes by itself: a running clock, or something due.
fn next_change(app: &mut App, now: Duration) -> Option<Duration> {
    let session = app.session()?;
    let game_match = session.game_match()?;
    let clocks = game_match.state().play.clocks.as_ref();
    let running = clocks.and_then(|clocks| Some((clocks, clocks.running?.seat)));
    let ticks = running.map(|(clocks, seat)| {
        let left = clocks.left_at(seat, session.time(now)).as_millis();
        let pace = if left < 10_000 { LAST_SECONDS_REDRAW } else { CLOCK_REDRAW };
        // The time at which the last digit changes.
        let rest = u64::try_from(pace.as_millis()).map_or(0, |pace| left % pace);
        now + Duration::from_millis(rest + 1)
    });
    let away =
        game_match.state().absent.one.or(game_match.state().absent.two).map(|_| now + CLOCK_REDRAW);
    [session.due(), ticks, away].into_iter().flatten().min()
}

fn carry_out(app: &mut App, runtime: &mut Runtime, effect: Effect) {
    let session = match effect {
        Effect::NewMatch(options) => runtime.open_match(&options).map_err(TerminalError::Invalid),
        Effect::Join(link) => runtime.join(link),
        Effect::Resume(name) => runtime.resume(Some(&name)),
        Effect::Menu | Effect::Quit => {
            let left = leave(app, runtime);
            let notice = left.map(|(session, saved)| match saved {
                Ok(()) => saved_message(&session, runtime),
                Err(error) => error,
            });
            app.go_to_menu(runtime.saved_names(), notice);
            return;
        }
    };
    match session {
        Ok(session) => app.show_match(session),
        Err(error) => {
            let notice = crate::session::capital(&format!("{error}."));
            app.go_to_menu(runtime.saved_names(), Some(notice));
        }
    }
}

fn saved_message(session: &Session, runtime: &Runtime) -> String {
    match runtime.folder {
        Some(_) if session.changes > 0 => format!("The game is saved as {}.", session.name),
        _ => String::new(),
    }
}

/// Whether a match was saved; the error is a sentence.
type SaveResult = Result<(), String>;

/// Leaves the match and saves it.
fn leave(app: &mut App, runtime: &Runtime) -> Option<(Session, SaveResult)> {
    let shown = std::mem::replace(&mut app.screen, Screen::Menu(crate::app::MenuScreen::default()));
    let Screen::Match(screen) = shown else { return None };
    let saved = if screen.session.changes > 0 { runtime.save(&screen.session) } else { Ok(()) };
    Some((screen.session, saved))
}

/// Prints how to resume, on the normal screen.
#[allow(clippy::print_stdout, reason = "the full screen is closed, and this is for who typed it")]
fn print_resume_hint(session: &Session, saved: bool) {
    if !saved || session.changes == 0 {
        return;
    }
    println!("The game is saved as {}.", session.name);
    if !session.is_over() {
        println!("To continue: crownhead play --resume {}", session.name);
    }
}
