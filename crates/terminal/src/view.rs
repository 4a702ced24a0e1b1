//! The view: draws the state and changes nothing.

mod board;
mod help;
mod layout;
mod menu;
mod panel;
mod text;
mod theme;

use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::app::{App, MatchScreen, Screen};
use crate::session::{ConnectionState, MatchBackend, Notice, Tone};
use text::{cut, wrapped};
use theme::Theme;

pub(crate) use layout::{ScreenLayout, step};
pub(crate) use menu::{menu_row_at, setup_row_at};

/// Draws everything.
pub(crate) fn draw(app: &App, now: Duration, frame: &mut Frame<'_>) {
    let (area, theme) = (frame.area(), Theme(app.appearance));
    let buffer = frame.buffer_mut();
    if layout::too_small(area) {
        too_small(area, buffer);
        return;
    }
    match &app.screen {
        Screen::Menu(menu) => menu::draw(menu, &app.saved, area, theme, buffer),
        Screen::Setup(setup) => menu::draw_setup(setup, area, theme, buffer),
        Screen::Match(screen) => {
            let cursor = draw_match(screen, area, theme, now, buffer);
            if screen.help {
                help::draw(area, theme, buffer);
            } else {
                frame.set_cursor_position(cursor);
            }
        }
    }
}

fn too_small(area: Rect, buffer: &mut Buffer) {
    let (width, height) = layout::MIN_SIZE;
    let message = format!(
        "The window is too small: {} by {}. Make it at least {width} by {height}. \
         Your game waits.",
        area.width, area.height
    );
    for (line, y) in wrapped(&message, usize::from(area.width), 0).iter().zip(area.y..area.bottom())
    {
        buffer.set_stringn(area.x, y, line, usize::from(area.width), Style::new());
    }
}

/// Draws a match and returns the position of the text cursor.
fn draw_match(
    screen: &MatchScreen,
    area: Rect,
    theme: Theme,
    now: Duration,
    buffer: &mut Buffer,
) -> Position {
    let layout = ScreenLayout::of(area, screen, now);
    title(screen, layout.title, theme, buffer);
    board::draw(screen, &layout, theme, buffer);
    panel::draw(screen, &layout, theme, now, buffer);
    let stands = status(screen);
    match &screen.session.notice {
        // The end of a game is both notice and status: print it once, where all of it fits.
        Some(notice) if notice.message == stands => {
            notice_lines(notice, layout.notice, theme, buffer);
        }
        notice => {
            let (at, width) = (layout.status, usize::from(layout.status.width));
            let text = cut(&theme.text(&stands), width);
            buffer.set_stringn(at.x, at.y, text, width, theme.heading());
            notice.iter().for_each(|notice| notice_lines(notice, layout.notice, theme, buffer));
        }
    }
    for (_, rect, text) in layout.key_areas() {
        buffer.set_stringn(rect.x, rect.y, text, usize::from(rect.width), theme.faint());
    }
    input(screen, layout.input, theme, buffer)
}

fn title(screen: &MatchScreen, at: Rect, theme: Theme, buffer: &mut Buffer) {
    let width = usize::from(at.width);
    let parts = title_parts(screen);
    let text = format!(" {}", fitting(&parts, theme.dot(), width.saturating_sub(2)));
    let text = format!("{:width$}", cut(&theme.text(&text), width));
    buffer.set_stringn(at.x, at.y, text, width, theme.title());
}

/// The priority of a part of the title.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TitlePriority {
    /// The name of the program.
    Program,
    /// The server of the match.
    Server,
    /// An option with its default value.
    Usual,
    /// An option with another value.
    Chosen,
    Game,
    /// A connection problem.
    Trouble,
}

fn title_parts(screen: &MatchScreen) -> Vec<(TitlePriority, String)> {
    let mut parts = vec![(TitlePriority::Program, "Crownhead".to_owned())];
    if let Some(game_match) = screen.session.game_match() {
        let rules = game_match.state().settings.play;
        parts.push((TitlePriority::Game, rules.game().title().to_owned()));
        for ((key, value), option) in rules.options().zip(rules.game().options()) {
            let usual = option.values.first() == Some(&value);
            let weight = if usual { TitlePriority::Usual } else { TitlePriority::Chosen };
            parts.push((weight, format!("{key} {value}")));
        }
    }
    if let MatchBackend::Remote(remote) = &screen.session.backend {
        let host = remote.link.host();
        parts.push(match &remote.connection {
            ConnectionState::Joining => (TitlePriority::Server, format!("joining {host}")),
            ConnectionState::Open => (TitlePriority::Server, host.to_owned()),
            ConnectionState::Broken => {
                (TitlePriority::Trouble, "CONNECTION LOST, trying again".to_owned())
            }
            ConnectionState::Refused(_) => (TitlePriority::Trouble, "not connected".to_owned()),
        });
    }
    parts
}

/// Joins the parts, without the least important ones if they do not fit.
fn fitting(parts: &[(TitlePriority, String)], dot: &str, width: usize) -> String {
    let row = |least: TitlePriority| {
        let kept = parts.iter().filter(|(weight, _)| *weight >= least);
        kept.map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(dot)
    };
    let mut weights: Vec<TitlePriority> = parts.iter().map(|(weight, _)| *weight).collect();
    weights.sort_unstable();
    let rows: Vec<String> = weights.into_iter().map(row).collect();
    let fits = rows.iter().find(|row| row.chars().count() <= width);
    fits.or(rows.last()).cloned().unwrap_or_default()
}

/// The status of the match and of its connection.
fn status(screen: &MatchScreen) -> String {
    let session = &screen.session;
    match (&session.backend, session.sending(), session.premoves()) {
        (_, Some(text), _) => format!("{text} is on its way to the server."),
        (_, _, Some(text)) => format!("{text} will be played on your turn; Esc cancels it."),
        (MatchBackend::Remote(remote), ..) if remote.game_match.is_none() => match &remote
            .connection
        {
            ConnectionState::Refused(error) => error.clone(),
            ConnectionState::Broken => {
                format!("{} does not answer; trying again. Esc for the menu.", remote.link.host())
            }
            _ => format!("Joining the match at {}.", remote.link.host()),
        },
        _ => session.status().unwrap_or_default(),
    }
}

fn notice_lines(notice: &Notice, at: Rect, theme: Theme, buffer: &mut Buffer) {
    let style = match notice.tone {
        Tone::Plain | Tone::Ritual => Style::new(),
        Tone::Refusal => theme.refusal(),
        Tone::Hint => theme.hint(),
    };
    let mut text = notice.message.clone();
    if let Some(question) = notice.question() {
        text.push_str(&format!(" {question}"));
    }
    if let Some(rule) = &notice.rule {
        text.push_str(&format!(" [{rule}]"));
    }
    let width = usize::from(at.width.saturating_sub(1));
    let lines = wrapped(&theme.text(&text), width, 0);
    for (line, y) in lines.iter().zip(at.y..at.bottom()) {
        buffer.set_stringn(at.x, y, line, width, style);
    }
}

fn input(screen: &MatchScreen, at: Rect, theme: Theme, buffer: &mut Buffer) -> Position {
    let width = usize::from(at.width.saturating_sub(3));
    let typed: Vec<char> = theme.text(&screen.input).chars().collect();
    let shown: String = typed[typed.len().saturating_sub(width)..].iter().collect();
    buffer.set_string(at.x, at.y, "> ", theme.heading());
    if screen.input.is_empty() {
        let message = match screen.session.board() {
            None => "type the number of a choice, or a command",
            Some(_) => "type a move or a command, or use the arrows and Enter",
        };
        buffer.set_stringn(at.x + 2, at.y, message, width, theme.faint());
    } else {
        buffer.set_stringn(at.x + 2, at.y, &shown, width, Style::new());
    }
    Position::new(at.x + 2 + shown.chars().count() as u16, at.y)
}
