//! Who is there, as the host reports it, and what can be claimed when somebody is not.

use crate::pending::PendingEvents;
use crate::play::playing;
use crate::{
    Claim, CommandRefusal, CommandRefusalKind, EndReason, EventKind, Match, Seat, Timestamp,
};

/// Takes the host's report. A report that says nothing new makes no event.
pub(crate) fn report(
    pending: &mut PendingEvents,
    seat: Seat,
    here: bool,
) -> Result<(), CommandRefusal> {
    if pending.next().state.absent[seat].is_none() == here {
        return Ok(());
    }
    pending.push(EventKind::Presence { seat, here })
}

pub(crate) fn claim(
    pending: &mut PendingEvents,
    seat: Seat,
    claim: Claim,
) -> Result<(), CommandRefusal> {
    let (game_match, now) = (pending.next(), pending.at());
    playing(game_match)?;
    let (from, reason) = match claim {
        Claim::Time => (out_of_time_from(game_match, seat)?, EndReason::Time),
        Claim::AbsenceWin | Claim::AbsenceDraw => {
            (long_absent_from(game_match, seat)?, EndReason::Absence)
        }
    };
    if now < from {
        return Err(CommandRefusal::new(CommandRefusalKind::NotYet).until(from));
    }
    let winner = (claim != Claim::AbsenceDraw).then_some(seat);
    pending.push(EventKind::Ended { winner, reason })
}

/// From when the other player's time is up.
fn out_of_time_from(game_match: &Match, seat: Seat) -> Result<Timestamp, CommandRefusal> {
    let clocks = game_match.state.play.clocks.as_ref().ok_or(CommandRefusalKind::NoClock)?;
    match clocks.flag() {
        Some((running, flag)) if running != seat => Ok(flag),
        _ => Err(CommandRefusalKind::NotYet.into()),
    }
}

/// From when the other player has been absent for too long. It counts from when that player was
/// both absent and on turn: nobody need watch the other think.
fn long_absent_from(game_match: &Match, seat: Seat) -> Result<Timestamp, CommandRefusal> {
    let time = game_match.state.settings.absence_time().ok_or(CommandRefusalKind::NoAbsence)?;
    if !game_match.both_moved() {
        return Err(CommandRefusalKind::TooEarly.into());
    }
    match game_match.state.absent[!seat] {
        Some(since) if game_match.turn() == Some(!seat) => {
            Ok(since.max(game_match.state.play.turn_since) + time)
        }
        _ => Err(CommandRefusalKind::NotAbsent.into()),
    }
}

impl Match {
    /// Who goes loses the premove: nobody is there to take it back.
    pub(crate) fn presence(&mut self, at: Timestamp, seat: Seat, here: bool) {
        self.state.absent[seat] = (!here).then_some(at);
        if !here {
            self.state.play.premoves[seat] = None;
        }
    }
}
