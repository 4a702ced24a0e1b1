//! The first screen: which game, which saved game, or whose link.

use crownhead_games::GameId;
use ratatui::crossterm::event::KeyCode;

use super::Wanted;
use crate::link::Link;

/// The longest link that is typed.
const LONGEST: usize = 200;
/// How many saved games are offered.
const MOST_SAVED: usize = 40;

/// The menu.
#[derive(Debug, Default)]
pub(crate) struct Menu {
    /// Which row is chosen.
    pub(crate) row: usize,
    /// What was typed so far of a link.
    pub(crate) link: String,
    /// What went wrong, or is worth knowing.
    pub(crate) told: Option<String>,
}

/// A row of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Game(GameId),
    Saved(String),
    Link,
    Quit,
}

/// What a key led to.
pub(crate) enum Step {
    Stay,
    /// Choices before a game.
    Set(GameId),
    Want(Wanted),
}

/// All rows.
pub(crate) fn rows(saved: &[String]) -> Vec<Row> {
    let games = GameId::ALL.iter().map(|id| Row::Game(*id));
    let saved = saved.iter().take(MOST_SAVED).cloned().map(Row::Saved);
    games.chain([Row::Link]).chain(saved).chain([Row::Quit]).collect()
}

impl Menu {
    pub(super) fn key(&mut self, code: KeyCode, saved: &[String]) -> Step {
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
            KeyCode::Esc => return Step::Want(Wanted::Quit),
            KeyCode::Enter => return self.enter(&rows),
            KeyCode::Char('q') if rows.get(self.row) != Some(&Row::Link) => {
                return Step::Want(Wanted::Quit);
            }
            KeyCode::Char(letter) => self.choose_or_put(letter, &rows),
            _ => {}
        }
        Step::Stay
    }

    /// A number chooses a game, unless a link is being typed.
    fn choose_or_put(&mut self, letter: char, rows: &[Row]) {
        let typing = rows.get(self.row) == Some(&Row::Link);
        match letter.to_digit(10) {
            Some(number) if !typing && (1..=GameId::ALL.len()).contains(&(number as usize)) => {
                self.row = number as usize - 1;
            }
            _ => self.put(letter),
        }
    }

    /// Types a letter of a link.
    pub(super) fn put(&mut self, letter: char) {
        if self.link.len() < LONGEST && letter.is_ascii_graphic() {
            self.row = GameId::ALL.len();
            self.link.push(letter);
        }
    }

    fn enter(&mut self, rows: &[Row]) -> Step {
        self.told = None;
        match rows.get(self.row) {
            Some(Row::Game(id)) => Step::Set(*id),
            Some(Row::Saved(name)) => Step::Want(Wanted::Resume(name.clone())),
            Some(Row::Quit) => Step::Want(Wanted::Quit),
            Some(Row::Link) => match self.link.parse::<Link>() {
                Ok(link) => Step::Want(Wanted::Join(link)),
                Err(bad) => {
                    self.told = Some(crate::session::capital(&format!("{bad}.")));
                    Step::Stay
                }
            },
            None => Step::Stay,
        }
    }
}
