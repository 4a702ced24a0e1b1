//! The positions of a game line, one for each ply, so that no query replays the game.

use crownhead_games::Game;

use crate::game_line::play_move;
use crate::scene::Scene;
use crate::{GameLine, WasmResult};

/// A game line and the position before and after each of its moves.
#[derive(Debug)]
pub(crate) struct Timeline {
    line: GameLine,
    /// One more than the line has moves; never empty.
    games: Vec<Game>,
}

impl Timeline {
    /// Plays a whole line.
    pub(crate) fn new(line: GameLine) -> WasmResult<Timeline> {
        let begin = GameLine { moves: Vec::new(), ..line.clone() };
        let mut timeline = Timeline { games: vec![begin.begin()?], line: begin };
        timeline.go_to(line)?;
        Ok(timeline)
    }

    /// Goes to another line, and plays only the moves after those that both share. If a move cannot
    /// be played, the timeline ends before it.
    pub(crate) fn go_to(&mut self, line: GameLine) -> WasmResult<()> {
        if !self.line.begins_as(&line) {
            *self = Timeline::new(line)?;
            return Ok(());
        }
        let shared = self.line.moves.iter().zip(&line.moves);
        let shared = shared.take_while(|(old, new)| old == new).count();
        self.line.moves.truncate(shared);
        self.games.truncate(shared + 1);
        for text in line.moves.into_iter().skip(shared) {
            self.play(text)?;
        }
        Ok(())
    }

    fn play(&mut self, text: String) -> WasmResult<()> {
        let mut game = self.game().clone();
        play_move(&mut game, &text, self.games.len())?;
        self.games.push(game);
        self.line.moves.push(text);
        Ok(())
    }

    pub(crate) fn line(&self) -> &GameLine {
        &self.line
    }

    /// The game after the last move.
    pub(crate) fn game(&self) -> &Game {
        &self.games[self.games.len() - 1]
    }

    /// The last move, and the game before it.
    pub(crate) fn last(&self) -> Option<(&Game, &str)> {
        self.move_before(self.line.moves.len())
    }

    fn move_before(&self, plies: usize) -> Option<(&Game, &str)> {
        plies.checked_sub(1).map(|last| (&self.games[last], &*self.line.moves[last]))
    }

    /// The scene after the last move.
    pub(crate) fn scene(&self) -> Scene {
        self.scene_at(self.line.moves.len())
    }

    /// The scene after the first `plies` moves, or after all if there are fewer.
    pub(crate) fn scene_at(&self, plies: usize) -> Scene {
        let plies = plies.min(self.line.moves.len());
        Scene::of(&self.games[plies], self.move_before(plies))
    }
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    fn line(moves: &[&str]) -> GameLine {
        let moves = moves.iter().map(ToString::to_string).collect();
        GameLine::new(GameId::WinningMovesCheckers.rules(), None, moves)
    }

    #[test]
    fn a_timeline_equals_a_replay_wherever_it_came_from() {
        let mut timeline = Timeline::new(line(&["11-15", "22-18", "15x22"])).expect("legal");
        let lines = [&["11-15", "22-18"][..], &["11-15", "23-19", "8-11"], &[], &["9-14", "22-18"]];
        for moves in lines {
            timeline.go_to(line(moves)).expect("legal");
            let replayed = Timeline::new(line(moves)).expect("legal");
            assert_eq!(timeline.games, replayed.games);
            assert_eq!(timeline.line(), &line(moves));
        }
        let other = GameLine::new(GameId::TicTacToe.rules(), None, vec!["b2".to_owned()]);
        timeline.go_to(other).expect("another game");
        assert_eq!(timeline.game().legal_moves().len(), 8);
    }

    #[test]
    fn a_move_that_cannot_be_played_is_named_and_ends_the_timeline() {
        let error = Timeline::new(line(&["11-15", "11-15"])).expect_err("illegal");
        assert_eq!(error.to_string(), "move 2: 11-15: There's no checker on 11.");
        let mut timeline = Timeline::new(line(&["11-15"])).expect("legal");
        assert!(timeline.go_to(line(&["11-15", "22-18", "11-16", "9-14"])).is_err());
        assert_eq!(timeline.line(), &line(&["11-15", "22-18"]));
        assert_eq!(timeline.game().legal_moves(), ["15x22"]);
    }
}
