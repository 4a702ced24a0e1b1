//! Tests of the special rules of Coast to Coast, its texts and its explanations.
