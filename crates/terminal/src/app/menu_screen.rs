//! The menu screen: new game, saved games, joining by link.

use crownhead_games::GameId;
use ratatui::crossterm::event::KeyCode;

use super::Effect;
use crate::match_link::MatchLink;

/// The maximum length of a typed link.
const MAX_LINK: usize = 200;
/// The maximum number of listed saved games.
const MAX_SAVED: usize = 40;

#[derive(Debug, Default)]
pub(crate) struct MenuScreen {
    /// The selected row.
    pub(crate) row: usize,
    /// The typed part of a link.
    pub(crate) link: String,
    /// A message to the player.
    pub(crate) notice: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MenuRow {
    Game(GameId),
    Saved(String),
    Link,
    Quit,
}

/// The result of a key.
pub(crate) enum MenuStep {
    Stay,
    /// Shows the setup screen of a game.
    Set(GameId),
    Want(Effect),
}

pub(crate) fn rows(saved: &[String]) -> Vec<MenuRow> {
    let games = GameId::ALL.iter().map(|id| MenuRow::Game(*id));
    let saved = saved.iter().take(MAX_SAVED).cloned().map(MenuRow::Saved);
    games.chain([MenuRow::Link]).chain(saved).chain([MenuRow::Quit]).collect()
}

impl MenuScreen {
    pub(super) fn key(&mut self, code: KeyCode, saved: &[String]) -> MenuStep {
        let rows = rows(saved);
        let last = rows.len() - 1;
        match code {
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => {
                self.row = if self.row >= last { 0 } else { self.row + 1 }
            }
            KeyCode::PageUp => self.row = self.row.saturating_sub(8),
            KeyCode::PageDown => self.row = (self.row + 8).min(last),
            KeyCode::Home => self.row = 0,
            KeyCode::End => self.row = last,
            KeyCode::Backspace => {
                self.link.pop();
            }
            KeyCode::Esc if !self.link.is_empty() => self.link.clear(),
            KeyCode::Esc => return MenuStep::Want(Effect::Quit),
            KeyCode::Enter => return self.enter(&rows),
            KeyCode::Char('q') if rows.get(self.row) != Some(&MenuRow::Link) => {
                return MenuStep::Want(Effect::Quit);
            }
            KeyCode::Char(letter) => self.choose_or_put(letter, &rows),
            _ => {}
        }
        MenuStep::Stay
    }

    /// A digit selects a game, unless a link is being typed.
    fn choose_or_put(&mut self, letter: char, rows: &[MenuRow]) {
        let typing = rows.get(self.row) == Some(&MenuRow::Link);
        match letter.to_digit(10) {
            Some(number) if !typing && (1..=GameId::ALL.len()).contains(&(number as usize)) => {
                self.row = number as usize - 1;
            }
            _ => self.put(letter),
        }
    }

    /// Types a character of a link.
    pub(super) fn put(&mut self, letter: char) {
        if self.link.len() < MAX_LINK && letter.is_ascii_graphic() {
            self.row = GameId::ALL.len();
            self.link.push(letter);
        }
    }

    fn enter(&mut self, rows: &[MenuRow]) -> MenuStep {
        self.notice = None;
        match rows.get(self.row) {
            Some(MenuRow::Game(id)) => MenuStep::Set(*id),
            Some(MenuRow::Saved(name)) => MenuStep::Want(Effect::Resume(name.clone())),
            Some(MenuRow::Quit) => MenuStep::Want(Effect::Quit),
            Some(MenuRow::Link) => match self.link.parse::<MatchLink>() {
                Ok(link) => MenuStep::Want(Effect::Join(link)),
                Err(bad) => {
                    self.notice = Some(crate::session::capital(&format!("{bad}.")));
                    MenuStep::Stay
                }
            },
            None => MenuStep::Stay,
        }
    }
}
