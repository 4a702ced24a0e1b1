//! The rule book of a game, and the differences between two games.

use crownhead_rules::book::Rule;

use crate::{Game, GameId, Rules};

/// The rules and rulings of a game under its options.
///
/// ```
/// use crownhead_games::{GameId, rule_book};
///
/// let book = rule_book(GameId::ParkerCheckers.rules());
/// let huff = book.iter().find(|rule| rule.id == "parker-checkers.remedy.huff").unwrap();
/// println!("{} [{}]", huff.text, huff.source);
/// ```
pub fn rule_book(rules: Rules) -> Vec<&'static Rule> {
    let holds = |rule: &&Rule| match rule.when {
        Some((key, value)) => rules.option(key) == Some(value),
        None => true,
    };
    Game::start(rules).book().iter().filter(holds).collect()
}

/// A topic on which two games differ. Either may have no rule on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDifference {
    /// The topic in the rule books.
    pub topic: &'static str,
    /// The rules of the first game.
    pub one: Vec<&'static Rule>,
    /// The rules of the second game.
    pub other: Vec<&'static Rule>,
}

/// The differences between two games, in the order of the first one's book.
///
/// ```
/// use crownhead_games::{GameId, differences};
///
/// let rules = GameId::KingMeStandard.rules();
/// let topics: Vec<_> = differences(rules, rules.with("crowning", "continues")?)
///     .iter()
///     .map(|difference| difference.topic)
///     .collect();
/// assert_eq!(topics, ["crown.mid-jump"]);
/// # Ok::<(), crownhead_games::InvalidOption>(())
/// ```
pub fn differences(one: Rules, other: Rules) -> Vec<RuleDifference> {
    let (ones, others) = (rule_book(one), rule_book(other));
    let mut topics: Vec<&'static str> = Vec::new();
    for rule in ones.iter().chain(&others) {
        if !topics.contains(&rule.topic) {
            topics.push(rule.topic);
        }
    }
    let on = |book: &[&'static Rule], topic| -> Vec<&'static Rule> {
        book.iter().copied().filter(|rule| rule.topic == topic).collect()
    };
    let says = |rules: &[&'static Rule]| -> Vec<_> { rules.iter().map(|rule| rule.text).collect() };
    topics
        .into_iter()
        .map(|topic| RuleDifference { topic, one: on(&ones, topic), other: on(&others, topic) })
        .filter(|difference| says(&difference.one) != says(&difference.other))
        .collect()
}

impl RuleDifference {
    /// The other games, with default options, that have a different rule on the topic of `rule`.
    pub fn others(rule: &Rule, game: GameId) -> Vec<(GameId, &'static Rule)> {
        GameId::ALL
            .iter()
            .copied()
            .filter(|other| *other != game)
            .flat_map(|other| rule_book(other.rules()).into_iter().map(move |r| (other, r)))
            .filter(|(_, other)| other.topic == rule.topic && other.text != rule.text)
            .collect()
    }
}
