//! Explains taps that match no legal action: guesses the intended move and explains why it is
//! refused.

use crownhead_rules::{ActionKind, AnySquare, MoveRefusalKind, Phase};

use crate::{BoardPicture, Game, Legality};

impl Game {
    /// Explains squares that were tapped in order.
    pub fn explain_taps(&self, squares: &[AnySquare]) -> Legality {
        self.explain(&self.tapped_text(squares))
    }

    /// The move that squares that were tapped in order most likely mean, legal or not.
    pub fn tapped_text(&self, squares: &[AnySquare]) -> String {
        match (self.phase(), squares) {
            (_, []) => String::new(),
            (Phase::Placing, [.., last]) => ActionKind::Place.write(&[*last]),
            (Phase::Remedy, [_]) => ActionKind::Huff.write(squares),
            (Phase::Exchange, [one]) => self.exchange_of(*one),
            (Phase::Exchange, several) => ActionKind::Exchange.write(several),
            (_, [one]) => self.step_from(*one),
            (_, several) => self.route(several),
        }
    }

    /// A single square: the step with the most specific refusal among all destinations.
    fn step_from(&self, square: AnySquare) -> String {
        let step_to = |to| ActionKind::Step.write(&[square, to]);
        let standing = step_to(square);
        if kind(&self.explain(&standing)) != Some(MoveRefusalKind::SameSquare) {
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
        let rank = |text: &String| {
            let refusal_kind = kind(&self.explain(text));
            telling.iter().position(|known| refusal_kind == Some(*known)).unwrap_or(telling.len())
        };
        squares.map(step_to).min_by_key(rank).unwrap_or(standing)
    }

    /// A single square of an exchange, paired with one that may be exchanged, so that the
    /// explanation is about the first.
    fn exchange_of(&self, square: AnySquare) -> String {
        let exchange = self.actions().into_iter().find(|act| act.kind == ActionKind::Exchange);
        let partner =
            exchange.and_then(|exchange| exchange.trail.into_iter().find(|at| *at != square));
        ActionKind::Exchange.write(&[square, partner.unwrap_or(square)])
    }

    /// Several squares as a step or as a jump, whichever has the more specific explanation.
    fn route(&self, squares: &[AnySquare]) -> String {
        let step = ActionKind::Step.write(squares);
        match kind(&self.explain(&step)) {
            Some(MoveRefusalKind::TooFar | MoveRefusalKind::NotAMove) => {
                let jump = ActionKind::Jump.write(squares);
                let jumped = kind(&self.explain(&jump));
                if jumped == Some(MoveRefusalKind::NotAMove) { step } else { jump }
            }
            _ => step,
        }
    }
}

fn kind(legality: &Legality) -> Option<MoveRefusalKind> {
    match legality {
        Legality::Legal { .. } => None,
        Legality::Refused(refusal) => Some(refusal.kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameId, Rules};

    fn refusal_kind(rules: Rules, position: &str, squares: &[&str]) -> Option<MoveRefusalKind> {
        let game = Game::from_text(rules, position).expect("a position");
        let squares: Vec<_> = squares.iter().map(|name| name.parse().unwrap()).collect();
        kind(&game.explain_taps(&squares))
    }

    #[test]
    fn a_tapped_square_gets_the_most_specific_refusal() {
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
            assert_eq!(refusal_kind(checkers, &start, squares), Some(kind), "{squares:?}");
        }
        let must = "B:W18,32:B14,1";
        assert_eq!(refusal_kind(checkers, must, &["1"]), Some(MoveRefusalKind::MustJump));
        assert_eq!(refusal_kind(checkers, must, &["1", "5"]), Some(MoveRefusalKind::MustJump));
        let placing = GameId::CheckerboardTicTacToe.rules();
        assert_eq!(
            refusal_kind(placing, "5/5/2x2/5/5 o", &["c3"]),
            Some(MoveRefusalKind::Occupied)
        );
        let exchange = placing.with("exchange", "on").expect("an option");
        let placed = "xoxox/oxoxo/xoxox/oxoxo/xoxo1";
        assert_eq!(
            refusal_kind(exchange, &format!("{placed} x -"), &["e1"]),
            Some(MoveRefusalKind::EmptySquare)
        );
        let (after, kind) = (format!("{placed} o a1=b1"), Some(MoveRefusalKind::AlreadyExchanged));
        assert_eq!(refusal_kind(exchange, &after, &["a1"]), kind);
        assert_eq!(refusal_kind(exchange, &after, &["c1"]), None);
        let coast = GameId::CoastToCoast.rules();
        let start = Game::start(coast).text().expect("a text");
        assert_eq!(refusal_kind(coast, &start, &["h6"]), Some(MoveRefusalKind::WrongSide));
    }
}
