//! Takebacks: how many plies, when they need no consent, and their cost on the clock.

use crate::apply::ensure;
use crate::pending::PendingEvents;
use crate::{
    BySeat, CommandRefusal, CommandRefusalKind, EventKind, InvalidEvent, Match, MatchStage, Offers,
    PlyCount, Seat, Span, Takebacks, Timestamp,
};

/// Whether a player can take back without consent; an error if not at all.
pub(crate) fn is_free(game_match: &Match, seat: Seat) -> Result<bool, CommandRefusal> {
    if game_match.state.settings.takebacks == Takebacks::Off {
        return Err(CommandRefusalKind::NoTakebacks.into());
    }
    let plies = plies(game_match, seat).ok_or(CommandRefusalKind::NothingToTakeBack)?;
    if game_match.state.settings.takebacks == Takebacks::Agreement {
        return Ok(false);
    }
    let since = game_match.state.play.plies.iter().rev().take(plies.get() as usize);
    let answered = since.into_iter().any(|ply| ply.seat != seat && ply.source.is_decided());
    if answered { Err(CommandRefusalKind::OpponentMoved.into()) } else { Ok(true) }
}

/// The number of plies back to the player's last decision. A forced pass is no decision. Plies of
/// an imported game are not taken back.
fn plies(game_match: &Match, seat: Seat) -> Option<PlyCount> {
    let mut back = game_match.state.play.plies.iter().rev().zip(1_u32..);
    let decided = back.find(|(ply, _)| ply.seat == seat && ply.source.is_decided());
    decided.map(|(_, count)| PlyCount::new(count))
}

/// Takes a player's last move back.
pub(crate) fn take_back(pending: &mut PendingEvents, seat: Seat) -> Result<(), CommandRefusal> {
    let (game_match, at) = (pending.next(), pending.at());
    let plies = plies(game_match, seat).ok_or(CommandRefusalKind::NothingToTakeBack)?;
    if let (Some(clocks), Some(turn)) = (&game_match.state.play.clocks, game_match.turn())
        && !clocks.in_time(turn, at, Span::ZERO)
    {
        return Err(CommandRefusalKind::OutOfTime.into());
    }
    pending.push(EventKind::TakenBack { seat, plies })
}

impl Match {
    pub(crate) fn apply_taken_back(
        &mut self,
        at: Timestamp,
        seat: Seat,
        plies: PlyCount,
    ) -> Result<(), InvalidEvent> {
        ensure(self.state.stage == MatchStage::Playing, "a takeback where no game is played")?;
        let (count, all) = (plies.get() as usize, self.state.play.plies.len());
        ensure((1..=all).contains(&count), "more plies are taken back than there are")?;
        let board = self.board_before(count)?;
        ensure(self.seat_of(board.side()) == Some(seat), "another player's move is taken back")?;
        self.board = Some(board);
        let play = &mut self.state.play;
        let mut lost = BySeat::both(Span::ZERO);
        for ply in play.plies.drain(all - count..) {
            lost[ply.seat] = lost[ply.seat] + ply.gained;
        }
        if let Some(clocks) = &mut play.clocks {
            clocks.take_back(at, lost, seat);
        }
        play.turn_since = at;
        Seat::ALL.into_iter().for_each(|seat| play.cancel_premoves(seat));
        let draw_used = play.offers.draw_used;
        play.offers = Offers { draw_used, ..Offers::default() };
        Ok(())
    }
}
