//! The TypeScript types of values whose JSON form is their name. The modules write the names
//! themselves, which is smaller than a type for each.

use std::marker::PhantomData;

use ts_rs::{Config, TS};

/// A type with a name for each of its values.
pub(crate) trait HasName: Copy + 'static {
    /// The name of the type.
    const TYPE: &'static str;
    /// Every value.
    const VALUES: &'static [Self];

    fn name(self) -> &'static str;
}

macro_rules! named {
    ($($krate:ident::$Type:ident;)*) => {
        $(impl HasName for $krate::$Type {
            const TYPE: &'static str = stringify!($Type);
            const VALUES: &'static [Self] = &$krate::$Type::ALL;

            fn name(self) -> &'static str {
                self.name()
            }
        })*
    };
}

named! {
    crownhead_rules::ActionKind;
    crownhead_rules::MessageArgKind;
    crownhead_rules::Phase;
    crownhead_rules::Reason;
    crownhead_games::BoardShape;
    crownhead_games::GameId;
    crownhead_games::Leaflet;
    crownhead_games::ScoreUnit;
    crownhead_computer::MomentKind;
    crownhead_computer::MoveQuality;
}

/// The union of the names of a type.
pub(crate) struct Named<T>(PhantomData<T>);

impl<T: HasName> TS for Named<T> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        T::TYPE.to_owned()
    }

    fn inline(_: &Config) -> String {
        let names = T::VALUES.iter().map(|value| format!("\"{}\"", value.name()));
        names.collect::<Vec<_>>().join(" | ")
    }

    fn decl(config: &Config) -> String {
        format!("type {} = {};", T::TYPE, Self::inline(config))
    }

    fn output_path() -> Option<std::path::PathBuf> {
        Some(T::TYPE.into())
    }
}
