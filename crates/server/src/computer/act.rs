//! The computer opponent at work in a match: it acts on its intent, and gives a thought up as soon
//! as the match asks for something else.

use std::sync::Arc;
use std::time::Instant;

use crownhead_arbiter::{Command, CommandId, Match, Span};
use crownhead_computer::{ComputerOpponent, Intent};

use super::seat::{self, Computer};
use super::{Computers, PoolBusy};
use crate::rooms::{CommandRequest, RoomError, Watcher};

/// How much it does in a match before others have their turn.
const STEPS: usize = 8;

impl Computers {
    /// Does what there is to do in a match, and notes how far it has seen it.
    pub(super) async fn see_to(self: &Arc<Self>, computer: &Computer) -> Result<(), RoomError> {
        if !seat::claim(&self.db, computer.id).await? {
            return Ok(());
        }
        let opponent = ComputerOpponent::new(computer.seat, computer.level, computer.seed);
        for _ in 0..STEPS {
            // It watches before it looks, so that nothing comes in between unseen.
            let mut watcher = self.rooms.watch(computer.id);
            let whole = self.rooms.load(computer.id).await?;
            let version = whole.version();
            let intent = opponent.intent(&whole);
            let decided = tokio::select! {
                decided = self.decide(&opponent, &intent, &whole) => decided,
                gone_on = self.goes_on(computer, &opponent, &intent, &mut watcher) => {
                    gone_on?;
                    continue;
                }
            };
            let command = match decided {
                Ok(Some(command)) => command,
                Ok(None) => return Ok(seat::looked(&self.db, computer.id, version).await?),
                // It is taken up again when the claim has run out.
                Err(PoolBusy) => return Ok(()),
            };
            let id = CommandId::new(format!("computer-{version}"));
            let id = id.map_err(|why| RoomError::Failed(why.to_string()))?;
            let ask = CommandRequest { seat: computer.seat, command, id, lag: Span::ZERO };
            let mine = opponent.clone();
            let still = move |game_match: &Match| mine.intent(game_match) == intent;
            match self.commands.execute_if(computer.id, ask, still).await {
                Ok(_) => {}
                // What was refused was out of date, and is decided anew. If it was not, it waits
                // until the claim has run out.
                Err(RoomError::Refused(_)) => {
                    if self.rooms.load(computer.id).await?.version() == version {
                        return Ok(());
                    }
                }
                Err(why) => return Err(why),
            }
        }
        Ok(seat::leave(&self.db, computer.id).await?)
    }

    /// Waits until a match asks for something else. What changes nothing in that, as a premove or
    /// a player who comes, disturbs no thought.
    async fn goes_on(
        &self,
        computer: &Computer,
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

    /// The command for an intent; moves and draw offers are thought about in the pool.
    async fn decide(
        &self,
        opponent: &ComputerOpponent,
        intent: &Intent,
        game_match: &Match,
    ) -> Result<Option<Command>, PoolBusy> {
        match intent {
            Intent::Wait => return Ok(None),
            Intent::Send(command) => return Ok(Some(command.clone())),
            Intent::Move(_) | Intent::AnswerDraw { .. } => {}
        }
        let limits = opponent.limits(game_match, self.db.now());
        let (opponent, intent) = (opponent.clone(), intent.clone());
        let command = self.pool.think(move |analyst, stop| {
            let begun = Instant::now();
            opponent.think(&intent, limits, analyst, || begun.elapsed(), stop)
        });
        command.await
    }
}
