//! A local match: two people at this terminal, or one and the computer. It runs its own arbiter.

use std::time::Duration;

use crownhead_arbiter::{
    Actor, BySeat, Command, CommandContext, CommandRefusal, Event, Match, MatchStage, Seat,
    Timestamp,
};
use crownhead_computer::{ComputerOpponent, Intent, Level};

use crate::clock_source::{MatchClock, StepContext};
use crate::match_options::{MatchOptions, SeatPlayer};
use crate::saved::SavedMatch;

/// A match at this terminal.
#[derive(Debug)]
pub(crate) struct LocalMatch {
    pub(crate) game_match: Match,
    pub(crate) seats: BySeat<SeatPlayer>,
    pub(crate) seed: u64,
    log: Vec<Event>,
    clock: MatchClock,
}

impl LocalMatch {
    /// Opens a match.
    pub(crate) fn open(
        options: &MatchOptions,
        context: &mut StepContext,
    ) -> Result<LocalMatch, CommandRefusal> {
        let (salt, seed) = (context.random.salt(), context.random.seed());
        let (game_match, log) = Match::open(options.settings(), Timestamp::default(), salt)?;
        let clock = MatchClock::set(Timestamp::default(), context.now);
        let mut local = LocalMatch { game_match, seats: options.seats(), seed, log, clock };
        if let Some(youngest) = options.youngest() {
            for seat in Seat::ALL {
                local.command(seat, &Command::NameYoungest { youngest }, context.now)?;
            }
        }
        Ok(local)
    }

    /// Resumes a saved match. The error is a sentence.
    pub(crate) fn resume(saved: &SavedMatch, now: Duration) -> Result<LocalMatch, String> {
        let SavedMatch::Local { seats, seed, time, log, .. } = saved else {
            return Err("that match is on a server".to_owned());
        };
        for seat in Seat::ALL {
            if let SeatPlayer::Computer { level } = seats[seat] {
                Level::new(level).ok_or("the level of the computer is from 1 to 10")?;
            }
        }
        if Seat::ALL.iter().all(|seat| seats[*seat] != SeatPlayer::Person) {
            return Err("no player sits at this game".to_owned());
        }
        let game_match = Match::replay(log).map_err(|bad| bad.to_string())?;
        let clock = MatchClock::set((*time).max(game_match.state().time), now);
        Ok(LocalMatch { game_match, seats: *seats, seed: *seed, log: log.clone(), clock })
    }

    /// The form in which it is saved.
    pub(crate) fn saved(&self, now: Duration) -> SavedMatch {
        SavedMatch::local(self.seats, self.seed, self.time(now), self.log.clone())
    }

    pub(crate) fn time(&self, now: Duration) -> Timestamp {
        self.clock.shows(now)
    }

    /// The time at which something is due.
    pub(crate) fn due(&self) -> Option<Duration> {
        Some(self.clock.when(self.game_match.due()?))
    }

    pub(crate) fn people(&self) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|seat| self.seats[*seat] == SeatPlayer::Person).collect()
    }

    /// The computer's seat and level.
    pub(crate) fn computer(&self) -> Option<(Seat, Level)> {
        Seat::ALL.into_iter().find_map(|seat| match self.seats[seat] {
            SeatPlayer::Computer { level } => Some((seat, Level::new(level)?)),
            SeatPlayer::Person => None,
        })
    }

    /// The computer opponent, if it plays here.
    pub(crate) fn opponent(&self) -> Option<ComputerOpponent> {
        self.computer().map(|(seat, level)| ComputerOpponent::local(seat, level, self.seed))
    }

    /// Carries out a player's command, and returns the events, including those that were due.
    pub(crate) fn command(
        &mut self,
        seat: Seat,
        command: &Command,
        now: Duration,
    ) -> Result<Vec<Event>, CommandRefusal> {
        let context = CommandContext::new(self.time(now), Actor::Seat(seat));
        let handled = self.game_match.handle(command, &context);
        self.log.extend(handled.events.iter().cloned());
        match handled.refusal {
            // Events that were due have happened even if the command is refused; the board shows
            // them.
            Some(refusal) => Err(refusal),
            None => Ok(handled.events),
        }
    }

    /// Applies everything that is due.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<Event> {
        let time = self.time(now);
        if self.game_match.due().is_none_or(|due| due > time) {
            return Vec::new();
        }
        let handled =
            self.game_match.handle(&Command::Tick, &CommandContext::new(time, Actor::System));
        self.log.extend(handled.events.iter().cloned());
        handled.events
    }

    /// Tosses for the people here; the computer tosses by itself.
    pub(crate) fn toss(&mut self, context: &mut StepContext) -> Result<Vec<Event>, CommandRefusal> {
        let MatchStage::Toss(toss) = &self.game_match.state().stage else { return Ok(Vec::new()) };
        let id = self.game_match.state().toss_id(toss);
        let secrets = BySeat::new(context.random.secret(), context.random.secret());
        let mut events = Vec::new();
        for seat in self.people() {
            let commitment = id.commitment(seat, secrets[seat]);
            events.extend(self.command(seat, &Command::Commit { commitment }, context.now)?);
        }
        events.extend(self.run_computer_commands(context.now));
        for seat in self.people() {
            let secret = secrets[seat];
            events.extend(self.command(seat, &Command::Reveal { secret }, context.now)?);
        }
        Ok(events)
    }

    /// Carries out the computer's commands that need no search.
    pub(crate) fn run_computer_commands(&mut self, now: Duration) -> Vec<Event> {
        let mut events = Vec::new();
        let Some(opponent) = self.opponent() else { return events };
        while let Intent::Send(command) = opponent.intent(&self.game_match) {
            match self.command(opponent.seat(), &command, now) {
                Ok(more) => events.extend(more),
                Err(_) => break,
            }
        }
        events
    }
}
