//! Bodies that are the settings of a match with something beside them. The settings stay strict: a
//! field that neither knows is an error.

use std::borrow::Cow;

use crownhead_arbiter::Settings;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Settings, and what stands beside them.
pub(super) struct Split<Beside> {
    pub(super) settings: Settings,
    pub(super) beside: Beside,
}

/// What can stand beside settings.
pub(super) trait Beside: DeserializeOwned + ToSchema {
    /// Its fields.
    const FIELDS: &'static [&'static str];
}

/// The fields of both in one object.
impl<B: Beside> PartialSchema for Split<B> {
    fn schema() -> RefOr<Schema> {
        let (mut settings, beside) = (Settings::schema(), B::schema());
        if let (RefOr::T(Schema::Object(settings)), RefOr::T(Schema::Object(beside))) =
            (&mut settings, beside)
        {
            settings.properties.extend(beside.properties);
            settings.required.extend(beside.required);
        }
        settings
    }
}

impl<B: Beside> ToSchema for Split<B> {
    fn name() -> Cow<'static, str> {
        format!("SettingsAnd{}", B::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Settings::schemas(schemas);
        B::schemas(schemas);
    }
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
