//! The games of a file in rounds: while one round is worked on, on all cores, the next is read.

use std::io::Read;

use rayon::prelude::*;

use crate::{Fault, Games, OneGame};

/// How many bytes of a file are worked on at a time. A round holds this and one game more, so that
/// two rounds, one read and one worked on, are all the memory that a file of any length takes.
const ROUND: u64 = 1 << 20;

/// Hands every game of a file to `work`, on any thread, and what `work` makes of it to `take`, on
/// this one and in the order of the file. `take` ends it by an error.
///
/// Beside what came of the game, `take` is told how many bytes of the file have been read.
pub fn each_game<T: Send, E>(
    games: &mut Games<impl Read + Send>,
    work: impl Fn(Result<OneGame, Fault>) -> T + Sync,
    mut take: impl FnMut(T, u64) -> Result<(), E>,
) -> Result<(), E> {
    let mut round = next_round(games);
    while !round.is_empty() {
        let read = games.bytes();
        let (next, done): (_, Vec<T>) = rayon::join(
            || next_round(games),
            || round.into_par_iter().with_min_len(16).map(&work).collect(),
        );
        done.into_iter().try_for_each(|done| take(done, read))?;
        round = next;
    }
    Ok(())
}

fn next_round(games: &mut Games<impl Read>) -> Vec<Result<OneGame, Fault>> {
    let end = games.bytes() + ROUND;
    let mut round = Vec::new();
    while games.bytes() < end
        && let Some(game) = games.next()
    {
        round.push(game);
    }
    round
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Made;

    /// Several rounds, with faults between: everything comes once, in order, as if it were read
    /// one by one.
    #[test]
    fn the_order_is_that_of_the_file() {
        let mut text: String = Made::new(5).take(3_000).collect();
        text.insert_str(text.len() / 2, "\n* 1. 11-15 ( *\n\n");
        assert!(text.len() > ROUND as usize);
        let tell = |game: Result<OneGame, Fault>| game.and_then(|game| game.record());
        let one_by_one: Vec<_> = Games::pdn(text.as_bytes()).map(tell).collect();
        assert!(one_by_one.iter().any(Result::is_err));
        let mut told = Vec::new();
        let mut bytes = 0;
        let all = each_game::<_, ()>(&mut Games::pdn(text.as_bytes()), tell, |what, read| {
            assert!(read >= bytes);
            bytes = read;
            told.push(what);
            Ok(())
        });
        assert_eq!(all, Ok(()));
        assert_eq!(bytes, text.len() as u64);
        assert_eq!(told, one_by_one);
        let mut taken = 0;
        let ended = each_game(&mut Games::pdn(text.as_bytes()), tell, |_, _| {
            taken += 1;
            if taken == 7 { Err("enough") } else { Ok(()) }
        });
        assert_eq!((ended, taken), (Err("enough"), 7));
    }
}
