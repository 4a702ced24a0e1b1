//! Move facts: the effects of a move that anyone can check on the board. Hints are based on them.

use crownhead_games::{ActionKind, BoardCell, BoardPicture, Game, MoveDetails};
use crownhead_rules::{Side, Verdict};

/// The facts of a legal move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveFacts {
    /// It is the only legal move.
    pub only: bool,
    /// It wins the game at once.
    pub wins: bool,
    /// The number of checkers that it captures.
    pub takes: u32,
    /// A jump is mandatory.
    pub must_jump: bool,
    /// The number of men that it crowns.
    pub crowns: u32,
    /// The number of checkers that it brings home, in Coast to Coast.
    pub home: u32,
    /// The number of tic-tac-toes that it completes, in games that count them.
    pub makes: u32,
    /// The number of tic-tac-toes that the opponent could have completed on that square; 1 for a
    /// win.
    pub blocks: u32,
    /// The side has men in its back row, and all of them stay there.
    pub keeps_back_row: bool,
}

impl MoveFacts {
    /// The facts of a move; none if it is not legal.
    pub fn of(game: &Game, text: &str) -> Option<MoveFacts> {
        let side = game.side();
        let mut after = game.clone();
        let text = after.play(text).ok()?;
        let details = game.move_details(&text).ok()?;
        let legal = game.legal_moves();
        let id = game.rules().game();
        let (before, now) = (back_row(game, side), back_row(&after, side));
        let jump = details.kind == ActionKind::Jump;
        let home = |game: &Game| u32::from(game.checkers_home(side).unwrap_or_default());
        let made = |game: &Game| game.tic_tac_toes(side).len() as u32;
        let has_back_row = before > 0 && before == now;
        Some(MoveFacts {
            only: legal.len() == 1,
            wins: after.outcome().is_some_and(|end| end.verdict == Verdict::Win(side)),
            takes: if jump { details.captures.len() as u32 } else { 0 },
            must_jump: jump && id.must_jump(),
            crowns: u32::from(details.crowned),
            home: home(&after).saturating_sub(home(game)),
            makes: made(&after).saturating_sub(made(game)),
            blocks: blocks(game, &details),
            keeps_back_row: has_back_row && id.captures(),
        })
    }
}

/// The number of men of a side in its back row.
fn back_row(game: &Game, side: Side) -> usize {
    let rows = BoardPicture::of(game).rows;
    let row = if side == Side::First { rows.first() } else { rows.last() };
    let man =
        |cell: &&BoardCell| cell.checkers.last().is_some_and(|top| top.side == side && !top.king);
    row.map_or(0, |row| row.iter().filter(man).count())
}

/// The number of tic-tac-toes that the opponent would complete on the same square.
fn blocks(game: &Game, details: &MoveDetails) -> u32 {
    let (ActionKind::Place, [square]) = (details.kind, details.trail.as_slice()) else { return 0 };
    let them = !game.side();
    let then = game.tic_tac_toes_with(them, *square);
    then.saturating_sub(game.tic_tac_toes(them).len()) as u32
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    fn facts(id: GameId, position: &str, text: &str) -> MoveFacts {
        let game = Game::from_text(id.rules(), position).unwrap();
        MoveFacts::of(&game, text).expect("a legal move")
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
    fn placing_completes_and_blocks_tic_tac_toes() {
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
