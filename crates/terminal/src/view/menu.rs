//! Drawing the menu and the setup screen.

use crownhead_computer::Level;
use crownhead_games::Game;
use crownhead_rules::Side;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::text::{cut, wrapped};
use super::theme::Theme;
use crate::app::{MenuRow, MenuScreen, SetupField, SetupScreen, rows};
use crate::match_options::{OpponentChoice, SideChoice, format_clock};

/// The first row of the menu.
const TOP: u16 = 3;
/// The rows at the bottom: the notice and the keys.
const FOOT: u16 = 4;

/// Draws the menu.
pub(super) fn draw(
    menu: &MenuScreen,
    saved: &[String],
    area: Rect,
    theme: Theme,
    buffer: &mut Buffer,
) {
    head("Crownhead", "Eight games on one checkerboard", area, theme, buffer);
    for (row, number, y) in places(area, menu, saved) {
        let text = match &row {
            MenuRow::Game(id) => format!("{}. {}", number + 1, id.title()),
            MenuRow::Link => match menu.link.is_empty() {
                true => "Join a match by its link: type or paste it here".to_owned(),
                false => format!("Join {}", menu.link),
            },
            MenuRow::Saved(name) => format!("Resume {name}"),
            MenuRow::Quit => "Quit".to_owned(),
        };
        entry(&text, number == menu.row, Rect::new(area.x, y, area.width, 1), theme, buffer);
    }
    let keys = "Up, Down and Enter, or the mouse; a number selects a game; Esc quits";
    let about = match rows(saved).get(menu.row) {
        Some(MenuRow::Game(id)) => Some(id.about()),
        _ => None,
    };
    foot(menu.notice.as_deref().or(about), keys, area, theme, buffer);
}

/// The rows that fit around the selected one, with their numbers and screen rows.
fn places(area: Rect, menu: &MenuScreen, saved: &[String]) -> Vec<(MenuRow, usize, u16)> {
    let room = usize::from(area.height.saturating_sub(TOP + FOOT));
    let first = (menu.row + 1).saturating_sub(room);
    let shown = rows(saved).into_iter().enumerate().skip(first).take(room);
    shown.zip(area.y + TOP..).map(|((number, row), y)| (row, number, y)).collect()
}

/// The row of the menu at a position.
pub(crate) fn menu_row_at(
    area: Rect,
    menu: &MenuScreen,
    saved: &[String],
    at: Position,
) -> Option<usize> {
    places(area, menu, saved).into_iter().find(|(.., y)| *y == at.y).map(|(_, number, _)| number)
}

pub(super) fn draw_setup(setup: &SetupScreen, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let game = setup.options.rules.game();
    head(game.title(), game.about(), area, theme, buffer);
    for (field, row) in setup.fields().into_iter().zip(0..) {
        let (name, value) = described(setup, field);
        let text = match field {
            SetupField::Start => name,
            _ => format!("{name:<16} < {value} >"),
        };
        let y = area.y + TOP + row as u16;
        entry(&text, setup.row == row, Rect::new(area.x, y, area.width, 1), theme, buffer);
    }
    let about = match setup.fields().get(setup.row) {
        Some(SetupField::Option(option)) => Some(crate::session::capital(option.about) + "."),
        Some(SetupField::Side) => {
            Some("The leaflet decides: by the players' choice or by lots.".to_owned())
        }
        _ => None,
    };
    let keys = "Up and Down; Left and Right change; Enter starts the game; Esc goes back";
    foot(about.as_deref(), keys, area, theme, buffer);
}

/// The field at a position.
pub(crate) fn setup_row_at(area: Rect, setup: &SetupScreen, at: Position) -> Option<usize> {
    let row = usize::from(at.y.checked_sub(area.y + TOP)?);
    (row < setup.fields().len()).then_some(row)
}

fn described(setup: &SetupScreen, field: SetupField) -> (String, String) {
    let options = &setup.options;
    let names = Game::start(options.rules).side_names();
    let side = |side: Side| names[side].english();
    match field {
        SetupField::Option(option) => {
            let value = options.rules.option(option.key).unwrap_or_default();
            (crate::session::capital(option.key), value.to_owned())
        }
        SetupField::Against => (
            "Against".to_owned(),
            match options.opponent {
                OpponentChoice::Computer(_) => "the computer".to_owned(),
                OpponentChoice::Person => "another player at this keyboard".to_owned(),
            },
        ),
        SetupField::Level => (
            "Level".to_owned(),
            match options.opponent {
                OpponentChoice::Computer(level) => Level::to_string(&level),
                OpponentChoice::Person => String::new(),
            },
        ),
        SetupField::Side => (
            match options.opponent {
                OpponentChoice::Computer(_) => "Your side".to_owned(),
                OpponentChoice::Person => "Player one".to_owned(),
            },
            match options.side {
                SideChoice::Leaflet => "as the leaflet decides".to_owned(),
                SideChoice::First => format!("{}, moving first", side(Side::First)),
                SideChoice::Second => side(Side::Second).to_owned(),
            },
        ),
        SetupField::Clock => ("Clock".to_owned(), format_clock(options.clock)),
        SetupField::Start => ("Start the game".to_owned(), String::new()),
    }
}

fn head(title: &str, about: &str, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let title = format!("{:width$}", format!(" {title}"));
    buffer.set_stringn(area.x, area.y, title, width, theme.title());
    buffer.set_stringn(area.x + 1, area.y + 1, about, width - 1, theme.faint());
}

fn entry(text: &str, chosen: bool, at: Rect, theme: Theme, buffer: &mut Buffer) {
    let width = usize::from(at.width - 2);
    let (before, style) = match chosen {
        true => (theme.arrow(), theme.chosen()),
        false => ("  ", Style::new()),
    };
    let text = format!("{before}{}", cut(&theme.text(text), width));
    buffer.set_stringn(at.x + 1, at.y, text, width, style);
}

fn foot(notice: Option<&str>, keys: &str, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let width = usize::from(area.width - 2);
    let lines = wrapped(&theme.text(notice.unwrap_or_default()), width, 0);
    for (line, y) in lines.iter().take(2).zip(area.bottom() - FOOT + 1..) {
        buffer.set_stringn(area.x + 1, y, line, width, theme.heading());
    }
    buffer.set_stringn(area.x + 1, area.bottom() - 1, keys, width, theme.faint());
}
