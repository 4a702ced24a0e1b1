//! The layout of the match screen, shared by drawing and mouse hit-testing.

use std::time::Duration;

use crownhead_games::{BoardPicture, BoardShape};
use ratatui::layout::{Position, Rect};

use super::text::wrapped;
use crate::app::{CursorDirection, FunctionKey, MatchScreen};

/// The minimum size of the screen.
pub(crate) const MIN_SIZE: (u16, u16) = (76, 24);
/// The minimum width of the panel.
const MIN_PANEL_WIDTH: u16 = 23;
/// The rows around the board: the title above, and below it the status, the notice, the input line
/// and the keys.
const ROWS_AROUND_BOARD: u16 = 7;

/// The areas of the screen.
#[derive(Debug)]
pub(crate) struct ScreenLayout {
    pub(crate) title: Rect,
    pub(crate) panel: Rect,
    pub(crate) status: Rect,
    pub(crate) notice: Rect,
    pub(crate) input: Rect,
    pub(crate) keys: Rect,
    /// The squares by row and column of the picture.
    pub(crate) cells: Vec<((usize, usize), Rect)>,
    /// The area of the grid lines, if there are any.
    pub(crate) grid_lines: Option<Rect>,
    /// The choices with their texts, one or more rows each.
    pub(crate) choices: Vec<(Rect, Vec<String>)>,
}

/// Whether the screen is too small.
pub(crate) fn too_small(area: Rect) -> bool {
    area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1
}

impl ScreenLayout {
    pub(crate) fn of(area: Rect, screen: &MatchScreen, now: Duration) -> ScreenLayout {
        let height = area.height.saturating_sub(ROWS_AROUND_BOARD);
        let row = |y: u16, rows: u16| Rect::new(area.x, y.min(area.bottom()), area.width, rows);
        let most = area.width.saturating_sub(MIN_PANEL_WIDTH + 1);
        let (cells, grid_lines, width) = match screen.game() {
            Some(game) => {
                let picture = BoardPicture::of(&game);
                let space = Rect::new(area.x, area.y + 1, most, height);
                squares(&picture, space, screen.is_turned())
            }
            None => (Vec::new(), None, most.min(48)),
        };
        let left = area.x + width + 1;
        let panel = Rect::new(left, area.y + 1, area.right().saturating_sub(left), height);
        let foot = area.y + 1 + height;
        let mut layout = ScreenLayout {
            title: row(area.y, 1),
            panel,
            status: row(foot, 1),
            notice: row(foot + 1, 3),
            input: row(foot + 4, 1),
            keys: row(foot + 5, 1),
            cells,
            grid_lines,
            choices: Vec::new(),
        };
        layout.choices = layout.place_choices(screen, now);
        layout
    }

    /// The choices are at the bottom of the panel, above the player's own line.
    fn place_choices(&self, screen: &MatchScreen, now: Duration) -> Vec<(Rect, Vec<String>)> {
        let panel = self.panel;
        let width = usize::from(panel.width.saturating_sub(1));
        let labels = screen.session.choices(now).into_iter().zip(1..);
        let texts: Vec<Vec<String>> = labels
            .map(|(choice, number)| wrapped(&format!("{number} {}", choice.label), width, 2))
            .collect();
        let rows: u16 = texts.iter().map(|text| text.len() as u16).sum();
        let mut y = panel.bottom().saturating_sub(rows + 2).max(panel.y + 2);
        let place = |text: Vec<String>| {
            let height = (text.len() as u16).min(panel.bottom().saturating_sub(y));
            let rect = Rect::new(panel.x, y, panel.width, height);
            y += height;
            (rect, text)
        };
        texts.into_iter().map(place).collect()
    }

    pub(crate) fn cell_at(&self, at: Position) -> Option<(usize, usize)> {
        self.cells.iter().find(|(_, rect)| rect.contains(at)).map(|(place, _)| *place)
    }

    pub(crate) fn choice_at(&self, at: Position) -> Option<usize> {
        self.choices.iter().position(|(rect, _)| rect.contains(at))
    }

    /// The keys with their areas at the bottom of the screen.
    pub(crate) fn key_areas(&self) -> Vec<(FunctionKey, Rect, String)> {
        let mut x = self.keys.x;
        let place = |(key, number, name): (FunctionKey, u8, &str)| {
            let text = format!("F{number} {name}");
            let width = (text.len() as u16).min(self.keys.right().saturating_sub(x));
            let rect = Rect::new(x, self.keys.y, width, 1);
            x += width + 1;
            (key, rect, text)
        };
        FunctionKey::ALL.into_iter().map(place).collect()
    }

    pub(crate) fn key_at(&self, at: Position) -> Option<FunctionKey> {
        self.key_areas().into_iter().find(|(_, rect, _)| rect.contains(at)).map(|(key, ..)| key)
    }
}

type Squares = (Vec<((usize, usize), Rect)>, Option<Rect>, u16);

/// The areas of the squares, the area of the grid lines, and the width of all.
fn squares(picture: &BoardPicture, space: Rect, turned: bool) -> Squares {
    match picture.shape {
        BoardShape::Dark => tiles(picture, space, turned),
        BoardShape::Diamond => diamond(picture, space, turned),
        BoardShape::Grid => grid(picture, space, turned),
    }
}

/// The screen row and column of a square; a turned board starts at the other end.
fn drawn(picture: &BoardPicture, turned: bool, (row, col): (usize, usize)) -> (u16, u16) {
    let last = picture.rows.len() - 1;
    match turned {
        true => ((last - row) as u16, (last - col) as u16),
        false => (row as u16, col as u16),
    }
}

fn places(picture: &BoardPicture) -> impl Iterator<Item = (usize, usize)> {
    let size = picture.rows.len();
    (0..size).flat_map(move |row| (0..size).map(move |col| (row, col)))
}

fn tiles(picture: &BoardPicture, space: Rect, turned: bool) -> Squares {
    let height = (space.height / 8).clamp(1, 6);
    let width = (2 * height + 2).min(space.width / 8).max(5);
    let rect = |place| {
        let (row, col) = drawn(picture, turned, place);
        Rect::new(space.x + col * width, space.y + row * height, width, height)
    };
    (places(picture).map(|place| (place, rect(place))).collect(), None, 8 * width)
}

/// Squares with lines between them.
fn grid(picture: &BoardPicture, space: Rect, turned: bool) -> Squares {
    let size = picture.rows.len() as u16;
    let height = ((space.height - 1) / size - 1).clamp(1, 7);
    let width = (2 * height + 3).min((space.width - 1) / size - 1).max(4);
    let rect = |place| {
        let (row, col) = drawn(picture, turned, place);
        let (x, y) = (col * (width + 1) + 1, row * (height + 1) + 1);
        Rect::new(space.x + x, space.y + y, width, height)
    };
    let game_match = (size * (width + 1) + 1, size * (height + 1) + 1);
    let lines = Rect::new(space.x, space.y, game_match.0, game_match.1);
    (places(picture).map(|place| (place, rect(place))).collect(), Some(lines), game_match.0)
}

/// A diamond board: fifteen rows of one to eight squares.
fn diamond(picture: &BoardPicture, space: Rect, turned: bool) -> Squares {
    let height = (space.height / 15).clamp(1, 3);
    let width = (4 * height + 2).min(space.width / 8).max(6);
    let rect = |(row, col): (usize, usize)| {
        let (mut file, mut rank) = (col as u16, 7 - row as u16);
        if turned {
            (file, rank) = (7 - file, 7 - rank);
        }
        let line = file + rank;
        let first = line.saturating_sub(7);
        let count = if line < 8 { line + 1 } else { 15 - line };
        let x = (8 - count) * width / 2 + (file - first) * width;
        Rect::new(space.x + x, space.y + (14 - line) * height, width - 1, height)
    };
    (places(picture).map(|place| (place, rect(place))).collect(), None, 8 * width)
}

/// The square that the cursor moves to: the next one that the game uses. On a diamond board the
/// arrows follow its edges.
pub(crate) fn step(
    picture: &BoardPicture,
    turned: bool,
    from: (usize, usize),
    direction: CursorDirection,
) -> (usize, usize) {
    let direction = match (turned, direction) {
        (false, direction) => direction,
        (true, CursorDirection::Up) => CursorDirection::Down,
        (true, CursorDirection::Down) => CursorDirection::Up,
        (true, CursorDirection::Left) => CursorDirection::Right,
        (true, CursorDirection::Right) => CursorDirection::Left,
    };
    let size = picture.rows.len();
    let used = |(row, col): (usize, usize)| {
        picture.rows.get(row).and_then(|cells| cells.get(col)?.square).is_some()
    };
    let (row, col) = from;
    let next = match direction {
        CursorDirection::Up => row.checked_sub(1).map(|row| (row, col)),
        CursorDirection::Down => Some((row + 1, col)).filter(|(row, _)| *row < size),
        CursorDirection::Left => col.checked_sub(1).map(|col| (row, col)),
        CursorDirection::Right => Some((row, col + 1)).filter(|(_, col)| *col < size),
    };
    let Some(next) = next else { return from };
    if used(next) {
        return next;
    }
    match direction {
        // The neighbour in the same pair of columns.
        CursorDirection::Up | CursorDirection::Down => (next.0, next.1 ^ 1),
        CursorDirection::Left => next.1.checked_sub(1).map_or(from, |col| (row, col)),
        CursorDirection::Right if next.1 + 1 < size => (row, next.1 + 1),
        CursorDirection::Right => from,
    }
}

#[cfg(test)]
mod tests {
    use crownhead_games::{Game, Rules};

    use super::*;

    #[test]
    fn squares_never_overlap_and_lie_within_the_space() {
        for rules in Rules::all() {
            let picture = BoardPicture::of(&Game::start(rules));
            for (width, height) in [(48, 17), (56, 17), (176, 53), (60, 30), (49, 40)] {
                for turned in [false, true] {
                    let space = Rect::new(0, 1, width, height);
                    let (cells, lines, wide) = squares(&picture, space, turned);
                    assert!(wide <= width, "{rules} {width}x{height}");
                    for (place, rect) in &cells {
                        assert_eq!(rect.intersection(space), *rect, "{rules} {place:?}");
                        let others = cells.iter().filter(|(other, _)| other != place);
                        assert!(others.into_iter().all(|(_, other)| !rect.intersects(*other)));
                    }
                    assert!(lines.is_none_or(|lines| lines.intersection(space) == lines));
                }
            }
        }
    }

    #[test]
    fn a_cursor_reaches_every_square_and_no_other() {
        for rules in Rules::all() {
            let picture = BoardPicture::of(&Game::start(rules));
            let used = |(row, col): &(usize, usize)| picture.rows[*row][*col].square.is_some();
            let all: Vec<_> = places(&picture).filter(used).collect();
            let mut seen = vec![all[0]];
            let mut next = 0;
            while next < seen.len() {
                use CursorDirection::{Down, Left, Right, Up};
                for direction in [Up, Down, Left, Right] {
                    let to = step(&picture, false, seen[next], direction);
                    assert!(used(&to), "{rules} {to:?}");
                    if !seen.contains(&to) {
                        seen.push(to);
                    }
                }
                next += 1;
            }
            assert_eq!(seen.len(), all.len(), "{rules}");
        }
    }
}
