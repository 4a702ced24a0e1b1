//! A review as a table for people.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use crownhead_computer::{Judged, Review, Reviewed};
use crownhead_games::Score;
use crownhead_rules::Side;

use super::{Origin, Played};
use crate::failure::{Failure, printable};

/// Prints the table of a game, under a heading if it is one of a file.
pub(super) fn print(played: &Played, review: &Review, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(origin) = &played.origin {
        heading(played, origin, out)?;
    }
    if review.moves.is_empty() {
        return Ok(writeln!(out, "No moves.\n")?);
    }
    moves(played, review, out)?;
    if played.origin.is_some() {
        writeln!(out)?;
    }
    Ok(())
}

/// `Game 2, line 14: Parker Brothers Checkers, Ann against Ben, dark won`
fn heading(played: &Played, origin: &Origin, out: &mut impl Write) -> Result<(), Failure> {
    let bold = Style::new().bold();
    let Origin { number, line, .. } = origin;
    let rules = played.start.rules();
    write!(out, "{bold}Game {number}, line {line}:{bold:#} {}", rules.game().title())?;
    let (first, second) = origin.players();
    if first.or(second).is_some() {
        let name = |player: Option<&str>| printable(player.unwrap_or("?"));
        write!(out, ", {} against {}", name(first), name(second))?;
    }
    let names = played.start.side_names();
    match origin.score {
        Score::Open => writeln!(out)?,
        Score::Won(side) => writeln!(out, ", {} won", names[side].english())?,
        Score::Drawn => writeln!(out, ", drawn")?,
        Score::BothLost => writeln!(out, ", lost by both")?,
    }
    Ok(())
}

fn moves(played: &Played, review: &Review, out: &mut impl Write) -> Result<(), Failure> {
    let names = played.start.side_names();
    let side_width = Side::ALL.map(|side| names[side].english().len()).into_iter().max();
    let wide = side_width.unwrap_or_default();
    let text = review.moves.iter().flat_map(|m| [m.text.len(), m.best.len()]).max();
    let text = text.unwrap_or_default().max(5);
    let bold = Style::new().bold();
    writeln!(
        out,
        "{bold}  no  {:<wide$}  {:<text$}  {:>12}  {:<text$}  {:>6}  word{bold:#}",
        "side", "move", "worth", "best", "loss"
    )?;
    for (i, reviewed) in review.moves.iter().enumerate() {
        let Reviewed { side, text: played, best, loss, judged, .. } = reviewed;
        let (side, worth) = (names[*side].english(), reviewed.after.to_string());
        let (style, loss) = (style(*judged), 100.0 * loss);
        write!(
            out,
            "{:>4}  {side:<wide$}  {played:<text$}  {worth:>12}  {best:<text$}  {loss:>5.1}%  ",
            i + 1
        )?;
        write!(out, "{style}{}{style:#}", judged.word())?;
        if reviewed.turning_point {
            write!(out, ", the game turns")?;
        }
        if let Some(exact) = &reviewed.exact {
            write!(out, ": {exact}")?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "\nWorth is for the side that moved. Loss is how much of its chance to win went."
    )?;
    for side in Side::ALL {
        if let Some(accuracy) = review.accuracy[side] {
            writeln!(out, "Accuracy of {}: {accuracy:.0} %", names[side].english())?;
        }
    }
    Ok(())
}

fn style(judged: Judged) -> Style {
    match judged {
        Judged::Best | Judged::Good => Style::new(),
        Judged::Inaccuracy | Judged::Mistake => AnsiColor::Yellow.on_default(),
        Judged::Blunder => AnsiColor::Red.on_default().bold(),
    }
}
