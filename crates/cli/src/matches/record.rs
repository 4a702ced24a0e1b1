//! The record of a finished game, as a line of text or as PDN. Another format is another function
//! from a [`Record`] to text.

use std::fmt;

use crownhead_games::{Game, Record as Notes, RecordedResult, Rules};
use crownhead_rules::{BySide, Side, Verdict};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) rules: Rules,
    pub(crate) players: BySide<String>,
    /// The text of its start position.
    pub(crate) start: String,
    /// Its moves, including the opening.
    pub(crate) moves: Vec<String>,
    pub(crate) end: End,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) verdict: Verdict,
    /// The name of the rule's reason, or of the forfeit.
    pub(crate) reason: String,
}

impl End {
    /// The result, the first side's score first.
    pub(crate) fn score(&self) -> &'static str {
        match self.verdict {
            Verdict::Win(Side::First) => "1-0",
            Verdict::Win(Side::Second) => "0-1",
            Verdict::Draw => "1/2-1/2",
        }
    }
}

impl Record {
    /// The game as PDN, with an empty line after it.
    pub(crate) fn pdn(&self) -> Result<String, String> {
        let mut notes = if Game::start(self.rules).text().as_ref() == Some(&self.start) {
            Notes::start(self.rules)
        } else {
            Notes::from_position(self.rules, &self.start).map_err(|faults| faults.to_string())?
        };
        for text in &self.moves {
            notes.play(text).map_err(|refusal| refusal.to_string())?;
        }
        notes.set_result(match self.end.verdict {
            Verdict::Win(side) => RecordedResult::Won(side),
            Verdict::Draw => RecordedResult::Drawn,
        });
        let (tags, players) = (notes.player_tags(), &self.players);
        for side in Side::ALL {
            notes.set_tag(tags[side], &players[side]);
        }
        notes.set_tag("Termination", &self.end.reason);
        Ok(format!("{}\n", notes.to_pdn()))
    }
}

/// One line with fields separated by tabs: rules, first player, second player, start, moves
/// separated by commas, result, reason.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BySide { first, second } = &self.players;
        write!(f, "{}\t{}\t{}\t", self.rules, on_one_line(first), on_one_line(second))?;
        let (moves, end) = (self.moves.join(", "), &self.end);
        write!(f, "{}\t{moves}\t{}\t{}", self.start, end.score(), end.reason)
    }
}

/// The name of a player as a field.
pub(crate) fn on_one_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    fn huffed(end: End) -> Record {
        Record {
            rules: GameId::ParkerCheckers.rules(),
            players: BySide::new("depth=1".to_owned(), "a\nb".to_owned()),
            start: "B:W18,32:B1,14".to_owned(),
            moves: vec!["1-5".to_owned(), "huff 14".to_owned()],
            end,
        }
    }

    #[test]
    fn a_game_is_a_line() {
        let end = End { verdict: Verdict::Win(Side::Second), reason: "time".to_owned() };
        let line = "parker-checkers\tdepth=1\ta b\tB:W18,32:B1,14\t1-5, huff 14\t0-1\ttime";
        assert_eq!(huffed(end).to_string(), line);
    }

    #[test]
    fn a_game_is_pdn() {
        let end = End { verdict: Verdict::Draw, reason: "no-progress".to_owned() };
        let pdn = huffed(end).pdn().unwrap();
        for part in [
            "[Black \"depth=1\"]",
            "[Termination \"no-progress\"]",
            "[RuleSet \"parker-checkers\"]",
        ] {
            assert!(pdn.contains(part), "{pdn}");
        }
        assert!(
            pdn.contains("[FEN \"B:W18,32:B1,14\"]") && pdn.trim_end().ends_with("1/2-1/2"),
            "{pdn}"
        );
    }

    #[test]
    fn the_winner_of_a_game_as_pdn_is_the_winner() {
        for (game, [first, second]) in
            [(GameId::ParkerCheckers, ["Black", "White"]), (GameId::StackEm, ["First", "Second"])]
        {
            for (side, result) in Side::ALL.into_iter().zip(["1-0", "0-1"]) {
                let rules = game.rules();
                let record = Record {
                    rules,
                    players: BySide::new("Ann".to_owned(), "Ben".to_owned()),
                    start: Game::start(rules).text().unwrap(),
                    moves: vec!["11-15".to_owned()],
                    end: End { verdict: Verdict::Win(side), reason: "time".to_owned() },
                };
                let pdn = record.pdn().unwrap();
                for part in [
                    format!("[{first} \"Ann\"]"),
                    format!("[{second} \"Ben\"]"),
                    format!("[Result \"{result}\"]"),
                    format!(" {result}\n"),
                ] {
                    assert!(pdn.contains(&part), "{part} {pdn}");
                }
                // A line has it so too.
                assert!(record.to_string().contains(&format!("\t{result}\t")));
            }
        }
    }
}
