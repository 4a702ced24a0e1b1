//! Who is there, as the host reports it, and what can be claimed when somebody is not.

use crate::draft::Draft;
use crate::play::playing;
use crate::{Claim, EndReason, Match, Refusal, RefusalKind, Seat, Time, What};

/// Takes the host's report. A report that says nothing new makes no event.
pub(crate) fn report(draft: &mut Draft, seat: Seat, here: bool) -> Result<(), Refusal> {
    if draft.next().state.absent[seat].is_none() == here {
        return Ok(());
    }
    draft.push(What::Presence { seat, here })
}

pub(crate) fn claim(draft: &mut Draft, seat: Seat, claim: Claim) -> Result<(), Refusal> {
    let (whole, now) = (draft.next(), draft.at());
    playing(whole)?;
    let (from, reason) = match claim {
        Claim::Time => (out_of_time_from(whole, seat)?, EndReason::Time),
        Claim::AbsenceWin | Claim::AbsenceDraw => {
            (long_absent_from(whole, seat)?, EndReason::Absence)
        }
    };
    if now < from {
        return Err(Refusal::new(RefusalKind::NotYet).until(from));
    }
    let winner = (claim != Claim::AbsenceDraw).then_some(seat);
    draft.push(What::Ended { winner, reason })
}

/// From when the other player's time is up.
fn out_of_time_from(whole: &Match, seat: Seat) -> Result<Time, Refusal> {
    let clocks = whole.state.play.clocks.as_ref().ok_or(RefusalKind::NoClock)?;
    match clocks.flag() {
        Some((running, flag)) if running != seat => Ok(flag),
        _ => Err(RefusalKind::NotYet.into()),
    }
}

/// From when the other player has been absent for too long. It counts from when that player was
/// both absent and on turn: nobody need watch the other think.
fn long_absent_from(whole: &Match, seat: Seat) -> Result<Time, Refusal> {
    let time = whole.state.settings.absence_time().ok_or(RefusalKind::NoAbsence)?;
    if !whole.both_moved() {
        return Err(RefusalKind::TooEarly.into());
    }
    match whole.state.absent[!seat] {
        Some(since) if whole.turn() == Some(!seat) => {
            Ok(since.max(whole.state.play.turn_since) + time)
        }
        _ => Err(RefusalKind::NotAbsent.into()),
    }
}

impl Match {
    /// Who goes loses the premove: nobody is there to take it back.
    pub(crate) fn presence(&mut self, at: Time, seat: Seat, here: bool) {
        self.state.absent[seat] = (!here).then_some(at);
        if !here {
            self.state.play.premoves[seat] = None;
        }
    }
}
