//! What a move does, in facts that anyone can check on the board.

use crownhead_games::{Game, GameId, Picture};
use crownhead_rules::{Side, Verdict};

use crate::sight;

/// The facts of a legal move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// There is no other legal move.
    pub only: bool,
    /// It ends the game, and its side wins.
    pub wins: bool,
    /// How many checkers it jumps and takes.
    pub takes: u32,
    /// Its side can jump and must.
    pub must_jump: bool,
    /// How many kings it makes.
    pub crowns: u32,
    /// How many checkers it brings home, in Coast to Coast.
    pub home: u32,
    /// How many tic-tac-toes it makes, where they are counted.
    pub makes: u32,
    /// How many tic-tac-toes the other side could have made on that square, or whether it would
    /// have won there.
    pub blocks: u32,
    /// Its side has men in the back row, and all of them stay.
    pub keeps_back_row: bool,
}

impl Facts {
    /// The facts of a move; none if it is not legal.
    pub fn of(game: &Game, text: &str) -> Option<Facts> {
        let side = game.side();
        let mut after = game.clone();
        let text = after.play(text).ok()?;
        let legal = game.legal();
        let id = game.rules().game();
        let (before, now) = (Count::of(game, side), Count::of(&after, side));
        let jump = text.contains('x');
        let must = id != GameId::RegalCheckers && sight::captures(id);
        let made = |game: &Game| game.counted(side).len() as u32;
        let has_back_row = before.back_row > 0 && before.back_row == now.back_row;
        Some(Facts {
            only: legal.len() == 1,
            wins: after.outcome().is_some_and(|end| end.verdict == Verdict::Win(side)),
            takes: text.matches('x').count() as u32,
            must_jump: jump && must,
            crowns: match id {
                // A crowned checker goes on through the enemy's home in the same turn.
                GameId::CoastToCoast => u32::from(text.matches('-').count() == 2),
                _ => now.kings.saturating_sub(before.kings),
            },
            home: match id {
                GameId::CoastToCoast => before.checkers.saturating_sub(now.checkers),
                _ => 0,
            },
            makes: made(&after).saturating_sub(made(game)),
            blocks: blocks(game, &text),
            keeps_back_row: has_back_row && sight::captures(id),
        })
    }
}

/// What stands on a board of one side.
struct Count {
    checkers: u32,
    kings: u32,
    /// Men in the row nearest to their player.
    back_row: u32,
}

impl Count {
    fn of(game: &Game, side: Side) -> Count {
        let picture = Picture::of(game);
        let mut count = Count { checkers: 0, kings: 0, back_row: 0 };
        let back = match side {
            Side::First => 0,
            Side::Second => picture.rows.len() - 1,
        };
        for (i, row) in picture.rows.iter().enumerate() {
            for cell in row {
                let own = cell.checkers.iter().filter(|checker| checker.side == side);
                count.checkers += own.clone().count() as u32;
                count.kings += own.filter(|checker| checker.king).count() as u32;
                let top = cell.checkers.last();
                let man = top.is_some_and(|top| top.side == side && !top.king);
                count.back_row += u32::from(man && i == back);
            }
        }
        count
    }
}

/// How many tic-tac-toes the other side would make by placing a checker on the same square.
fn blocks(game: &Game, text: &str) -> u32 {
    let id = game.rules().game();
    if !matches!(id, GameId::TicTacToe | GameId::CheckerboardTicTacToe) || text.len() != 2 {
        return 0;
    }
    let Some(position) = game.text() else { return 0 };
    let mut fields = position.split(' ');
    let (Some(rows), side) = (fields.next(), !game.side()) else { return 0 };
    let placed = |who: char| -> Option<u32> {
        let rank = text.as_bytes()[1].checked_sub(b'1')?;
        let file = text.as_bytes()[0].checked_sub(b'a')?;
        let mut board = spread(rows);
        let row = board.len().checked_sub(1 + usize::from(rank))?;
        *board.get_mut(row)?.get_mut(usize::from(file))? = who;
        Some(threes(&board, who))
    };
    let them = if side == Side::First { 'x' } else { 'o' };
    let now = threes(&spread(rows), them);
    placed(them).map_or(0, |then| then.saturating_sub(now))
}

/// The rows of a position's text with a dot for every empty square.
fn spread(rows: &str) -> Vec<Vec<char>> {
    let squares = |row: &str| {
        let cell = |c: char| match c.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![c],
        };
        row.chars().flat_map(cell).collect()
    };
    rows.split('/').map(squares).collect()
}

/// How many lines of three neighbours are all `who`'s.
fn threes(board: &[Vec<char>], who: char) -> u32 {
    let at = |row: i32, file: i32| -> bool {
        let row = usize::try_from(row).ok().and_then(|row| board.get(row));
        let cell = usize::try_from(file).ok().and_then(|file| row?.get(file));
        cell == Some(&who)
    };
    let size = board.len() as i32;
    let mut count = 0;
    for row in 0..size {
        for file in 0..size {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line = (0..3).all(|i| at(row + i * down, file + i * right));
                count += u32::from(line);
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(id: GameId, position: &str, text: &str) -> Facts {
        let game = Game::from_text(id.rules(), position).unwrap();
        Facts::of(&game, text).expect("a legal move")
    }

    #[test]
    fn captures_and_crowns_are_counted() {
        let id = GameId::WinningMovesCheckers;
        let two = facts(id, "B:W6,15,31:B1,12", "1x10x19");
        assert_eq!((two.takes, two.must_jump, two.only, two.wins), (2, true, true, false));
        assert_eq!(facts(id, "B:W5,13:B26,12", "26-31").crowns, 1);
        assert!(facts(id, "B:W18:B14,1", "14x23").wins);
        assert!(!facts(GameId::RegalCheckers, "B:W18,32:B14,1", "14x23").must_jump);
        let back = facts(id, "B:W32,31:B1,9", "9-13");
        assert!(back.keeps_back_row);
        assert!(!facts(id, "B:W32,31:B1,9", "1-5").keeps_back_row);
    }

    #[test]
    fn placing_makes_and_blocks() {
        let made = facts(GameId::CheckerboardTicTacToe, "5/5/5/oo3/xx3 x", "c1");
        assert_eq!((made.makes, made.blocks), (1, 0));
        let blocked = facts(GameId::CheckerboardTicTacToe, "5/5/5/oo3/xx3 x", "c2");
        assert_eq!((blocked.makes, blocked.blocks), (0, 1));
        assert!(facts(GameId::TicTacToe, "xx1/oo1/3 x", "c3").wins);
    }

    #[test]
    fn coast_to_coast_crowns_and_brings_home() {
        let near = "8/6b1/8/8/8/8/1B5r/8 b 10 11";
        assert_eq!(facts(GameId::CoastToCoast, near, "b2-a1").home, 1);
        assert_eq!(facts(GameId::CoastToCoast, near, "g7-h8-h7").crowns, 1);
    }
}
