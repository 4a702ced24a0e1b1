//! Bodies that are the settings of a match with something beside them. The settings stay strict: a
//! field that neither knows is an error.

use crownhead_arbiter::Settings;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Settings, and what stands beside them.
pub(super) struct Split<Beside> {
    pub(super) settings: Settings,
    pub(super) beside: Beside,
}

/// What can stand beside settings.
pub(super) trait Beside: DeserializeOwned {
    /// Its fields.
    const FIELDS: &'static [&'static str];
}

impl<'de, B: Beside> Deserialize<'de> for Split<B> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Split<B>, D::Error> {
        let mut settings = Map::<String, Value>::deserialize(from)?;
        let beside = B::FIELDS.iter().filter_map(|field| settings.remove_entry(*field)).collect();
        Ok(Split {
            settings: serde_json::from_value(Value::Object(settings)).map_err(D::Error::custom)?,
            beside: serde_json::from_value(Value::Object(beside)).map_err(D::Error::custom)?,
        })
    }
}
