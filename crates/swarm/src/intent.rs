//! The simulated player: which command it sends next, be it a step of the ritual, a random legal
//! move or a rematch.

use crownhead_arbiter::{
    ChosenSide, Command, GameNumber, Match, MatchStage, Offer, Seat, Secret, Toss, TossRound,
};
use crownhead_rules::Side;

/// The secrets of a player's coin tosses, by game and round.
#[derive(Default)]
pub(crate) struct Secrets(Vec<((GameNumber, TossRound), Secret)>);

/// The command that the player in a seat sends next, if any.
pub(crate) fn next_command(
    game_match: &Match,
    seat: Seat,
    rng: &mut fastrand::Rng,
    secrets: &mut Secrets,
) -> Option<Command> {
    match &game_match.state().stage {
        MatchStage::Youngest { named } => {
            named[seat].is_none().then_some(Command::NameYoungest { youngest: Seat::Two })
        }
        MatchStage::Choice { wishes } => wishes[seat].is_none().then(|| choose(rng)),
        MatchStage::Toss(toss) => secrets.toss(game_match, toss, seat, rng),
        MatchStage::Choosing { seat: winner, .. } => (*winner == seat).then(|| choose(rng)),
        MatchStage::Settled { .. } => None,
        MatchStage::Playing => play(game_match, seat, rng),
        MatchStage::Over { .. } => {
            let offered = game_match.state().play.offers.rematch;
            (offered != Some(seat)).then_some(Command::Offer { offer: Offer::Rematch })
        }
    }
}

/// A random legal move. Now and then the player resigns.
fn play(game_match: &Match, seat: Seat, rng: &mut fastrand::Rng) -> Option<Command> {
    if game_match.turn() != Some(seat) {
        return None;
    }
    if rng.u32(..500) == 0 {
        return Some(Command::Resign);
    }
    let text = game_match.board()?.pick_legal_move(|count| rng.usize(..count))?;
    Some(Command::Move { text, seen: None })
}

fn choose(rng: &mut fastrand::Rng) -> Command {
    let side = if rng.bool() { Side::First } else { Side::Second };
    Command::ChooseSide { side: ChosenSide(side) }
}

impl Secrets {
    fn toss(
        &mut self,
        game_match: &Match,
        toss: &Toss,
        seat: Seat,
        rng: &mut fastrand::Rng,
    ) -> Option<Command> {
        let key = (game_match.state().game, toss.round);
        if toss.committed[seat].is_none() {
            let mut secret = Secret([0; 32]);
            rng.fill(&mut secret.0);
            self.0.retain(|(known, _)| *known != key);
            self.0.push((key, secret));
            let commitment = game_match.state().toss_id(toss).commitment(seat, secret);
            return Some(Command::Commit { commitment });
        }
        let both = toss.committed.one.is_some() && toss.committed.two.is_some();
        let (_, secret) = self.0.iter().find(|(known, _)| *known == key)?;
        let reveals = both && toss.revealed[seat].is_none();
        reveals.then_some(Command::Reveal { secret: *secret })
    }
}
