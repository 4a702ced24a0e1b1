//! Premoves: moves that wait for their player's turn, one for each turn.

use crate::apply::ensure;
use crate::pending::PendingEvents;
use crate::play::require_playing;
use crate::{
    CommandRefusal, CommandRefusalKind, CurrentGame, EventKind, InvalidEvent, MAX_TEXT_LENGTH,
    Match, MatchStage, MoveSource, Seat,
};

/// The maximum number of premoves of a player.
pub const MAX_PREMOVES: usize = 8;

pub(crate) fn premove(
    pending: &mut PendingEvents,
    seat: Seat,
    text: &str,
    queue: bool,
) -> Result<(), CommandRefusal> {
    let game_match = pending.next();
    require_playing(game_match)?;
    if text.len() > MAX_TEXT_LENGTH {
        return Err(CommandRefusalKind::TooLong.into());
    }
    if game_match.turn() == Some(seat) {
        return Err(CommandRefusalKind::YourTurn.into());
    }
    if queue && game_match.state.play.premoves_of(seat).count() >= MAX_PREMOVES {
        return Err(CommandRefusalKind::TooManyPremoves.into());
    }
    pending.push(EventKind::PremoveSet { seat, text: text.to_owned(), queue })
}

pub(crate) fn cancel_premoves(
    pending: &mut PendingEvents,
    seat: Seat,
) -> Result<(), CommandRefusal> {
    require_playing(pending.next())?;
    if pending.next().state.play.premoves[seat].is_none() {
        return Err(CommandRefusalKind::NoPremove.into());
    }
    pending.push(EventKind::PremoveCancelled { seat })
}

impl CurrentGame {
    /// The premoves of a player, in the order in which they are played.
    pub fn premoves_of(&self, seat: Seat) -> impl Iterator<Item = &str> {
        self.premoves[seat].iter().chain(&self.queued_premoves[seat]).map(String::as_str)
    }

    pub(crate) fn cancel_premoves(&mut self, seat: Seat) {
        self.premoves[seat] = None;
        self.queued_premoves[seat].clear();
    }

    /// A premove that was played makes room for the next one; a move by hand cancels all.
    pub(crate) fn use_premove(&mut self, seat: Seat, source: MoveSource) {
        let queued = &mut self.queued_premoves[seat];
        if source == MoveSource::Premove && !queued.is_empty() {
            self.premoves[seat] = Some(queued.remove(0));
        } else {
            self.cancel_premoves(seat);
        }
    }
}

impl Match {
    pub(crate) fn apply_premove_set(
        &mut self,
        seat: Seat,
        text: &str,
        queue: bool,
    ) -> Result<(), InvalidEvent> {
        self.check_premoves_possible()?;
        let play = &mut self.state.play;
        if queue && play.premoves[seat].is_some() {
            ensure(play.queued_premoves[seat].len() + 1 < MAX_PREMOVES, "too many premoves")?;
            play.queued_premoves[seat].push(text.to_owned());
        } else {
            play.cancel_premoves(seat);
            play.premoves[seat] = Some(text.to_owned());
        }
        Ok(())
    }

    pub(crate) fn apply_premoves_cancelled(&mut self, seat: Seat) -> Result<(), InvalidEvent> {
        self.check_premoves_possible()?;
        self.state.play.cancel_premoves(seat);
        Ok(())
    }

    fn check_premoves_possible(&self) -> Result<(), InvalidEvent> {
        ensure(self.state.stage == MatchStage::Playing, "a premove where no game is played")
    }
}
