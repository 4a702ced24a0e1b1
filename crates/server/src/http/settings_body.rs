//! Request bodies that are the settings of a match with extra fields. Unknown fields are an error.

use std::borrow::Cow;

use crownhead_arbiter::MatchSettings;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Settings and extra fields in one object.
pub(super) struct SettingsAnd<Extra> {
    pub(super) settings: MatchSettings,
    pub(super) extra: Extra,
}

/// Extra fields beside settings.
pub(super) trait ExtraFields: DeserializeOwned + ToSchema {
    /// The names of the fields.
    const FIELDS: &'static [&'static str];
}

impl<B: ExtraFields> PartialSchema for SettingsAnd<B> {
    fn schema() -> RefOr<Schema> {
        let (mut settings, extra) = (MatchSettings::schema(), B::schema());
        if let (RefOr::T(Schema::Object(settings)), RefOr::T(Schema::Object(extra))) =
            (&mut settings, extra)
        {
            settings.properties.extend(extra.properties);
            settings.required.extend(extra.required);
        }
        settings
    }
}

impl<B: ExtraFields> ToSchema for SettingsAnd<B> {
    fn name() -> Cow<'static, str> {
        format!("SettingsAnd{}", B::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        MatchSettings::schemas(schemas);
        B::schemas(schemas);
    }
}

impl<'de, B: ExtraFields> Deserialize<'de> for SettingsAnd<B> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<SettingsAnd<B>, D::Error> {
        let mut settings = Map::<String, Value>::deserialize(from)?;
        let extra = B::FIELDS.iter().filter_map(|field| settings.remove_entry(*field)).collect();
        Ok(SettingsAnd {
            settings: serde_json::from_value(Value::Object(settings)).map_err(D::Error::custom)?,
            extra: serde_json::from_value(Value::Object(extra)).map_err(D::Error::custom)?,
        })
    }
}
