//! The computer's turn in a match: it acts on its intent, and cancels a search as soon as the match
//! requires something else.

use std::sync::Arc;
use std::time::Instant;

use crownhead_arbiter::{Command, CommandId, Match, Span, Viewer};
use crownhead_computer::{ComputerOpponent, Intent};

use super::seat::{self, ComputerSeat};
use super::{Computers, SearchPoolBusy};
use crate::rooms::{CommandRequest, RoomError, Watcher};

/// The maximum number of commands in a match before other matches have their turn.
const MAX_COMMANDS: usize = 8;

impl Computers {
    /// Claims a match, acts in it, and records the version up to which it has acted.
    pub(super) async fn play_match(
        self: &Arc<Self>,
        computer: &ComputerSeat,
    ) -> Result<(), RoomError> {
        if !seat::claim(&self.db, computer.id).await? {
            return Ok(());
        }
        let opponent = ComputerOpponent::new(computer.seat, computer.level, computer.seed);
        for _ in 0..MAX_COMMANDS {
            // Subscribe before loading, so that no event is missed.
            let mut watcher = self.rooms.watch(computer.id, Viewer::Seat(computer.seat));
            let game_match = self.rooms.load(computer.id).await?;
            // The time to think depends on the clock.
            self.commands.credit_outages(computer.id, &game_match).await?;
            let game_match = self.rooms.load(computer.id).await?;
            let version = game_match.version();
            let intent = opponent.intent(&game_match);
            let decided = tokio::select! {
                decided = self.decide(&opponent, &intent, &game_match) => decided,
                changed = self.intent_changed(computer, &opponent, &intent, &mut watcher) => {
                    changed?;
                    continue;
                }
            };
            let command = match decided {
                Ok(Some(command)) => command,
                Ok(None) => return Ok(seat::record_acted(&self.db, computer.id, version).await?),
                // Another attempt follows when the claim has expired.
                Err(SearchPoolBusy) => return Ok(()),
            };
            let id = CommandId::new(format!("computer-{version}"));
            let id = id.map_err(|error| RoomError::Failed(error.to_string()))?;
            let request = CommandRequest { seat: computer.seat, command, id, lag: Span::ZERO };
            let own = opponent.clone();
            let same_intent = move |game_match: &Match| own.intent(game_match) == intent;
            match self.commands.execute_if(computer.id, request, same_intent).await {
                Ok(_) => {}
                // If the match has changed, the computer decides again. If not, the next attempt
                // follows when the claim has expired.
                Err(RoomError::Refused(_)) => {
                    if self.rooms.load(computer.id).await?.version() == version {
                        return Ok(());
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(seat::release(&self.db, computer.id).await?)
    }

    /// Waits until the match requires something else. Events that do not change the intent, such as
    /// a premove, do not cancel a search.
    async fn intent_changed(
        &self,
        computer: &ComputerSeat,
        opponent: &ComputerOpponent,
        intent: &Intent,
        watcher: &mut Watcher,
    ) -> Result<(), RoomError> {
        loop {
            watcher.changed().await;
            if opponent.intent(&self.rooms.load(computer.id).await?) != *intent {
                return Ok(());
            }
        }
    }

    /// The command for an intent. Moves and draw offers are searched in the pool.
    async fn decide(
        &self,
        opponent: &ComputerOpponent,
        intent: &Intent,
        game_match: &Match,
    ) -> Result<Option<Command>, SearchPoolBusy> {
        match intent {
            Intent::Wait => return Ok(None),
            Intent::Send(command) => return Ok(Some(command.clone())),
            Intent::Move(_) | Intent::AnswerDraw { .. } => {}
        }
        let limits = opponent.limits(game_match, self.db.now());
        let (opponent, intent) = (opponent.clone(), intent.clone());
        let command = self.pool.run(move |analyst, stop| {
            let begun = Instant::now();
            opponent.think(&intent, limits, analyst, || begun.elapsed(), stop)
        });
        command.await
    }
}
