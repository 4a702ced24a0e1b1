//! Matches from a position, from a log, and with a handicap.

use crownhead_arbiter::{
    CheckerCount, CommandRefusalKind, GameOrigin, Handicap, Match, MatchSettings, Ritual, Salt,
    Seat,
};
use crownhead_games::{GameId, Rules};

use crate::script::{script, time};

fn with(game: GameId, origin: GameOrigin) -> MatchSettings {
    let ritual = Ritual::Given { first: Seat::One };
    MatchSettings { ritual, origin, ..MatchSettings::casual(game.rules()) }
}

fn log(moves: &[&str]) -> GameOrigin {
    let moves = moves.iter().map(|text| (*text).to_owned()).collect();
    GameOrigin::Log { position: None, moves }
}

#[test]
fn a_match_starts_from_a_position() {
    let text = "W:W21,22:B1,K5".to_owned();
    script(
        with(GameId::KingMeStandard, GameOrigin::Position { text }),
        "0 ? turn              => two
         0 two move 22-18      => moved
         0 one resign          => ended:two:resignation
         1 one offer rematch   => offered
         1 two accept rematch  => began:two
         1 ? turn              => one
         1 ? position          => W:W21,22:B1,K5",
    );
}

#[test]
fn the_youngest_moves_first_whatever_the_position() {
    let origin = GameOrigin::Position { text: "W:W21,22:B1,K5".to_owned() };
    let settings = MatchSettings { origin, ..MatchSettings::casual(GameId::RegalCheckers.rules()) };
    script(
        settings,
        "0 one youngest one => youngest-named
         0 two youngest one => youngest-named began:two
         0 ? turn           => one",
    );
}

#[test]
fn a_match_continues_a_log() {
    script(
        with(GameId::WinningMovesCheckers, log(&["11-15", "22-18", "15x22"])),
        "0 ? turn             => two
         0 two offer takeback => ! nothing-to-take-back
         0 two move 24-20     => ! illegal-move
         0 two move 25x18     => moved
         1 two resign         => ended:one:resignation
         1 one offer rematch  => offered
         1 two accept rematch => began:two
         1 two move 11-15     => moved",
    );
}

#[test]
fn an_illegal_or_finished_log_is_refused() {
    let refused = |origin| with(GameId::TicTacToe, origin).check().unwrap_err();
    let illegal = refused(log(&["a1", "b1", "a1"]));
    assert_eq!(illegal.kind, CommandRefusalKind::BadLog);
    assert!(illegal.says.starts_with("Ply 3 of the log, a1: "), "{illegal}");
    assert_eq!(illegal.illegal.unwrap().why, "occupied");
    let over = refused(log(&["a1", "b1", "a2", "b2", "a3"]));
    assert_eq!(over.kind, CommandRefusalKind::BadLog);
    let more = refused(log(&["a1", "b1", "a2", "b2", "a3", "b3"]));
    assert!(more.says.starts_with("Ply 6 of the log, b3: "), "{more}");
    let ritual = MatchSettings { ritual: Ritual::Choice, ..with(GameId::TicTacToe, log(&["a1"])) };
    assert_eq!(ritual.check().unwrap_err().kind, CommandRefusalKind::BadRitual);
}

#[test]
fn an_impossible_or_finished_position_is_refused() {
    let refused = |text: &str| {
        let origin = GameOrigin::Position { text: text.to_owned() };
        with(GameId::ParkerCheckers, origin).check().unwrap_err().kind
    };
    assert_eq!(refused("nonsense"), CommandRefusalKind::BadPosition);
    assert_eq!(refused("B:W21:B32"), CommandRefusalKind::BadPosition);
    assert_eq!(refused("B:W21:B"), CommandRefusalKind::BadPosition);
    assert_eq!(refused(&"B".repeat(500)), CommandRefusalKind::TooLong);
}

#[test]
fn only_games_from_the_start_can_be_rated() {
    let origins = [
        GameOrigin::Position { text: "B:W21:B1".to_owned() },
        log(&["11-15"]),
        GameOrigin::Handicap(Handicap { stronger: Seat::One, without: CheckerCount::new(1) }),
    ];
    for origin in origins {
        let settings = with(GameId::WinningMovesCheckers, origin);
        assert!(settings.check().is_ok());
        let rated = MatchSettings { rated: true, ..settings };
        assert_eq!(rated.check().unwrap_err().kind, CommandRefusalKind::NotRated);
    }
    let plain = MatchSettings { rated: true, ..crate::checkers() };
    assert!(plain.check().is_ok());
}

#[test]
fn the_stronger_player_has_fewer_checkers_on_either_side() {
    let handicap = Handicap { stronger: Seat::Two, without: CheckerCount::new(2) };
    script(
        with(GameId::KingMeStandard, GameOrigin::Handicap(handicap)),
        "0 ? position => B:W21,22,23,24,25,26,27,28,29,30:B1,2,3,4,5,6,7,8,9,10,11,12
         0 one resign => ended:two:resignation
         0 one offer rematch => offered
         0 two accept rematch => began:two
         0 ? position => B:W21,22,23,24,25,26,27,28,29,30,31,32:B3,4,5,6,7,8,9,10,11,12",
    );
}

#[test]
fn every_handicap_can_be_played_or_is_refused() {
    for rules in Rules::all() {
        for without in 0..=13 {
            for stronger in Seat::ALL {
                let handicap = Handicap { stronger, without: CheckerCount::new(without) };
                let origin = GameOrigin::Handicap(handicap);
                let ritual = Ritual::Given { first: Seat::One };
                let settings = MatchSettings { ritual, origin, ..MatchSettings::casual(rules) };
                let opened = Match::open(settings, time("0"), Salt([0; 16]));
                let has = !matches!(
                    rules.game(),
                    GameId::TicTacToe | GameId::CoastToCoast | GameId::CheckerboardTicTacToe
                );
                match opened {
                    Ok((game, _)) => {
                        assert!(has && (1..=11).contains(&without));
                        assert!(!game.board().unwrap().legal_moves().is_empty());
                    }
                    Err(refusal) => {
                        assert!(!has || without == 0 || without > 11);
                        assert_eq!(refusal.kind, CommandRefusalKind::BadHandicap);
                    }
                }
            }
        }
    }
}
