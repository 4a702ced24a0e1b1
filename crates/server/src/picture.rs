//! Pictures of positions, as SVG and PNG. They have no text, so they need no fonts.

use std::fmt::Write;

use crownhead_games::{BoardCell, BoardPicture, BoardShape, Game};
use crownhead_rules::{Checker, Side};

const SQUARE_WIDTH: u32 = 60;

const RIM_WIDTH: u32 = 12;

/// The allowed widths of a PNG, in pixels.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 64..=1200;

const RIM_COLOUR: &str = "#3b2a20";
const DARK_SQUARE: &str = "#7a5a41";
const LIGHT_SQUARE: &str = "#e8d5b5";

/// The SVG of a game's board.
pub fn svg(game: &Game) -> String {
    let picture = BoardPicture::of(game);
    let columns = picture.rows.first().map_or(0, Vec::len);
    let side = |squares: usize| u32::try_from(squares).unwrap_or(8) * SQUARE_WIDTH + 2 * RIM_WIDTH;
    let (width, height) = (side(columns), side(picture.rows.len()));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">"
    );
    // Both diagonals, as the board lies between the players.
    let diamond = picture.shape == BoardShape::Diamond;
    if diamond {
        let (middle, scale) = (width / 2, 0.7);
        let _ = write!(
            svg,
            "<g transform=\"translate({middle} {middle}) rotate(45) scale({scale}) \
             translate(-{middle} -{middle})\">"
        );
    }
    let _ = write!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"{RIM_COLOUR}\"/>");
    for (cells, row) in picture.rows.iter().zip(0..) {
        for (cell, column) in cells.iter().zip(0..) {
            draw(&mut svg, cell, RIM_WIDTH + column * SQUARE_WIDTH, RIM_WIDTH + row * SQUARE_WIDTH);
        }
    }
    svg.push_str(if diamond { "</g></svg>" } else { "</svg>" });
    svg
}

/// The PNG of a game's board with this width.
pub fn png(game: &Game, width: u32) -> Option<Vec<u8>> {
    use resvg::{tiny_skia, usvg};
    let width = width.clamp(*WIDTHS.start(), *WIDTHS.end());
    let tree = usvg::Tree::from_str(&svg(game), &usvg::Options::default()).ok()?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut points = tiny_skia::Pixmap::new(width, height.max(1))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut points.as_mut());
    points.encode_png().ok()
}

fn draw(svg: &mut String, cell: &BoardCell, x: u32, y: u32) {
    let colour = if cell.dark { DARK_SQUARE } else { LIGHT_SQUARE };
    let _ = write!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE_WIDTH}\" height=\"{SQUARE_WIDTH}\" fill=\"{colour}\"/>"
    );
    let middle = x + SQUARE_WIDTH / 2;
    let count = u32::try_from(cell.checkers.len()).unwrap_or(u32::MAX).max(1);
    // A stack grows upwards, and stays on its square.
    let step = (SQUARE_WIDTH / 3 / count).min(7);
    let bottom = y + SQUARE_WIDTH / 2 + step * (count - 1) / 2;
    for (checker, level) in cell.checkers.iter().zip(0..) {
        checker_at(svg, *checker, middle, bottom - step * level);
    }
}

fn checker_at(svg: &mut String, checker: Checker, x: u32, y: u32) {
    let (fill, edge, crown) = match checker.side {
        Side::First => ("#26262b", "#8d8d99", "#f2c14e"),
        Side::Second => ("#d8412f", "#7c1d12", "#ffe9a8"),
    };
    let _ = write!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"23\" fill=\"{fill}\" stroke=\"{edge}\" \
         stroke-width=\"2\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"none\" \
         stroke=\"{edge}\" stroke-width=\"2\"/>"
    );
    if checker.king {
        let (left, top) = (x - 11, y - 9);
        let _ =
            write!(svg, "<path d=\"M{left} {top}l5 7 6-9 6 9 5-7-2 17h-18z\" fill=\"{crown}\"/>");
    }
}
