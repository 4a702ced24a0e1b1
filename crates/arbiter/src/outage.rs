//! Outages: times in which nobody could play, because no server was serving. Nobody is charged for
//! them. The host knows of them and says so before anything else is decided.

use serde::{Deserialize, Serialize};

use crate::apply::ensure;
use crate::pending::PendingEvents;
use crate::{
    Clocks, Command, CommandRefusal, EventKind, InvalidEvent, Match, MatchStage, Seat, Span,
    Timestamp,
};

/// A time in which nobody could play.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Outage {
    /// The last time at which the match was certainly served.
    pub from: Timestamp,
    /// The end, which may be a little in the future: players need a moment to reconnect.
    pub until: Timestamp,
}

impl Match {
    /// The host's command that credits outages, if any of them has cost somebody time that was not
    /// credited yet. It is due before every other command and before every tick.
    pub fn uncredited(&self, outages: &[Outage]) -> Option<Command> {
        let since = self.waits_since()?;
        let uncredited: Vec<_> =
            outages.iter().copied().filter(|outage| outage.until > since).collect();
        (!uncredited.is_empty()).then_some(Command::CreditOutages { outages: uncredited })
    }

    /// The time since which a player is being waited for: by the clock, by the deadline of a toss
    /// or a choice, or by an opponent who may claim the game. The earliest, if several do.
    fn waits_since(&self) -> Option<Timestamp> {
        let ritual_began = |until: Timestamp| until - self.state.settings.ritual_time();
        match &self.state.stage {
            MatchStage::Toss(toss) => toss.until.map(ritual_began),
            MatchStage::Choosing { until, .. } => Some(ritual_began(*until)),
            MatchStage::Playing => {
                let play = &self.state.play;
                let clock = play.clocks.as_ref().and_then(|clocks| clocks.running);
                let absence = self.turn().and_then(|seat| {
                    self.state.settings.absence_time()?;
                    self.state.absent[seat].map(|since| since.max(play.turn_since))
                });
                let both = [clock.map(|running| running.since), absence];
                both.into_iter().flatten().min()
            }
            _ => None,
        }
    }

    /// Applies a credit. It moves every wait to the end of the outages, so crediting the same
    /// outage again has no effect.
    pub(crate) fn apply_outage_credited(
        &mut self,
        until: Timestamp,
        span: Span,
    ) -> Result<(), InvalidEvent> {
        let ritual_time = self.state.settings.ritual_time();
        let charged = self.state.play.clocks.as_ref().and_then(|clocks| clocks.gone_by(until));
        ensure(span <= charged.unwrap_or_default(), "more time is credited than has passed")?;
        match &mut self.state.stage {
            MatchStage::Toss(toss) => {
                toss.until = toss.until.map(|deadline| deadline.max(until + ritual_time));
            }
            MatchStage::Choosing { until: deadline, .. } => {
                *deadline = (*deadline).max(until + ritual_time);
            }
            MatchStage::Playing => {}
            _ => return Err(InvalidEvent::Unsound("an outage is credited, and nobody waits")),
        }
        if let Some(clocks) = &mut self.state.play.clocks {
            clocks.credit(until, span);
        }
        for seat in Seat::ALL {
            let absent = &mut self.state.absent[seat];
            *absent = absent.map(|since| since.max(until));
        }
        Ok(())
    }
}

/// Credits outages, as far as they are not credited yet.
pub(crate) fn credit(
    pending: &mut PendingEvents,
    outages: &[Outage],
) -> Result<(), CommandRefusal> {
    let game_match = pending.next();
    let Some(Command::CreditOutages { outages }) = game_match.uncredited(outages) else {
        return Ok(());
    };
    let until = outages.iter().map(|outage| outage.until).max().unwrap_or_default();
    let running = game_match.state.play.clocks.as_ref().and_then(|clocks| clocks.running);
    let span = running.map_or(Span::ZERO, |running| length_since(running.since, outages));
    pending.push(EventKind::OutageCredited { until, span })
}

/// The length of outages after a time. What several share counts once.
fn length_since(since: Timestamp, mut outages: Vec<Outage>) -> Span {
    outages.sort_by_key(|outage| outage.from);
    let (mut counted, mut length) = (since, Span::ZERO);
    for outage in outages {
        length = length + outage.until.since(outage.from.max(counted));
        counted = counted.max(outage.until);
    }
    length
}

impl Clocks {
    /// How long the running clock has been running at `until`, if it was started before that.
    fn gone_by(&self, until: Timestamp) -> Option<Span> {
        self.running.map(|running| until.since(running.since))
    }

    /// Starts the running clock again at `until`, and charges the time before that except `span`.
    fn credit(&mut self, until: Timestamp, span: Span) {
        if let Some(running) = &mut self.running
            && running.since < until
        {
            let gone = until.since(running.since);
            self.left[running.seat] = self.left[running.seat] - (gone - span);
            running.since = until;
        }
    }
}
