//! Search, evaluation and exact solving, generic over the rules. No clock, file or random source
//! is read here: they are arguments.

pub mod solver;
