//! What a player meant who touched squares between which there is no move: the text that the rule
//! book is asked about.

use crownhead_rules::Kind;

use crate::{Explanation, Game, Picture};

impl Game {
    /// What the rule book says to squares, by their names, that were touched one after the other.
    pub fn explain_touch(&self, squares: &[String]) -> Explanation {
        if matches!(self.phase(), "placing" | "play") && self.is_placing() {
            return self.explain(squares.last().map_or("", String::as_str));
        }
        match squares {
            [one] if self.phase() == "remedy" => self.explain(&format!("huff {one}")),
            [one] if self.phase() == "exchange" => self.explain_exchanged(one),
            [one] => self.explain_square(one),
            several if self.phase() == "exchange" => self.explain(&several.join("=")),
            several => self.explain_way(several),
        }
    }

    fn is_placing(&self) -> bool {
        self.legal().iter().all(|text| text.len() == 2)
    }

    /// A single square: whatever stands there, where could it go? The most telling refusal counts.
    fn explain_square(&self, square: &str) -> Explanation {
        let standing = self.explain(&format!("{square}-{square}"));
        if kind(&standing) != Some(Kind::SameSquare) {
            return standing;
        }
        let squares = Picture::of(self).rows.into_iter().flatten().filter_map(|cell| cell.square);
        let tries = squares.map(|to| self.explain(&format!("{square}-{to}")));
        let telling = [Kind::MustJump, Kind::Blocked, Kind::Occupied, Kind::Backwards];
        let rank = |said: &Explanation| telling.iter().position(|known| kind(said) == Some(*known));
        tries.min_by_key(|said| rank(said).unwrap_or(telling.len())).unwrap_or(standing)
    }

    /// A single square of an exchange, with one that may be exchanged, so that the answer is about
    /// the first.
    fn explain_exchanged(&self, square: &str) -> Explanation {
        let other = self.legal().into_iter().find_map(|text| {
            let (one, two) = text.split_once('=')?;
            Some(if one == square { two } else { one }.to_owned())
        });
        self.explain(&format!("{square}={}", other.as_deref().unwrap_or(square)))
    }

    /// Several squares, as a step or as a jump; as a jump if that is what the book would rather
    /// read.
    fn explain_way(&self, squares: &[String]) -> Explanation {
        let said = self.explain(&squares.join("-"));
        match kind(&said) {
            Some(Kind::TooFar | Kind::NotAMove) => {
                let jumped = self.explain(&squares.join("x"));
                if kind(&jumped) == Some(Kind::NotAMove) { said } else { jumped }
            }
            _ => said,
        }
    }
}

/// The kind of a refusal.
fn kind(said: &Explanation) -> Option<Kind> {
    match said {
        Explanation::Legal { .. } => None,
        Explanation::Refused(refusal) => Some(refusal.kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, Rules};

    fn said(rules: Rules, position: &str, squares: &[&str]) -> Option<Kind> {
        let game = Game::from_text(rules, position).expect("a position");
        let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
        kind(&game.explain_touch(&squares))
    }

    #[test]
    fn a_touched_square_is_answered() {
        let checkers = GameId::WinningMovesCheckers.rules();
        let start = Game::start(checkers).text().expect("a text");
        for (squares, kind) in [
            (&["21"][..], Kind::WrongSide),
            (&["13"], Kind::EmptySquare),
            (&["3"], Kind::Blocked),
            (&["11", "18"], Kind::NothingToJump),
            (&["11", "12"], Kind::NotDiagonal),
            (&["11", "7"], Kind::Backwards),
        ] {
            assert_eq!(said(checkers, &start, squares), Some(kind), "{squares:?}");
        }
        let must = "B:W18,32:B14,1";
        assert_eq!(said(checkers, must, &["1"]), Some(Kind::MustJump));
        assert_eq!(said(checkers, must, &["1", "5"]), Some(Kind::MustJump));
        let placing = GameId::CheckerboardTicTacToe.rules();
        assert_eq!(said(placing, "5/5/2x2/5/5 o", &["c3"]), Some(Kind::Occupied));
        let exchange = placing.with("exchange", "on").expect("an option");
        let placed = "xoxox/oxoxo/xoxox/oxoxo/xoxo1";
        assert_eq!(said(exchange, &format!("{placed} x -"), &["e1"]), Some(Kind::EmptySquare));
        let (after, kind) = (format!("{placed} o a1=b1"), Some(Kind::AlreadyExchanged));
        assert_eq!(said(exchange, &after, &["a1"]), kind);
        assert_eq!(said(exchange, &after, &["c1"]), None);
        let coast = GameId::CoastToCoast.rules();
        let start = Game::start(coast).text().expect("a text");
        assert_eq!(said(coast, &start, &["h6"]), Some(Kind::WrongSide));
    }
}
