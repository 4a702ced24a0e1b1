//! Random commands in random order at random times, for every game: checks of invariants.

use std::collections::BTreeSet;

use crownhead_arbiter::{
    Actor, CheckerCount, ChosenSide, Claim, Command, CommandContext, CommandId, CommandRefusalKind,
    Commitment, Days, Event, EventKind, GameOrigin, Handicap, Match, MatchSettings, MatchStage,
    Offer, Outage, Phrase, Ritual, Salt, Seat, Secret, Span, Takebacks, TimeControl, Timestamp,
    Viewer,
};
use crownhead_games::{Game, Rules};
use crownhead_rules::Side;
use fastrand::Rng;

/// The number of matches per rule set, and of commands per match.
const MATCHES: u64 = 24;
const COMMANDS: usize = 260;

#[test]
fn random_commands_never_break_a_match() {
    let (mut games, mut kinds) = (0, BTreeSet::new());
    for (rules, base) in Rules::all().into_iter().zip(0..) {
        for seed in 0..MATCHES {
            games += run(rules, base * 1000 + seed, &mut kinds);
        }
    }
    // The commands make progress: on average more than one game per match ends.
    assert!(games > 17 * MATCHES as usize, "{games}");
    // Every kind of event occurs, except `Veiled`, which is never in a log.
    assert_eq!(kinds.len(), 22, "{kinds:?}");
}

fn run(rules: Rules, seed: u64, kinds: &mut BTreeSet<String>) -> usize {
    let mut rng = Rng::with_seed(seed);
    let settings = settings(rules, &mut rng);
    let mut now = Timestamp::from_millis(1_000_000);
    let (mut game, mut log) = Match::open(settings, now, Salt([seed as u8; 16])).unwrap();
    let (mut secrets, mut outages) = ([[0_u8; 32]; 2], Vec::new());
    for _ in 0..COMMANDS {
        // Mostly milliseconds, sometimes minutes.
        let most = 40_u64.pow(rng.u32(1..4));
        now = if rng.u8(..) == 0 {
            Timestamp::from_millis(now.as_millis() - 500)
        } else {
            now + Span::from_millis(rng.u64(..most))
        };
        let by = match rng.u8(..20) {
            0 => Actor::Spectator,
            1 | 2 => Actor::System,
            n if n % 3 == 0 => Actor::Seat(Seat::One),
            n if n % 3 == 1 => Actor::Seat(Seat::Two),
            _ => Actor::Seat(game.turn().unwrap_or(Seat::One)),
        };
        // Now and then nobody could play for a while, or the host says so again.
        if rng.u8(..12) == 0 {
            let (from, until) = (rng.u64(..60_000), rng.u64(..5_000));
            let from = Timestamp::from_millis(now.as_millis().saturating_sub(from));
            outages.push(Outage { from, until: now + Span::from_millis(until) });
        }
        credit(&mut game, &mut log, &outages, now);
        let command = command(&game, by, &mut rng, &mut secrets);
        let id = rng.bool().then(|| CommandId::new(format!("{}", rng.u8(..))).unwrap());
        let context = CommandContext { now, by, lag: Span::from_millis(rng.u64(..1500)), id };
        let before = game.clone();
        let handled = game.handle(&command, &context);
        if let Some(refusal) = &handled.refusal {
            assert_ne!(refusal.kind, CommandRefusalKind::Unsound, "{command:?}: {refusal}");
            assert_ne!(refusal.kind, CommandRefusalKind::Overdue, "{command:?}");
            assert!(!refusal.says.is_empty());
        }
        if handled.events.is_empty() {
            assert_eq!(game, before);
        }
        let mut step = before;
        for event in &handled.events {
            check_event(&mut step, event);
        }
        assert_eq!(step, game);
        log.extend(handled.events);
    }
    for event in &log {
        let what = serde_json::to_value(&event.kind).unwrap();
        kinds.insert(what["kind"].as_str().unwrap().to_owned());
    }
    check_log(&game, &log)
}

/// Credits what is not credited yet, and nothing twice.
fn credit(game: &mut Match, log: &mut Vec<Event>, outages: &[Outage], now: Timestamp) {
    let Some(command) = game.uncredited(outages) else { return };
    let context = CommandContext::new(now, Actor::System);
    let handled = game.clone().handle(&command, &context);
    assert_eq!((handled.events.len(), handled.refusal), (1, None), "{command:?}");
    check_event(game, &handled.events[0]);
    log.extend(handled.events);
    assert_eq!(game.uncredited(outages), None);
    assert_eq!(game.decide(&command, &context), Ok(Vec::new()));
}

/// Versions are consecutive, and clocks only gain time by the rules.
fn check_event(game: &mut Match, event: &Event) {
    assert_eq!(event.version, game.version().next());
    let total = |game: &Match| {
        let clocks = game.state().play.clocks.as_ref()?;
        Some(
            Seat::ALL
                .into_iter()
                .fold(Span::ZERO, |sum, seat| sum + clocks.left_at(seat, event.at)),
        )
    };
    let before = total(game);
    game.apply(event).unwrap();
    let (Some(before), Some(after)) = (before, total(game)) else { return };
    let (clock, allowed) = (
        game.state().settings.clock,
        match &event.kind {
            EventKind::Began { .. } => return,
            EventKind::Moved { lag, .. } => *lag,
            EventKind::OutageCredited { span, .. } => *span,
            _ => Span::ZERO,
        },
    );
    let grown = match (clock, &event.kind) {
        (TimeControl::Main { increment, .. }, EventKind::Moved { .. }) => increment,
        (TimeControl::Days { days }, EventKind::Moved { .. }) => days.span(),
        _ => Span::ZERO,
    };
    assert!(after <= before + allowed + grown, "{event:?}: {before:?} to {after:?}");
}

/// Checks the invariants of a log; returns the number of games that ended.
fn check_log(game: &Match, log: &[Event]) -> usize {
    for (event, number) in log.iter().zip(1..) {
        assert_eq!(event.version.get(), number);
    }
    let (mut begun, mut ended) = (1, 0);
    for event in log {
        match &event.kind {
            EventKind::Began { game, .. } if game.get() > 1 => begun = begun.max(game.get()),
            EventKind::RitualBegan { game } => begun = begun.max(game.get()),
            EventKind::Ended { .. } => ended += 1,
            _ => {}
        }
        // Each game has one result, and the next game comes after it.
        assert!(ended == begun || ended + 1 == begun, "{event:?}");
    }
    assert_eq!(ended == begun, matches!(game.state().stage, MatchStage::Over { .. }));
    let json = serde_json::to_string(log).unwrap();
    let read: Vec<Event> = serde_json::from_str(&json).unwrap();
    assert_eq!(read, log);
    let again = Match::replay(&read).unwrap();
    assert_eq!(again, *game);
    assert_eq!(again.hash(), game.hash());
    for viewer in [Viewer::Seat(Seat::One), Viewer::Seat(Seat::Two), Viewer::Spectator] {
        let visible: Vec<Event> = log.iter().map(|event| event.for_viewer(viewer)).collect();
        let folded = Match::replay(&visible).unwrap();
        assert_eq!(folded.hash(), game.hash());
        assert_eq!(folded.view_for(viewer), game.view_for(viewer));
        assert_eq!(Match::restore(game.snapshot_for(viewer)).unwrap().hash(), game.hash());
    }
    ended as usize
}

fn settings(rules: Rules, rng: &mut Rng) -> MatchSettings {
    let mut settings = MatchSettings::casual(rules);
    let rituals = Ritual::of(rules.game());
    settings.ritual = rituals[rng.usize(..rituals.len())];
    settings.clock = match rng.u8(..4) {
        0 => TimeControl::None,
        1 => TimeControl::Days { days: Days::new(1) },
        n => TimeControl::Main {
            time: Span::from_secs(rng.u64(1..200)),
            increment: Span::from_secs(u64::from(n - 2) * 3),
        },
    };
    settings.takebacks = match rng.u8(..3) {
        0 => Takebacks::Off,
        1 => Takebacks::Agreement,
        _ => Takebacks::Free,
    };
    if rng.u8(..4) == 0 {
        let without = CheckerCount::new(rng.u8(1..=11));
        settings.origin = GameOrigin::Handicap(Handicap { stronger: Seat::Two, without });
        if settings.check().is_err() {
            settings.origin = GameOrigin::Start;
        }
    }
    settings
}

/// A command that is usually sensible.
fn command(game: &Match, by: Actor, rng: &mut Rng, secrets: &mut [[u8; 32]; 2]) -> Command {
    let seat = match by {
        Actor::Seat(seat) => seat,
        _ => Seat::One,
    };
    let either = |rng: &mut Rng| if rng.bool() { Seat::One } else { Seat::Two };
    let offer = [Offer::Draw, Offer::Takeback, Offer::Rematch][rng.usize(..3)];
    if by == Actor::System && rng.bool() {
        return Command::Presence { seat: either(rng), here: rng.u8(..3) > 0 };
    }
    if rng.u8(..3) > 0 {
        match &game.state().stage {
            MatchStage::Youngest { .. } => return Command::NameYoungest { youngest: Seat::One },
            MatchStage::Toss(toss) => {
                let kept = &mut secrets[usize::from(seat == Seat::Two)];
                if toss.committed[seat].is_none() {
                    *kept = std::array::from_fn(|_| rng.u8(..));
                    let commitment = game.state().toss_id(toss).commitment(seat, Secret(*kept));
                    return Command::Commit { commitment };
                }
                return Command::Reveal { secret: Secret(*kept) };
            }
            MatchStage::Choice { .. } | MatchStage::Choosing { .. } => {
                let side = if rng.bool() { Side::First } else { Side::Second };
                return Command::ChooseSide { side: ChosenSide(side) };
            }
            MatchStage::Playing => return a_move(game, rng),
            MatchStage::Over { .. } => return Command::Offer { offer: Offer::Rematch },
            MatchStage::Settled { .. } => {}
        }
    }
    match rng.u8(..25) {
        0 => Command::Resign,
        1 => Command::Abort,
        2..=6 => Command::Offer { offer },
        7..=9 => Command::Accept { offer },
        10 => Command::Decline { offer },
        11..=14 => match a_move(game, rng) {
            Command::Move { text, .. } => Command::Premove { text, queue: rng.bool() },
            other => other,
        },
        15 => Command::CancelPremove,
        16 => Command::Claim { claim: Claim::Time },
        17 => Command::Claim { claim: Claim::AbsenceWin },
        18 => Command::Claim { claim: Claim::AbsenceDraw },
        19 => Command::Commit { commitment: Commitment([rng.u8(..); 32]) },
        20 => Command::Reveal { secret: Secret([rng.u8(..); 32]) },
        21 => Command::NameYoungest { youngest: either(rng) },
        23 => Command::Say { phrase: Phrase::ALL[rng.usize(..Phrase::ALL.len())] },
        22 => Command::Presence { seat: either(rng), here: rng.bool() },
        _ => Command::Tick,
    }
}

fn a_move(game: &Match, rng: &mut Rng) -> Command {
    let legal = game.board().map(Game::legal_moves).unwrap_or_default();
    let text = match rng.u8(..12) {
        0 => ["pass", "", "huff 9", "1-6", "a1", "x"][rng.usize(..6)].to_owned(),
        _ if legal.is_empty() => "11-15".to_owned(),
        _ => legal[rng.usize(..legal.len())].clone(),
    };
    Command::Move { text, seen: None }
}
