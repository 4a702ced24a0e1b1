//! The series of games: the score, and the next game with its sides (rematch).

use crate::apply::ensure;
use crate::pending::PendingEvents;
use crate::{
    Clocks, CommandRefusal, CurrentGame, EndReason, EventKind, GameNumber, InvalidEvent, Match,
    MatchStage, Seat, SeriesScore, TimeControl, Timestamp, play, ritual,
};

impl SeriesScore {
    pub(crate) fn count(&mut self, winner: Option<Seat>, reason: EndReason) {
        match winner {
            _ if reason == EndReason::Aborted => {}
            Some(seat) => self.won[seat] = self.won[seat].saturating_add(1),
            None => self.drawn = self.drawn.saturating_add(1),
        }
    }
}

/// Begins the next game, or its ritual if it was never decided who begins.
pub(crate) fn next_game(pending: &mut PendingEvents) -> Result<(), CommandRefusal> {
    let game = pending.next().next_game_number();
    match pending.next().next_first() {
        Some(first) => {
            pending.push(EventKind::Began { game, first })?;
            play::run_consequences(pending)
        }
        None => {
            pending.push(EventKind::RitualBegan { game })?;
            ritual::begin_if_settled(pending)
        }
    }
}

impl Match {
    /// The seat with the first side in the next game. An aborted game is replayed with the same
    /// sides.
    fn next_first(&self) -> Option<Seat> {
        let first = self.state.first?;
        Some(match self.state.stage {
            MatchStage::Over { reason: EndReason::Aborted, .. } => first,
            _ => self.state.settings.next_first(first),
        })
    }

    pub(crate) fn apply_began(
        &mut self,
        at: Timestamp,
        game: GameNumber,
        first: Seat,
    ) -> Result<(), InvalidEvent> {
        let settled = match self.state.stage {
            MatchStage::Settled { first } => Some(first),
            MatchStage::Over { .. } => self.next_first(),
            _ => None,
        };
        ensure(settled == Some(first), "the wrong player begins")?;
        ensure(game == self.next_game_number(), "a game has the wrong number")?;
        let settings = &self.state.settings;
        let board = settings.start(game, first).map_err(InvalidEvent::Settings)?;
        let mut clocks = Clocks::at_start(settings.clock);
        let turn = if board.side() == crownhead_rules::Side::First { first } else { !first };
        if let (Some(clocks), TimeControl::Days { .. }) = (&mut clocks, settings.clock) {
            clocks.start_clock(settings.clock, turn, at);
        }
        self.state.play = CurrentGame { turn_since: at, clocks, ..CurrentGame::default() };
        self.board = Some(board);
        (self.state.game, self.state.first) = (game, Some(first));
        self.state.stage = MatchStage::Playing;
        Ok(())
    }

    pub(crate) fn apply_ritual_began(&mut self, game: GameNumber) -> Result<(), InvalidEvent> {
        ensure(matches!(self.state.stage, MatchStage::Over { .. }), "the game before is not over")?;
        ensure(self.next_first().is_none(), "it is decided who begins")?;
        ensure(game == self.next_game_number(), "a game has the wrong number")?;
        self.state.play = CurrentGame::default();
        self.state.game = game;
        self.state.stage = ritual::first_stage(&self.state.settings);
        Ok(())
    }
}
