//! Variation trees (games with comments and variations) to and from PDN. A tree is a list of moves,
//! each with its parent; of several children, the first is the main line.

use std::collections::BTreeMap;

use crownhead_games::{Game, Record, pdn_error_sentence};
use crownhead_pdn::{ItemKind, MoveText, MovetextItem, PdnGame, PdnReader};
use crownhead_rules::{MessageArg, Sentence};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{GameLine, WasmResult, from_json, messages, to_json};

/// The most moves of a tree.
const MOST: usize = 4000;

/// A game with everything that was noted about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "PdnTree"))]
#[serde(deny_unknown_fields)]
pub(crate) struct VariationTree {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// Names, dates and places, by their PDN tags.
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// The comment before the first move.
    #[serde(default)]
    comment: String,
    nodes: Vec<TreeNode>,
}

/// A move with what was said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "PdnTreeNode"))]
#[serde(deny_unknown_fields)]
struct TreeNode {
    /// The number of the move that it follows, which is smaller than its own.
    parent: Option<usize>,
    text: String,
    #[serde(default)]
    comment: String,
}

/// Writes a study tree as PDN, with variations.
#[wasm_bindgen]
pub fn tree_to_pdn(tree: &str) -> WasmResult<String> {
    let tree: VariationTree = from_json(tree)?;
    tree.check()?;
    let main = tree.run(tree.children(None).next());
    let (mut pdn, plies) = tree.record(None, &main)?;
    pdn.items.truncate(pdn.items.len() - plies.iter().map(Vec::len).sum::<usize>());
    pdn.items.extend(tree.with_variations(&main, plies)?);
    Ok(pdn.to_string())
}

/// The tree of a game of a PDN text, by its place from 0.
#[wasm_bindgen]
pub fn tree_from_pdn(text: &str, place: usize) -> WasmResult<String> {
    let found = PdnReader::new(text.as_bytes()).nth(place);
    let found = found.ok_or_else(|| Sentence::new(&messages::NO_GAME))?;
    let pdn = found.map_err(|error| pdn_error_sentence(&error))?;
    let record = Record::from_pdn(&pdn)?;
    let begin = record.initial();
    let position = begin.text().filter(|_| *begin != Game::start(record.rules()));
    let GameLine { game, options, position, .. } =
        GameLine::new(record.rules(), position, Vec::new());
    let comment = record.preface().to_owned();
    let tags = record.tags().iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let tags = tags.collect();
    let mut tree = VariationTree { game, options, position, tags, comment, nodes: Vec::new() };
    tree.grow(&pdn, &[], &pdn.items, &[])?;
    to_json(&tree)
}

impl VariationTree {
    fn check(&self) -> WasmResult<()> {
        let follows = |(number, node): (usize, &TreeNode)| node.parent.is_none_or(|it| it < number);
        let sound = self.nodes.len() <= MOST && self.nodes.iter().enumerate().all(follows);
        if sound { Ok(()) } else { Err(Sentence::new(&messages::NO_TREE).into()) }
    }

    fn children(&self, of: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let all = self.nodes.iter().enumerate();
        all.filter(move |(_, node)| node.parent == of).map(|(number, _)| number)
    }

    /// A move and the main ones after it.
    fn run(&self, first: Option<usize>) -> Vec<usize> {
        std::iter::successors(first, |&number| self.children(Some(number)).next()).collect()
    }

    fn path(&self, to: Option<usize>) -> Vec<usize> {
        let mut path: Vec<_> =
            std::iter::successors(to, |&number| self.nodes[number].parent).collect();
        path.reverse();
        path
    }

    /// The record of a run after the move that it follows, and its items, ply by ply.
    fn record(
        &self,
        after: Option<usize>,
        run: &[usize],
    ) -> WasmResult<(PdnGame, Vec<Vec<MovetextItem>>)> {
        let line = GameLine {
            game: self.game.clone(),
            options: self.options.clone(),
            position: self.position.clone(),
            moves: Vec::new(),
        };
        let rules = line.rules()?;
        let mut record = match &self.position {
            Some(text) => Record::from_position(rules, text)?,
            None => Record::start(rules),
        };
        for (name, value) in &self.tags {
            record.set_tag(name, value);
        }
        record.set_comment(&self.comment);
        let before = self.path(after);
        for &number in before.iter().chain(run) {
            let TreeNode { text, comment, .. } = &self.nodes[number];
            record.play(text)?;
            record.set_comment(comment);
            // A move behind a comment gets its number, as the first of a variation should.
            if Some(number) == after {
                record.set_comment("-");
            }
        }
        let pdn = record.to_pdn();
        let plies = by_ply(&pdn.items, before.len() + run.len()).split_off(before.len());
        Ok((pdn, plies))
    }

    /// The items of a run, and behind each move what could have been played instead.
    fn with_variations(
        &self,
        run: &[usize],
        plies: Vec<Vec<MovetextItem>>,
    ) -> WasmResult<Vec<MovetextItem>> {
        let mut items = Vec::new();
        for (&number, ply) in run.iter().zip(plies) {
            items.extend(ply);
            let parent = self.nodes[number].parent;
            let mut siblings = self.children(parent);
            if siblings.next() != Some(number) {
                continue;
            }
            for other in siblings {
                let run = self.run(Some(other));
                let (_, plies) = self.record(parent, &run)?;
                items.push(MovetextItem::new(ItemKind::Variation(
                    self.with_variations(&run, plies)?,
                )));
            }
        }
        Ok(items)
    }

    /// Takes in the moves of `items`, which follow those of `before`; `path` are the numbers of
    /// those.
    fn grow(
        &mut self,
        pdn: &PdnGame,
        before: &[MovetextItem],
        items: &[MovetextItem],
        path: &[usize],
    ) -> WasmResult<()> {
        let all: Vec<MovetextItem> = before.iter().chain(items).cloned().collect();
        let mut whole = PdnGame { items: all, ..pdn.clone() };
        let record = Record::from_pdn(&whole)?;
        name_routes(&mut whole.items, &record);
        let mut path = path.to_vec();
        for ply in &record.plies()[path.len()..] {
            if self.nodes.len() >= MOST {
                let most = MessageArg::Number(MOST as u32);
                return Err(Sentence::new(&messages::TOO_MANY_MOVES).with("most", most).into());
            }
            let (parent, text) = (path.last().copied(), ply.text.clone());
            path.push(self.nodes.len());
            self.nodes.push(TreeNode { parent, text, comment: ply.comment.clone() });
        }
        let plies = by_ply(&whole.items, record.plies().len());
        let preface = whole.items.len() - plies.iter().map(Vec::len).sum::<usize>();
        let mut end = preface;
        for (ply, number) in plies.iter().zip(0..) {
            for item in ply.iter().filter(|_| end >= before.len()) {
                if let ItemKind::Variation(items) = &item.kind {
                    self.grow(pdn, &whole.items[..end], items, &path[..number])?;
                }
            }
            end += ply.len();
        }
        Ok(())
    }
}

/// Gives every move the one text that it has, so that a variation begins where the main line went: it
/// may lack the moves that say by which route a jump is meant.
fn name_routes(items: &mut [MovetextItem], record: &Record) {
    let is_ply =
        |item: &&mut MovetextItem| matches!(item.kind, ItemKind::Move { .. } | ItemKind::SetUp(_));
    let played = items.iter_mut().filter(is_ply).rev();
    for (item, ply) in played.zip(record.plies().iter().rev()) {
        if let (ItemKind::Move { text, .. }, Ok(whole)) = (&mut item.kind, MoveText::new(&ply.text))
        {
            *text = whole;
        }
    }
}

/// The items of each of the last `count` plies: a move or a position, and what stands behind it.
fn by_ply(items: &[MovetextItem], count: usize) -> Vec<Vec<MovetextItem>> {
    let mut plies: Vec<Vec<MovetextItem>> = Vec::new();
    for item in items {
        match (&item.kind, plies.last_mut()) {
            (ItemKind::Move { .. } | ItemKind::SetUp(_), _) => plies.push(vec![item.clone()]),
            (_, Some(ply)) => ply.push(item.clone()),
            (_, None) => {}
        }
    }
    plies.split_off(plies.len().saturating_sub(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"[Event "Club evening"]
[Black "Ann"]
[White "Ben"]
[RuleSet "winning-moves-checkers"]

{Let us see.} 1. 11-15 {good} (1. 9-13 22-18 (1... 21-17 {odd} 2. 5-9) 2. 13-17) 22-18 (1... 23-19)
2. 15x22 25x18 *
"#;

    fn tree(text: &str) -> VariationTree {
        from_json(&tree_from_pdn(text, 0).expect("a tree")).expect("JSON")
    }

    #[test]
    fn comments_and_variations_are_read() {
        let tree = tree(GAME);
        assert_eq!(tree.comment, "Let us see.");
        let tag = |name: &str| tree.tags.get(name).map(String::as_str);
        assert_eq!((tag("Black"), tag("White")), (Some("Ann"), Some("Ben")));
        let texts = |of: Option<usize>| -> Vec<&str> {
            tree.children(of).map(|number| tree.nodes[number].text.as_str()).collect()
        };
        assert_eq!(texts(None), ["11-15", "9-13"]);
        assert_eq!(tree.nodes[0].comment, "good");
        assert_eq!(texts(Some(0)), ["22-18", "23-19"]);
        let nine = tree.children(None).nth(1).expect("9-13");
        assert_eq!(texts(Some(nine)), ["22-18", "21-17"]);
        assert_eq!(tree.run(tree.children(None).next()).len(), 4);
    }

    #[test]
    fn written_games_read_back_equal() {
        let huffed = r#"{"game":"parker-checkers","position":"B:W18,21,32:B14,1","nodes":[
            {"parent":null,"text":"1-5","comment":"missed"},{"parent":0,"text":"huff 14"},
            {"parent":0,"text":"stand","comment":"kind"},{"parent":2,"text":"18x9"},
            {"parent":null,"text":"14x23"}]}"#;
        let written = tree_to_pdn(huffed).expect("PDN");
        let again = tree(&written);
        assert_eq!(again.nodes.len(), 5, "{written}");
        assert_eq!(tree_to_pdn(&to_json(&again).expect("JSON")).expect("PDN"), written);
        for text in [GAME, &written] {
            let once = tree(text);
            let pdn = tree_to_pdn(&to_json(&once).expect("JSON")).expect("PDN");
            assert_eq!(tree(&pdn), once, "{pdn}");
        }
        let numbered = tree_to_pdn(&to_json(&tree(GAME)).expect("JSON")).expect("PDN");
        assert!(
            numbered.contains("(1... 21-17 {odd}") && numbered.contains("(1. 9-13"),
            "{numbered}"
        );
    }

    #[test]
    fn the_winner_is_written() {
        for (position, text, result) in
            [("B:W18:B14", "14x23", "1-0"), ("W:W18:B14", "18x9", "0-1")]
        {
            let tree = format!(
                r#"{{"game":"winning-moves-checkers","position":"{position}","nodes":[{{"parent":null,"text":"{text}"}}]}}"#
            );
            let pdn = tree_to_pdn(&tree).expect("PDN");
            assert!(pdn.contains(&format!("[Result \"{result}\"]")), "{pdn}");
            assert!(pdn.ends_with(&format!(" {result}\n")), "{pdn}");
        }
    }

    /// The main line says by which route a jump went; a variation may lack the moves that do.
    #[test]
    fn a_variation_begins_where_the_main_line_went() {
        let text = "[FEN \"B:W6,7,14,15,32:B2\"]\n1. 2x18 7-3 (1... 32-28 2. 18-22) 2. 18-22 *";
        let tree = tree(text);
        let texts: Vec<_> = tree.nodes.iter().map(|node| node.text.as_str()).collect();
        assert_eq!(texts, ["2x9x18", "7-3", "18-22", "32-28", "18-22"]);
    }

    #[test]
    fn invalid_trees_are_refused() {
        for bad in [
            r#"{"game":"parker-checkers","nodes":[{"parent":0,"text":"11-15"}]}"#,
            r#"{"game":"parker-checkers","nodes":[{"parent":null,"text":"11-22"}]}"#,
            r#"{"game":"chess","nodes":[]}"#,
        ] {
            assert!(tree_to_pdn(bad).is_err(), "{bad}");
        }
        assert!(tree_from_pdn("1. 11-15 (1. 11-22) *", 0).is_err());
        assert!(tree_from_pdn("", 0).is_err());
    }
}
