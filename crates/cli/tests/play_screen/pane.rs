//! A terminal for a test: a shell in a tmux server of its own.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long anything may take to appear.
const PATIENCE: Duration = Duration::from_secs(60);
/// The shell's prompt.
const PROMPT: &str = "ready>";

/// A terminal.
pub(crate) struct Pane {
    socket: String,
    folder: TempDir,
    /// The terminal's settings before anything ran.
    settings: String,
}

impl Pane {
    pub(crate) fn open((width, height): (u16, u16)) -> Pane {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let socket = format!("crownhead-test-{}-{number}", std::process::id());
        let folder = tempfile::tempdir().unwrap();
        let mut pane = Pane { socket, folder, settings: String::new() };
        let (width, height) = (width.to_string(), height.to_string());
        let shell = format!(
            "env -u NO_COLOR CROWNHEAD_TABLES=off CROWNHEAD_GAMES={} PS1='{PROMPT} ' sh",
            pane.games().display()
        );
        pane.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, &shell]);
        pane.tmux(&["set-option", "-g", "status", "off"]);
        pane.tmux(&["resize-window", "-x", &width, "-y", &height]);
        pane.wait_for(PROMPT);
        pane.settings = pane.stty("-g");
        pane
    }

    /// Where games are saved.
    pub(crate) fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    /// The file that gets the program's process id when it starts.
    fn number(&self) -> PathBuf {
        self.folder.path().join("number")
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output: Output =
            Command::new("tmux").args(["-L", &self.socket]).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs `crownhead` with arguments.
    pub(crate) fn run(&self, args: &str) {
        self.run_by("", args);
    }

    /// Runs it through another command.
    pub(crate) fn run_by(&self, by: &str, args: &str) {
        let (crownhead, number) = (env!("CARGO_BIN_EXE_crownhead"), self.number());
        let number = number.display();
        let line = format!("{by} sh -c 'echo $$ >{number}; exec \"$@\"' sh {crownhead} {args}");
        self.keys(&["clear", "Enter", &line, "Enter"]);
    }

    /// Presses keys by name, and types what is not the name of a key.
    pub(crate) fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"][..], keys].concat());
    }

    /// Clicks on a text on the screen.
    pub(crate) fn click(&self, text: &str) {
        let screen = self.text();
        let at = screen.lines().zip(1..).find_map(|(line, row)| Some((line.find(text)? + 1, row)));
        let (column, row) = at.unwrap_or_else(|| panic!("{text} is not on the screen:\n{screen}"));
        for end in ["M", "m"] {
            self.tmux(&["send-keys", "-l", &format!("\x1b[<0;{column};{row}{end}")]);
        }
    }

    pub(crate) fn resize(&self, (width, height): (u16, u16)) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// The size of the terminal as its programs see it: rows and columns.
    pub(crate) fn size(&self) -> String {
        self.stty("size").trim().to_owned()
    }

    /// The text on the screen.
    pub(crate) fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    pub(crate) fn wait_for(&self, what: &str) {
        self.wait_until(&format!("{what:?} is there"), |screen| screen.contains(what));
    }

    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if is_so(&text) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "waited in vain until {what}:\n{text}");
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    pub(crate) fn wait_until_some<T>(&self, what: &str, mut find: impl FnMut() -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(found) = find() {
                return found;
            }
            assert!(begun.elapsed() < PATIENCE, "waited in vain until {what}:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Whether the alternate screen, the mouse and the cursor are on.
    pub(crate) fn modes(&self) -> String {
        let format = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}";
        self.tmux(&["display-message", "-p", format]).trim().to_owned()
    }

    /// Closes the terminal.
    pub(crate) fn close(&self) {
        self.tmux(&["kill-server"]);
    }

    /// Whether the program still runs.
    pub(crate) fn runs(&self) -> bool {
        let number = std::fs::read_to_string(self.number()).unwrap();
        Command::new("kill").args(["-0", number.trim()]).output().unwrap().status.success()
    }

    /// Sends a signal to the program, and to nothing else.
    pub(crate) fn kill(&self, signal: &str) {
        let number = std::fs::read_to_string(self.number()).unwrap();
        let killed = Command::new("kill").args([&format!("-{signal}"), number.trim()]).status();
        assert!(killed.unwrap().success(), "{number}");
    }

    /// The program has ended, and left the terminal as it was.
    pub(crate) fn is_put_back(&self) {
        self.wait_until("the shell is back", |screen| {
            screen.trim_end().lines().last().is_some_and(|line| line.trim_end().ends_with(PROMPT))
        });
        assert_eq!(self.modes(), "0 0 1");
        assert_eq!(self.stty("-g"), self.settings);
    }

    /// The terminal's settings, as `stty` prints them.
    fn stty(&self, what: &str) -> String {
        let device = self.tmux(&["display-message", "-p", "#{pane_tty}"]);
        let settings = Command::new("stty").args(["-F", device.trim(), what]).output().unwrap();
        assert!(settings.status.success());
        String::from_utf8(settings.stdout).unwrap()
    }
}

impl Drop for Pane {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}
