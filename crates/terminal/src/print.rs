//! Printing boards as text, with letters for checkers, so that nothing depends on colour.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use crownhead_games::{BoardCell, BoardPicture, BoardShape, Game};
use crownhead_rules::{AnySquare, Checker, Side, SideName};

/// Draws the board of a game, rank 8 at the top, or for Coast to Coast the red home.
pub fn board(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let picture = BoardPicture::of(game);
    match picture.shape {
        BoardShape::Dark => dark(game, &picture, out)?,
        BoardShape::Diamond => diamond(game, &picture, out)?,
        BoardShape::Grid => grid(game, &picture, out)?,
    }
    legend(game, &picture, out)
}

/// The dark squares with their numbers, which moves use.
fn dark(game: &Game, picture: &BoardPicture, out: &mut impl Write) -> io::Result<()> {
    let line = format!("  +{}", "------+".repeat(8));
    for row in &picture.rows {
        writeln!(out, "{line}")?;
        write!(out, "  |")?;
        for cell in row {
            match cell.square {
                None => write!(out, "      |")?,
                Some(square) => numbered(game, cell, square, out)?,
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "{line}")
}

/// ` b12  `, ` R14:3` for a stack of three, `  18  ` for an empty square.
fn numbered(
    game: &Game,
    cell: &BoardCell,
    square: AnySquare,
    out: &mut impl Write,
) -> io::Result<()> {
    let dim = Style::new().dimmed();
    let Some(&top) = cell.checkers.last() else {
        return write!(out, "{dim}  {square:<4}{dim:#}|", square = square.to_string());
    };
    let height = match cell.checkers.len() {
        1 => String::new(),
        height => format!(":{height}"),
    };
    let style = style(game, top);
    let label = format!("{square}{height}");
    write!(out, "{style} {}{label:<4}{style:#}|", letter(game, top))
}

/// The board on its corner: black's home a1 is nearest, red's h8 furthest.
fn diamond(game: &Game, picture: &BoardPicture, out: &mut impl Write) -> io::Result<()> {
    let at = |file: usize, rank: usize| &picture.rows[7 - rank][file];
    for line in (0..15usize).rev() {
        let files = line.saturating_sub(7)..=line.min(7);
        let count = files.clone().count();
        write!(out, "{}", " ".repeat((8 - count) * 3))?;
        for file in files {
            let cell = at(file, line - file);
            let name = cell.square.map(|square| square.to_string()).unwrap_or_default();
            let dim = Style::new().dimmed();
            match cell.checkers.last() {
                Some(&top) => {
                    let style = style(game, top);
                    write!(out, "{style}{}:{name}{style:#}  ", letter(game, top))?;
                }
                None if line == 0 || line == 14 => write!(out, "^ {name}  ")?,
                None => write!(out, "{dim}  {name}{dim:#}  ")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Files and ranks; a dot where a checker can be placed now.
fn grid(game: &Game, picture: &BoardPicture, out: &mut impl Write) -> io::Result<()> {
    let legal = game.legal_moves();
    let ranks = picture.rows.len();
    for (i, row) in picture.rows.iter().enumerate() {
        write!(out, "  {} ", ranks - i)?;
        for cell in row {
            let name = cell.square.map(|square| square.to_string()).unwrap_or_default();
            match cell.checkers.last() {
                Some(&top) => {
                    let style = style(game, top);
                    write!(out, " {style}{}{style:#}", letter(game, top))?;
                }
                None if legal.contains(&name) => write!(out, " .")?,
                None => write!(out, "  ")?,
            }
        }
        writeln!(out)?;
    }
    let files: String = ('a'..='h').take(ranks).map(|file| format!(" {file}")).collect();
    writeln!(out, "    {files}")
}

/// The meaning of the letters, and the contents of the stacks.
fn legend(game: &Game, picture: &BoardPicture, out: &mut impl Write) -> io::Result<()> {
    let names = game.side_names();
    let cells = || picture.rows.iter().flatten();
    let kings = picture.shape != BoardShape::Grid;
    for side in Side::ALL {
        let man = letter(game, Checker { side, king: false });
        let king = letter(game, Checker { side, king: true });
        write!(out, "  {man}")?;
        if kings {
            write!(out, "/{king}")?;
        }
        write!(out, " {}", names[side].english())?;
    }
    writeln!(out, "{}", if kings { ", small for men and large for kings" } else { "" })?;
    for cell in cells().filter(|cell| cell.checkers.len() > 1) {
        let stack: String = cell.checkers.iter().map(|&checker| letter(game, checker)).collect();
        let name = cell.square.map(|square| square.to_string()).unwrap_or_default();
        writeln!(out, "  on {name}, from bottom to top: {stack}")?;
    }
    Ok(())
}

pub(crate) fn letter(game: &Game, checker: Checker) -> char {
    let letter = match game.side_names()[checker.side] {
        SideName::Black => 'b',
        SideName::Red => 'r',
        SideName::Dark => 'd',
        SideName::Light => 'l',
        SideName::StartingPlayer => 'x',
        SideName::OtherPlayer => 'o',
    };
    if checker.king { letter.to_ascii_uppercase() } else { letter }
}

/// Red checkers are red, whichever side they are.
fn style(game: &Game, checker: Checker) -> Style {
    let color = match (game.side_names()[checker.side], checker.side) {
        (SideName::Red, _) => AnsiColor::Red,
        (SideName::Black, _) | (_, Side::First) => AnsiColor::Cyan,
        (_, Side::Second) => AnsiColor::Red,
    };
    let style = color.on_default();
    if checker.king { style.bold() } else { style }
}
