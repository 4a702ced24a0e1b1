//! What a player wants to do next: what the ritual asks for, any legal move, another game.

use crownhead_arbiter::{
    Command, GameNumber, Match, Offer, Round, Seat, Secret, SideName, Stage, Toss,
};
use crownhead_rules::Side;

/// The secrets of a player's tosses.
#[derive(Default)]
pub(crate) struct Secrets(Vec<((GameNumber, Round), Secret)>);

/// What the player in a seat wants to do now, if anything.
pub(crate) fn wish(
    whole: &Match,
    seat: Seat,
    dice: &mut fastrand::Rng,
    secrets: &mut Secrets,
) -> Option<Command> {
    match &whole.state().stage {
        Stage::Youngest { named } => {
            named[seat].is_none().then_some(Command::NameYoungest { youngest: Seat::Two })
        }
        Stage::Choice { wishes } => wishes[seat].is_none().then(|| choose(dice)),
        Stage::Toss(toss) => secrets.toss(whole, toss, seat, dice),
        Stage::Choosing { seat: winner, .. } => (*winner == seat).then(|| choose(dice)),
        Stage::Settled { .. } => None,
        Stage::Playing => play(whole, seat, dice),
        Stage::Over { .. } => {
            let offered = whole.state().play.offers.rematch;
            (offered != Some(seat)).then_some(Command::Offer { offer: Offer::Rematch })
        }
    }
}

/// A move at random; now and then a player gives up.
fn play(whole: &Match, seat: Seat, dice: &mut fastrand::Rng) -> Option<Command> {
    if whole.turn() != Some(seat) {
        return None;
    }
    if dice.u32(..500) == 0 {
        return Some(Command::Resign);
    }
    let text = whole.board()?.one_of_legal(|count| dice.usize(..count))?;
    Some(Command::Move { text, seen: None })
}

fn choose(dice: &mut fastrand::Rng) -> Command {
    let side = if dice.bool() { Side::First } else { Side::Second };
    Command::ChooseSide { side: SideName(side) }
}

impl Secrets {
    fn toss(
        &mut self,
        whole: &Match,
        toss: &Toss,
        seat: Seat,
        dice: &mut fastrand::Rng,
    ) -> Option<Command> {
        let key = (whole.state().game, toss.round);
        if toss.committed[seat].is_none() {
            let mut secret = Secret([0; 32]);
            dice.fill(&mut secret.0);
            self.0.retain(|(known, _)| *known != key);
            self.0.push((key, secret));
            let commitment = whole.state().toss_id(toss).commitment(seat, secret);
            return Some(Command::Commit { commitment });
        }
        let both = toss.committed.one.is_some() && toss.committed.two.is_some();
        let (_, secret) = self.0.iter().find(|(known, _)| *known == key)?;
        let reveals = both && toss.revealed[seat].is_none();
        reveals.then_some(Command::Reveal { secret: *secret })
    }
}
