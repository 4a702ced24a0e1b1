//! The schema of a store, compared with the one that the migrations create.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::Damage;
use super::findings::{Repair, RepairAction};

/// How many lines SQLite's own check may have.
const MAX_INTEGRITY_LINES: usize = 20;

/// The tables, indexes, views and triggers of a schema, each with its definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape(pub(crate) BTreeMap<(&'static str, String), String>);

/// The only table that can be created again, because all of it follows from others.
const DERIVED_TABLE: &str = "archive";

impl Shape {
    /// The shape of a SQLite schema, with all details.
    fn of(connection: &Connection) -> rusqlite::Result<Shape> {
        let mut objects = BTreeMap::new();
        for (kind, name, sql) in objects_of(connection)? {
            let definition = if kind == "table" {
                texts(
                    connection,
                    "SELECT name || ' ' || type || ' ' || \"notnull\" || ' ' || pk
                     FROM pragma_table_info(?1)",
                    &name,
                )?
                .join(", ")
            } else {
                sql.split_whitespace().collect::<Vec<_>>().join(" ")
            };
            objects.insert((kind, name), definition);
        }
        Ok(Shape(objects))
    }

    /// The shape of a SQLite schema, without what PostgreSQL has in another form.
    pub(crate) fn portable(connection: &Connection) -> rusqlite::Result<Shape> {
        let mut objects = BTreeMap::new();
        for (kind, name, sql) in objects_of(connection)? {
            let definition = match kind {
                // Only a file has the burst buffer.
                "table" if name == "tail" => continue,
                "table" => {
                    let columns = "SELECT name FROM pragma_table_info(?1) ORDER BY name";
                    texts(connection, columns, &name)?.join(", ")
                }
                "index" => {
                    let columns = "SELECT name FROM pragma_index_info(?1) ORDER BY seqno";
                    let columns = texts(connection, columns, &name)?.join(", ");
                    let condition = if sql.contains(" WHERE ") { " with a condition" } else { "" };
                    columns + condition
                }
                _ => String::new(),
            };
            objects.insert((kind, name), definition);
        }
        Ok(Shape(objects))
    }

    /// What is missing or different in another schema. Additional objects are not damage.
    pub(crate) fn damage(&self, found: &Shape) -> Damage {
        let mut damage = Vec::new();
        // Tables come first: nothing can be created on one that is missing.
        let (tables, others): (Vec<_>, Vec<_>) =
            self.0.iter().partition(|((kind, _), _)| *kind == "table");
        for ((kind, name), definition) in tables.into_iter().chain(others) {
            let is_derived = *kind != "table" || name == DERIVED_TABLE;
            let repair = |does: &str, action: fn(String) -> RepairAction| {
                let does = format!("{does} the {kind} {name}");
                is_derived.then(|| Repair { does, action: action(name.clone()) })
            };
            match found.0.get(&(*kind, name.clone())) {
                Some(found) if found == definition => {}
                Some(_) => damage.push((
                    format!("the {kind} {name} is not what this version creates"),
                    repair("replaced", RepairAction::Replace).filter(|_| *kind != "table"),
                )),
                None => damage.push((
                    format!("the {kind} {name} is missing"),
                    repair("created", RepairAction::Create),
                )),
            }
        }
        damage
    }
}

/// The damage of a file that SQLite itself finds, and that of its schema.
pub(crate) fn damage_of_file(
    connection: &Connection,
    reference: &Connection,
) -> rusqlite::Result<Damage> {
    let mut check =
        connection.prepare(&format!("PRAGMA integrity_check({MAX_INTEGRITY_LINES})"))?;
    let lines = check.query_map([], |row| row.get::<_, String>(0))?;
    let mut damage = Vec::new();
    for line in lines {
        let line = line?;
        if line == "ok" {
            continue;
        }
        let of_index =
            ["missing from index", "entries in index"].iter().any(|at| line.contains(at));
        let does = "built all indexes anew".to_owned();
        let repair = of_index.then_some(Repair { does, action: RepairAction::Reindex });
        damage.push((format!("the file: {line}"), repair));
    }
    damage.extend(Shape::of(reference)?.damage(&Shape::of(connection)?));
    Ok(damage)
}

/// Kind, name and SQL of every object that the schema names itself.
fn objects_of(connection: &Connection) -> rusqlite::Result<Vec<(&'static str, String, String)>> {
    let mut objects = connection.prepare(
        "SELECT type, name, sql FROM sqlite_schema
         WHERE name NOT LIKE 'sqlite_%' AND sql IS NOT NULL",
    )?;
    let objects = objects.query_map([], |row| {
        let kind = match row.get::<_, String>(0)?.as_str() {
            "table" => "table",
            "index" => "index",
            "view" => "view",
            _ => "trigger",
        };
        Ok((kind, row.get(1)?, row.get(2)?))
    })?;
    objects.collect()
}

fn texts(connection: &Connection, query: &str, name: &str) -> rusqlite::Result<Vec<String>> {
    connection.prepare(query)?.query_map([name], |row| row.get(0))?.collect()
}
