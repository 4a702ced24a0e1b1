//! `crownhead moves`: the legal moves.

use std::io::Write;

use crate::args::{Draws, GameArgs};
use crate::failure::Failure;

pub(super) fn run(args: &GameArgs, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let moves = args.game(Draws::Ignored)?.moves_ignoring_draws();
    if json {
        return super::print_json(&moves, out);
    }
    moves.iter().try_for_each(|text| Ok(writeln!(out, "{text}")?))
}
