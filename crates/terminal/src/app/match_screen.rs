//! The match screen: cursor, taps, typed commands and function keys.

use std::time::Duration;

use crownhead_arbiter::{Match, Version};
use crownhead_games::{
    Action, BoardCell, BoardPicture, BoardShape, Game, Phase, TapMeaning, tap, targets,
};
use crownhead_rules::{AnySquare, Side};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::Effect;
use crate::analysis_worker::{AnalysisLines, AnalysisResult};
use crate::board_description;
use crate::clock_source::StepContext;
use crate::session::{ConnectionEvent, Notice, Session};
use crate::typed_command::{self, TypedCommand};
use crate::view::{self, ScreenLayout};

/// The maximum length of typed text.
const MAX_INPUT: usize = 120;
/// The maximum number of legal moves to list.
const MAX_LISTED_MOVES: usize = 40;
/// The screen height from which on more analysis lines fit.
const TALL_SCREEN: u16 = 40;
/// How long the result of a toss stays on the screen before the computer makes its first move.
const READING_TIME: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub(crate) struct MatchScreen {
    pub(crate) session: Session,
    /// The cursor: the row from the top and the column from the left of the picture.
    pub(crate) cursor: (usize, usize),
    /// The squares that were tapped so far.
    pub(crate) taps: Vec<AnySquare>,
    /// The move that tapping the last square again plays.
    pub(crate) stop: Option<String>,
    /// The typed text.
    pub(crate) input: String,
    /// The choice that has the keyboard focus; `None` if the board has it.
    pub(crate) focus: Option<usize>,
    /// Whether the player has turned the board.
    turned: bool,
    pub(crate) analysis: bool,
    pub(crate) lines: Option<AnalysisLines>,
    pub(crate) help: bool,
    /// Whether the next press of the key resigns.
    resigning: bool,
    /// How many rows the list of moves is scrolled up.
    pub(crate) scroll: usize,
    /// The version that the taps belong to, its legal moves, and the squares of its last move.
    seen: Option<Version>,
    legal: Vec<Action>,
    pub(crate) last: Vec<String>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum CursorDirection {
    Up,
    Down,
    Left,
    Right,
}

/// The function keys at the bottom of the screen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FunctionKey {
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

impl FunctionKey {
    /// All keys, with their numbers and labels.
    pub(crate) const ALL: [(FunctionKey, u8, &'static str); 9] = [
        (FunctionKey::Help, 1, "Help"),
        (FunctionKey::Hint, 2, "Hint"),
        (FunctionKey::Lines, 3, "Lines"),
        (FunctionKey::Undo, 4, "Undo"),
        (FunctionKey::Turn, 5, "Turn"),
        (FunctionKey::Draw, 6, "Draw"),
        (FunctionKey::Resign, 7, "Resign"),
        (FunctionKey::Stack, 8, "Stack"),
        (FunctionKey::Menu, 10, "Menu"),
    ];
}

impl MatchScreen {
    pub(crate) fn new(mut session: Session) -> MatchScreen {
        session.reading_time = READING_TIME;
        let mut screen = MatchScreen {
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
        screen.refresh(Duration::ZERO);
        screen
    }

    /// The game to draw: the board, or the start position before there is one.
    pub(crate) fn game(&self) -> Option<Game> {
        let game_match = self.session.game_match()?;
        let start = || Game::start(game_match.state().settings.play);
        Some(self.session.board().cloned().unwrap_or_else(start))
    }

    /// The legal actions that can be tapped.
    pub(crate) fn actions(&self) -> &[Action] {
        if self.session.is_local_turn() { &self.legal } else { &[] }
    }

    /// Whether the board is drawn upside down: a single player's own side is at the bottom.
    pub(crate) fn is_turned(&self) -> bool {
        let mine = self.session.local_seats();
        let side = match (mine.as_slice(), self.session.game_match()) {
            ([seat], Some(game_match)) => game_match.side_of(*seat),
            _ => None,
        };
        let shape = self.game().map(|game| BoardPicture::of(&game).shape);
        // The first side starts at the top of a square board, and at the bottom of a diamond board.
        let lies = matches!(
            (shape, side),
            (Some(BoardShape::Dark), Some(Side::First))
                | (Some(BoardShape::Diamond), Some(Side::Second))
        );
        lies != self.turned
    }

    pub(crate) fn lines_wanted(&self, area: Rect) -> Option<usize> {
        self.analysis.then_some(if area.height >= TALL_SCREEN { 5 } else { 3 })
    }

    /// Drops taps and focus that do not fit the current match.
    fn refresh(&mut self, now: Duration) {
        let version = self.session.game_match().map(Match::version);
        if version != self.seen {
            if self.seen.is_none() {
                self.place_cursor();
            }
            self.seen = version;
            self.legal = self.session.board().map(Game::actions).unwrap_or_default();
            let last = self.session.last_trail().unwrap_or_default();
            self.last = last.iter().map(ToString::to_string).collect();
            self.drop_taps();
            self.lines = None;
            self.scroll = 0;
            self.focus = None;
        }
        let choices = self.session.choices(now).len();
        let remedy = self.session.board().is_some_and(|board| board.phase() == Phase::Remedy);
        let asked = remedy || self.session.offered().is_some();
        let only_choices = asked || targets(self.actions(), &[]).is_empty();
        self.focus = match self.focus {
            _ if choices == 0 => None,
            Some(focus) => Some(focus.min(choices - 1)),
            None if only_choices => Some(0),
            None => None,
        };
    }

    fn place_cursor(&mut self) {
        let Some(game) = self.game() else { return };
        let rows = BoardPicture::of(&game).rows;
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
    pub(crate) fn under_cursor(&self) -> Option<BoardCell> {
        let rows = BoardPicture::of(&self.game()?).rows;
        rows.get(self.cursor.0)?.get(self.cursor.1).cloned()
    }

    pub(super) fn key(&mut self, code: KeyCode, context: &mut StepContext) -> Option<Effect> {
        let resigning = std::mem::take(&mut self.resigning);
        let wanted = match code {
            KeyCode::F(number) => self.function(number, resigning, context),
            KeyCode::Esc => return self.escape(context),
            _ if self.help => {
                self.help = false;
                None
            }
            KeyCode::Enter if !self.input.is_empty() => {
                let line = std::mem::take(&mut self.input);
                self.execute(&line, context)
            }
            KeyCode::Enter => self.enter(context),
            KeyCode::Char(' ') if self.input.is_empty() => self.enter(context),
            KeyCode::Char(letter) => {
                self.put(letter);
                None
            }
            KeyCode::Backspace => {
                self.input.pop();
                None
            }
            KeyCode::Tab => self.next_choice(context.now),
            KeyCode::Up => self.arrow(CursorDirection::Up, context.now),
            KeyCode::Down => self.arrow(CursorDirection::Down, context.now),
            KeyCode::Left => self.arrow(CursorDirection::Left, context.now),
            KeyCode::Right => self.arrow(CursorDirection::Right, context.now),
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
        self.refresh(context.now);
        wanted
    }

    /// Types a character.
    pub(super) fn put(&mut self, letter: char) {
        if self.input.len() < MAX_INPUT {
            self.input.push(letter);
        }
    }

    fn escape(&mut self, context: &mut StepContext) -> Option<Effect> {
        if std::mem::take(&mut self.help) {
            return None;
        }
        if !self.input.is_empty() {
            self.input.clear();
        } else if !self.taps.is_empty() {
            self.drop_taps();
        } else if self.session.premoves().is_some() {
            self.session.cancel_premoves(context);
        } else if self.session.notice.is_some() {
            self.session.notice = None;
        } else {
            return Some(Effect::Menu);
        }
        None
    }

    fn function(
        &mut self,
        number: u8,
        resigning: bool,
        context: &mut StepContext,
    ) -> Option<Effect> {
        let (key, ..) = FunctionKey::ALL.into_iter().find(|(_, known, _)| *known == number)?;
        self.press(key, resigning, context)
    }

    fn press(
        &mut self,
        key: FunctionKey,
        resigning: bool,
        context: &mut StepContext,
    ) -> Option<Effect> {
        match key {
            FunctionKey::Help => self.help = !self.help,
            FunctionKey::Hint => self.session.request_hint(),
            FunctionKey::Lines if !self.session.may_use_engine() => {
                let message = "Analysis is not allowed in a match between people.";
                self.session.notice = Some(Notice::new(message));
            }
            FunctionKey::Lines => {
                self.analysis = !self.analysis;
                self.lines = None;
            }
            FunctionKey::Undo => self.session.take_back(context),
            FunctionKey::Turn => self.turned = !self.turned,
            FunctionKey::Draw => self.session.offer_draw(context),
            FunctionKey::Resign if resigning => self.session.resign(context),
            FunctionKey::Resign if self.session.is_playing() => {
                self.resigning = true;
                self.session.notice = Some(Notice::new("Press F7 again to resign."));
            }
            FunctionKey::Resign => {
                let message = match self.session.board() {
                    None => "The game has not begun yet.",
                    Some(_) => "No game is being played.",
                };
                self.session.notice = Some(Notice::new(message));
            }
            FunctionKey::Stack => self.inspect(),
            FunctionKey::Menu => return Some(Effect::Menu),
        }
        None
    }

    fn inspect(&mut self) {
        let square = self.under_cursor().and_then(|cell| cell.square);
        let lies = square.and_then(|square| {
            board_description::describe_square(&self.game()?, &square.to_string())
        });
        self.session.notice = lies.map(Notice::new);
    }

    fn enter(&mut self, context: &mut StepContext) -> Option<Effect> {
        match self.focus {
            _ if self.session.is_computer_waiting() => self.session.let_computer_move(),
            Some(focus) => self.choose(focus, context),
            None => self.tap(context),
        }
        None
    }

    fn choose(&mut self, number: usize, context: &mut StepContext) {
        match self.session.choices(context.now).get(number) {
            Some(choice) => self.session.act(&choice.action, context),
            // The toss stays on the screen until somebody moves.
            None if self.session.shows_ritual() => {}
            None => {
                let message = format!("Choice {} does not exist.", number + 1);
                self.session.notice = Some(Notice::new(message));
            }
        }
    }

    fn tap(&mut self, context: &mut StepContext) {
        let Some(square) = self.under_cursor().and_then(|cell| cell.square) else { return };
        if self.session.board().is_none() {
            self.session.notice = Some(self.session.choose_first(context.now));
            return;
        }
        if !self.session.is_local_turn() {
            let status = self.session.status().unwrap_or_default();
            self.session.notice = Some(Notice::new(status));
            return;
        }
        self.stop = None;
        match tap(self.actions(), &self.taps, square) {
            TapMeaning::Act(action) => {
                let text = action.text.clone();
                self.drop_taps();
                self.session.play(&text, context);
            }
            TapMeaning::More { taps, stop } => {
                let stop = stop.map(|action| action.text.clone());
                self.session.notice = stop.as_ref().map(|text| {
                    Notice::new(format!(
                        "{text} can continue. Choose where, or tap {square} again to stop."
                    ))
                });
                (self.taps, self.stop) = (taps, stop);
            }
            TapMeaning::Choose(actions) => {
                let texts: Vec<_> = actions.iter().map(|action| action.text.as_str()).collect();
                let message = format!("Type the move you mean: {}.", texts.join(", "));
                self.session.notice = Some(Notice::new(message));
                self.drop_taps();
            }
            TapMeaning::Cleared => self.drop_taps(),
            TapMeaning::NoAction(squares) => {
                self.drop_taps();
                self.session.explain_taps(&squares);
            }
        }
    }

    fn next_choice(&mut self, now: Duration) -> Option<Effect> {
        let choices = self.session.choices(now).len();
        self.focus = match self.focus {
            None if choices > 0 => Some(0),
            Some(focus) if focus + 1 < choices => Some(focus + 1),
            _ => None,
        };
        None
    }

    fn arrow(&mut self, direction: CursorDirection, now: Duration) -> Option<Effect> {
        let choices = self.session.choices(now).len();
        match (self.focus, direction) {
            (Some(focus), CursorDirection::Up) => self.focus = Some(focus.saturating_sub(1)),
            (Some(focus), CursorDirection::Down) => {
                self.focus = Some((focus + 1).min(choices.saturating_sub(1)));
            }
            _ => {
                self.focus = None;
                self.move_cursor(direction);
            }
        }
        None
    }

    fn move_cursor(&mut self, direction: CursorDirection) {
        let Some(game) = self.game() else { return };
        let picture = BoardPicture::of(&game);
        self.cursor = view::step(&picture, self.is_turned(), self.cursor, direction);
    }

    /// Executes a typed line.
    fn execute(&mut self, line: &str, context: &mut StepContext) -> Option<Effect> {
        let tell =
            |session: &mut Session, message: String| session.notice = Some(Notice::new(message));
        match typed_command::parse(line) {
            TypedCommand::Nothing | TypedCommand::Board => {}
            TypedCommand::Number(number) => self.choose(number.wrapping_sub(1), context),
            TypedCommand::Pieces => {
                let notice =
                    self.game().map(|game| board_description::describe_board(&game).join(" "));
                tell(&mut self.session, notice.unwrap_or_default());
            }
            TypedCommand::Moves if self.session.board().is_none() => {
                self.session.notice = Some(self.session.choose_first(context.now));
            }
            TypedCommand::Moves => {
                let message = self.moves_text();
                tell(&mut self.session, message);
            }
            TypedCommand::Why(text) => self.session.explain(&text, context.now),
            TypedCommand::Hint => return self.press(FunctionKey::Hint, false, context),
            TypedCommand::Lines => return self.press(FunctionKey::Lines, false, context),
            TypedCommand::Undo => return self.press(FunctionKey::Undo, false, context),
            TypedCommand::Draw => return self.press(FunctionKey::Draw, false, context),
            TypedCommand::Flip => return self.press(FunctionKey::Turn, false, context),
            TypedCommand::Resign => return self.press(FunctionKey::Resign, true, context),
            TypedCommand::Abort => self.session.abort(context),
            TypedCommand::Say(phrase) => self.session.say(&phrase, context),
            TypedCommand::Stack(square) => {
                let lies =
                    self.game().and_then(|game| board_description::describe_square(&game, &square));
                let none = || "The board has no such square.".to_owned();
                tell(&mut self.session, lies.unwrap_or_else(none));
            }
            TypedCommand::Help => self.help = true,
            TypedCommand::Menu => return Some(Effect::Menu),
            TypedCommand::Quit => return Some(Effect::Quit),
            TypedCommand::Move(text) => {
                self.drop_taps();
                self.session.play(&text, context);
            }
        }
        None
    }

    fn moves_text(&self) -> String {
        let legal = self.session.board().map(Game::legal_moves).unwrap_or_default();
        let shown: Vec<_> = legal.iter().take(MAX_LISTED_MOVES).cloned().collect();
        match legal.len() - shown.len() {
            0 => format!("Legal moves: {}.", shown.join(", ")),
            more => format!("Legal moves: {} and {more} more.", shown.join(", ")),
        }
    }

    pub(super) fn click(
        &mut self,
        at: Position,
        area: Rect,
        context: &mut StepContext,
    ) -> Option<Effect> {
        if self.help {
            self.help = false;
            return None;
        }
        let layout = ScreenLayout::of(area, self, context.now);
        let resigning = std::mem::take(&mut self.resigning);
        let wanted = if let Some(key) = layout.key_at(at) {
            self.press(key, resigning, context)
        } else if let Some(number) = layout.choice_at(at) {
            self.choose(number, context);
            None
        } else if let Some(cell) = layout.cell_at(at) {
            self.cursor = cell;
            self.focus = None;
            self.tap(context);
            None
        } else {
            None
        };
        self.refresh(context.now);
        wanted
    }

    pub(super) fn apply_analysis(&mut self, result: AnalysisResult, context: &mut StepContext) {
        match result {
            AnalysisResult::Lines(lines) => self.lines = self.analysis.then_some(lines),
            result => self.session.apply_analysis(&result, context),
        }
        self.refresh(context.now);
    }

    pub(super) fn receive(&mut self, from: ConnectionEvent, context: &mut StepContext) {
        self.session.receive(from, context);
        self.session.notifications.clear();
        self.refresh(context.now);
    }

    pub(super) fn tick(&mut self, context: &StepContext) {
        self.session.tick(context);
        self.refresh(context.now);
    }
}
