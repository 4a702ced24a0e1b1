//! Timeouts: what happens when time passes without a command.

use crownhead_rules::Side;

use crate::pending::PendingEvents;
use crate::{
    ChosenSide, Clocks, CommandRefusal, CommandRefusalKind, EndReason, EventKind, Match,
    MatchStage, Seat, Timestamp, ritual,
};

impl Match {
    /// The time of the next timeout, when a [tick](crate::Command::Tick) of the host has an effect:
    /// a flag falls, a toss is not revealed, or a choice is not made.
    pub fn due(&self) -> Option<Timestamp> {
        match &self.state.stage {
            MatchStage::Toss(toss) => toss.until,
            MatchStage::Choosing { until, .. } => Some(*until),
            MatchStage::Playing => Some(self.state.play.clocks.as_ref()?.flag()?.1),
            _ => None,
        }
    }

    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        self.due().is_some_and(|due| due <= now)
    }
}

pub(crate) fn tick(pending: &mut PendingEvents) -> Result<(), CommandRefusal> {
    if !pending.next().is_due(pending.at()) {
        return Err(CommandRefusalKind::NothingDue.into());
    }
    let kind = match &pending.next().state.stage {
        MatchStage::Toss(toss) => {
            let missing = |seat: &Seat| toss.revealed[*seat].is_none();
            match Seat::ALL.map(|seat| missing(&seat)) {
                [true, true] => EventKind::TossVoid,
                [true, false] => EventKind::TossForfeited { seat: Seat::One },
                [false, _] => EventKind::TossForfeited { seat: Seat::Two },
            }
        }
        MatchStage::Choosing { seat, .. } => {
            EventKind::SideChosen { seat: *seat, side: ChosenSide(Side::First) }
        }
        _ => match pending.next().state.play.clocks.as_ref().and_then(Clocks::flag) {
            Some((seat, _)) => EventKind::Ended { winner: Some(!seat), reason: EndReason::Time },
            None => return Err(CommandRefusalKind::NothingDue.into()),
        },
    };
    pending.push(kind)?;
    ritual::begin_if_settled(pending)
}
