//! `crownhead engine` as a process: driven through pipes, as a program that speaks Hub drives it.
//! Times only guard against hanging.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Much longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut engine = Engine::run(
            Command::new(env!("CARGO_BIN_EXE_crownhead"))
                .env("CROWNHEAD_TABLES", "off")
                .arg("engine"),
        );
        engine.say("set-param name=hash value=1");
        engine
    }

    fn run(command: &mut Command) -> Engine {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        let input = child.stdin.take();
        Engine { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("it listens");
    }

    /// The next line with this beginning; those before it are skipped.
    fn wait_for(&self, start: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|why| panic!("no “{start}”: {why}"));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Closes its input if it is still open, and waits for it to exit.
    fn end(mut self) -> bool {
        drop(self.input.take());
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.success();
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_greets_thinks_and_quits() {
    let mut engine = Engine::start();
    engine.say("hub");
    assert!(engine.wait_for("id ").contains("name=Crownhead"));
    engine.wait_for("wait");
    engine.say("init");
    engine.wait_for("ready");
    engine.say("pos pos=BbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwW moves=\"11-15 23-19\"");
    engine.say("level depth=5");
    engine.say("go think");
    let info = engine.wait_for("info depth=5 ");
    for field in [" score=", " nodes=", " time=", " nps=", " pv="] {
        assert!(info.contains(field), "{info}");
    }
    engine.wait_for("done move=");
    engine.say("level move-time=0.05");
    engine.say("go think");
    engine.wait_for("done move=");
    engine.say("level time=2 inc=0.01 moves=40");
    engine.say("go think");
    engine.wait_for("done move=");
    engine.say("new-game");
    engine.say("quit");
    assert!(engine.end());
}

#[test]
fn stop_ends_the_search() {
    let mut engine = Engine::start();
    engine.say("level infinite");
    for mode in ["think", "analyze", "ponder"] {
        engine.say(&format!("go {mode}"));
        engine.wait_for("info depth=4 ");
        engine.say("ping");
        engine.wait_for("pong");
        engine.say("stop");
        engine.wait_for("done move=");
    }
    // Stopped and reinitialised at once.
    engine.say("go think\nstop\npos moves=11-15\nlevel depth=2\ngo think");
    engine.wait_for("done move=");
    engine.wait_for("info depth=2 ");
    engine.wait_for("done move=");
    assert!(engine.end());
}

#[test]
fn a_ponder_search_waits_for_its_hit() {
    let mut engine = Engine::start();
    engine.say("level move-time=0.02");
    engine.say("go ponder");
    engine.wait_for("info depth=4 ");
    engine.say("ping");
    assert_eq!(engine.wait_for("pong"), "pong");
    engine.say("ponder-hit");
    engine.wait_for("done move=");
    // A search that finishes long before `stop`.
    engine.say("set-param name=variant value=tic-tac-toe");
    engine.say("level depth=9");
    engine.say("go ponder");
    engine.wait_for("info depth=9 ");
    engine.say("ping");
    let next = engine.wait_for("");
    assert_eq!(next, "pong", "the answer is held back");
    engine.say("stop");
    engine.wait_for("done move=");
    assert!(engine.end());
}

#[test]
fn garbage_is_answered_and_survived() {
    let mut engine = Engine::start();
    engine.send(&[b'x'; 300_000]);
    engine.say("");
    assert!(engine.wait_for("error").contains("longer than"));
    engine.send(b"\xff\xfe\x00\x80 go think\n");
    assert!(engine.wait_for("error").contains("not UTF-8"));
    engine.say("pos pos=\"half");
    assert!(engine.wait_for("error").contains("quotation mark"));
    engine.say("pos pos=WWWW");
    assert!(engine.wait_for("error").contains("pos: "));
    engine.say("go think");
    assert!(engine.wait_for("error").contains("no position"));
    engine.send(b"pi");
    engine.send(b"ng\r\n");
    engine.wait_for("pong");
    engine.say("pos variant=stack-em\nlevel depth=3\ngo think");
    engine.wait_for("done move=");
    assert!(engine.end());
}

/// A hash size that cannot be allocated is an error, and the engine runs on.
#[cfg(unix)]
#[test]
fn too_much_memory_is_refused_and_the_old_stays() {
    let limited = "ulimit -v 2000000; exec \"$0\" engine";
    let program = env!("CARGO_BIN_EXE_crownhead");
    let mut engine = Engine::run(
        Command::new("sh").env("CROWNHEAD_TABLES", "off").args(["-c", limited, program]),
    );
    for (size, kept) in [(4096, 64), (8, 0), (4096, 8)] {
        engine.say(&format!("set-param name=hash value={size}"));
        if kept > 0 {
            let error = engine.wait_for("error");
            assert!(error.contains(" MiB of memory"), "{error}");
            assert!(error.contains(&format!("hash stays at {kept}")), "{error}");
        }
    }
    engine.say("hub");
    assert!(engine.wait_for("param name=hash").contains("value=8"));
    engine.say("init");
    engine.wait_for("ready");
    // During a search its memory is kept as well.
    engine.say("level infinite\ngo think");
    engine.wait_for("info depth=4 ");
    engine.say("set-param name=hash value=4096");
    engine.wait_for("error");
    engine.say("stop");
    engine.wait_for("done move=");
    assert!(engine.end());
}

#[test]
fn it_ends_with_its_input_even_while_it_searches() {
    let mut engine = Engine::start();
    engine.say("level infinite");
    engine.say("go think");
    engine.wait_for("info depth=3 ");
    assert!(engine.end());
    // Half a line at the very end.
    let mut engine = Engine::start();
    engine.send(b"ping");
    drop(engine.input.take());
    engine.wait_for("pong");
    assert!(engine.end());
}
