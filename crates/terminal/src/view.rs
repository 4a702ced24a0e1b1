//! What is on the screen: a function of the state alone, which changes nothing.

mod board;
mod help;
mod menu;
mod panel;
mod plan;
mod text;
mod theme;

use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::app::{App, Screen, Table};
use crate::session::{Connection, Place, Told, Tone};
use text::{cut, wrapped};
use theme::Theme;

pub(crate) use menu::{menu_row_at, setup_row_at};
pub(crate) use plan::{Plan, step};

/// Draws everything.
pub(crate) fn draw(app: &App, now: Duration, frame: &mut Frame<'_>) {
    let (area, theme) = (frame.area(), Theme(app.look));
    let buffer = frame.buffer_mut();
    if plan::too_small(area) {
        too_small(area, buffer);
        return;
    }
    match &app.screen {
        Screen::Menu(menu) => menu::draw(menu, &app.saved, area, theme, buffer),
        Screen::Setup(setup) => menu::draw_setup(setup, area, theme, buffer),
        Screen::Table(table) => {
            let cursor = draw_table(table, area, theme, now, buffer);
            if table.help {
                help::draw(area, theme, buffer);
            } else {
                frame.set_cursor_position(cursor);
            }
        }
    }
}

fn too_small(area: Rect, buffer: &mut Buffer) {
    let (width, height) = plan::LEAST;
    let says = format!(
        "The window is a little small: {} by {}. Please make it at least {width} by {height}. \
         Your game waits.",
        area.width, area.height
    );
    for (line, y) in wrapped(&says, usize::from(area.width), 0).iter().zip(area.y..area.bottom()) {
        buffer.set_stringn(area.x, y, line, usize::from(area.width), Style::new());
    }
}

/// Draws a match, and tells where the cursor of the typed line is.
fn draw_table(
    table: &Table,
    area: Rect,
    theme: Theme,
    now: Duration,
    buffer: &mut Buffer,
) -> Position {
    let plan = Plan::of(area, table, now);
    title(table, plan.title, theme, buffer);
    board::draw(table, &plan, theme, buffer);
    panel::draw(table, &plan, theme, now, buffer);
    let stands = standing(table);
    match &table.session.told {
        // An end is told and stands: once is enough, where all of it can be read.
        Some(told) if told.says == stands => told_lines(told, plan.told, theme, buffer),
        told => {
            let (at, width) = (plan.standing, usize::from(plan.standing.width));
            let text = cut(&theme.text(&stands), width);
            buffer.set_stringn(at.x, at.y, text, width, theme.heading());
            told.iter().for_each(|told| told_lines(told, plan.told, theme, buffer));
        }
    }
    for (_, rect, text) in plan.key_places() {
        buffer.set_stringn(rect.x, rect.y, text, usize::from(rect.width), theme.faint());
    }
    input(table, plan.input, theme, buffer)
}

fn title(table: &Table, at: Rect, theme: Theme, buffer: &mut Buffer) {
    let dot = theme.dot();
    let rules = table.session.whole().map(|whole| whole.state().settings.play);
    let game = rules.map(|rules| {
        let options: String =
            rules.options().map(|(key, value)| format!("{dot}{key} {value}")).collect();
        format!("{dot}{}{options}", rules.game().title())
    });
    let connection = match &table.session.place {
        Place::Here(_) => String::new(),
        Place::Server(live) => match &live.connection {
            Connection::Joining => format!("{dot}joining {}", live.link.host()),
            Connection::Open => format!("{dot}{}", live.link.host()),
            Connection::Broken => format!("{dot}CONNECTION LOST, trying again"),
            Connection::Refused(_) => format!("{dot}not connected"),
        },
    };
    let text = format!(" Crownhead{}{connection}", game.unwrap_or_default());
    let width = usize::from(at.width);
    let text = format!("{:width$}", cut(&theme.text(&text), width));
    buffer.set_stringn(at.x, at.y, text, width, theme.title());
}

/// Where the match stands, and the connection to it.
fn standing(table: &Table) -> String {
    let session = &table.session;
    match (&session.place, session.sending(), session.premove()) {
        (_, Some(text), _) => format!("{text} is on its way to the server."),
        (_, _, Some(text)) => format!("{text} waits for your turn; Esc takes it back."),
        (Place::Server(live), ..) if live.whole.is_none() => match &live.connection {
            Connection::Refused(why) => why.clone(),
            Connection::Broken => {
                format!("{} does not answer; trying again. Esc for the menu.", live.link.host())
            }
            _ => format!("Joining the match at {}.", live.link.host()),
        },
        _ => session.standing().unwrap_or_default(),
    }
}

fn told_lines(told: &Told, at: Rect, theme: Theme, buffer: &mut Buffer) {
    let style = match told.tone {
        Tone::Plain => Style::new(),
        Tone::Refusal => theme.refusal(),
        Tone::Hint => theme.hint(),
    };
    let mut text = told.says.clone();
    if !told.candidates.is_empty() {
        let few: Vec<_> = told.candidates.iter().take(6).cloned().collect();
        text.push_str(&format!(" Perhaps you mean {}.", few.join(" or ")));
    }
    if let Some(rule) = &told.rule {
        text.push_str(&format!(" [{rule}]"));
    }
    let width = usize::from(at.width.saturating_sub(1));
    let lines = wrapped(&theme.text(&text), width, 0);
    for (line, y) in lines.iter().zip(at.y..at.bottom()) {
        buffer.set_stringn(at.x, y, line, width, style);
    }
}

fn input(table: &Table, at: Rect, theme: Theme, buffer: &mut Buffer) -> Position {
    let width = usize::from(at.width.saturating_sub(3));
    let typed: Vec<char> = theme.text(&table.input).chars().collect();
    let shown: String = typed[typed.len().saturating_sub(width)..].iter().collect();
    buffer.set_string(at.x, at.y, "> ", theme.heading());
    if table.input.is_empty() {
        let says = "type a move or a word, or use the arrows and Enter";
        buffer.set_stringn(at.x + 2, at.y, says, width, theme.faint());
    } else {
        buffer.set_stringn(at.x + 2, at.y, &shown, width, Style::new());
    }
    Position::new(at.x + 2 + shown.chars().count() as u16, at.y)
}
