//! JSON forms of types without serde: sides, rules with options, and bytes.

use std::collections::BTreeMap;
use std::fmt;

use crownhead_games::{GameId, Rules};
use crownhead_rules::Side;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// `"first"` or `"second"`.
pub(crate) mod side {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(side.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
        let name = String::deserialize(from)?;
        let named = Side::ALL.into_iter().find(|side| side.name() == name);
        named.ok_or_else(|| D::Error::custom("a side is first or second"))
    }
}

/// A side, or null.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Side", type = "'first' | 'second'"))]
#[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^(first|second)$"))]
#[serde(transparent)]
pub struct ChosenSide(#[serde(with = "side")] pub Side);

/// The name of a game in schemas: an enumeration of all games.
#[cfg(feature = "schema")]
#[derive(Debug)]
pub struct GameName;

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for GameName {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .description(Some("The name of a game."))
            .enum_values(Some(GameId::ALL.iter().map(|game| game.name())))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for GameName {}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedRules {
    /// The name of the game.
    #[cfg_attr(feature = "schema", schema(value_type = GameName))]
    game: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    /// The options that differ from their defaults.
    options: BTreeMap<String, String>,
}

/// `{"game": "king-me-standard", "options": {"crowning": "stops"}}`; a missing option has its
/// default.
pub(crate) mod rules {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(rules: &Rules, to: S) -> Result<S::Ok, S::Error> {
        // One by one: collecting them would add sorting code to the browser's module.
        let mut options = BTreeMap::new();
        options.extend(rules.options().map(|(key, value)| (key.to_owned(), value.to_owned())));
        NamedRules { game: rules.game().name().to_owned(), options }.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rules, D::Error> {
        let named = NamedRules::deserialize(from)?;
        let game: GameId = named.game.parse().map_err(D::Error::custom)?;
        let mut rules = game.rules();
        for (key, value) in &named.options {
            rules = rules.with(key, value).map_err(D::Error::custom)?;
        }
        Ok(rules)
    }
}

/// Bytes in hexadecimal.
pub(crate) mod hex {
    use super::*;

    pub(crate) fn text(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn parse<const N: usize>(text: &str) -> Option<[u8; N]> {
        if text.len() != 2 * N || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; N];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digit = |c: u8| char::from(c).to_digit(16);
            *byte = u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok()?;
        }
        Some(bytes)
    }

    pub(crate) fn serialize<const N: usize, S: Serializer>(
        bytes: &[u8; N],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&text(bytes))
    }

    pub(crate) fn deserialize<'de, const N: usize, D: Deserializer<'de>>(
        from: D,
    ) -> Result<[u8; N], D::Error> {
        struct Hex<const N: usize>;

        impl<const N: usize> Visitor<'_> for Hex<N> {
            type Value = [u8; N];

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} hexadecimal digits", 2 * N)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<[u8; N], E> {
                parse(text).ok_or_else(|| E::custom(format!("not {} hexadecimal digits", 2 * N)))
            }
        }
        from.deserialize_str(Hex::<N>)
    }
}
