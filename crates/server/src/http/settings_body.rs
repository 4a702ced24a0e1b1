//! Request bodies that are the settings of a match with extra fields. Unknown fields are an error.

use std::borrow::Cow;

use crownhead_arbiter::MatchSettings;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Settings and extra fields in one object.
pub(super) struct WithSettings<Extra> {
    pub(super) settings: MatchSettings,
    pub(super) extra: Extra,
}

/// Extra fields beside settings.
pub(super) trait ExtraFields: DeserializeOwned + ToSchema {
    /// The names of the fields.
    const FIELDS: &'static [&'static str];
}

impl<B: ExtraFields> PartialSchema for WithSettings<B> {
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

impl<B: ExtraFields> ToSchema for WithSettings<B> {
    fn name() -> Cow<'static, str> {
        // The name that the OpenAPI document has had since 0.1.0.
        format!("SettingsAnd{}", B::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        MatchSettings::schemas(schemas);
        B::schemas(schemas);
    }
}

impl<'de, B: ExtraFields> Deserialize<'de> for WithSettings<B> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<WithSettings<B>, D::Error> {
        let mut settings = Map::<String, Value>::deserialize(from)?;
        let extra = B::FIELDS.iter().filter_map(|field| settings.remove_entry(*field)).collect();
        Ok(WithSettings {
            settings: serde_json::from_value(Value::Object(settings)).map_err(D::Error::custom)?,
            extra: serde_json::from_value(Value::Object(extra)).map_err(D::Error::custom)?,
        })
    }
}
