//! Sentences as the page gets them: in English, and by their ids with what fills their places, so that
//! the page can say them in another language.

use std::fmt;

use crownhead_games::{BadOption, UnknownGame, Unplayable};
use crownhead_rules::{Arg, Faults, Parts, Refusal, Sentence};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A sentence.
#[derive(Debug, Serialize)]
pub(crate) struct Said {
    /// In English.
    says: String,
    /// Its id; empty if it has none.
    message: &'static str,
    args: Vec<Filled>,
}

/// What fills a place of it.
#[derive(Debug, Serialize)]
struct Filled {
    place: &'static str,
    kind: &'static str,
    texts: Vec<String>,
    others: usize,
    /// Other sentences that fill it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    said: Vec<Said>,
}

impl Said {
    pub(crate) fn of(sentence: &Sentence) -> Said {
        let filled = sentence.args.iter().map(|&(place, ref arg)| {
            let Parts { kind, texts, others } = arg.parts();
            let said = match arg {
                Arg::Sentences(sentences) => sentences.iter().map(Said::of).collect(),
                _ => Vec::new(),
            };
            Filled { place, kind, texts, others, said }
        });
        let (says, args) = (sentence.to_string(), filled.collect());
        Said { says, message: sentence.message.id, args }
    }
}

/// Why the page gets no answer.
#[derive(Debug)]
pub struct Unable(Said);

/// In English.
impl fmt::Display for Unable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.says)
    }
}

impl From<Sentence> for Unable {
    fn from(sentence: Sentence) -> Unable {
        Unable(Said::of(&sentence))
    }
}

/// A text without a translation: what only a page that is out of order is told.
impl From<String> for Unable {
    fn from(says: String) -> Unable {
        Unable(Said { says, message: "", args: Vec::new() })
    }
}

impl From<&str> for Unable {
    fn from(says: &str) -> Unable {
        says.to_owned().into()
    }
}

macro_rules! told_as_a_sentence {
    ($($Error:ty)*) => {
        $(impl From<$Error> for Unable {
            fn from(error: $Error) -> Unable {
                error.sentence().into()
            }
        })*
    };
}

told_as_a_sentence! { UnknownGame BadOption Faults Unplayable }

impl From<Refusal> for Unable {
    fn from(refusal: Refusal) -> Unable {
        refusal.answer.sentence.into()
    }
}

/// As the page gets it: JSON of the sentence.
impl From<Unable> for JsValue {
    fn from(Unable(said): Unable) -> JsValue {
        serde_json::to_string(&said).unwrap_or(said.says).into()
    }
}
