//! Localizable sentences and errors: the English text, the message id, and the arguments, so that the
//! page can translate them.

use std::fmt;

use crownhead_games::{InvalidOption, ReplayError, UnknownGame};
use crownhead_rules::{MessageArg, MessageArgParts, MoveRefusal, PositionErrors, Sentence};
use serde::Serialize;
use wasm_bindgen::JsValue;

#[cfg(feature = "ts")]
use {crate::named::Named, crownhead_rules::MessageArgKind};

/// A sentence in English, with what a translation needs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LocalizedSentence {
    /// The sentence in English.
    text: String,
    /// The id of its template; empty if it has none.
    message: &'static str,
    args: Vec<SentenceArg>,
}

/// The value of one placeholder of a template.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct SentenceArg {
    /// The name of the placeholder.
    place: &'static str,
    #[cfg_attr(feature = "ts", ts(as = "Named<MessageArgKind>"))]
    kind: &'static str,
    texts: Vec<String>,
    /// How many further values the sentence counts without naming them.
    others: usize,
    /// Nested sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sentences: Vec<LocalizedSentence>,
}

impl LocalizedSentence {
    pub(crate) fn of(sentence: &Sentence) -> LocalizedSentence {
        let args = sentence.args.iter().map(|&(place, ref arg)| {
            let MessageArgParts { kind, texts, others } = arg.parts();
            let sentences = match arg {
                MessageArg::Sentences(sentences) => {
                    sentences.iter().map(LocalizedSentence::of).collect()
                }
                _ => Vec::new(),
            };
            SentenceArg { place, kind: kind.name(), texts, others, sentences }
        });
        let (text, args) = (sentence.to_string(), args.collect());
        LocalizedSentence { text, message: sentence.message.id, args }
    }
}

/// Why a call from the page failed.
#[derive(Debug)]
pub struct WasmError(LocalizedSentence);

/// The English text.
impl fmt::Display for WasmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl From<Sentence> for WasmError {
    fn from(sentence: Sentence) -> WasmError {
        WasmError(LocalizedSentence::of(&sentence))
    }
}

/// A text without a translation, for errors that only a broken page can cause.
impl From<String> for WasmError {
    fn from(text: String) -> WasmError {
        WasmError(LocalizedSentence { text, message: "", args: Vec::new() })
    }
}

impl From<&str> for WasmError {
    fn from(text: &str) -> WasmError {
        text.to_owned().into()
    }
}

macro_rules! from_errors_with_sentences {
    ($($Error:ty)*) => {
        $(impl From<$Error> for WasmError {
            fn from(error: $Error) -> WasmError {
                error.sentence().into()
            }
        })*
    };
}

from_errors_with_sentences! { UnknownGame InvalidOption PositionErrors ReplayError }

impl From<MoveRefusal> for WasmError {
    fn from(refusal: MoveRefusal) -> WasmError {
        refusal.explanation.sentence.into()
    }
}

/// The exception that JavaScript catches: the sentence as JSON.
impl From<WasmError> for JsValue {
    fn from(WasmError(sentence): WasmError) -> JsValue {
        serde_json::to_string(&sentence).unwrap_or(sentence.text).into()
    }
}
