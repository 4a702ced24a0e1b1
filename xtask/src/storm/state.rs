//! The state of the campaign: figures that add up over all runs of a command, in a file of its own.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::failure::Failure;

/// The figures of one command.
pub(super) struct Figures {
    path: PathBuf,
    values: Map<String, Value>,
}

impl Figures {
    /// The figures so far, in a folder.
    pub(super) fn load(folder: &Path, command: &str) -> Result<Figures, Failure> {
        let path = folder.join(format!("{command}.json"));
        let values = match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| broken(&path, error))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Map::new(),
            Err(error) => return Err(broken(&path, error)),
        };
        Ok(Figures { path, values })
    }

    /// A figure; 0 if there is none yet.
    pub(super) fn get(&self, name: &str) -> f64 {
        self.values.get(name).and_then(Value::as_f64).unwrap_or_default()
    }

    /// A figure as a count.
    pub(super) fn count(&self, name: &str) -> u64 {
        self.get(name) as u64
    }

    pub(super) fn set(&mut self, name: &str, value: f64) {
        self.values.insert(name.to_owned(), value.into());
    }

    pub(super) fn add(&mut self, name: &str, value: f64) {
        self.set(name, self.get(name) + value);
    }

    /// Keeps the larger value.
    pub(super) fn raise(&mut self, name: &str, value: f64) {
        self.set(name, self.get(name).max(value));
    }

    /// The sentences of a list, such as what was found.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let list = self.values.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
    }

    /// Adds a sentence to a list.
    pub(super) fn push(&mut self, name: &str, sentence: &str) {
        let list = self.values.entry(name).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(sentence.into());
        }
    }

    /// Writes the figures, whole or not at all.
    pub(super) fn save(&self) -> Result<(), Failure> {
        let new = self.path.with_extension("new");
        let text = serde_json::to_string_pretty(&self.values).map_err(|e| broken(&new, e))? + "\n";
        fs::write(&new, text).map_err(|error| broken(&new, error))?;
        fs::rename(&new, &self.path).map_err(|error| broken(&self.path, error))
    }
}

fn broken(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Missing(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_add_up_over_runs() {
        let folder = std::env::temp_dir().join(format!("storm-state-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for run in 1..=3_u32 {
            let mut figures = Figures::load(&folder, "kills").unwrap();
            assert_eq!(figures.count("kills"), u64::from(run - 1) * 20);
            figures.add("kills", 20.0);
            figures.raise("slowest", f64::from(4 - run));
            figures.push("found", &format!("run {run}"));
            figures.save().unwrap();
        }
        let figures = Figures::load(&folder, "kills").unwrap();
        assert_eq!((figures.count("kills"), figures.count("slowest")), (60, 3));
        assert_eq!(figures.list("found"), ["run 1", "run 2", "run 3"]);
        fs::write(folder.join("fuzz.json"), "{").unwrap();
        assert!(Figures::load(&folder, "fuzz").is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
