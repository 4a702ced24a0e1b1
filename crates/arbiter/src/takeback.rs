//! Moves that are taken back: how many plies, when it needs no asking, and what it costs.

use crate::apply::must;
use crate::draft::Draft;
use crate::{
    BadEvent, BySeat, Match, Offers, Plies, Refusal, RefusalKind, Seat, Span, Stage, Takebacks,
    Time, What,
};

/// Whether a player can take back without asking; an error if not at all.
pub(crate) fn at_once(whole: &Match, seat: Seat) -> Result<bool, Refusal> {
    if whole.state.settings.takebacks == Takebacks::Off {
        return Err(RefusalKind::NoTakebacks.into());
    }
    let plies = plies(whole, seat).ok_or(RefusalKind::NothingToTakeBack)?;
    if whole.state.settings.takebacks == Takebacks::Agreement {
        return Ok(false);
    }
    let since = whole.state.play.plies.iter().rev().take(plies.get() as usize);
    let answered = since.into_iter().any(|ply| ply.seat != seat && ply.how.is_decided());
    if answered { Err(RefusalKind::OpponentMoved.into()) } else { Ok(true) }
}

/// How many plies lead back to where a player last decided. A forced pass was no decision. Plies
/// of a log from elsewhere are not taken back.
fn plies(whole: &Match, seat: Seat) -> Option<Plies> {
    let mut back = whole.state.play.plies.iter().rev().zip(1_u32..);
    let decided = back.find(|(ply, _)| ply.seat == seat && ply.how.is_decided());
    decided.map(|(_, count)| Plies::new(count))
}

/// Takes a player's last move back.
pub(crate) fn take_back(draft: &mut Draft, seat: Seat) -> Result<(), Refusal> {
    let (whole, at) = (draft.next(), draft.at());
    let plies = plies(whole, seat).ok_or(RefusalKind::NothingToTakeBack)?;
    if let (Some(clocks), Some(turn)) = (&whole.state.play.clocks, whole.turn())
        && !clocks.in_time(turn, at, Span::ZERO)
    {
        return Err(RefusalKind::OutOfTime.into());
    }
    draft.push(What::TakenBack { seat, plies })
}

impl Match {
    pub(crate) fn taken_back(
        &mut self,
        at: Time,
        seat: Seat,
        plies: Plies,
    ) -> Result<(), BadEvent> {
        must(self.state.stage == Stage::Playing, "a takeback where no game is played")?;
        let (count, all) = (plies.get() as usize, self.state.play.plies.len());
        must((1..=all).contains(&count), "more plies are taken back than there are")?;
        let board = self.board_before(count)?;
        must(self.seat_of(board.side()) == Some(seat), "another player's move is taken back")?;
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
        play.premoves = BySeat::default();
        let draw_used = play.offers.draw_used;
        play.offers = Offers { draw_used, ..Offers::default() };
        Ok(())
    }
}
