//! The series: the score, and the next game with its sides.

use crate::apply::must;
use crate::draft::Draft;
use crate::{
    BadEvent, Clock, Clocks, EndReason, GameNumber, Match, Play, Refusal, Score, Seat, Stage, Time,
    What, play, ritual,
};

impl Score {
    pub(crate) fn count(&mut self, winner: Option<Seat>, reason: EndReason) {
        match winner {
            _ if reason == EndReason::Aborted => {}
            Some(seat) => self.won[seat] = self.won[seat].saturating_add(1),
            None => self.drawn = self.drawn.saturating_add(1),
        }
    }
}

/// Begins the next game, or its ritual where it was never decided who begins.
pub(crate) fn next_game(draft: &mut Draft) -> Result<(), Refusal> {
    let game = draft.next().coming_game();
    match draft.next().next_first() {
        Some(first) => {
            draft.push(What::Began { game, first })?;
            play::settle(draft)
        }
        None => {
            draft.push(What::RitualBegan { game })?;
            ritual::go_on(draft)
        }
    }
}

impl Match {
    /// Who has the first side in the next game. A game that was aborted is played anew with the
    /// same sides.
    fn next_first(&self) -> Option<Seat> {
        let first = self.state.first?;
        Some(match self.state.stage {
            Stage::Over { reason: EndReason::Aborted, .. } => first,
            _ => self.state.settings.next_first(first),
        })
    }

    pub(crate) fn began(
        &mut self,
        at: Time,
        game: GameNumber,
        first: Seat,
    ) -> Result<(), BadEvent> {
        let settled = match self.state.stage {
            Stage::Settled { first } => Some(first),
            Stage::Over { .. } => self.next_first(),
            _ => None,
        };
        must(settled == Some(first), "the wrong player begins")?;
        must(game == self.coming_game(), "a game has the wrong number")?;
        let settings = &self.state.settings;
        let board = settings.start(game, first).map_err(BadEvent::Settings)?;
        let mut clocks = Clocks::set(settings.clock);
        let turn = if board.side() == crownhead_rules::Side::First { first } else { !first };
        if let (Some(clocks), Clock::Days { .. }) = (&mut clocks, settings.clock) {
            clocks.run(settings.clock, turn, at);
        }
        self.state.play = Play { turn_since: at, clocks, ..Play::default() };
        self.board = Some(board);
        (self.state.game, self.state.first) = (game, Some(first));
        self.state.stage = Stage::Playing;
        Ok(())
    }

    pub(crate) fn ritual_began(&mut self, game: GameNumber) -> Result<(), BadEvent> {
        must(matches!(self.state.stage, Stage::Over { .. }), "the game before is not over")?;
        must(self.next_first().is_none(), "it is decided who begins")?;
        must(game == self.coming_game(), "a game has the wrong number")?;
        self.state.play = Play::default();
        self.state.game = game;
        self.state.stage = ritual::first_stage(&self.state.settings);
        Ok(())
    }
}
