//! The tables of a store, read from its schema. Both kinds of store have the same tables, except the
//! burst buffer, which only SQLite has and which is empty unless a server is writing.

use rusqlite::Connection;

/// The name and columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<String>,
}

impl Table {
    /// Its columns, quoted and separated by commas.
    pub(super) fn columns(&self) -> String {
        self.columns.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
    }

    /// The statement that reads the whole table.
    pub(super) fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.columns(), quoted(&self.name))
    }

    /// The statement that inserts a row; `value` names its parameters.
    pub(super) fn insert(&self, value: impl Fn(usize) -> String) -> String {
        let values: Vec<_> = (1..=self.columns.len()).map(value).collect();
        let (table, columns) = (quoted(&self.name), self.columns());
        format!("INSERT INTO {table} ({columns}) VALUES ({})", values.join(", "))
    }
}

/// All tables, in the order of their foreign keys.
pub(super) fn tables(connection: &Connection) -> rusqlite::Result<Vec<Table>> {
    let mut waiting: Vec<String> = connection
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                 AND name <> 'tail' ORDER BY name",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut ordered: Vec<Table> = Vec::new();
    while !waiting.is_empty() {
        let mut left = Vec::new();
        let before = ordered.len();
        for name in waiting {
            let needed =
                texts(connection, "SELECT \"table\" FROM pragma_foreign_key_list(?1)", &name)?;
            let is_there = |other: &String| ordered.iter().any(|table| table.name == *other);
            if needed.iter().all(|other| *other == name || is_there(other)) {
                let columns = texts(connection, "SELECT name FROM pragma_table_info(?1)", &name)?;
                ordered.push(Table { name, columns });
            } else {
                left.push(name);
            }
        }
        if ordered.len() == before {
            // A cycle of foreign keys, which our schema does not have.
            return Err(rusqlite::Error::InvalidQuery);
        }
        waiting = left;
    }
    Ok(ordered)
}

fn texts(connection: &Connection, query: &str, name: &str) -> rusqlite::Result<Vec<String>> {
    connection.prepare(query)?.query_map([name], |row| row.get(0))?.collect()
}

/// A quoted identifier.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
