//! How fast PDN is read: `cargo run --release -p crownhead-pdn --example speed (tokens|games)
//! [FILE]`. Without a file it makes one of 64 MB. On a busy machine, count instructions or take
//! the time of the process instead.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use crownhead_pdn::{PdnReader, Token, Tokens};

const ROUNDS: usize = 10;

const GAME: &str = "[Event \"Club evening\"]\n[Site \"?\"]\n[Date \"2024.05.17\"]\n[Round \"3\"]\n\
    [White \"Brown, Bea\"]\n[Black \"Ash, Al\"]\n[Result \"1/2-1/2\"]\n\
    [GameType \"21,B,8,8,N1,0\"]\n\n\
    1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 6. 8-11\n\
    24-20 7. 16-19 27-24 8. 4-8 24x15 9. 11x18 28-24 10. 8-11 26-23 11. 18x27 32x23\n\
    12. 11-15 23-18 13. 7-11 {[%clk 0:12:41]} 31-27 14. 11-16 20x11 15. 15x22 29-25\n\
    16. 22x29 11-8 17. 29-25 8-4 18. 25-22 4-8 19. 3x12 24-20 20. 6-10 14x7 21. 2x11\n\
    30-26 22. 22x31 20-16 1/2-1/2\n\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let bytes = match arguments.next() {
        Some(path) => std::fs::read(path)?,
        None => GAME.repeat((64 << 20) / GAME.len()).into_bytes(),
    };
    let is_move = |token: &Result<(_, Token<'_>), _>| matches!(token, Ok((_, Token::Move(_))));
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let count = match what.as_str() {
            "tokens" => Tokens::new(&bytes).filter(is_move).count(),
            _ => PdnReader::new(&bytes[..]).filter(Result::is_ok).count(),
        };
        let seconds = start.elapsed().as_secs_f64();
        let rate = bytes.len() as f64 / 1e6 / seconds;
        println!("{rate:.0} MB/s, {count} moves or games in {seconds:.3} s");
    }
    Ok(())
}
