//! Presence of the players, as reported by the host, and claims of time or absence. A closed
//! connection leads here through [`Command::Presence`](crate::Command::Presence).

use crate::pending::PendingEvents;
use crate::play::require_playing;
use crate::{
    Claim, CommandRefusal, CommandRefusalKind, EndReason, EventKind, Match, Seat, Timestamp,
};

/// Records the host's report. A report without news adds no event.
pub(crate) fn report_presence(
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
    require_playing(game_match)?;
    let (from, reason) = match claim {
        Claim::Time => (time_claim_from(game_match, seat)?, EndReason::Time),
        Claim::AbsenceWin | Claim::AbsenceDraw => {
            (absence_claim_from(game_match, seat)?, EndReason::Absence)
        }
    };
    if now < from {
        return Err(CommandRefusal::new(CommandRefusalKind::NotYet).until(from));
    }
    let winner = (claim != Claim::AbsenceDraw).then_some(seat);
    pending.push(EventKind::Ended { winner, reason })
}

/// The time from which the opponent's time is up.
fn time_claim_from(game_match: &Match, seat: Seat) -> Result<Timestamp, CommandRefusal> {
    let clocks = game_match.state.play.clocks.as_ref().ok_or(CommandRefusalKind::NoClock)?;
    match clocks.flag() {
        Some((running, flag)) if running != seat => Ok(flag),
        _ => Err(CommandRefusalKind::NotYet.into()),
    }
}

/// The time from which the opponent has been absent for too long. It counts while the opponent is
/// both absent and to move, because players need not watch each other think. The player who claims
/// must have moved; an opponent who has not yet is one who never starts.
fn absence_claim_from(game_match: &Match, seat: Seat) -> Result<Timestamp, CommandRefusal> {
    let time = game_match.state.settings.absence_time().ok_or(CommandRefusalKind::NoAbsence)?;
    if !game_match.state.play.moved[seat] {
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
    /// Records the presence. A player who leaves loses the premoves, because nobody is there to
    /// cancel them.
    pub(crate) fn apply_presence(&mut self, at: Timestamp, seat: Seat, here: bool) {
        self.state.absent[seat] = (!here).then_some(at);
        if !here {
            self.state.play.cancel_premoves(seat);
        }
    }
}
