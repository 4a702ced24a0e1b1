//! Board editor: writes any checkers on a board as the text of a position, possible or not. Parsing
//! that text reports the errors.

use crownhead_rules::{AnySquare, Checker, Side};

use crate::{BoardPicture, Game, Rules};

/// The number of checkers of a side in Coast to Coast, on the board and at home.
const CHECKERS_PER_SIDE: usize = 12;

/// The syntax of position texts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextForm {
    /// `B:W21,K22:B1,2`: the side to move, then the squares of each side.
    Fen,
    /// `R:1r,14rbB`: the side to move, then each square with its stack.
    Stacks,
    /// `3rrr2/… b 0 0`: rows, the side to move, and how many checkers of each side are home.
    RowsAndHomes,
    /// `x2/1x1/o1o x`: rows and the side to move.
    Rows,
}

impl TextForm {
    /// The letters of the two sides' men, then those of their kings.
    fn letters(self) -> [&'static str; 2] {
        match self {
            TextForm::Fen => ["BW", "BW"],
            TextForm::Stacks => ["rb", "RB"],
            TextForm::RowsAndHomes => ["br", "BR"],
            TextForm::Rows => ["xo", "xo"],
        }
    }
}

impl Rules {
    /// The text of a board with these checkers on its squares, each from bottom to top. A checker of
    /// Coast to Coast that is not on the board is at home, and nothing is exchanged yet.
    pub fn setup_text(self, side: Side, on: &dyn Fn(AnySquare) -> Vec<Checker>) -> String {
        let rows = BoardPicture::of(&Game::start(self)).rows.into_iter();
        let squares = |cells: Vec<crate::BoardCell>| -> Vec<(AnySquare, Vec<Checker>)> {
            cells.into_iter().filter_map(|cell| cell.square).map(|at| (at, on(at))).collect()
        };
        let rows: Vec<_> = rows.map(squares).collect();
        let form = self.game().entry().text_form;
        let letters = form.letters();
        let letter = |checker: &Checker| {
            let from = usize::from(checker.side == Side::Second);
            &letters[usize::from(checker.king)][from..=from]
        };
        let man = Checker { side, king: false };
        let to_move = letter(&man);
        match form {
            TextForm::Stacks => {
                let stack = |(at, stack): &(AnySquare, Vec<Checker>)| {
                    let stack: String = stack.iter().map(letter).collect();
                    (!stack.is_empty()).then(|| format!("{at}{stack}"))
                };
                let stacks: Vec<_> = rows.iter().flatten().filter_map(stack).collect();
                format!("{}:{}", to_move.to_uppercase(), stacks.join(","))
            }
            TextForm::RowsAndHomes => {
                let home = |side| {
                    let on_board = rows.iter().flatten().flat_map(|(_, stack)| stack);
                    CHECKERS_PER_SIDE.saturating_sub(on_board.filter(|on| on.side == side).count())
                };
                let [first, second] = Side::ALL.map(home);
                format!("{} {to_move} {first} {second}", written_rows(&rows, &letter))
            }
            TextForm::Rows => {
                let exchanged = if self.option("exchange") == Some("on") { " -" } else { "" };
                format!("{} {to_move}{exchanged}", written_rows(&rows, &letter))
            }
            TextForm::Fen => {
                let of = |side| {
                    let item = |(at, stack): &(AnySquare, Vec<Checker>)| {
                        let top = stack.last().filter(|top| top.side == side)?;
                        Some(format!("{}{at}", if top.king { "K" } else { "" }))
                    };
                    rows.iter().flatten().filter_map(item).collect::<Vec<_>>().join(",")
                };
                format!("{to_move}:W{}:B{}", of(Side::Second), of(Side::First))
            }
        }
    }
}

/// `3rrr2/4rrr1/…`, the highest row first, with the number of empty squares in between.
fn written_rows<'a>(
    rows: &[Vec<(AnySquare, Vec<Checker>)>],
    letter: &dyn Fn(&Checker) -> &'a str,
) -> String {
    let mut text = String::new();
    for row in rows {
        if !text.is_empty() {
            text.push('/');
        }
        let mut empty = 0_u8;
        for (_, stack) in row {
            let Some(top) = stack.last() else {
                empty += 1;
                continue;
            };
            push_empty(&mut text, &mut empty);
            text.push_str(letter(top));
        }
        push_empty(&mut text, &mut empty);
    }
    text
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameId;

    #[test]
    fn a_legal_setup_is_written_like_the_position() {
        for rules in Rules::all() {
            let mut game = Game::start(rules);
            // Takes another move each time, so that kings and stacks occur.
            for step in 0..60_usize {
                let written = rules.setup_text(game.side(), &|square| game.checkers_on(square));
                let text = game.text().filter(|text| !text.contains('='));
                assert_eq!(*text.as_ref().unwrap_or(&written), written, "{rules}");
                let Some(text) = game.pick_legal_move(|count| (step * 7 + 3) % count) else {
                    break;
                };
                game.play_ignoring_draws(&text).expect("a legal move");
            }
        }
    }

    #[test]
    fn an_impossible_setup_is_written_too() {
        let nothing = |game: GameId| game.rules().setup_text(Side::Second, &|_| Vec::new());
        assert_eq!(nothing(GameId::ParkerCheckers), "W:W:B");
        assert_eq!(nothing(GameId::StackEm), "B:");
        assert_eq!(nothing(GameId::CoastToCoast), "8/8/8/8/8/8/8/8 r 12 12");
        assert_eq!(nothing(GameId::TicTacToe), "3/3/3 o");
        let men = |_| vec![Checker { side: Side::First, king: false }];
        let crowded = GameId::CoastToCoast.rules().setup_text(Side::First, &men);
        let said = Game::from_text(GameId::CoastToCoast.rules(), &crowded).unwrap_err().to_string();
        assert!(said.contains("a checker on a1, a home"), "{said}");
    }
}
