//! Who begins: youngest, lots, coins and choice, and the tosses that decide.

use crownhead_arbiter::{CommandRefusalKind, Days, MatchSettings, Ritual, Seat, TimeControl};
use crownhead_games::GameId;

use crate::given;
use crate::script::script;

fn casual(game: GameId) -> MatchSettings {
    MatchSettings::casual(game.rules())
}

#[test]
fn regal_asks_for_the_youngest_until_both_agree() {
    script(
        casual(GameId::RegalCheckers),
        "0 one move 11-15       => ! not-playing
         0 one commit 1         => ! other-ritual
         0 one choose first     => ! other-ritual
         1 one youngest one     => youngest-named
         2 two youngest two     => youngest-named
         3 ? stage              => youngest
         4 one youngest two     => youngest-named began:two
         5 one youngest one     => ! other-ritual
         5 one move 11-15       => ! not-your-turn
         5 two move 11-15       => moved",
    );
}

#[test]
fn the_youngest_goes_first_in_every_game() {
    script(
        casual(GameId::RegalCheckers),
        "0 one youngest one  => youngest-named
         0 two youngest one  => youngest-named began:one
         1 one resign        => ended:two:resignation
         2 one offer rematch => offered
         2 two accept rematch => began:one
         3 two resign        => ended:one:resignation
         3 two offer rematch => offered
         3 one offer rematch => began:one",
    );
}

#[test]
fn parkers_lots_give_the_winner_the_choice_and_colours_alternate() {
    script(
        casual(GameId::ParkerCheckers),
        "0 one reveal 1        => ! not-committed
         0 one commit 1        => committed
         0 one commit 1        => ! already-committed
         1 one reveal 1        => ! not-committed
         2 two commit 2        => committed
         2 ? due               => 62
         3 two reveal 9        => ! wrong-secret
         3 two reveal 2        => revealed
         3 two reveal 2        => ! already-revealed
         4 one reveal 1        => revealed lots:two
         4 ? due               => 64
         5 one choose first    => ! not-your-choice
         5 two choose second   => side-chosen began:one
         6 one resign          => ended:two:resignation
         7 one offer rematch   => offered
         7 two accept rematch  => began:two
         8 one resign          => ended:two:resignation
         9 one offer rematch   => offered
         9 two accept rematch  => began:one",
    );
}

#[test]
fn a_winner_of_lots_who_does_not_choose_gets_the_first_side() {
    script(
        casual(GameId::ParkerCheckers),
        "0 one commit 1    => committed
         0 two commit 2    => committed
         0 one reveal 1    => revealed
         0 two reveal 2    => revealed lots:two
         59.999 host tick  => ! nothing-due
         60 two choose second => ! overdue
         60 host tick      => side-chosen began:two",
    );
}

#[test]
fn a_player_who_does_not_reveal_in_time_loses_the_toss() {
    script(
        casual(GameId::ParkerCheckers),
        "0  one commit 1  => committed
         0  host tick     => ! nothing-due
         1  two commit 2  => committed
         2  one reveal 1  => revealed
         60.999 host tick => ! nothing-due
         61 two reveal 2  => ! overdue
         61 host tick     => forfeited:two
         61 one choose second => side-chosen began:two",
    );
    script(
        casual(GameId::CheckerboardTicTacToe),
        "0  one commit 1 => committed
         0  two commit 2 => committed
         2  two reveal 2 => revealed
         60 host tick    => forfeited:one began:two",
    );
}

#[test]
fn if_neither_reveals_both_commit_again() {
    script(
        casual(GameId::CheckerboardTicTacToe),
        "0  one commit 1 => committed
         0  two commit 2 => committed
         60 host tick    => toss-void
         60 ? due        => -
         61 one reveal 1 => ! not-committed
         61 one commit 1 => committed",
    );
}

#[test]
fn correspondence_games_leave_days_to_reveal() {
    let clock = TimeControl::Days { days: Days::new(2) };
    script(
        MatchSettings { clock, ..casual(GameId::CheckerboardTicTacToe) },
        "0  one commit 1 => committed
         0  two commit 2 => committed
         0  ? due        => 172800",
    );
}

#[test]
fn coins_are_tossed_until_just_one_shows_heads() {
    let scripted = script(
        casual(GameId::CheckerboardTicTacToe),
        "0 one commit 3 => committed
         0 two commit 14 => committed
         1 one reveal 3 => revealed
         1 two reveal 14 => revealed coins:tails:tails
         2 one commit 3 => committed
         2 two commit 14 => committed
         3 one reveal 3 => revealed
         3 two reveal 14 => revealed coins:heads:heads
         4 one commit 3 => committed
         4 two commit 14 => committed
         5 one reveal 3 => revealed
         5 two reveal 14 => revealed coins:heads:tails began:one
         6 two move a1  => ! not-your-turn
         6 one move a1  => moved",
    );
    assert_eq!(scripted.log.len(), 18);
}

#[test]
fn compatible_choices_are_granted_and_lots_decide_conflicts() {
    script(
        casual(GameId::StackEm),
        "0 one choose first  => side-chosen
         0 one choose second => side-chosen
         1 two choose first  => side-chosen began:two",
    );
    script(
        casual(GameId::TicTacToe),
        "0 one choose second => side-chosen
         0 two choose second => side-chosen
         0 one choose first  => ! other-ritual
         1 one commit 1      => committed
         1 two commit 2      => committed
         2 one reveal 1      => revealed
         2 two reveal 2      => revealed lots:two began:one",
    );
}

#[test]
fn other_games_may_draw_lots() {
    let settings = MatchSettings { ritual: Ritual::Lots, ..casual(GameId::KingMeStandard) };
    script(
        settings,
        "0 one commit 1     => committed
         0 two commit 2     => committed
         0 one reveal 1     => revealed
         0 two reveal 2     => revealed lots:two
         1 two choose first => side-chosen began:two",
    );
}

#[test]
fn a_ritual_of_the_leaflet_cannot_be_replaced() {
    for game in [GameId::RegalCheckers, GameId::ParkerCheckers, GameId::CheckerboardTicTacToe] {
        for ritual in [Ritual::Choice, Ritual::Given { first: Seat::One }] {
            let refusal = MatchSettings { ritual, ..casual(game) }.check().unwrap_err();
            assert_eq!(refusal.kind, CommandRefusalKind::BadRitual);
            assert!(refusal.rule.unwrap().starts_with(game.name()));
        }
    }
    assert!(given(GameId::StackEm).check().is_ok());
}

#[test]
fn an_aborted_ritual_starts_over() {
    script(
        casual(GameId::ParkerCheckers),
        "0 one commit 1       => committed
         0 two abort          => ended:-:aborted
         0 one commit 1       => ! game-over
         1 one offer rematch  => offered
         1 two accept rematch => ritual-began
         1 ? game             => 2
         2 one commit 1       => committed",
    );
}
