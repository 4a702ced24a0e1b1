//! A review as a table for people.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use crownhead_computer::{MoveQuality, Review, ReviewedMove};
use crownhead_games::RecordedResult;
use crownhead_rules::Side;

use super::{GameToReview, Origin};
use crate::failure::{Failure, printable};

/// Prints the table of a game, under a heading if it is one of a file.
pub(super) fn print(
    played: &GameToReview,
    review: &Review,
    out: &mut impl Write,
) -> Result<(), Failure> {
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

/// `Game 2, line 14: Parker Brothers Checkers, Ann against Ben, Ann won (dark)`
fn heading(played: &GameToReview, origin: &Origin, out: &mut impl Write) -> Result<(), Failure> {
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
    match origin.result {
        RecordedResult::Open => writeln!(out)?,
        RecordedResult::Won(side) => {
            let winner = if side == Side::First { first } else { second };
            match (winner, names[side].english()) {
                (Some(name), side) => writeln!(out, ", {} won ({side})", printable(name))?,
                (None, side) => writeln!(out, ", {side} won")?,
            }
        }
        RecordedResult::Drawn => writeln!(out, ", drawn")?,
        RecordedResult::BothLost => writeln!(out, ", lost by both")?,
    }
    Ok(())
}

fn moves(played: &GameToReview, review: &Review, out: &mut impl Write) -> Result<(), Failure> {
    let names = played.start.side_names();
    let side_width = Side::ALL.map(|side| names[side].english().len()).into_iter().max();
    let wide = side_width.unwrap_or_default();
    let text = review.moves.iter().flat_map(|m| [m.text.len(), m.best.len()]).max();
    let text = text.unwrap_or_default().max(5);
    let worths: Vec<String> = review.moves.iter().map(|m| m.after.to_string()).collect();
    let worth_width = worths.iter().map(String::len).max().unwrap_or_default().max(12);
    let bold = Style::new().bold();
    writeln!(
        out,
        "{bold}  no  {:<wide$}  {:<text$}  {:>worth_width$}  {:<text$}  {:>6}  word{bold:#}",
        "side", "move", "worth", "best", "loss"
    )?;
    for (i, (reviewed, worth)) in review.moves.iter().zip(&worths).enumerate() {
        let ReviewedMove { side, text: played, best, loss, quality, .. } = reviewed;
        let side = names[*side].english();
        let (style, loss) = (style(*quality), 100.0 * loss);
        write!(
            out,
            "{:>4}  {side:<wide$}  {played:<text$}  {worth:>worth_width$}  {best:<text$}  {loss:>5.1}%  ",
            i + 1
        )?;
        write!(out, "{style}{}{style:#}", quality.name())?;
        if reviewed.turning_point {
            write!(out, ", the game turns")?;
        }
        writeln!(out)?;
    }
    let is_in_men = |worth: &String| worth.parse::<f64>().is_ok();
    let men = match worths.iter().any(is_in_men) {
        true => "; a number without a unit is in men",
        false => "",
    };
    writeln!(
        out,
        "\nWorth is for the side that moved{men}.\nLoss is how much of its chance to win went."
    )?;
    for side in Side::ALL {
        if let Some(accuracy) = review.accuracy[side] {
            writeln!(out, "Accuracy of {}: {accuracy:.0} %", names[side].english())?;
        }
    }
    Ok(())
}

fn style(judged: MoveQuality) -> Style {
    match judged {
        MoveQuality::Best | MoveQuality::Good => Style::new(),
        MoveQuality::Inaccuracy | MoveQuality::Mistake => AnsiColor::Yellow.on_default(),
        MoveQuality::Blunder => AnsiColor::Red.on_default().bold(),
    }
}
