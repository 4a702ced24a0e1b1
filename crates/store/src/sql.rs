//! SQL statements that SQLite and PostgreSQL both understand, so that the tables beside the logs
//! (names, challenges, accounts) are queried in one place and not once for each store.

use crownhead_arbiter::{Seat, Timestamp, Version};

use crate::codec::{parse_match_id, seat_from_number, seat_to_number, to_i64, to_u64};
use crate::{MatchId, StoreError};

/// A statement with its parameters `$1`, `$2` and so on. In the text they must first appear in this
/// order, because SQLite numbers them by appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub(crate) text: &'static str,
    pub(crate) on_postgres: Option<&'static str>,
    pub(crate) values: Vec<Value>,
    pub(crate) required_rows: Option<usize>,
}

/// A parameter or a column. `NULL` has a type too, because PostgreSQL wants to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `INTEGER` in SQLite, `BIGINT` in PostgreSQL.
    Number(Option<i64>),
    /// `TEXT` in both.
    Text(Option<String>),
    /// `BLOB` in SQLite, `BYTEA` in PostgreSQL.
    Bytes(Option<Vec<u8>>),
}

/// A row of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub(crate) Vec<Value>);

/// The result of statements that ran in one transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeOutcome {
    /// All are committed; the rows that each returned.
    Committed(Vec<Vec<Row>>),
    /// One did not touch the number of rows that it requires, and nothing changed.
    ConditionFailed,
}

impl Statement {
    /// A statement without a condition.
    pub fn new(text: &'static str, values: impl IntoIterator<Item = Value>) -> Statement {
        let values = values.into_iter().collect();
        Statement { text, on_postgres: None, values, required_rows: None }
    }

    /// Adds a condition: the transaction is rolled back unless it touches exactly so many rows.
    #[must_use]
    pub fn requiring(self, rows: usize) -> Statement {
        Statement { required_rows: Some(rows), ..self }
    }

    /// Sets another text for PostgreSQL.
    #[must_use]
    pub fn on_postgres(self, text: &'static str) -> Statement {
        Statement { on_postgres: Some(text), ..self }
    }

    /// Its text.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Its text on PostgreSQL.
    pub fn text_on_postgres(&self) -> &'static str {
        self.on_postgres.unwrap_or(self.text)
    }

    /// Its parameters.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Whether it returns rows.
    pub(crate) fn returns(&self) -> bool {
        self.text.contains("RETURNING")
    }

    /// Whether its condition allows it to touch so many rows.
    pub(crate) fn allows(&self, rows: usize) -> bool {
        self.required_rows.is_none_or(|required_rows| required_rows == rows)
    }
}

impl Row {
    /// The number in a column. Another type is an error, here and below.
    pub fn number(&self, column: usize) -> Result<i64, StoreError> {
        self.optional_number(column)?.ok_or_else(unexpected_column)
    }

    /// The number in a column, which may be `NULL`.
    pub fn optional_number(&self, column: usize) -> Result<Option<i64>, StoreError> {
        match self.0.get(column) {
            Some(Value::Number(number)) => Ok(*number),
            // SQLite does not know the type of `NULL`.
            Some(Value::Text(None) | Value::Bytes(None)) => Ok(None),
            _ => Err(unexpected_column()),
        }
    }

    /// The text in a column.
    pub fn text(&self, column: usize) -> Result<String, StoreError> {
        self.optional_text(column)?.ok_or_else(unexpected_column)
    }

    /// The text in a column, which may be `NULL`.
    pub fn optional_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        match self.0.get(column) {
            Some(Value::Text(text)) => Ok(text.clone()),
            Some(Value::Number(None) | Value::Bytes(None)) => Ok(None),
            _ => Err(unexpected_column()),
        }
    }

    /// The id of a match in a column.
    pub fn match_id(&self, column: usize) -> Result<MatchId, StoreError> {
        parse_match_id(&self.text(column)?)
    }

    /// The id of a match in a column, which may be `NULL`.
    pub fn optional_match_id(&self, column: usize) -> Result<Option<MatchId>, StoreError> {
        self.optional_text(column)?.map(|id| parse_match_id(&id)).transpose()
    }

    /// The version in a column.
    pub fn version(&self, column: usize) -> Result<Version, StoreError> {
        self.number(column).map(|number| Version::new(to_u64(number)))
    }

    /// The time in a column.
    pub fn time(&self, column: usize) -> Result<Timestamp, StoreError> {
        self.number(column).map(|number| Timestamp::from_millis(to_u64(number)))
    }

    /// The time in a column, which may be `NULL`.
    pub fn optional_time(&self, column: usize) -> Result<Option<Timestamp>, StoreError> {
        let number = self.optional_number(column)?;
        Ok(number.map(|number| Timestamp::from_millis(to_u64(number))))
    }

    /// The seat in a column.
    pub fn seat(&self, column: usize) -> Result<Seat, StoreError> {
        seat_from_number(self.number(column)?)
    }

    /// The bytes in a column.
    pub fn bytes(&self, column: usize) -> Result<Vec<u8>, StoreError> {
        match self.0.get(column) {
            Some(Value::Bytes(Some(bytes))) => Ok(bytes.clone()),
            _ => Err(unexpected_column()),
        }
    }
}

fn unexpected_column() -> StoreError {
    StoreError::failed("a row has an unexpected column")
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

impl From<Timestamp> for Value {
    fn from(time: Timestamp) -> Value {
        to_i64(time.as_millis()).into()
    }
}

impl From<Version> for Value {
    fn from(version: Version) -> Value {
        to_i64(version.get()).into()
    }
}

impl From<Seat> for Value {
    fn from(seat: Seat) -> Value {
        i64::from(seat_to_number(seat)).into()
    }
}

impl From<MatchId> for Value {
    fn from(id: MatchId) -> Value {
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
