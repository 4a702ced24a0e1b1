//! A player of your own in a game against the computer: whatever can pick a legal move will do.
//!
//! Run it with `cargo run --example custom_player -- stack-em 3`: the game, and the computer's level.

use std::sync::atomic::AtomicBool;

use crownhead_computer::{Analyst, Level, MoveRequest, NoClock, choose};
use crownhead_games::{BoardPicture, Game, Outcome, Record, RecordedResult, Rules, Side};

/// A player picks one of the legal moves.
trait Player {
    /// The player's name.
    fn name(&self) -> String;

    /// The text of a legal move; none to resign.
    fn pick(&mut self, game: &Game) -> Option<String>;
}

/// The player to replace by your own: it counts checkers, and looks at every answer to its moves.
struct Counter;

impl Player for Counter {
    fn name(&self) -> String {
        "Counter".to_owned()
    }

    fn pick(&mut self, game: &Game) -> Option<String> {
        let side = game.side();
        let at_worst = |after: &Game| {
            let answers = after.children();
            let worst = answers.iter().map(|(_, answered)| balance(answered, side)).min();
            worst.unwrap_or_else(|| balance(after, side))
        };
        let best = game.children().into_iter().max_by_key(|(_, after)| at_worst(after));
        best.map(|(text, _)| text)
    }
}

/// How many checkers a side is ahead; far, if it has won.
fn balance(game: &Game, side: Side) -> i32 {
    if let Some(winner) = game.outcome().and_then(Outcome::winner) {
        return if winner == side { 100 } else { -100 };
    }
    let cells = BoardPicture::of(game).rows.into_iter().flatten();
    let tops = cells.filter_map(|cell| cell.checkers.last().copied());
    tops.map(|top| if top.side == side { 1 } else { -1 }).sum()
}

/// The computer. It remembers nothing from move to move up to level 9, so that every run is alike.
struct Computer {
    level: Level,
    analyst: Analyst,
}

impl Player for Computer {
    fn name(&self) -> String {
        format!("Computer, level {}", self.level.number())
    }

    fn pick(&mut self, game: &Game) -> Option<String> {
        let (asked, stop) = (MoveRequest::of(self.level, 1), AtomicBool::new(false));
        choose(game, asked, &self.analyst, NoClock, &stop).map(|choice| choice.text)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Rules = arguments.next().as_deref().unwrap_or("winning-moves-checkers").parse()?;
    let level: Level = arguments.next().as_deref().unwrap_or("2").parse()?;

    let mut own = Counter;
    let mut computer = Computer { level, analyst: Analyst::new(8) };
    let players: [&mut dyn Player; 2] = [&mut own, &mut computer];

    let mut record = Record::start(rules);
    let names = record.game().side_names();
    while record.game().outcome().is_none() {
        let side = record.game().side();
        match players[side as usize].pick(record.game()) {
            Some(text) => drop(record.play(&text)?),
            None => {
                record.set_result(RecordedResult::Won(!side));
                break;
            }
        }
    }
    for side in Side::ALL {
        println!("{} is {}", players[side as usize].name(), names[side]);
    }
    println!("\n{record}");
    match record.game().explain_outcome() {
        Some(answer) => println!("{answer}"),
        None => println!("{:?}", record.result()),
    }
    Ok(())
}
