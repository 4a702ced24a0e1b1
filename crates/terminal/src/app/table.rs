//! The screen of a match: a cursor on the board, touches, a line to type in, and a few keys.

use std::time::Duration;

use crownhead_arbiter::{Match, Version};
use crownhead_games::{Cell, Game, Picture, Shape};
use crownhead_rules::Side;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::Wanted;
use crate::desk::{Lines, Thought};
use crate::moment::Moment;
use crate::narrow::{self, Action, Meaning};
use crate::pieces;
use crate::session::{FromServer, Session, Told};
use crate::view::{self, Plan};
use crate::words::{self, Word};

/// The longest text that is typed.
const LONGEST: usize = 120;
/// How many legal moves are told.
const MOST_MOVES: usize = 40;
/// From which height on the screen has room for more lines of analysis.
const TALL: u16 = 40;

/// The screen of a match.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) session: Session,
    /// Where the cursor is: the row from the top and the place from the left of the picture.
    pub(crate) cursor: (usize, usize),
    /// The squares that were touched so far.
    pub(crate) taps: Vec<String>,
    /// The move that touching the last square again plays.
    pub(crate) stop: Option<String>,
    /// What was typed so far.
    pub(crate) input: String,
    /// Which of the choices the keys are on; none if they are on the board.
    pub(crate) focus: Option<usize>,
    /// Whether the board is turned from how it would lie.
    turned: bool,
    pub(crate) analysis: bool,
    pub(crate) lines: Option<Lines>,
    pub(crate) help: bool,
    /// Whether the next press of the key gives the game up.
    resigning: bool,
    /// How many rows the list of moves is scrolled up.
    pub(crate) scroll: usize,
    /// What the touches belong to, and what follows from it: the legal moves, and the squares of
    /// the last one.
    seen: Option<Version>,
    legal: Vec<Action>,
    pub(crate) last: Vec<String>,
}

/// Where a cursor goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// What the keys at the foot of the screen do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Help,
    Hint,
    Lines,
    Undo,
    Turn,
    Draw,
    Resign,
    Stack,
    Menu,
}

impl Key {
    /// All of them, with the number of their function key and their names.
    pub(crate) const ALL: [(Key, u8, &'static str); 9] = [
        (Key::Help, 1, "Help"),
        (Key::Hint, 2, "Hint"),
        (Key::Lines, 3, "Lines"),
        (Key::Undo, 4, "Undo"),
        (Key::Turn, 5, "Turn"),
        (Key::Draw, 6, "Draw"),
        (Key::Resign, 7, "Resign"),
        (Key::Stack, 8, "Stack"),
        (Key::Menu, 10, "Menu"),
    ];
}

impl Table {
    pub(crate) fn new(session: Session) -> Table {
        let mut table = Table {
            session,
            cursor: (0, 0),
            taps: Vec::new(),
            stop: None,
            input: String::new(),
            focus: None,
            turned: false,
            analysis: false,
            lines: None,
            help: false,
            resigning: false,
            scroll: 0,
            seen: None,
            legal: Vec::new(),
            last: Vec::new(),
        };
        table.settle(Duration::ZERO);
        table
    }

    /// The game that is drawn: the board, or before there is one the start.
    pub(crate) fn game(&self) -> Option<Game> {
        let whole = self.session.whole()?;
        let start = || Game::start(whole.state().settings.play);
        Some(self.session.board().cloned().unwrap_or_else(start))
    }

    /// What can be done by touching squares now.
    pub(crate) fn actions(&self) -> &[Action] {
        if self.session.is_mine_to_move() { &self.legal } else { &[] }
    }

    /// Whether the board is drawn from its other end: who plays alone has the own side below.
    pub(crate) fn is_turned(&self) -> bool {
        let mine = self.session.mine();
        let side = match (mine.as_slice(), self.session.whole()) {
            ([seat], Some(whole)) => whole.side_of(*seat),
            _ => None,
        };
        let shape = self.game().map(|game| Picture::of(&game).shape);
        // The first side begins at the top of a square board, and below on one on its corner.
        let lies = matches!(
            (shape, side),
            (Some(Shape::Dark), Some(Side::First)) | (Some(Shape::Diamond), Some(Side::Second))
        );
        lies != self.turned
    }

    pub(crate) fn lines_wanted(&self, area: Rect) -> Option<usize> {
        self.analysis.then_some(if area.height >= TALL { 5 } else { 3 })
    }

    /// After whatever happened: touches belong to a board that is still there.
    fn settle(&mut self, now: Duration) {
        let version = self.session.whole().map(Match::version);
        if version != self.seen {
            if self.seen.is_none() {
                self.place_cursor();
            }
            self.seen = version;
            self.legal = self.session.board().map(narrow::actions).unwrap_or_default();
            let last = self.session.last_trail().unwrap_or_default();
            self.last = last.iter().map(ToString::to_string).collect();
            self.drop_taps();
            self.lines = None;
            self.scroll = 0;
            self.focus = None;
        }
        let choices = self.session.choices(now).len();
        let remedy = self.session.board().is_some_and(|board| board.phase() == "remedy");
        let asked = remedy || self.session.offered().is_some();
        let only_choices = asked || narrow::targets(self.actions(), &[]).is_empty();
        self.focus = match self.focus {
            _ if choices == 0 => None,
            Some(focus) => Some(focus.min(choices - 1)),
            None if only_choices => Some(0),
            None => None,
        };
    }

    fn place_cursor(&mut self) {
        let Some(game) = self.game() else { return };
        let rows = Picture::of(&game).rows;
        let middle = rows.len() / 2;
        let places = || (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |c| (row, c)));
        let far = |(row, col): &(usize, usize)| row.abs_diff(middle) + col.abs_diff(middle);
        let used = places().filter(|(row, col)| rows[*row][*col].square.is_some());
        self.cursor = used.min_by_key(far).unwrap_or((0, 0));
    }

    fn drop_taps(&mut self) {
        self.taps.clear();
        self.stop = None;
    }

    /// The square under the cursor.
    pub(crate) fn under_cursor(&self) -> Option<Cell> {
        let rows = Picture::of(&self.game()?).rows;
        rows.get(self.cursor.0)?.get(self.cursor.1).cloned()
    }

    pub(super) fn key(&mut self, code: KeyCode, moment: &mut Moment) -> Option<Wanted> {
        let resigning = std::mem::take(&mut self.resigning);
        let wanted = match code {
            KeyCode::F(number) => self.function(number, resigning, moment),
            KeyCode::Esc => return self.escape(moment),
            _ if self.help => {
                self.help = false;
                None
            }
            KeyCode::Enter if !self.input.is_empty() => {
                let line = std::mem::take(&mut self.input);
                self.obey(&line, moment)
            }
            KeyCode::Enter => self.enter(moment),
            KeyCode::Char(' ') if self.input.is_empty() => self.enter(moment),
            KeyCode::Char(letter) => {
                self.put(letter);
                None
            }
            KeyCode::Backspace => {
                self.input.pop();
                None
            }
            KeyCode::Tab => self.next_choice(moment.now),
            KeyCode::Up => self.arrow(Direction::Up, moment.now),
            KeyCode::Down => self.arrow(Direction::Down, moment.now),
            KeyCode::Left => self.arrow(Direction::Left, moment.now),
            KeyCode::Right => self.arrow(Direction::Right, moment.now),
            KeyCode::PageUp => {
                self.scroll += 5;
                None
            }
            KeyCode::PageDown => {
                self.scroll = self.scroll.saturating_sub(5);
                None
            }
            _ => None,
        };
        self.settle(moment.now);
        wanted
    }

    /// Types a letter.
    pub(super) fn put(&mut self, letter: char) {
        if self.input.len() < LONGEST {
            self.input.push(letter);
        }
    }

    fn escape(&mut self, moment: &mut Moment) -> Option<Wanted> {
        if std::mem::take(&mut self.help) {
            return None;
        }
        if !self.input.is_empty() {
            self.input.clear();
        } else if !self.taps.is_empty() {
            self.drop_taps();
        } else if self.session.premove().is_some() {
            self.session.cancel_premove(moment);
        } else if self.session.told.is_some() {
            self.session.told = None;
        } else {
            return Some(Wanted::Menu);
        }
        None
    }

    fn function(&mut self, number: u8, resigning: bool, moment: &mut Moment) -> Option<Wanted> {
        let (key, ..) = Key::ALL.into_iter().find(|(_, known, _)| *known == number)?;
        self.press(key, resigning, moment)
    }

    fn press(&mut self, key: Key, resigning: bool, moment: &mut Moment) -> Option<Wanted> {
        match key {
            Key::Help => self.help = !self.help,
            Key::Hint => self.session.ask_hint(),
            Key::Lines if !self.session.may_be_helped() => {
                let says = "There is no analysis in a match between people.";
                self.session.told = Some(Told::saying(says));
            }
            Key::Lines => {
                self.analysis = !self.analysis;
                self.lines = None;
            }
            Key::Undo => self.session.take_back(moment),
            Key::Turn => self.turned = !self.turned,
            Key::Draw => self.session.offer_draw(moment),
            Key::Resign if resigning => self.session.resign(moment),
            Key::Resign if self.session.is_playing() => {
                self.resigning = true;
                self.session.told = Some(Told::saying("To give the game up, press F7 again."));
            }
            Key::Resign => self.session.told = Some(Told::saying("No game is being played.")),
            Key::Stack => self.inspect(),
            Key::Menu => return Some(Wanted::Menu),
        }
        None
    }

    fn inspect(&mut self) {
        let square = self.under_cursor().and_then(|cell| cell.square);
        let lies = square.and_then(|square| pieces::on(&self.game()?, &square.to_string()));
        self.session.told = lies.map(Told::saying);
    }

    fn enter(&mut self, moment: &mut Moment) -> Option<Wanted> {
        match self.focus {
            Some(focus) => self.choose(focus, moment),
            None => self.tap(moment),
        }
        None
    }

    fn choose(&mut self, number: usize, moment: &mut Moment) {
        match self.session.choices(moment.now).get(number) {
            Some(choice) => self.session.act(&choice.deed, moment),
            None => {
                let says = format!("There is no choice {} now.", number + 1);
                self.session.told = Some(Told::saying(says));
            }
        }
    }

    fn tap(&mut self, moment: &mut Moment) {
        let Some(square) = self.under_cursor().and_then(|cell| cell.square) else { return };
        if !self.session.is_mine_to_move() {
            let standing = self.session.standing().unwrap_or_default();
            self.session.told = Some(Told::saying(standing));
            return;
        }
        self.stop = None;
        match narrow::tap(self.actions(), &self.taps, &square.to_string()) {
            Meaning::Act(text) => {
                self.drop_taps();
                self.session.play(&text, moment);
            }
            Meaning::More { taps, stop } => {
                self.session.told = stop.as_ref().map(|text| {
                    Told::saying(format!("{text} can go on. Choose where, or {square} to stop."))
                });
                (self.taps, self.stop) = (taps, stop);
            }
            Meaning::Nothing => self.drop_taps(),
            Meaning::Tried(squares) => {
                self.drop_taps();
                self.session.touched(&squares);
            }
        }
    }

    fn next_choice(&mut self, now: Duration) -> Option<Wanted> {
        let choices = self.session.choices(now).len();
        self.focus = match self.focus {
            None if choices > 0 => Some(0),
            Some(focus) if focus + 1 < choices => Some(focus + 1),
            _ => None,
        };
        None
    }

    fn arrow(&mut self, direction: Direction, now: Duration) -> Option<Wanted> {
        let choices = self.session.choices(now).len();
        match (self.focus, direction) {
            (Some(focus), Direction::Up) => self.focus = Some(focus.saturating_sub(1)),
            (Some(focus), Direction::Down) => {
                self.focus = Some((focus + 1).min(choices.saturating_sub(1)));
            }
            _ => {
                self.focus = None;
                self.move_cursor(direction);
            }
        }
        None
    }

    fn move_cursor(&mut self, direction: Direction) {
        let Some(game) = self.game() else { return };
        let picture = Picture::of(&game);
        self.cursor = view::step(&picture, self.is_turned(), self.cursor, direction);
    }

    /// Does what a typed line says.
    fn obey(&mut self, line: &str, moment: &mut Moment) -> Option<Wanted> {
        let tell = |session: &mut Session, says: String| session.told = Some(Told::saying(says));
        match words::read(line) {
            Word::Nothing | Word::Board => {}
            Word::Number(number) => self.choose(number.wrapping_sub(1), moment),
            Word::Pieces => {
                let told = self.game().map(|game| pieces::sentences(&game).join(" "));
                tell(&mut self.session, told.unwrap_or_default());
            }
            Word::Moves => {
                let says = self.moves_text();
                tell(&mut self.session, says);
            }
            Word::Why(text) => self.session.why(&text),
            Word::Hint => return self.press(Key::Hint, false, moment),
            Word::Lines => return self.press(Key::Lines, false, moment),
            Word::Undo => return self.press(Key::Undo, false, moment),
            Word::Draw => return self.press(Key::Draw, false, moment),
            Word::Flip => return self.press(Key::Turn, false, moment),
            Word::Resign => return self.press(Key::Resign, true, moment),
            Word::Stack(square) => {
                let lies = self.game().and_then(|game| pieces::on(&game, &square));
                let none = || "There is no such square on the board.".to_owned();
                tell(&mut self.session, lies.unwrap_or_else(none));
            }
            Word::Help => self.help = true,
            Word::Menu => return Some(Wanted::Menu),
            Word::Quit => return Some(Wanted::Quit),
            Word::Move(text) => {
                self.drop_taps();
                self.session.play(&text, moment);
            }
        }
        None
    }

    fn moves_text(&self) -> String {
        let legal = self.session.board().map(Game::legal).unwrap_or_default();
        let shown: Vec<_> = legal.iter().take(MOST_MOVES).cloned().collect();
        match legal.len() - shown.len() {
            0 => format!("Legal moves: {}.", shown.join(", ")),
            more => format!("Legal moves: {} and {more} more.", shown.join(", ")),
        }
    }

    pub(super) fn click(
        &mut self,
        at: Position,
        area: Rect,
        moment: &mut Moment,
    ) -> Option<Wanted> {
        if self.help {
            self.help = false;
            return None;
        }
        let plan = Plan::of(area, self, moment.now);
        let resigning = std::mem::take(&mut self.resigning);
        let wanted = if let Some(key) = plan.key_at(at) {
            self.press(key, resigning, moment)
        } else if let Some(number) = plan.choice_at(at) {
            self.choose(number, moment);
            None
        } else if let Some(cell) = plan.cell_at(at) {
            self.cursor = cell;
            self.focus = None;
            self.tap(moment);
            None
        } else {
            None
        };
        self.settle(moment.now);
        wanted
    }

    pub(super) fn thought(&mut self, thought: Thought, moment: &mut Moment) {
        match thought {
            Thought::Lines(lines) => self.lines = self.analysis.then_some(lines),
            thought => self.session.thought(&thought, moment),
        }
        self.settle(moment.now);
    }

    pub(super) fn hear(&mut self, from: FromServer, moment: &mut Moment) {
        self.session.hear(from, moment);
        self.session.news.clear();
        self.settle(moment.now);
    }

    pub(super) fn tick(&mut self, moment: &Moment) {
        self.session.tick(moment);
        self.settle(moment.now);
    }
}
