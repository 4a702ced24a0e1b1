//! Explaining taps that no legal action fits: guesses what the player meant and asks the rule book.

use crownhead_rules::{ActionKind, AnySquare, MoveRefusalKind, Phase};

use crate::{BoardPicture, Explanation, Game};

impl Game {
    /// What the rule book says to squares that were tapped one after the other.
    pub fn explain_touch(&self, squares: &[AnySquare]) -> Explanation {
        match (self.phase(), squares) {
            (_, []) => self.explain(""),
            (Phase::Placing, [.., last]) => self.explain(&ActionKind::Place.write(&[*last])),
            (Phase::Remedy, [_]) => self.explain(&ActionKind::Huff.write(squares)),
            (Phase::Exchange, [one]) => self.explain_exchanged(*one),
            (Phase::Exchange, several) => self.explain(&ActionKind::Exchange.write(several)),
            (_, [one]) => self.explain_square(*one),
            (_, several) => self.explain_route(several),
        }
    }

    /// A single square: wherever the checker on it could go, the most telling refusal counts.
    fn explain_square(&self, square: AnySquare) -> Explanation {
        let step_to = |to| self.explain(&ActionKind::Step.write(&[square, to]));
        let standing = step_to(square);
        if kind(&standing) != Some(MoveRefusalKind::SameSquare) {
            return standing;
        }
        let squares =
            BoardPicture::of(self).rows.into_iter().flatten().filter_map(|cell| cell.square);
        let telling = [
            MoveRefusalKind::MustJump,
            MoveRefusalKind::Blocked,
            MoveRefusalKind::Occupied,
            MoveRefusalKind::Backwards,
        ];
        let rank = |said: &Explanation| telling.iter().position(|known| kind(said) == Some(*known));
        squares
            .map(step_to)
            .min_by_key(|said| rank(said).unwrap_or(telling.len()))
            .unwrap_or(standing)
    }

    /// A single square of an exchange, paired with one that may be exchanged, so that the answer
    /// is about the first.
    fn explain_exchanged(&self, square: AnySquare) -> Explanation {
        let exchange = self.actions().into_iter().find(|act| act.kind == ActionKind::Exchange);
        let partner =
            exchange.and_then(|exchange| exchange.trail.into_iter().find(|at| *at != square));
        self.explain(&ActionKind::Exchange.write(&[square, partner.unwrap_or(square)]))
    }

    /// Several squares, as a step or as a jump: as a jump if the rule book has more to say to that.
    fn explain_route(&self, squares: &[AnySquare]) -> Explanation {
        let said = self.explain(&ActionKind::Step.write(squares));
        match kind(&said) {
            Some(MoveRefusalKind::TooFar | MoveRefusalKind::NotAMove) => {
                let jumped = self.explain(&ActionKind::Jump.write(squares));
                if kind(&jumped) == Some(MoveRefusalKind::NotAMove) { said } else { jumped }
            }
            _ => said,
        }
    }
}

/// The kind of a refusal.
fn kind(said: &Explanation) -> Option<MoveRefusalKind> {
    match said {
        Explanation::Legal { .. } => None,
        Explanation::Refused(refusal) => Some(refusal.kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, Rules};

    fn said(rules: Rules, position: &str, squares: &[&str]) -> Option<MoveRefusalKind> {
        let game = Game::from_text(rules, position).expect("a position");
        let squares: Vec<_> = squares.iter().map(|name| name.parse().unwrap()).collect();
        kind(&game.explain_touch(&squares))
    }

    #[test]
    fn a_touched_square_is_answered() {
        let checkers = GameId::WinningMovesCheckers.rules();
        let start = Game::start(checkers).text().expect("a text");
        for (squares, kind) in [
            (&["21"][..], MoveRefusalKind::WrongSide),
            (&["13"], MoveRefusalKind::EmptySquare),
            (&["3"], MoveRefusalKind::Blocked),
            (&["11", "18"], MoveRefusalKind::NothingToJump),
            (&["11", "12"], MoveRefusalKind::NotDiagonal),
            (&["11", "7"], MoveRefusalKind::Backwards),
        ] {
            assert_eq!(said(checkers, &start, squares), Some(kind), "{squares:?}");
        }
        let must = "B:W18,32:B14,1";
        assert_eq!(said(checkers, must, &["1"]), Some(MoveRefusalKind::MustJump));
        assert_eq!(said(checkers, must, &["1", "5"]), Some(MoveRefusalKind::MustJump));
        let placing = GameId::CheckerboardTicTacToe.rules();
        assert_eq!(said(placing, "5/5/2x2/5/5 o", &["c3"]), Some(MoveRefusalKind::Occupied));
        let exchange = placing.with("exchange", "on").expect("an option");
        let placed = "xoxox/oxoxo/xoxox/oxoxo/xoxo1";
        assert_eq!(
            said(exchange, &format!("{placed} x -"), &["e1"]),
            Some(MoveRefusalKind::EmptySquare)
        );
        let (after, kind) = (format!("{placed} o a1=b1"), Some(MoveRefusalKind::AlreadyExchanged));
        assert_eq!(said(exchange, &after, &["a1"]), kind);
        assert_eq!(said(exchange, &after, &["c1"]), None);
        let coast = GameId::CoastToCoast.rules();
        let start = Game::start(coast).text().expect("a text");
        assert_eq!(said(coast, &start, &["h6"]), Some(MoveRefusalKind::WrongSide));
    }
}
