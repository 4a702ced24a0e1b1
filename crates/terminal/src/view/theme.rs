//! The theme: colours and symbols. A letter or symbol repeats everything that a colour shows.

use crownhead_rules::SideName;
use ratatui::style::{Color, Modifier, Style};

use crate::Appearance;

/// The mark of a square.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    None,
    /// Tapped.
    Picked,
    /// The target of a move.
    Target,
    /// Mentioned in the notice.
    Pointed,
    /// On the path of a hint.
    Hint,
}

impl Mark {
    /// The letters to the left and right of a checker.
    pub(crate) fn signs(self) -> Option<char> {
        match self {
            Mark::None => None,
            Mark::Picked => Some('='),
            Mark::Target => Some('*'),
            Mark::Pointed => Some('!'),
            Mark::Hint => Some('?'),
        }
    }
}

/// The styles of the interface.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Theme(pub(crate) Appearance);

impl Theme {
    fn style(self, back: u8, front: u8) -> Style {
        match self.0.colour {
            true => Style::new().bg(Color::Indexed(back)).fg(Color::Indexed(front)),
            false => Style::new(),
        }
    }

    fn front(self, front: u8) -> Style {
        match self.0.colour {
            true => Style::new().fg(Color::Indexed(front)),
            false => Style::new(),
        }
    }

    pub(crate) fn square(self, dark: bool, mark: Mark, last: bool) -> Style {
        match (mark, last, dark) {
            (Mark::Picked, ..) => self.style(178, 16),
            (Mark::Target, ..) => self.style(65, 231),
            (Mark::Pointed, ..) => self.style(131, 231),
            (Mark::Hint, ..) => self.style(67, 231),
            (Mark::None, true, _) => self.style(101, 231),
            (Mark::None, false, true) => self.style(58, 223),
            (Mark::None, false, false) => self.style(187, 240),
        }
    }

    /// The character that fills unused squares if there are no colours.
    pub(crate) fn fill(self) -> char {
        if self.0.colour { ' ' } else { ':' }
    }

    pub(crate) fn checker(self, side: SideName, king: bool) -> Style {
        let style = match side {
            SideName::Black | SideName::Dark => self.style(233, 255),
            SideName::Red => self.style(124, 231),
            SideName::Light => self.style(230, 16),
            SideName::StartingPlayer => self.style(24, 231),
            SideName::OtherPlayer => self.style(166, 231),
        };
        if king { style.add_modifier(Modifier::BOLD) } else { style }
    }

    pub(crate) fn title(self) -> Style {
        self.style(22, 230).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn heading(self) -> Style {
        self.front(179).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn faint(self) -> Style {
        self.front(245)
    }

    pub(crate) fn refusal(self) -> Style {
        self.front(210)
    }

    pub(crate) fn hint(self) -> Style {
        self.front(117)
    }

    /// The style of what Enter acts on.
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The characters of a grid: corner, horizontal, vertical.
    pub(crate) fn lines(self) -> [char; 3] {
        if self.0.ascii { ['+', '-', '|'] } else { ['┼', '─', '│'] }
    }

    /// The marker of the row that Enter acts on.
    pub(crate) fn arrow(self) -> &'static str {
        if self.0.ascii { "> " } else { "▸ " }
    }

    pub(crate) fn dot(self) -> &'static str {
        if self.0.ascii { " - " } else { " · " }
    }

    /// A text with the characters that this terminal can show.
    pub(crate) fn text(self, text: &str) -> String {
        let ascii = |letter: char| match letter {
            '“' | '”' => '"',
            '‘' | '’' => '\'',
            '…' => '.',
            '–' | '—' | '·' => '-',
            letter if letter.is_ascii() => letter,
            _ => '?',
        };
        let plain = text.chars().filter(|letter| !letter.is_control());
        match self.0.ascii {
            true => plain.map(ascii).collect(),
            false => plain.collect(),
        }
    }
}
