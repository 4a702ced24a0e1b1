//! The full screen: entering it, leaving it as it was found whatever happens, and the loop between.

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

use crate::app::{App, Screen as Shown, Wanted};
use crate::session::Session;
use crate::view;
use crate::works::{Message, Works};
use crate::{Setting, Start, Trouble};

/// How often a clock that runs is drawn anew.
const SECOND: Duration = Duration::from_millis(1000);
/// The same in its last seconds.
const TENTH: Duration = Duration::from_millis(100);
/// How often it is looked whether the terminal is still there.
const LOOK: Duration = Duration::from_secs(1);
/// How many messages are taken in before the next picture.
const MOST_AT_ONCE: usize = 64;

/// Plays on a full screen, until the player leaves. What is worth knowing afterwards is printed
/// once the terminal is as it was.
pub fn screen(setting: Setting) -> Result<(), Trouble> {
    let Setting { start, folder, analyst, look } = setting;
    let mut works = Works::new(folder, analyst)?;
    let session = match start {
        Start::Menu => None,
        Start::Begin(begin) => Some(works.begin(&begin)),
        Start::Resume(name) => Some(works.resume(name.as_deref())),
        Start::Join(link) => Some(Ok(works.join(link))),
    };
    let session = session.transpose().map_err(Trouble::Asked)?;
    let mut app = App::new(look, works.saved_names());
    if let Some(session) = session {
        app.sit(session);
    }
    let last = {
        let mut terminal = Raw::enter()?;
        let size = terminal.0.size()?;
        app.area = ratatui::layout::Rect::new(0, 0, size.width, size.height);
        let post = works.post.clone();
        std::thread::spawn(move || listen(&post));
        run(&mut app, &mut works, &mut terminal.0)?
    };
    if let Some(last) = last {
        farewell(&last, works.folder.is_some());
    }
    Ok(())
}

/// A terminal whose whole screen is ours, until this is dropped.
struct Raw(Terminal<CrosstermBackend<io::Stdout>>);

impl Raw {
    fn enter() -> io::Result<Raw> {
        restore_on_panic();
        enable_raw_mode()?;
        let entered =
            execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste);
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        terminal.map(Raw).inspect_err(|_| restore())
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        restore();
    }
}

/// Puts everything back. It may be done twice.
fn restore() {
    // Whoever has hung up sees nothing of it.
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

/// Sends what is typed and clicked. A terminal that is gone may say so by no signal, and by no error
/// either.
fn listen(post: &SyncSender<Message>) {
    loop {
        let message = match event::poll(LOOK) {
            Ok(false) if stdin().is_terminal() => continue,
            Ok(true) => match event::read() {
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                Ok(event) => Message::Event(event),
                Err(_) => Message::Quit,
            },
            Ok(false) | Err(_) => Message::Quit,
        };
        let last = matches!(message, Message::Quit);
        if post.send(message).is_err() || last {
            return;
        }
    }
}

/// The loop: a message, what it changes, and a new picture. It returns the match that was in hand
/// at the end.
fn run(
    app: &mut App,
    works: &mut Works,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
) -> Result<Option<Session>, Trouble> {
    loop {
        let lines = app.lines();
        if let Err(why) = works.attend(app.session(), lines)
            && let Some(session) = app.session()
        {
            session.told = Some(crate::session::Told::saying(why));
        }
        let now = works.moment().now;
        terminal.draw(|frame| view::draw(app, now, frame))?;
        let wanted = match works.next(next_change(app, now)) {
            Some(message) => hear_all(app, works, message),
            None => {
                app.tick(&works.moment());
                None
            }
        };
        match wanted {
            None => {}
            Some(Wanted::Quit) => return Ok(leave(app, works)),
            Some(wanted) => go(app, works, wanted),
        }
    }
}

/// Takes in a message and those that wait behind it, until one wants something done.
fn hear_all(app: &mut App, works: &Works, first: Message) -> Option<Wanted> {
    let mut message = Some(first);
    for _ in 0..MOST_AT_ONCE {
        let wanted = hear(app, works, message.take()?);
        if wanted.is_some() {
            return wanted;
        }
        message = works.inbox.try_recv().ok();
    }
    // One was taken out already: it is not to be lost.
    message.and_then(|message| hear(app, works, message))
}

fn hear(app: &mut App, works: &Works, message: Message) -> Option<Wanted> {
    let mut moment = works.moment();
    match message {
        Message::Event(event) => return app.event(&event, &mut moment),
        Message::Thought(number, thought) if works.is_current(number) => {
            app.thought(thought, &mut moment);
        }
        Message::Server(number, from) if works.is_connected(number) => {
            app.hear(from, &mut moment);
        }
        Message::Thought(..) | Message::Server(..) | Message::Line(_) | Message::EndOfInput => {}
        Message::Quit => return Some(Wanted::Quit),
    }
    None
}

/// When the picture changes by itself: a clock that runs, or something that is due.
fn next_change(app: &mut App, now: Duration) -> Option<Duration> {
    let session = app.session()?;
    let whole = session.whole()?;
    let clocks = whole.state().play.clocks.as_ref();
    let running = clocks.and_then(|clocks| Some((clocks, clocks.running?.seat)));
    let ticks = running.map(|(clocks, seat)| {
        let left = clocks.left_at(seat, session.time(now)).as_millis();
        let pace = if left < 10_000 { TENTH } else { SECOND };
        // When the last digit changes.
        let rest = u64::try_from(pace.as_millis()).map_or(0, |pace| left % pace);
        now + Duration::from_millis(rest + 1)
    });
    let away = whole.state().absent.one.or(whole.state().absent.two).map(|_| now + SECOND);
    [session.due(), ticks, away].into_iter().flatten().min()
}

fn go(app: &mut App, works: &mut Works, wanted: Wanted) {
    let session = match wanted {
        Wanted::Begin(begin) => works.begin(&begin),
        Wanted::Join(link) => Ok(works.join(link)),
        Wanted::Resume(name) => works.resume(Some(&name)),
        Wanted::Menu | Wanted::Quit => {
            let told = leave(app, works).map(|session| kept_words(&session, works));
            app.go_to_menu(works.saved_names(), told);
            return;
        }
    };
    match session {
        Ok(session) => app.sit(session),
        Err(why) => {
            let told = crate::session::capital(&format!("{why}."));
            app.go_to_menu(works.saved_names(), Some(told));
        }
    }
}

fn kept_words(session: &Session, works: &Works) -> String {
    match works.folder {
        Some(_) if session.changes > 0 => format!("The game is saved as {}.", session.name),
        _ => String::new(),
    }
}

/// Gets up from the table: the match is kept with the time that it shows.
fn leave(app: &mut App, works: &Works) -> Option<Session> {
    let shown = std::mem::replace(&mut app.screen, Shown::Menu(crate::app::Menu::default()));
    let Shown::Table(table) = shown else { return None };
    if table.session.changes > 0 {
        // What could not be kept was told while the game went on.
        let _ = works.keep(&table.session);
    }
    Some(table.session)
}

/// Says how to go on, on the screen that was there before.
#[allow(clippy::print_stdout, reason = "the full screen is closed, and this is for who typed it")]
fn farewell(session: &Session, kept: bool) {
    if !kept || session.changes == 0 {
        return;
    }
    println!("The game is saved as {}.", session.name);
    if !session.is_over() {
        println!("To go on: crownhead play --resume {}", session.name);
    }
}
