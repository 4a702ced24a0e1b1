//! The computer opponent takes part in whole matches: rituals, moves, offers and rematches.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use std::sync::atomic::AtomicBool;

use crownhead_arbiter::{
    Actor, ChosenSide, Command, CommandContext, Match, MatchSettings, MatchStage, Offer, Ritual,
    Salt, Seat, Secret, Timestamp,
};
use crownhead_computer::{Analyst, ComputerOpponent, Intent, Level, NoClock, SearchLimits};
use crownhead_games::GameId;
use crownhead_rules::Side;

const COMPUTER: Seat = Seat::Two;
const PERSON: Seat = Seat::One;

fn open(game: GameId, ritual: Ritual) -> Match {
    let settings = MatchSettings { ritual, ..MatchSettings::casual(game.rules()) };
    Match::open(settings, Timestamp::default(), Salt([7; 16])).unwrap().0
}

fn opponent() -> ComputerOpponent {
    ComputerOpponent::new(COMPUTER, Level::new(5).unwrap(), [3; 32])
}

fn send(game_match: &mut Match, seat: Seat, command: &Command) {
    let context = CommandContext::new(Timestamp::default(), Actor::Seat(seat));
    let handled = game_match.handle(command, &context);
    assert_eq!(handled.refusal, None, "{command:?}");
}

/// Sends all commands of the computer that need no search.
fn settle(opponent: &ComputerOpponent, game_match: &mut Match) -> Intent {
    loop {
        match opponent.intent(game_match) {
            Intent::Send(command) => send(game_match, COMPUTER, &command),
            other => return other,
        }
    }
}

/// Plays the first legal move until `plies` plies were played or the game is over.
fn play(game_match: &mut Match, plies: usize) {
    while game_match.state().play.plies.len() < plies {
        let Some(turn) = game_match.turn() else { return };
        let text = game_match.board().unwrap().legal_moves().remove(0);
        send(game_match, turn, &Command::Move { text, seen: None });
    }
}

/// A match in which the computer is to move after `plies` plies.
fn on_turn(plies: usize) -> Match {
    let mut game_match = open(GameId::CoastToCoast, Ritual::Given { first: PERSON });
    play(&mut game_match, plies);
    assert_eq!(game_match.turn(), Some(COMPUTER));
    game_match
}

#[test]
fn the_computer_accepts_the_named_youngest() {
    for youngest in Seat::ALL {
        let mut game_match = open(GameId::RegalCheckers, Ritual::Youngest);
        assert_eq!(settle(&opponent(), &mut game_match), Intent::Wait);
        send(&mut game_match, PERSON, &Command::NameYoungest { youngest });
        settle(&opponent(), &mut game_match);
        assert_eq!(game_match.turn(), Some(youngest));
    }
}

#[test]
fn the_person_chooses_the_side() {
    let mut game_match = open(GameId::StackEm, Ritual::Choice);
    assert_eq!(settle(&opponent(), &mut game_match), Intent::Wait);
    send(&mut game_match, PERSON, &Command::ChooseSide { side: ChosenSide(Side::Second) });
    assert!(matches!(settle(&opponent(), &mut game_match), Intent::Move(_)));
}

#[test]
fn coins_are_tossed_and_lots_drawn_fairly() {
    for (game, ritual) in
        [(GameId::CheckerboardTicTacToe, Ritual::Coins), (GameId::ParkerCheckers, Ritual::Lots)]
    {
        let mut firsts = [false; 2];
        for number in 0..20_u8 {
            let mut game_match = open(game, ritual);
            let opponent = ComputerOpponent::new(COMPUTER, Level::WEAKEST, [number; 32]);
            while game_match.turn().is_none() {
                // Another node that takes over reveals the same secret.
                settle(&opponent.clone(), &mut game_match);
                let state = game_match.state();
                let command = match &state.stage {
                    MatchStage::Toss(toss) if toss.committed[PERSON].is_none() => {
                        let id = state.toss_id(toss);
                        let commitment = id.commitment(PERSON, Secret([9; 32]));
                        Command::Commit { commitment }
                    }
                    MatchStage::Toss(_) => Command::Reveal { secret: Secret([9; 32]) },
                    MatchStage::Choosing { .. } => {
                        Command::ChooseSide { side: ChosenSide(Side::First) }
                    }
                    MatchStage::Playing => break,
                    other => panic!("{other:?}"),
                };
                send(&mut game_match, PERSON, &command);
                settle(&opponent, &mut game_match);
            }
            firsts[usize::from(game_match.turn() == Some(COMPUTER))] = true;
        }
        assert_eq!(firsts, [true; 2], "{ritual:?}");
    }
}

/// Nodes of different versions reveal the same secret: the hash of `crownhead computer toss 1`, the
/// seed, the game and the round.
#[test]
fn the_secret_of_a_toss_follows_from_the_seed() {
    let mut game_match = open(GameId::CheckerboardTicTacToe, Ritual::Coins);
    let MatchStage::Toss(toss) = &game_match.state().stage else { panic!("no toss") };
    let commitment = game_match.state().toss_id(toss).commitment(PERSON, Secret([9; 32]));
    send(&mut game_match, PERSON, &Command::Commit { commitment });
    let Intent::Send(commit) = opponent().intent(&game_match) else { panic!("no commitment") };
    send(&mut game_match, COMPUTER, &commit);
    let Intent::Send(Command::Reveal { secret }) = opponent().intent(&game_match) else {
        panic!("no secret")
    };
    let expected = "e2f96008a51bd7cef9e498db7525f36ad9652fff7830d58954d690bac3b77b81";
    assert_eq!(secret.to_string(), expected);
}

#[test]
fn offers_come_before_a_move() {
    let offer = |offer| Command::Offer { offer };
    for (sent, answer) in [
        (vec![offer(Offer::Takeback)], Command::Accept { offer: Offer::Takeback }),
        (vec![offer(Offer::Draw)], Command::Decline { offer: Offer::Draw }),
        (vec![Command::Resign, offer(Offer::Rematch)], Command::Accept { offer: Offer::Rematch }),
    ] {
        let mut game_match = on_turn(3);
        assert!(matches!(opponent().intent(&game_match), Intent::Move(_)));
        for command in &sent {
            send(&mut game_match, PERSON, command);
        }
        assert_eq!(opponent().intent(&game_match), Intent::Send(answer));
    }
}

#[test]
fn a_draw_is_considered_from_thirty_plies_on() {
    for (plies, considered) in [(29, false), (31, true)] {
        let mut game_match = on_turn(plies);
        send(&mut game_match, PERSON, &Command::Offer { offer: Offer::Draw });
        let intent = opponent().intent(&game_match);
        let decline = Intent::Send(Command::Decline { offer: Offer::Draw });
        assert_eq!(intent != decline, considered, "{plies}: {intent:?}");
        if considered {
            assert!(matches!(intent, Intent::AnswerDraw { own_turn: true, .. }), "{intent:?}");
            let (analyst, stop) = (Analyst::new(1), AtomicBool::new(false));
            let limits = SearchLimits::nodes(1_000);
            let answer = opponent().think(&intent, limits, &analyst, NoClock, &stop).unwrap();
            send(&mut game_match, COMPUTER, &answer);
            assert_eq!(game_match.state().play.offers.draw, None);
        }
    }
}

#[test]
fn unrelated_events_keep_the_intent() {
    let mut game_match = on_turn(3);
    let intent = opponent().intent(&game_match);
    let legal = game_match.board().unwrap().legal_moves().remove(0);
    send(&mut game_match, PERSON, &Command::Premove { text: legal, queue: false });
    assert_eq!(opponent().intent(&game_match), intent);
    send(&mut game_match, PERSON, &Command::CancelPremove);
    let gone = Command::Presence { seat: PERSON, here: false };
    game_match.handle(&gone, &CommandContext::new(Timestamp::default(), Actor::System));
    assert_eq!(opponent().intent(&game_match), intent);
    send(&mut game_match, PERSON, &Command::Resign);
    assert_eq!(opponent().intent(&game_match), Intent::Wait);
}

#[test]
fn whole_games_are_played_at_every_level_kind() {
    let (analyst, stop) = (Analyst::new(1), AtomicBool::new(false));
    for level in [1, 4, 10] {
        let opponent = ComputerOpponent::local(COMPUTER, Level::new(level).unwrap(), 11);
        let mut game_match = open(GameId::TicTacToe, Ritual::Given { first: PERSON });
        while let Some(turn) = game_match.turn() {
            if turn == PERSON {
                let plies = game_match.state().play.plies.len();
                play(&mut game_match, plies + 1);
                continue;
            }
            let intent = opponent.intent(&game_match);
            let limits = SearchLimits::nodes(1_000);
            let command = opponent.think(&intent, limits, &analyst, NoClock, &stop).unwrap();
            send(&mut game_match, COMPUTER, &command);
        }
        assert!(matches!(game_match.state().stage, MatchStage::Over { .. }));
    }
}
