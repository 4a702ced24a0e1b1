//! Drawing the board: squares, checkers, marks and the cursor.

use crownhead_games::{Action, BoardCell, BoardPicture, BoardShape, Game, targets};
use crownhead_rules::{AnySquare, Checker};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::ScreenLayout;
use super::theme::{Mark, Theme};
use crate::app::MatchScreen;
use crate::print::letter;
use crate::session::Tone;

/// The marked squares of the board.
struct Marks {
    picked: Vec<String>,
    targets: Vec<String>,
    movable: Vec<String>,
    pointed: Vec<String>,
    hint: Vec<String>,
    last: Vec<String>,
}

impl Marks {
    fn of(screen: &MatchScreen) -> Marks {
        let actions = screen.actions();
        let notice = screen.session.notice.as_ref();
        let squares = |tone| {
            let of_tone = notice.filter(|notice| (notice.tone == Tone::Hint) == tone);
            of_tone.map(|notice| notice.squares.clone()).unwrap_or_default()
        };
        let picking = !screen.taps.is_empty();
        Marks {
            picked: screen.taps.iter().map(ToString::to_string).collect(),
            targets: if picking { squares_to_tap(actions, &screen.taps) } else { Vec::new() },
            movable: squares_to_tap(actions, &[]),
            pointed: squares(false),
            hint: squares(true),
            last: screen.last.clone(),
        }
    }

    fn on(&self, square: &str) -> Mark {
        let has = |squares: &[String]| squares.iter().any(|known| known == square);
        match () {
            () if has(&self.picked) => Mark::Picked,
            () if has(&self.targets) => Mark::Target,
            () if has(&self.hint) => Mark::Hint,
            () if has(&self.pointed) => Mark::Pointed,
            () => Mark::None,
        }
    }
}

/// The names of the squares that can be tapped next.
fn squares_to_tap(actions: &[Action], taps: &[AnySquare]) -> Vec<String> {
    targets(actions, taps).iter().map(|target| target.square.to_string()).collect()
}

/// Draws the board of a match.
pub(super) fn draw(screen: &MatchScreen, layout: &ScreenLayout, theme: Theme, buffer: &mut Buffer) {
    let Some(game) = screen.game() else { return };
    let picture = BoardPicture::of(&game);
    let marks = Marks::of(screen);
    if let Some(area) = layout.grid_lines {
        lines(area, &layout.cells, theme, buffer);
    }
    for ((row, col), rect) in &layout.cells {
        let cell = &picture.rows[*row][*col];
        let brush = SquarePainter { game: &game, shape: picture.shape, theme, rect: *rect };
        let cursor = screen.focus.is_none() && screen.cursor == (*row, *col);
        brush.cell(cell, &marks, cursor, buffer);
    }
}

/// The lines of a grid.
fn lines(area: Rect, cells: &[((usize, usize), Rect)], theme: Theme, buffer: &mut Buffer) {
    let Some((_, first)) = cells.first() else { return };
    let [corner, across, down] = theme.lines();
    let style = theme.faint();
    for y in 0..area.height {
        for x in 0..area.width {
            let (on_row, on_column) = (y % (first.height + 1) == 0, x % (first.width + 1) == 0);
            let sign = match (on_row, on_column) {
                (true, true) => corner,
                (true, false) => across,
                (false, true) => down,
                (false, false) => continue,
            };
            put(buffer, area.x + x, area.y + y, sign, style);
        }
    }
}

/// Draws one square.
struct SquarePainter<'a> {
    game: &'a Game,
    shape: BoardShape,
    theme: Theme,
    rect: Rect,
}

impl SquarePainter<'_> {
    fn cell(&self, cell: &BoardCell, marks: &Marks, cursor: bool, buffer: &mut Buffer) {
        let Rect { x, y, width, height } = self.rect;
        let Some(square) = cell.square else {
            let style = self.theme.square(cell.dark, Mark::None, false);
            self.fill(self.theme.fill(), style, buffer);
            return;
        };
        let name = square.to_string();
        let (mark, last) = (marks.on(&name), marks.last.contains(&name));
        let style = self.theme.square(cell.dark, mark, last);
        self.fill(' ', style, buffer);
        let movable = marks.movable.contains(&name);
        let sign = match (last, movable) {
            (true, _) => "'",
            (false, true) => ".",
            (false, false) => "",
        };
        let crown = self.shape == BoardShape::Diamond && (name == "a1" || name == "h8");
        let label = format!("{name}{sign}{}", if crown { "^" } else { "" });
        let top = cell.checkers.last().copied();
        match (height, top) {
            (1, Some(top)) => {
                let sign = if sign.is_empty() { ":" } else { sign };
                let text = format!("{}{sign}{name}", letter(self.game, top));
                let style = self.theme.checker(self.game.side_names()[top.side], top.king);
                buffer.set_stringn(x + 1, y, text, usize::from(width - 1), style);
            }
            (1, None) => {
                buffer.set_stringn(x + 1, y, &label, usize::from(width - 1), style);
            }
            (_, top) => {
                buffer.set_stringn(x, y, &label, usize::from(width), style);
                if let Some(top) = top {
                    self.checker(top, cell.checkers.len(), buffer);
                }
            }
        }
        self.signs(mark, cursor, cell.checkers.len(), style, buffer);
    }

    /// Draws the cursor and the mark, to the left and right of the checker.
    fn signs(&self, mark: Mark, cursor: bool, stack: usize, style: Style, buffer: &mut Buffer) {
        let Rect { x, y, width, height } = self.rect;
        let (right, y) = (x + width - 1, y + height / 2);
        let sign = mark.signs();
        let style = if cursor { self.theme.chosen().patch(style) } else { style };
        if let Some(left) = if cursor { Some('>') } else { sign } {
            put(buffer, x, y, left, style);
        }
        // A tall stack needs the space for its height.
        let room = stack < 10 || width > 6;
        if let Some(sign) = sign.or(cursor.then_some('<')).filter(|_| room && height > 1) {
            put(buffer, right, y, sign, style);
        }
    }

    /// A checker in a square of two rows or more, `(d)` or `<D>`, with the height of its stack.
    fn checker(&self, top: Checker, stack: usize, buffer: &mut Buffer) {
        let Rect { x, y, width, height } = self.rect;
        let style = self.theme.checker(self.game.side_names()[top.side], top.king);
        let tall = height.saturating_sub(2).max(1);
        let wide = if height < 4 { 3 } else { width.saturating_sub(5).max(3) };
        let (left, up) = (x + 1 + (width.saturating_sub(wide + 3)) / 2, y + height / 2 - tall / 2);
        let block = Rect::new(left, up.max(y + 1), wide, tall.min(height - 1));
        let (open, close) = if top.king { ('<', '>') } else { ('(', ')') };
        for row in block.y..block.bottom() {
            for column in block.x..block.right() {
                put(buffer, column, row, ' ', style);
            }
            put(buffer, block.x, row, open, style);
            put(buffer, block.right() - 1, row, close, style);
        }
        let middle = y + height / 2;
        put(buffer, block.x + wide / 2, middle, letter(self.game, top), style);
        if stack > 1 {
            let room = usize::from((x + width).saturating_sub(block.right()));
            let square = buffer[(x, y)].style();
            buffer.set_stringn(block.right(), middle, stack.to_string(), room, square);
        }
    }

    fn fill(&self, sign: char, style: Style, buffer: &mut Buffer) {
        for y in self.rect.y..self.rect.bottom() {
            for x in self.rect.x..self.rect.right() {
                put(buffer, x, y, sign, style);
            }
        }
    }
}

fn put(buffer: &mut Buffer, x: u16, y: u16, sign: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.reset();
        cell.set_char(sign).set_style(style);
    }
}
