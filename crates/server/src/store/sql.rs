//! Statements that SQLite and PostgreSQL understand alike: so what is kept beside the logs of
//! matches (names, challenges, accounts) is written down once, and not once for each store.

use super::{StoreError, failed};

/// A statement with its values. They stand for `$1`, `$2` and so on, each of which comes first in
/// the text in that order: SQLite numbers them so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub(super) text: &'static str,
    pub(super) on_postgres: Option<&'static str>,
    pub(super) values: Vec<Value>,
    pub(super) needs: Option<usize>,
}

/// A value. What may be missing has its kind all the same, because PostgreSQL asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(Option<i64>),
    /// A text.
    Text(Option<String>),
    /// Bytes.
    Bytes(Option<Vec<u8>>),
}

/// A row that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub(super) Vec<Value>);

/// What came of statements that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// All of them were carried out; for each what it returned, or nothing.
    Done(Vec<Vec<Row>>),
    /// One of them found other rows than it needs, and nothing is changed.
    Not,
}

impl Statement {
    /// A statement.
    pub fn new(text: &'static str, values: impl IntoIterator<Item = Value>) -> Statement {
        let values = values.into_iter().collect();
        Statement { text, on_postgres: None, values, needs: None }
    }

    /// The same, to be carried out only if it touches just so many rows.
    #[must_use]
    pub fn needing(self, rows: usize) -> Statement {
        Statement { needs: Some(rows), ..self }
    }

    /// The same with another text where the store is PostgreSQL.
    #[must_use]
    pub fn on_postgres(self, text: &'static str) -> Statement {
        Statement { on_postgres: Some(text), ..self }
    }

    /// Whether it gives rows back.
    pub(super) fn returns(&self) -> bool {
        self.text.contains("RETURNING")
    }

    /// Whether it may touch so many rows.
    pub(super) fn allows(&self, rows: usize) -> bool {
        self.needs.is_none_or(|needs| needs == rows)
    }
}

impl Row {
    /// The number in a column.
    pub fn number(&self, column: usize) -> Result<i64, StoreError> {
        self.some_number(column)?.ok_or_else(missing)
    }

    /// The number in a column, if there is one.
    pub fn some_number(&self, column: usize) -> Result<Option<i64>, StoreError> {
        match self.0.get(column) {
            Some(Value::Number(number)) => Ok(*number),
            // SQLite does not know the kind of what is not there.
            Some(Value::Text(None) | Value::Bytes(None)) => Ok(None),
            _ => Err(missing()),
        }
    }

    /// The text in a column.
    pub fn text(&self, column: usize) -> Result<String, StoreError> {
        self.some_text(column)?.ok_or_else(missing)
    }

    /// The text in a column, if there is one.
    pub fn some_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        match self.0.get(column) {
            Some(Value::Text(text)) => Ok(text.clone()),
            Some(Value::Number(None) | Value::Bytes(None)) => Ok(None),
            _ => Err(missing()),
        }
    }

    /// The bytes in a column.
    pub fn bytes(&self, column: usize) -> Result<Vec<u8>, StoreError> {
        match self.0.get(column) {
            Some(Value::Bytes(Some(bytes))) => Ok(bytes.clone()),
            _ => Err(missing()),
        }
    }
}

fn missing() -> StoreError {
    failed("a row is not as it should be")
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Value {
        Value::Number(number)
    }
}

impl From<crownhead_arbiter::Time> for Value {
    fn from(time: crownhead_arbiter::Time) -> Value {
        super::number(time.as_millis()).into()
    }
}

impl From<crownhead_arbiter::Seat> for Value {
    fn from(seat: crownhead_arbiter::Seat) -> Value {
        i64::from(super::seat_number(seat)).into()
    }
}

impl From<crate::MatchId> for Value {
    fn from(id: crate::MatchId) -> Value {
        id.as_str().into()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Value {
        Value::Text(text)
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Value {
        Value::Bytes(Some(bytes.to_owned()))
    }
}
