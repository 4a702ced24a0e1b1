//! A match at this terminal: two people, or one and the computer. The arbiter runs here.

use std::time::Duration;

use crownhead_arbiter::{
    By, BySeat, Command, Context, Event, Match, Refusal, Seat, SideName, Stage, Time,
};
use crownhead_computer::Level;
use crownhead_rules::Side;

use crate::begin::{Begin, Who};
use crate::moment::{Moment, Watch};
use crate::saved::Saved;

/// A match at this terminal.
#[derive(Debug)]
pub(crate) struct Here {
    pub(crate) whole: Match,
    pub(crate) seats: BySeat<Who>,
    pub(crate) seed: u64,
    log: Vec<Event>,
    watch: Watch,
}

impl Here {
    /// Opens a match.
    pub(crate) fn open(begin: &Begin, moment: &mut Moment) -> Result<Here, Refusal> {
        let (salt, seed) = (moment.chance.salt(), moment.chance.seed());
        let (whole, log) = Match::open(begin.settings(), Time::default(), salt)?;
        let watch = Watch::set(Time::default(), moment.now);
        let mut here = Here { whole, seats: begin.seats(), seed, log, watch };
        if let Some(youngest) = begin.youngest() {
            for seat in Seat::ALL {
                here.command(seat, &Command::NameYoungest { youngest }, moment.now)?;
            }
        }
        Ok(here)
    }

    /// Goes on with a match that was kept; why not, in a sentence.
    pub(crate) fn resume(saved: &Saved, now: Duration) -> Result<Here, String> {
        let Saved::Here { seats, seed, time, log, .. } = saved else {
            return Err("that match is on a server".to_owned());
        };
        for seat in Seat::ALL {
            if let Who::Computer { level } = seats[seat] {
                Level::new(level).ok_or("the level of the computer is from 1 to 10")?;
            }
        }
        if Seat::ALL.iter().all(|seat| seats[*seat] != Who::Person) {
            return Err("nobody sits at this game".to_owned());
        }
        let whole = Match::replay(log).map_err(|bad| bad.to_string())?;
        let watch = Watch::set((*time).max(whole.state().time), now);
        Ok(Here { whole, seats: *seats, seed: *seed, log: log.clone(), watch })
    }

    /// What is to be kept.
    pub(crate) fn saved(&self, now: Duration) -> Saved {
        Saved::here(self.seats, self.seed, self.time(now), self.log.clone())
    }

    pub(crate) fn time(&self, now: Duration) -> Time {
        self.watch.shows(now)
    }

    /// When something will happen by itself.
    pub(crate) fn due(&self) -> Option<Duration> {
        Some(self.watch.when(self.whole.due()?))
    }

    /// The seats that are played at the keyboard.
    pub(crate) fn people(&self) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|seat| self.seats[*seat] == Who::Person).collect()
    }

    /// Where the computer sits, and how strong it is.
    pub(crate) fn computer(&self) -> Option<(Seat, Level)> {
        Seat::ALL.into_iter().find_map(|seat| match self.seats[seat] {
            Who::Computer { level } => Some((seat, Level::new(level)?)),
            Who::Person => None,
        })
    }

    /// Carries out a command of a player; what has happened, whatever is due included.
    pub(crate) fn command(
        &mut self,
        seat: Seat,
        command: &Command,
        now: Duration,
    ) -> Result<Vec<Event>, Refusal> {
        let context = Context::new(self.time(now), By::Seat(seat));
        let handled = self.whole.handle(command, &context);
        self.log.extend(handled.events.iter().cloned());
        match handled.refusal {
            // What was due has happened all the same, and is seen on the board.
            Some(refusal) => Err(refusal),
            None => Ok(handled.events),
        }
    }

    /// Lets happen what is due.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<Event> {
        let time = self.time(now);
        if self.whole.due().is_none_or(|due| due > time) {
            return Vec::new();
        }
        let handled = self.whole.handle(&Command::Tick, &Context::new(time, By::System));
        self.log.extend(handled.events.iter().cloned());
        handled.events
    }

    /// Both players' secrets are made here, and the coins fall as they would between strangers.
    pub(crate) fn toss(&mut self, moment: &mut Moment) -> Result<Vec<Event>, Refusal> {
        let Stage::Toss(toss) = &self.whole.state().stage else { return Ok(Vec::new()) };
        let id = self.whole.state().toss_id(toss);
        let secrets = BySeat::new(moment.chance.secret(), moment.chance.secret());
        let mut events = Vec::new();
        for seat in Seat::ALL {
            let commitment = id.commitment(seat, secrets[seat]);
            events.extend(self.command(seat, &Command::Commit { commitment }, moment.now)?);
        }
        for seat in Seat::ALL {
            let secret = secrets[seat];
            events.extend(self.command(seat, &Command::Reveal { secret }, moment.now)?);
        }
        Ok(events)
    }

    /// What the computer does without a thought: who wins the draw begins.
    pub(crate) fn computer_settles(&mut self, now: Duration) -> Vec<Event> {
        match (&self.whole.state().stage, self.computer()) {
            (Stage::Choosing { seat, .. }, Some((computer, _))) if *seat == computer => {
                let side = SideName(Side::First);
                self.command(computer, &Command::ChooseSide { side }, now).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }
}
