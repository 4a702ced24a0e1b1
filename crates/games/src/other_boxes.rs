//! What the other boxes of checkers say about a move: their rules are given the same board and the
//! same move, and whatever they answer differently is a sentence with the rule behind it.

use crownhead_rules::{
    ActionKind, Explanation, MessageArg, MessageTemplate, MoveRefusalKind, Outcome, Phase, Reason,
    Sentence,
};

use crate::from_rules::FromRules;
use crate::{Action, Game, GameId, Legality, Rules, rule_book};

/// The sentences. Each names a box and begins like "In the Regal game".
mod messages {
    crownhead_rules::messages! { "other-box":
        NEED_NOT_JUMP = "need-not-jump": "In the {box} game you wouldn't have to jump.";
        NEED_NOT_GO_ON = "need-not-go-on": "In the {box} game you could stop here.";
        COULD_SKIP = "could-skip": "In the {box} game you could have skipped this jump.";
        COULD_STOP = "could-stop": "In the {box} game you could have stopped on {square}.";
        MIGHT_BE_HUFFED = "might-be-huffed": "In the {box} game you could do that, but you might be huffed for it.";
        NOBODY_HUFFS = "nobody-huffs": "In the {box} game nobody could huff you for that.";
        MUST_JUMP = "must-jump": "In the {box} game you'd have had to jump.";
        MUST_GO_ON = "must-go-on": "In the {box} game you'd have had to keep jumping.";
        KING_GOES_ON = "king-goes-on": "The {box} leaflet can be read so that a new king keeps jumping.";
        KING_WAITS = "king-waits": "In the {box} game a new king waits until its next turn.";
        NO_HUFF = "no-huff": "In the {box} game nobody is huffed: you simply have to jump.";
        WOULD_HAVE_LOST = "would-have-lost": "In the {box} game you'd have lost: you can't move.";
        WOULD_PASS = "would-pass": "In the {box} game {side} would pass, and you'd play on.";
        WOULD_BE_DRAWN = "would-be-drawn": "In the {box} game this would be a draw.";
        WOULD_LOSE = "would-lose": "In the {box} game {side} would have lost: no move is left.";
    }
}

/// Every message about other boxes, for translations.
pub fn other_box_messages() -> impl Iterator<Item = &'static MessageTemplate> {
    messages::ALL.iter()
}

/// What another box says differently about a move.
///
/// ```
/// use crownhead_games::{GameId, Game};
///
/// let game = Game::from_text(GameId::WinningMovesCheckers, "B:W18,32:B1,14")?;
/// let others = game.other_boxes("14x23");
/// assert_eq!(others[0].rules, GameId::RegalCheckers.rules());
/// assert_eq!(others[0].explanation.rule, "regal-checkers.jump.duty");
/// assert_eq!(
///     others[0].explanation.to_string(),
///     "In the Regal game you could have skipped this jump."
/// );
/// # Ok::<(), crownhead_games::PositionErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherBox {
    /// The other game.
    pub rules: Rules,
    /// The topic on which the rule books differ.
    pub topic: &'static str,
    /// The sentence, and the rule in the other game's book.
    pub explanation: Explanation,
}

/// What a game makes of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Judgement {
    Legal,
    /// It is legal, but the opponent then has a remedy.
    Offence,
    Refused(MoveRefusalKind),
    /// The jump has to go on, because the man that it crowned is a king now.
    KingMustGoOn,
}

/// A message, the topic of its rule in the other book, and what fills its places besides the box.
type Remark = (&'static MessageTemplate, &'static str, Vec<(&'static str, MessageArg)>);

impl Game {
    /// What the other boxes of checkers say differently about a move here, legal or not; nothing in
    /// other games. The position is the one before the move.
    pub fn other_boxes(&self, text: &str) -> Vec<OtherBox> {
        let Some(position) = self.checkers_fen() else { return Vec::new() };
        let played = Played::new(self, text);
        let mut all: Vec<OtherBox> = Vec::new();
        for rules in checkers_rules().filter(|rules| *rules != self.rules()) {
            let Ok(other) = Game::from_text(rules, &position) else { continue };
            for (message, topic, args) in played.remarks(&other) {
                let said = |known: &OtherBox| {
                    let same_box = known.rules.game() == rules.game();
                    same_box && known.explanation.sentence.message == message
                };
                if !all.iter().any(said) {
                    all.push(other_box(rules, message, topic, args));
                }
            }
        }
        // Crowns are rarer than skipped jumps.
        all.sort_by_key(|other| other.topic != "crown.mid-jump");
        all
    }

    /// What each box of checkers, under each of its options, makes of a move on this board; nothing
    /// in other games.
    pub fn explain_in_every_box(&self, text: &str) -> Vec<(Rules, Legality)> {
        let Some(position) = self.checkers_fen() else { return Vec::new() };
        let games = checkers_rules().map(|rules| Game::from_text(rules, &position));
        games.filter_map(Result::ok).map(|game| (game.rules(), game.explain(text))).collect()
    }

    /// The FEN of a checkers position in any phase. None for other games.
    fn checkers_fen(&self) -> Option<String> {
        each!(self.position(), position => position.fen_in_any_phase())
    }

    fn judge(&self, text: &str) -> Judgement {
        match self.explain(text) {
            Legality::Legal { .. } => {
                let mut next = self.clone();
                let offends = next.play(text).is_ok() && next.phase() == Phase::Remedy;
                if offends { Judgement::Offence } else { Judgement::Legal }
            }
            Legality::Refused(no) if no.kind == MoveRefusalKind::MustGoOn => {
                if no.explanation.rule.contains("crown.mid-jump") {
                    Judgement::KingMustGoOn
                } else {
                    Judgement::Refused(no.kind)
                }
            }
            Legality::Refused(no) => Judgement::Refused(no.kind),
        }
    }

    /// Whether a step is open that is no offence.
    fn may_step(&self) -> bool {
        let free = |action: &Action| {
            action.kind == ActionKind::Step && self.judge(&action.text) == Judgement::Legal
        };
        self.actions().iter().any(free)
    }
}

/// The games with the positions and moves of checkers, with all their options.
fn checkers_rules() -> impl Iterator<Item = Rules> {
    GameId::ALL.iter().filter(|id| id.is_checkers()).flat_map(|id| Rules::all_of(*id))
}

/// A move in the game that is played, legal or not.
struct Played<'a> {
    game: &'a Game,
    text: &'a str,
    judgement: Judgement,
    /// The move as data, if it is legal.
    action: Option<Action>,
    /// The game after it, if it is legal.
    after: Option<Game>,
}

impl<'a> Played<'a> {
    fn new(game: &'a Game, text: &'a str) -> Played<'a> {
        let mut after = game.clone();
        let legal = after.play(text).ok();
        let action = legal
            .as_ref()
            .and_then(|legal| game.actions().into_iter().find(|action| action.text == *legal));
        let after = legal.map(|_| after);
        Played { game, text, judgement: game.judge(text), action, after }
    }

    /// What another game says differently.
    fn remarks(&self, other: &Game) -> Vec<Remark> {
        let mut remarks: Vec<Remark> = match self.game.phase() {
            Phase::Play | Phase::Regular => self.about_the_move(other).into_iter().collect(),
            Phase::Remedy => self.about_the_huff(other).into_iter().collect(),
            _ => Vec::new(),
        };
        remarks.extend(self.about_the_end(other));
        remarks
    }

    fn about_the_move(&self, other: &Game) -> Option<Remark> {
        use Judgement::{KingMustGoOn, Legal, Offence, Refused};
        use MoveRefusalKind::{MustGoOn, MustJump, MustStop};
        let (message, topic) = match (self.judgement, other.judge(self.text)) {
            (Refused(MustJump), Legal) => (&messages::NEED_NOT_JUMP, "jump.duty"),
            (Refused(MustGoOn), Legal) => (&messages::NEED_NOT_GO_ON, "jump.go-on"),
            (Refused(MustJump | MustGoOn), Offence) => (&messages::MIGHT_BE_HUFFED, "remedy.huff"),
            // The same leaflet, read the other way, is no other box.
            (KingMustGoOn, Legal) | (Legal, Refused(MustStop))
                if other.rules().game() == self.game.rules().game() =>
            {
                return None;
            }
            (KingMustGoOn, Legal) => (&messages::KING_WAITS, "crown.mid-jump"),
            (Refused(MustStop), Legal) => (&messages::KING_GOES_ON, "crown.mid-jump"),
            (Legal, Refused(MustJump)) => (&messages::MUST_JUMP, "jump.duty"),
            (Legal, Refused(MustGoOn)) => (&messages::MUST_GO_ON, "jump.go-on"),
            (Legal, Offence) => (&messages::MIGHT_BE_HUFFED, "remedy.huff"),
            (Legal | Offence, KingMustGoOn) => (&messages::KING_GOES_ON, "crown.mid-jump"),
            (Legal | Offence, Refused(MustStop)) => (&messages::KING_WAITS, "crown.mid-jump"),
            (Offence, Legal) => (&messages::NOBODY_HUFFS, "jump.duty"),
            (Offence, Refused(MustJump)) => (&messages::MUST_JUMP, "jump.duty"),
            (Offence, Refused(MustGoOn)) => (&messages::MUST_GO_ON, "jump.go-on"),
            (Legal, Legal) => return self.about_the_choice(other),
            _ => return None,
        };
        Some((message, topic, Vec::new()))
    }

    /// A jump that was a must here, and is a choice in the other game.
    fn about_the_choice(&self, other: &Game) -> Option<Remark> {
        let jump = self.action.as_ref().filter(|action| action.kind == ActionKind::Jump)?;
        if self.game.phase() == Phase::Play && !self.game.may_step() && other.may_step() {
            return Some((&messages::COULD_SKIP, "jump.duty", Vec::new()));
        }
        let part = |action: &Action| {
            action.trail.len() < jump.trail.len() && jump.trail.starts_with(&action.trail)
        };
        let mut shorter = other.actions().into_iter().filter(part);
        let stop = shorter.rfind(|stop| self.stops_nowhere(stop, other))?.end()?;
        Some((&messages::COULD_STOP, "jump.go-on", vec![("square", MessageArg::Square(stop))]))
    }

    /// Whether a part of the jump is a whole move in the other game, and none here.
    fn stops_nowhere(&self, part: &Action, other: &Game) -> bool {
        other.judge(&part.text) == Judgement::Legal
            && self.game.judge(&part.text) != Judgement::Legal
    }

    fn about_the_huff(&self, other: &Game) -> Option<Remark> {
        let huffs = self.action.as_ref()?.kind == ActionKind::Huff;
        let must_jump = other.rules().game().must_jump();
        (huffs && must_jump).then(|| (&messages::NO_HUFF, "jump.duty", Vec::new()))
    }

    /// A game that ends by this move here and goes on there, or a pass where others have lost.
    fn about_the_end(&self, other: &Game) -> Option<Remark> {
        let passed = |action: &Action| action.kind == ActionKind::Pass;
        if self.action.as_ref().is_some_and(passed) {
            return ended(other, Reason::NoMove)
                .map(|()| (&messages::WOULD_HAVE_LOST, "end.no-move", Vec::new()));
        }
        let after = self.after.as_ref()?;
        let there = Game::from_text(other.rules(), &after.checkers_fen()?).ok()?;
        let side = vec![("side", MessageArg::Side(after.side_names()[after.side()]))];
        if ended(after, Reason::NoMove).is_some() {
            return match there.outcome().map(|outcome| outcome.reason) {
                None if there.forced_pass().is_some() => {
                    Some((&messages::WOULD_PASS, "pass", side))
                }
                Some(Reason::NeitherCanMove) => {
                    Some((&messages::WOULD_BE_DRAWN, "end.neither-can-move", Vec::new()))
                }
                _ => None,
            };
        }
        ended(after, Reason::NeitherCanMove)?;
        ended(&there, Reason::NoMove).map(|()| (&messages::WOULD_LOSE, "end.no-move", side))
    }
}

fn ended(game: &Game, by: Reason) -> Option<()> {
    game.outcome().is_some_and(|Outcome { reason, .. }| reason == by).then_some(())
}

fn other_box(
    rules: Rules,
    message: &'static MessageTemplate,
    topic: &'static str,
    args: Vec<(&'static str, MessageArg)>,
) -> OtherBox {
    let rule = rule_book(rules).into_iter().find(|rule| rule.topic == topic);
    debug_assert!(rule.is_some(), "{rules}: no rule on {topic}");
    let name = rules.game().leaflet().short_title();
    let mut sentence = Sentence::new(message).with("box", MessageArg::Text(name.to_owned()));
    sentence.args.extend(args);
    let rule = rule.map_or("", |rule| rule.id);
    OtherBox { rules, topic, explanation: Explanation { rule, sentence, squares: Vec::new() } }
}
