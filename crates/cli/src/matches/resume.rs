//! Resuming a match: every finished game is a line of a file.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use crownhead_games::Game;
use crownhead_rules::{BySide, Side, Verdict};

use super::player::Forfeit;
use super::record::{End, Record, on_one_line};
use super::run::Match;
use super::thinking::Thinking;
use crate::failure::words;

/// A game in the file of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PastGame {
    pub(crate) end: End,
    pub(crate) thinking: BySide<Thinking>,
}

/// The file of a match, open at its end.
#[derive(Debug)]
pub(crate) struct ResumeFile(File);

/// The contents of the file.
#[derive(Debug)]
pub(crate) struct Resumed {
    pub(crate) file: ResumeFile,
    pub(crate) games: Vec<PastGame>,
    /// Whether the line of the last game was incomplete. It is removed.
    pub(crate) was_cut: bool,
}

impl ResumeFile {
    /// Opens the file of the match that `head` describes, or creates it. `check` parses the line of
    /// a game by its number. If it rejects one, the file stays as it is.
    pub(crate) fn open(
        path: &Path,
        head: &str,
        check: impl Fn(usize, &str) -> Result<PastGame, String>,
    ) -> Result<Resumed, String> {
        let about = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let failed = |error: std::io::Error| about(&words(&error));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = str::from_utf8(&bytes[..whole]);
        let mut lines = text.map_err(|_| about(&"it is not a text in UTF-8"))?.lines();
        let mut games = Vec::new();
        match lines.next() {
            Some(first) if first == head => {
                for (number, line) in lines.enumerate() {
                    let game = check(number, line);
                    games.push(
                        game.map_err(|error| about(&format!("line {}: {error}", number + 2)))?,
                    );
                }
            }
            Some(_) => return Err(about(&"it is of another match; choose another file")),
            None if !head.as_bytes().starts_with(&bytes) => {
                return Err(about(&"it is not the file of a match"));
            }
            None => {}
        }
        let was_cut = whole > 0 && whole < bytes.len();
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if whole == 0 {
            writeln!(file, "{head}").map_err(failed)?;
        }
        Ok(Resumed { file: ResumeFile(file), games, was_cut })
    }

    /// Adds a game.
    pub(crate) fn add(
        &mut self,
        record: &Record,
        thinking: BySide<Thinking>,
    ) -> std::io::Result<()> {
        let of = |thinking: Thinking| format!("{} {}", thinking.moves, thinking.time.as_micros());
        let BySide { first, second } = thinking;
        // One write, so that a line is there whole or cut at the end of the file.
        self.0.write_all(format!("{record}\t{}\t{}\n", of(first), of(second)).as_bytes())
    }
}

/// The fields of a line.
struct GameLine<'a> {
    rules: &'a str,
    players: BySide<&'a str>,
    start: &'a str,
    moves: Vec<&'a str>,
    past: PastGame,
}

impl<'a> GameLine<'a> {
    fn read(line: &'a str) -> Option<GameLine<'a>> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [rules, first, second, start, moves, score, reason, one, other] = fields[..] else {
            return None;
        };
        let thinking = |field: &str| {
            let (moves, micros) = field.split_once(' ')?;
            let time = Duration::from_micros(micros.parse().ok()?);
            Some(Thinking { moves: moves.parse().ok()?, time })
        };
        let verdict = match score {
            "1-0" => Verdict::Win(Side::First),
            "0-1" => Verdict::Win(Side::Second),
            "1/2-1/2" => Verdict::Draw,
            _ => return None,
        };
        let end = End { verdict, reason: reason.to_owned() };
        let thinking = BySide::new(thinking(one)?, thinking(other)?);
        let moves = if moves.is_empty() { Vec::new() } else { moves.split(", ").collect() };
        let past = PastGame { end, thinking };
        Some(GameLine { rules, players: BySide::new(first, second), start, moves, past })
    }
}

impl Match {
    /// Parses and replays the line of a past game: it must be the game with that number of the
    /// match, and end as the line says.
    pub(crate) fn past_game(&self, number: usize, line: &str) -> Result<PastGame, String> {
        let GameLine { rules, players, start, moves, past } =
            GameLine::read(line).ok_or("it is not a game")?;
        let [one, other] = self.specs.each_ref().map(|spec| on_one_line(&spec.name));
        let seated = if number % 2 == 1 { [other, one] } else { [one, other] };
        if rules != self.rules.to_string() || [players.first, players.second] != seated {
            return Err("it is a game of other rules or players".to_owned());
        }
        let mut game = Game::from_text(self.rules, start)
            .map_err(|faults| format!("the game can't start like that: {faults}"))?;
        let opening = match self.openings.get_quickly(number / 2) {
            None => None,
            Some(opening) => {
                let mut game = opening.start.clone();
                let played = opening.moves.iter().map(|text| game.play(text));
                let texts: Vec<String> = played.flatten().collect();
                if opening.start.text().as_deref() != Some(start) || !begins_with(&moves, &texts) {
                    return Err("it has another opening".to_owned());
                }
                Some(texts.len())
            }
        };
        let mut thought = BySide::<u32>::default();
        for (index, text) in moves.iter().enumerate() {
            let (side, at) = (game.side(), index + 1);
            match game.play(text) {
                Ok(played) if played == *text => {}
                Ok(_) => return Err(format!("move {at}, {text}: it is not written in full")),
                Err(refusal) => return Err(format!("move {at}, {text}: {refusal}")),
            }
            thought[side] += u32::from(opening.is_some_and(|length| index >= length));
        }
        past.end.check(&game)?;
        if past.end.reason.starts_with("illegal") {
            thought[game.side()] += 1;
        }
        let BySide { first, second } = past.thinking;
        if opening.is_some() && [first.moves, second.moves] != [thought.first, thought.second] {
            return Err("it counts more or fewer moves than it has".to_owned());
        }
        Ok(past)
    }
}

impl End {
    /// Checks the end of a game: by the rules, or by a forfeit of the side to move.
    fn check(&self, game: &Game) -> Result<(), String> {
        let (score, reason) = (self.score(), &self.reason);
        match game.outcome() {
            Some(end) if end.score() == score && end.reason.name() == reason => Ok(()),
            Some(end) => Err(format!(
                "it says {score} by {reason}, but by the rules it is {} by {}",
                end.score(),
                end.reason.name()
            )),
            None if !Forfeit::is_reason(reason) => {
                Err(format!("it says {score} by {reason}, but by the rules the game is not over"))
            }
            None if self.verdict == Verdict::Win(!game.side()) => Ok(()),
            None => Err(format!("it says {score} by {reason}, but then the other side has won")),
        }
    }
}

fn begins_with(moves: &[&str], opening: &[String]) -> bool {
    moves.len() >= opening.len() && moves.iter().zip(opening).all(|(one, other)| one == other)
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    fn record(verdict: Verdict) -> Record {
        Record {
            rules: GameId::WinningMovesCheckers.rules(),
            players: BySide::new("depth=1".to_owned(), "depth=2".to_owned()),
            start: "B:W32:B1".to_owned(),
            moves: vec!["1-6".to_owned()],
            end: End { verdict, reason: "no-move".to_owned() },
        }
    }

    #[test]
    fn games_are_found_again_and_a_cut_line_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.txt");
        let open = |head: &str| {
            ResumeFile::open(&path, head, |_, line| {
                GameLine::read(line).map(|line| line.past).ok_or("it is not a game".to_owned())
            })
        };
        let spent = |moves| Thinking { moves, time: Duration::from_micros(1_500) };
        let thinking = BySide::new(spent(3), spent(2));
        let Resumed { mut file, games, was_cut } = open("head").unwrap();
        assert_eq!((games, was_cut), (vec![], false));
        for verdict in [Verdict::Win(Side::Second), Verdict::Draw] {
            file.add(&record(verdict), thinking).unwrap();
        }
        drop(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let cut = [text.as_bytes(), b"winning-moves-checkers\td\xc3"].concat();
        std::fs::write(&path, cut).unwrap();
        let Resumed { games, was_cut, .. } = open("head").unwrap();
        let end = |verdict| End { verdict, reason: "no-move".to_owned() };
        let past = |verdict| PastGame { end: end(verdict), thinking };
        assert_eq!(games, [past(Verdict::Win(Side::Second)), past(Verdict::Draw)]);
        assert!(was_cut);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(open("other").unwrap_err().contains("another match"));
        std::fs::write(&path, "head\nnonsense\n").unwrap();
        assert!(open("head").unwrap_err().ends_with("line 2: it is not a game"));
        std::fs::write(&path, "he").unwrap();
        assert!(!open("head").unwrap().was_cut, "no game is lost");
        std::fs::write(&path, "something else").unwrap();
        assert!(open("head").unwrap_err().ends_with("it is not the file of a match"));
    }
}
