//! Parker's offences: which moves are offences, which remedies they allow, and what a remedy does.

use super::{Parker, PlayedGame, after, check, result};
use crate::{Notation, Position};

/// The man on 14 can take two, the man on 15 one, the man on 1 nothing.
const TWO_JUMPERS: &str = "B:W18,27,29:B1,14,15";

#[test]
fn every_move_is_legal_but_only_a_complete_jump_is_no_offence() {
    check(
        after::<Parker>(TWO_JUMPERS, &[]),
        &[
            ("1-5", ""),
            ("1-6", ""),
            ("14-17", ""),
            ("14x23", ""),
            ("14x23x32", "W:W29:B1,15,K32"),
            ("15-19", ""),
            ("15x22", "W:W27,29:B1,14,22"),
        ],
    );
}

#[test]
fn without_a_jump_there_is_no_offence_and_no_remedy() {
    check(after::<Parker>("B:W32:B14", &[]), &[("14-17", "W:W32:B17"), ("14-18", "W:W32:B18")]);
    assert_eq!(after::<Parker>("B:W32:B14", &["14-18"]).phase().name(), "regular");
}

#[test]
fn after_a_step_every_checker_that_could_have_jumped_is_a_culprit() {
    let game = after::<Parker>(TWO_JUMPERS, &["1-5"]);
    assert_eq!((game.phase().name(), game.text()), ("remedy", None));
    check(
        game,
        &[
            ("compel", ""),
            ("huff 14", "W:W18,27,29:B5,15"),
            ("huff 15", "W:W18,27,29:B5,14"),
            ("stand", "W:W18,27,29:B5,14,15"),
        ],
    );
}

#[test]
fn a_culprit_that_moved_is_huffed_where_it_stands_now() {
    check(
        after::<Parker>(TWO_JUMPERS, &["14-17"]),
        &[
            ("compel", ""),
            ("huff 15", "W:W18,27,29:B1,17"),
            ("huff 17", "W:W18,27,29:B1,15"),
            ("stand", "W:W18,27,29:B1,15,17"),
        ],
    );
}

#[test]
fn after_a_stopped_jump_the_jumper_is_the_culprit_and_the_captured_stays_captured() {
    check(
        after::<Parker>(TWO_JUMPERS, &["14x23"]),
        &[("compel", ""), ("huff 23", "W:W27,29:B1,15"), ("stand", "W:W27,29:B1,15,23")],
    );
}

#[test]
fn compel_takes_the_move_back_and_any_checker_makes_a_complete_jump() {
    for offence in ["1-5", "14-17", "14x23"] {
        let game = after::<Parker>(TWO_JUMPERS, &[offence, "compel"]);
        assert_eq!((game.phase().name(), game.text()), ("compelled", None));
        let moves = [("14x23x32", "W:W29:B1,15,K32"), ("15x22", "W:W27,29:B1,14,22")];
        check(game, &moves);
    }
}

#[test]
fn compel_takes_a_crown_back() {
    let game = after::<Parker>("B:W18,32:B14,25", &["25-30", "compel"]);
    check(game, &[("14x23", "W:W32:B23,25")]);
    // And a captured king is a king again.
    let game = after::<Parker>("B:WK18,27:B1,14", &["14x23", "compel", "14x32"]);
    assert_eq!(game.text().unwrap(), "W:W:B1,K32");
    let game = after::<Parker>("B:WK18,27:B14,15", &["14x23", "compel", "15x22"]);
    assert_eq!(game.text().unwrap(), "W:W27:B14,22");
}

#[test]
fn a_compelled_jump_is_no_offence_whatever_else_could_jump() {
    assert_eq!(after::<Parker>(TWO_JUMPERS, &["1-5", "compel", "15x22"]).phase().name(), "regular");
}

#[test]
fn a_jump_that_crowns_is_no_offence_and_a_kings_stopped_jump_is() {
    let crowned = after::<Parker>("B:W26,27:B22", &["22x31"]);
    assert_eq!(crowned.text().unwrap(), "W:W27:BK31");
    check(
        after::<Parker>("B:W5,26,27:BK22", &["22x31"]),
        &[("compel", ""), ("huff 31", "W:W5,27:B"), ("stand", "W:W5,27:BK31")],
    );
}

#[test]
fn a_king_that_stops_where_it_began_can_be_huffed_there() {
    let game = after::<Parker>("B:W7,15,16,23,24:B5,K11", &["11x18x27x20x11"]);
    check(game, &[("compel", ""), ("huff 11", "W:W7:B5"), ("stand", "W:W7:B5,K11")]);
}

#[test]
fn a_huff_of_the_last_checker_wins_at_once() {
    for (position, offence, huff) in
        [("B:W18,32:B14", "14-17", "huff 17"), ("B:W18,27,29:B14", "14x23", "huff 23")]
    {
        let game = after::<Parker>(position, &[offence, huff]);
        assert_eq!(result(&game), ("0-1", "captured-all"));
        check(game, &[]);
    }
}

#[test]
fn a_remedy_is_followed_by_a_regular_move_of_the_same_side() {
    let offended = ["1-5", "stand"];
    let game = after::<Parker>("B:W18,32:B1,14", &offended);
    check(game, &[("18-15", ""), ("18x9", "B:W9,32:B5"), ("32-27", ""), ("32-28", "")]);
}

#[test]
fn a_side_without_moves_loses_only_after_the_remedy() {
    // The man on 6 cannot move, but its side can choose a remedy. Whether it has lost is decided
    // after that.
    let offence = after::<Parker>("B:W6:B1,2,12", &["12-16"]);
    assert_eq!(result(&offence), ("*", ""));
    check(
        offence,
        &[
            ("compel", ""),
            ("huff 1", "W:W6:B2,16"),
            ("huff 2", "W:W6:B1,16"),
            ("stand", "W:W6:B1,2,16"),
        ],
    );
    assert_eq!(result(&after::<Parker>("W:W6:B1,2,16", &[])), ("1-0", "no-move"));
    assert_eq!(result(&after::<Parker>("W:W6:B2,16", &[])), ("*", ""));
}

#[test]
fn draw_rules_apply_only_when_a_regular_move_is_due() {
    // After 78 plies the kings are on 10 and 19; then one offers itself, and the other refuses.
    let six = ["5", "1", "6", "10", "14", "9"];
    let eight = ["23", "26", "31", "27", "32", "28", "24", "19"];
    let mut played = PlayedGame::<Parker>::from("B:WK23:BK5");
    played.walk(78, &six, &eight);
    played.play("10-15");
    assert_eq!(played.draw(), "");
    played.play("19-24");
    assert_eq!(
        (played.game.phase().name(), played.history.plies_without_progress()),
        ("remedy", 80)
    );
    assert_eq!(played.draw(), "");
    let mut stood = PlayedGame { game: played.game, history: played.history.clone() };
    stood.play("stand");
    assert_eq!((stood.history.plies_without_progress(), stood.draw()), (81, "no-progress"));
    let mut compelled = PlayedGame { game: played.game, history: played.history.clone() };
    compelled.play("compel");
    assert_eq!((compelled.history.plies_without_progress(), compelled.draw()), (81, ""));
    played.play("huff 24");
    assert_eq!((played.history.plies_without_progress(), played.draw()), (0, ""));
}

#[test]
fn only_regular_positions_count_as_repetitions() {
    let mut played = PlayedGame::<Parker>::from("B:W18,29:BK1,14");
    let key = played.game.key();
    played.play("1-5");
    assert_eq!(played.history.occurrences(played.game.key()), 0);
    played.play("compel");
    assert_eq!(played.history.occurrences(played.game.key()), 0);
    assert_eq!(played.history.occurrences(key), 1);
    assert_ne!(played.game.key(), key);
}
