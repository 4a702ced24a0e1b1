//! What an examination found, and what can be done about it.

use crate::postgres;
use crate::sql::Statement;

/// The most repairs that are collected in one examination. After them it is examined again.
pub(crate) const MAX_REPAIRS: usize = 10_000;

/// A repair that makes nothing up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repair {
    /// What it does, for the operator.
    pub(crate) does: String,
    pub(crate) action: RepairAction,
}

/// How to repair something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RepairAction {
    /// Run statements in one transaction.
    Change(Vec<Statement>),
    /// Create a missing index, trigger or view.
    Create(String),
    /// Drop an index, trigger or view that differs, and create it anew.
    Replace(String),
    /// Build all indexes of the file anew.
    Reindex,
}

impl Repair {
    /// Whether PostgreSQL can do it.
    pub(crate) fn is_possible_on_postgres(&self) -> bool {
        match &self.action {
            RepairAction::Change(_) => true,
            RepairAction::Create(name) | RepairAction::Replace(name) => {
                postgres::creation(name).is_some()
            }
            RepairAction::Reindex => false,
        }
    }

    pub(super) fn change(does: impl Into<String>, statements: Vec<Statement>) -> Option<Repair> {
        Some(Repair { does: does.into(), action: RepairAction::Change(statements) })
    }
}

/// Collects what is found.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) problems: Vec<String>,
    pub(super) repairs: Vec<Repair>,
}

impl Findings {
    /// Adds a problem, and its repair if there is one.
    pub(super) fn add(&mut self, problem: impl Into<String>, repair: Option<Repair>) {
        let problem = problem.into();
        self.problems.push(if repair.is_some() {
            problem
        } else {
            format!("{problem} (this cannot be repaired)")
        });
        if self.repairs.len() < MAX_REPAIRS {
            self.repairs.extend(repair.filter(|repair| !self.repairs.contains(repair)));
        }
    }
}
