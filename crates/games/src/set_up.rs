//! Checkers that somebody puts down one by one, as the text of a position, whether they are one yet
//! or not. What is wrong with them is said by whoever reads the text.

use crownhead_rules::{AnySquare, Checker, Side};

use crate::{Game, GameId, Picture, Rules};

/// How many checkers a side of Coast to Coast has, on the board and at home.
const RACERS: usize = 12;

impl Rules {
    /// The text of a board with these checkers on its squares, each from bottom to top. A checker of
    /// Coast to Coast that is not on the board is at home, and nothing is exchanged yet.
    pub fn set_up(self, side: Side, on: &dyn Fn(AnySquare) -> Vec<Checker>) -> String {
        let rows = Picture::of(&Game::start(self)).rows.into_iter();
        let squares = |cells: Vec<crate::Cell>| -> Vec<(AnySquare, Vec<Checker>)> {
            cells.into_iter().filter_map(|cell| cell.square).map(|at| (at, on(at))).collect()
        };
        let rows: Vec<_> = rows.map(squares).collect();
        let game = self.game();
        // How the sides are written, men and then kings.
        let letters = match game {
            GameId::StackEm => ["rb", "RB"],
            GameId::CoastToCoast => ["br", "BR"],
            GameId::TicTacToe | GameId::CheckerboardTicTacToe => ["xo", "xo"],
            _ => ["BW", "BW"],
        };
        let letter = |checker: &Checker| {
            let from = usize::from(checker.side == Side::Second);
            &letters[usize::from(checker.king)][from..=from]
        };
        let man = Checker { side, king: false };
        let to_move = letter(&man);
        match game {
            GameId::StackEm => {
                let stack = |(at, stack): &(AnySquare, Vec<Checker>)| {
                    let stack: String = stack.iter().map(letter).collect();
                    (!stack.is_empty()).then(|| format!("{at}{stack}"))
                };
                let stacks: Vec<_> = rows.iter().flatten().filter_map(stack).collect();
                format!("{}:{}", to_move.to_uppercase(), stacks.join(","))
            }
            GameId::CoastToCoast => {
                let home = |side| {
                    let on_board = rows.iter().flatten().flat_map(|(_, stack)| stack);
                    RACERS.saturating_sub(on_board.filter(|on| on.side == side).count())
                };
                let [first, second] = Side::ALL.map(home);
                format!("{} {to_move} {first} {second}", written_rows(&rows, &letter))
            }
            GameId::TicTacToe | GameId::CheckerboardTicTacToe => {
                let exchanged = if self.option("exchange") == Some("on") { " -" } else { "" };
                format!("{} {to_move}{exchanged}", written_rows(&rows, &letter))
            }
            _ => {
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

    #[test]
    fn what_is_set_up_is_written_as_the_game_writes_it() {
        for rules in Rules::all() {
            let mut game = Game::start(rules);
            // A walk that takes another move each time, so that there are kings and stacks.
            for step in 0..60_usize {
                let written = rules.set_up(game.side(), &|square| game.checkers_on(square));
                let text = game.text().filter(|text| !text.contains('='));
                assert_eq!(*text.as_ref().unwrap_or(&written), written, "{rules}");
                let Some(text) = game.one_of_legal(|count| (step * 7 + 3) % count) else { break };
                game.play_on(&text).expect("a legal move");
            }
        }
    }

    #[test]
    fn what_is_no_position_yet_is_written_too() {
        let nothing = |game: GameId| game.rules().set_up(Side::Second, &|_| Vec::new());
        assert_eq!(nothing(GameId::ParkerCheckers), "W:W:B");
        assert_eq!(nothing(GameId::StackEm), "B:");
        assert_eq!(nothing(GameId::CoastToCoast), "8/8/8/8/8/8/8/8 r 12 12");
        assert_eq!(nothing(GameId::TicTacToe), "3/3/3 o");
        let men = |_| vec![Checker { side: Side::First, king: false }];
        let crowded = GameId::CoastToCoast.rules().set_up(Side::First, &men);
        let said = Game::from_text(GameId::CoastToCoast.rules(), &crowded).unwrap_err().to_string();
        assert!(said.contains("a checker on a1, a home"), "{said}");
    }
}
