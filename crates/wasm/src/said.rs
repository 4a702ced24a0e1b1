//! Sentences as the page gets them: in English, and by their ids with what fills their places, so that
//! the page can say them in another language.

use crownhead_rules::{Parts, Sentence};
use serde::Serialize;

/// A sentence.
#[derive(Serialize)]
pub(crate) struct Said {
    /// In English.
    says: String,
    /// Its id.
    message: &'static str,
    args: Vec<Filled>,
}

/// What fills a place of it.
#[derive(Serialize)]
struct Filled {
    place: &'static str,
    kind: &'static str,
    texts: Vec<String>,
    others: usize,
}

impl Said {
    pub(crate) fn of(sentence: &Sentence) -> Said {
        let filled = sentence.args.iter().map(|&(place, ref arg)| {
            let Parts { kind, texts, others } = arg.parts();
            Filled { place, kind, texts, others }
        });
        let (says, args) = (sentence.to_string(), filled.collect());
        Said { says, message: sentence.message.id, args }
    }
}
