//! PDN: parsing and writing a file of a hundred games, in bytes per second.

use crownhead_pdn::PdnReader;
use divan::Bencher;
use divan::counter::BytesCount;

fn main() {
    divan::main();
}

/// A game with tags, a comment, a variation and a clock.
const GAME: &str = r#"[Event "Club match"]
[Black "Ann"]
[White "Bob"]
[Result "1/2-1/2"]

1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 {[%clk 0:04:58]}
6. 3-7 28-24 (6. 25-22 7x16) 7. 7x16 24-20 8. 16-19 25-22 9. 4-8 29-25 10. 9-14 22-18
11. 15x22 25x9 12. 5x14 1/2-1/2

"#;

#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let file = GAME.repeat(100);
    let bytes = BytesCount::new(file.len());
    bencher
        .counter(bytes)
        .bench_local(|| PdnReader::new(file.as_bytes()).filter(Result::is_ok).count());
}

#[divan::bench]
fn write(bencher: Bencher<'_, '_>) {
    let games: Vec<_> = PdnReader::new(GAME.as_bytes()).flatten().collect();
    bencher.bench_local(|| games.iter().map(ToString::to_string).collect::<Vec<_>>());
}
