//! What happens by itself when time passes.

use crownhead_rules::Side;

use crate::draft::Draft;
use crate::{
    Clocks, EndReason, Match, Refusal, RefusalKind, Seat, SideName, Stage, Time, What, ritual,
};

impl Match {
    /// When a [tick](crate::Command::Tick) of the host would next do something by itself: a flag
    /// that falls, a toss that is not revealed, a choice that is not made.
    pub fn due(&self) -> Option<Time> {
        match &self.state.stage {
            Stage::Toss(toss) => toss.until,
            Stage::Choosing { until, .. } => Some(*until),
            Stage::Playing => Some(self.state.play.clocks.as_ref()?.flag()?.1),
            _ => None,
        }
    }

    pub(crate) fn is_due(&self, now: Time) -> bool {
        self.due().is_some_and(|due| due <= now)
    }
}

pub(crate) fn tick(draft: &mut Draft) -> Result<(), Refusal> {
    if !draft.next().is_due(draft.at()) {
        return Err(RefusalKind::NothingDue.into());
    }
    let what = match &draft.next().state.stage {
        Stage::Toss(toss) => {
            let missing = |seat: &Seat| toss.revealed[*seat].is_none();
            match Seat::ALL.map(|seat| missing(&seat)) {
                [true, true] => What::TossVoid,
                [true, false] => What::TossForfeited { seat: Seat::One },
                [false, _] => What::TossForfeited { seat: Seat::Two },
            }
        }
        Stage::Choosing { seat, .. } => {
            What::SideChosen { seat: *seat, side: SideName(Side::First) }
        }
        _ => match draft.next().state.play.clocks.as_ref().and_then(Clocks::flag) {
            Some((seat, _)) => What::Ended { winner: Some(!seat), reason: EndReason::Time },
            None => return Err(RefusalKind::NothingDue.into()),
        },
    };
    draft.push(what)?;
    ritual::go_on(draft)
}
