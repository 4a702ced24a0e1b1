//! Runs every example of the help texts, the README and the documents in a shell, in a folder with a
//! few files of games. It must succeed, and print what the document shows.
//!
//! Slow examples run in a shorter form; `shorter.rs` lists them with reasons.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]
#![allow(clippy::print_stderr, reason = "it is read when a test fails")]

mod output;
mod read;
mod run;
mod shorter;
mod stage;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use read::Block;
use shorter::Shorter;
use stage::Stage;

/// How many blocks are run at a time.
const AT_A_TIME: usize = 6;

#[test]
fn every_example_prints_its_documented_output() {
    let stage = Stage::set();
    let mut blocks = read::helps();
    blocks.extend(read::documents());
    // Examples that only wait run beside the others.
    blocks.sort_by_key(|block| !block.mentions("--idle"));
    let examples: usize = blocks.iter().map(|block| block.examples.len()).sum();
    assert!(examples > 120, "only {examples} examples were found");
    let (shorter, next, wrong) = (Shorter::new(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = run_block(block, &stage, &shorter);
                    wrong.lock().unwrap().extend(found);
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.extend(shorter.unused());
    assert!(wrong.is_empty(), "{} of {examples} examples:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Runs the examples of a block one after the other in one folder, and returns their failures.
fn run_block(block: &Block, stage: &Stage, shorter: &Shorter) -> Vec<String> {
    let folder = stage.folder(block);
    let mut wrong = Vec::new();
    for example in &block.examples {
        let begun = Instant::now();
        if let Err(why) = run::example(example, folder.path(), stage, shorter) {
            wrong.push(format!("{}\n  {}\n{why}", block.place, example.command));
        }
        // Shown if the test fails, or with --no-capture: the time of each block.
        eprintln!("{:>6.1?}  {}: {}", begun.elapsed(), block.place, example.command);
    }
    wrong
}
