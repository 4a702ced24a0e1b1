//! What players say to each other.

use crate::checkers;
use crate::script::script;

#[test]
fn players_say_phrases_now_and_then() {
    script(
        checkers(),
        "0   one say hello     => said
         1   two say good-luck => said
         2.9 one say oops      => ! too-many-phrases
         3   one say oops      => said
         3   watch say oops    => ! spectator
         3   host say oops     => ! players-only
         9   one resign        => ended:two:resignation
         10  two say again     => said",
    );
}

#[test]
fn nobody_says_too_much_in_a_game() {
    let mut lines: Vec<_> = (0..20).map(|n| format!("{} one say oops => said", n * 3)).collect();
    lines.push("1000 one say oops => ! too-many-phrases".to_owned());
    lines.push("1000 two say oops => said".to_owned());
    lines.push("1000 one resign => ended:two:resignation".to_owned());
    lines.push("1000 one offer rematch => offered".to_owned());
    lines.push("1000 two accept rematch => began:two".to_owned());
    lines.push("1000 one say thank-you => said".to_owned());
    script(checkers(), &lines.join("\n"));
}
